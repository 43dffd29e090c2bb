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
  Cause cause;                     ///< why it is stalled; none: it is executing
  std::string reason;              ///< "RAW $t2"; empty if executing
  Pattern pattern = Pattern::none; ///< the cell's hatch
  char letter = 0;                 ///< abbreviation for narrow cells
  LaneId from_lane = kNoLane;      ///< its lane in the previous cycle; kNoLane: it has just been
                                   ///< fetched

  [[nodiscard]] bool stalled() const { return cause.why != Reason::none; }
};

struct TableCellView {
  std::vector<TableToken> tokens; ///< oldest first; empty for queues
  std::size_t queued = 0;         ///< number of operations in a queue
  Cause gap;                      ///< why slots of the lane are free
  std::string gap_reason;
};

struct TableRowView {
  std::uint64_t cycle = 0;
  std::vector<TableCellView> cells; ///< by lane
};

/// The visible rows of the occupancy table.
struct TableView {
  bool loading = false; ///< the rows are being recorded; available in a later frame
  std::uint64_t first_cycle = 1;
  std::vector<Lane> lanes;
  std::vector<TableRowView> rows;
};

/// A cell, by cycle and lane.
struct TableCellId {
  std::uint64_t cycle = 0;
  LaneId lane = kNoLane;
  OpId op; ///< kNoOp: the cell's free slots

  bool operator==(const TableCellId&) const = default;
};

/// The occupancy table, cycle x stage; rows appear as time passes.
class TableModel {
public:
  /// The number of rows at a position of a run: one for each cycle up to it.
  [[nodiscard]] static std::uint64_t row_count(std::uint64_t now) { return now; }
  /// The first of `rows` visible rows for a run of `last` cycles: the row of the current cycle is
  /// at two thirds of the height, so that mostly past cycles are visible; no scrolling when all
  /// rows fit.
  [[nodiscard]] static std::uint64_t follow(std::uint64_t now, std::uint64_t rows,
                                            std::uint64_t last);
  /// The largest useful first row for a run of `last` cycles beside a longer run: the shorter run's
  /// end stays visible, in the upper third; past it, all of the run if that fits.
  [[nodiscard]] static std::uint64_t keep_end(std::uint64_t first, std::uint64_t rows,
                                              std::uint64_t last);

  /// Rows [first_cycle, first_cycle + rows), without those after `now`. Costs depend on the visible
  /// rows.
  const TableView& visible(Run& run, std::uint64_t first_cycle, std::uint64_t rows,
                           std::uint64_t now);

  /// Tooltip of a cell.
  [[nodiscard]] std::string explain(Run& run, const TableCellId& cell) const;
  /// All cells of a cycle in sentences, front to back, for screen readers. Empty before the first
  /// cycle and while the row is being recorded.
  [[nodiscard]] std::string row_words(Run& run, std::uint64_t cycle);
  /// The cell of the operation that a cell waits for, in the same cycle or the nearest one; nothing
  /// when the cell does not wait for an operation, or that operation is not recorded. Target of the
  /// arrow.
  [[nodiscard]] std::optional<TableCellId> culprit_cell(Run& run, const TableCellId& cell) const;

  /// The cell pinned by a click, whose arrow remains visible.
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

/// The lane of an operation in a cycle, or in the nearest cycle in which it occupies a lane.
[[nodiscard]] std::optional<TableCellId> place_of(const Timeline& timeline, OpId op,
                                                  std::uint64_t cycle);

} // namespace stallscope::gui
