#pragma once

#include "model/cells/table_model.hpp"
#include "model/comparison/comparison.hpp"
#include "view/table/table_legend.hpp"
#include "view/table/table_picture.hpp"
#include "view/widgets/widgets.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// The occupancy tables of both runs.
class TablePanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  bool cancel_interaction(Shared& shared) override;

private:
  /// State of each run's table that persists between frames.
  struct Pane {
    TableModel model;
    TableLegend legend;
    float scroll_x = 0;
    Rect plate; ///< area of the chain's text, which covers the table; empty: not shown
  };
  /// Vertical scroll position; shared by two runs that are locked by cycle.
  struct Scroll {
    std::uint64_t top_cycle = 1;
    std::uint64_t followed_cycle = 0; ///< the cycle that the table last scrolled to
    std::uint64_t cycles = 0;         ///< length of the run, or of the longer one
  };

  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  void draw_body(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  /// The height of the legend below each table, equal in both panes.
  [[nodiscard]] float legend_height(const Ui& ui, const Panes& panes, const Comparison& runs);
  [[nodiscard]] TableFrame frame_of(const Comparison& runs, Side side, const QuizModel& quiz,
                                    std::uint64_t now) const;
  /// Shows why the hovered or pinned cell waits, in large letters beside it, with an arrow to its
  /// culprit; or the chain of the selected cell, with the cells of its links.
  void draw_reason(Ui& ui, const TableLayout& layout, const TableView& table, Comparison& runs,
                   Side side, Shared& shared);
  /// The cell selected by keys, or the pinned one.
  [[nodiscard]] std::optional<TableCellId> chosen_cell(const TableView& table, Side side) const;
  /// Selects a cell; the previous one is stored for going back.
  void go_to(const TableCellId& cell, Comparison& runs, Side side, Shared& shared,
             std::uint64_t rows);
  static void keep_in_sight(Scroll& scroll, std::uint64_t cycle, std::uint64_t rows);
  /// Scrolls so that a cell and its culprit are visible.
  void reveal_culprit(Comparison& runs, Side side, const TableLayout& layout,
                      const TableCellId& waits);
  void react(Ui& ui, const TableLayout& layout, const TableView& table, Comparison& runs, Side side,
             Shared& shared, TableFrame& frame);
  /// The cell selected by keys; arrow keys move it, Enter shows why it waits, then moves to its
  /// culprit.
  struct Cursor {
    Side side = Side::a;
    std::uint64_t cycle = 1;
    std::size_t lane = 0;
    std::size_t index = 0; ///< index among several operations in the cell
    OpId op;               ///< selects this operation instead, if it is in the cell
  };
  void start_cursor(const TableView& table, Side side, std::uint64_t now);
  /// Handles a key; `rows` is the number of visible rows.
  void take_cursor_key(CursorKey key, const TableView& table, Comparison& runs, Shared& shared,
                       std::uint64_t rows);
  bool cross_over(CursorKey key, std::size_t lanes, Comparison& runs, const Shared& shared);
  void move_cursor(CursorKey key, const TableView& table, std::uint64_t now);
  void ask_why(const TableView& table, Run& run, Shared& shared);
  [[nodiscard]] TableCellId cell_of(const Cursor& cursor, const TableView& table) const;
  void draw_cursor(const TableView& table, Comparison& runs, Side side, Shared& shared,
                   TableFrame& frame);

  [[nodiscard]] Scroll& scroll_of(const Comparison& runs, Side side);
  /// Follows the current cycle; returns the first row to show in a pane.
  std::uint64_t follow(const Comparison& runs, Side side, std::uint64_t seen, std::uint64_t rows);

  std::array<Pane, 2> panes_;
  float legend_ = 0;                   ///< height of the legend below each table
  std::optional<TableCellId> pointed_; ///< the cell under the pointer or selected by keys, in this
                                       ///< frame
  std::optional<Cursor> cursor_;
  std::vector<Cursor> trail_;     ///< the cells from which the cursor moved to a culprit
  std::array<Scroll, 2> scrolls_; ///< by side; the first one for two runs locked by cycle
};

} // namespace stallscope::gui
