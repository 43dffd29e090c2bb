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
  bool let_go(Shared& shared) override;

private:
  /// What each run's table keeps from frame to frame.
  struct Pane {
    TableModel model;
    TableLegend legend;
    float scroll_x = 0;
    Rect plate; ///< of the chain, which hides what is below it; empty: none is shown
  };
  /// How far a table has been scrolled down; of two runs that are locked by cycle, both.
  struct Scroll {
    std::uint64_t top_cycle = 1;
    std::uint64_t followed_cycle = 0; ///< the cycle it last scrolled to
    std::uint64_t cycles = 0;         ///< of a run, or the longer one, of this length
  };

  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  void draw_body(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  /// The height of the strip below each table, the same in both panes.
  [[nodiscard]] float legend_height(const Ui& ui, const Panes& panes, const Comparison& runs);
  [[nodiscard]] TableFrame frame_of(const Comparison& runs, Side side, const QuizModel& quiz,
                                    std::uint64_t now) const;
  /// Shows why the pointed or pinned cell waits, in large letters beside it, with an arrow to its
  /// culprit; or the chain of the selected cell, with the cells of its links.
  void draw_reason(Ui& ui, const TableLayout& layout, const TableView& table, Comparison& runs,
                   Side side, Shared& shared);
  /// The cell selected by keys, or the pinned one.
  [[nodiscard]] std::optional<TableCellId> chosen_cell(const TableView& table, Side side) const;
  /// Selects a cell; the previous one is kept for going back.
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
    std::size_t index = 0; ///< of several operations in the cell
    OpId op;               ///< this one instead, if it is there
  };
  void start_cursor(const TableView& table, Side side, std::uint64_t now);
  /// What a key does; `rows` are in sight.
  void take_cursor_key(CursorKey key, const TableView& table, Comparison& runs, Shared& shared,
                       std::uint64_t rows);
  void move_cursor(CursorKey key, const TableView& table, std::uint64_t now);
  void ask_why(const TableView& table, Run& run, Shared& shared);
  [[nodiscard]] TableCellId cell_of(const Cursor& cursor, const TableView& table) const;
  void draw_cursor(const TableView& table, Comparison& runs, Side side, Shared& shared,
                   TableFrame& frame);

  [[nodiscard]] Scroll& scroll_of(const Comparison& runs, Side side);
  /// Follows the present cycle; returns the first row to show in a pane.
  std::uint64_t follow(const Comparison& runs, Side side, std::uint64_t seen, std::uint64_t rows);

  std::array<Pane, 2> panes_;
  float legend_ = 0;                   ///< height of the strip below each table
  std::optional<TableCellId> pointed_; ///< the cell under the pointer or selected by keys, in this
                                       ///< frame
  std::optional<Cursor> cursor_;
  std::vector<Cursor> trail_;     ///< the cells left for their culprits
  std::array<Scroll, 2> scrolls_; ///< by side; of two that are locked by cycle, the first
};

} // namespace stallscope::gui
