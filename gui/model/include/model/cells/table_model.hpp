#pragma once

#include "model/looks/tokens.hpp"
#include "model/run/run.hpp"
#include "timeline/occupancy_table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// An operation in a cell of the table.
struct TableToken {
  OpId op;
  std::uint8_t color = 0; ///< into Theme::tokens
  std::string number;     ///< "2", "12x" on the wrong path
  std::string text;       ///< the instruction
  std::uint64_t pc = 0;   ///< its address
  bool wrong_path = false;
  Cause cause;                     ///< why it does not move on; none: it works here
  std::string reason;              ///< "RAW $t2"; empty when it works
  Pattern pattern = Pattern::none; ///< the cell's hatch
  char letter = 0;                 ///< for narrow cells
  LaneId from_lane = kNoLane; ///< where it was in the cycle before; kNoLane: it has just come in

  [[nodiscard]] bool stalled() const { return cause.why != Reason::none; }
};

struct TableCellView {
  std::vector<TableToken> tokens; ///< oldest first; of a queue none
  std::size_t queued = 0;         ///< operations in a queue
  Cause gap;                      ///< why free slots are empty
  std::string gap_reason;
};

struct TableRowView {
  std::uint64_t cycle = 0;
  std::vector<TableCellView> cells; ///< by lane
};

/// The rows of the occupancy table that are on screen.
struct TableView {
  bool loading = false; ///< the rows are being recorded and come with a later frame
  std::uint64_t first_cycle = 1;
  std::vector<Lane> lanes;
  std::vector<TableRowView> rows;
};

/// A cell, by cycle and lane.
struct TableCellId {
  std::uint64_t cycle = 0;
  LaneId lane = kNoLane;
  OpId op; ///< kNoOp: the cell's gap

  bool operator==(const TableCellId&) const = default;
};

/// The lecture's figure, cycle x stage, of which rows appear as time passes.
class TableModel {
public:
  /// The rows there are when a run stands in a cycle: one for each cycle up to it.
  [[nodiscard]] static std::uint64_t row_count(std::uint64_t now) { return now; }
  /// The first of `rows` rows to show of a run of `last` cycles: the present one stands at two
  /// thirds, so that most of what is in sight is past, and nothing is scrolled where all rows have
  /// room.
  [[nodiscard]] static std::uint64_t follow(std::uint64_t now, std::uint64_t rows,
                                            std::uint64_t last);
  /// The last first row that makes sense for a run of `last` cycles beside a longer one: the end
  /// of it stays in sight, in the upper third.
  [[nodiscard]] static std::uint64_t keep_end(std::uint64_t first, std::uint64_t rows,
                                              std::uint64_t last);

  /// Rows [first_cycle, first_cycle + rows), those behind `now` left out. Costs what is visible.
  const TableView& visible(Run& run, std::uint64_t first_cycle, std::uint64_t rows,
                           std::uint64_t now);

  /// What hovering over a cell says.
  [[nodiscard]] std::string explain(Run& run, const TableCellId& cell) const;
  /// Where the operation stands that a cell waits for, in the same cycle or nearest to it; nothing
  /// when it waits for none, or that one is not recorded. For the arrow.
  [[nodiscard]] std::optional<TableCellId> culprit_cell(Run& run, const TableCellId& cell) const;

  /// The cell that a click has pinned, whose arrow stays.
  void pin(std::optional<TableCellId> cell) { pinned_ = cell == pinned_ ? std::nullopt : cell; }
  [[nodiscard]] const std::optional<TableCellId>& pinned() const { return pinned_; }

private:
  TableView view_;
  std::optional<TableCellId> pinned_;
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
};

/// The lane an operation is on in a cycle, or the nearest cycle in which it is on one.
[[nodiscard]] std::optional<TableCellId> place_of(const Timeline& timeline, OpId op,
                                                  std::uint64_t cycle);

} // namespace stallscope::gui
