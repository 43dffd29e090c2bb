#pragma once

#include "model/cells/cell_chain.hpp"
#include "model/cells/table_model.hpp"
#include "view/looks/style.hpp"
#include "view/looks/token.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Positions of the cells of an occupancy table: columns are lanes, rows are cycles.
class TableLayout {
public:
  /// Columns share the width; below a minimum legible width they keep the minimum, and the table is
  /// scrolled by `scroll_x`. `top_cycle` is the first row. Rows are made higher if all cycles up to
  /// `last_cycle` fit then; 0: never.
  TableLayout(const Style& style, const Rect& area, const std::vector<Lane>& lanes,
              std::uint64_t top_cycle, float scroll_x, std::uint64_t last_cycle = 0);

  [[nodiscard]] const Rect& area() const { return area_; }
  [[nodiscard]] float row_height() const { return row_height_; }
  [[nodiscard]] float header_height() const { return header_height_; }
  [[nodiscard]] std::uint64_t top_cycle() const { return top_cycle_; }
  /// Number of whole rows that fit.
  [[nodiscard]] std::uint64_t rows() const;
  [[nodiscard]] std::size_t lanes() const { return left_.size() - 1; }
  /// By how much the columns exceed the available width.
  [[nodiscard]] float overflow() const;
  /// The area right of the cycle numbers and below the headings.
  [[nodiscard]] Rect body() const;
  [[nodiscard]] Rect cycle_cell(std::uint64_t cycle) const;
  [[nodiscard]] Rect heading(std::size_t lane) const;
  [[nodiscard]] Rect cell(std::uint64_t cycle, std::size_t lane) const;
  /// The area of one of `count` operations in a cell.
  [[nodiscard]] Rect place(std::uint64_t cycle, std::size_t lane, std::size_t index,
                           std::size_t count) const;

  struct Hit {
    std::uint64_t cycle = 0;
    std::size_t lane = 0;
    bool operator==(const Hit&) const = default;
  };
  [[nodiscard]] std::optional<Hit> at(Point point) const;

private:
  Rect area_;
  float row_height_;
  float header_height_;
  float cycle_width_;
  float inset_;
  std::uint64_t top_cycle_;
  std::vector<float> left_; ///< left ends of the columns, and the right end of the last one
};

/// The minimum height of a row in pixels.
[[nodiscard]] float table_row_height(const Style& style);

/// Highlights of a table.
struct TableFrame {
  std::uint64_t current = 1;
  float arrived = 1; ///< animation progress of tokens from the row above to the present one, 0 to 1
  std::uint64_t last_cycle = 0; ///< last cycle of the run: later rows have no number
  std::optional<TableLayout::Hit> hovered;
  OpId followed;                           ///< its cells are outlined
  std::vector<std::uint64_t> followed_pcs; ///< cells of these instructions, by address, are
                                           ///< outlined
  bool show_gaps = true;                   ///< show why empty cells are empty
  bool hides_reasons = false;              ///< stalled cells do not show why (quiz)
  OpId asked;                              ///< shows "?" where it is stalled then
  std::string cycle_heading;
};

/// The strip at the end of a cell that says why no more operations are in it, where it has no fixed
/// places; none when it is empty, or nothing is said.
[[nodiscard]] std::optional<Rect> strip_of_gap(const Style& style, const TableLayout& layout,
                                               std::uint64_t cycle, std::size_t lane,
                                               const Lane& column, const TableCellView& what);

/// Several operations in a cell too narrow for their numbers are shown as a count. `places`: in the
/// cell.
[[nodiscard]] bool shown_as_count(const Style& style, const TableLayout& layout,
                                  std::uint64_t cycle, std::size_t lane, std::size_t tokens,
                                  std::size_t places);

/// Draws what a layout has room for.
void draw_table(Canvas& canvas, const Style& style, const TableLayout& layout,
                const TableView& table, const TableFrame& frame);

/// The arrow of the pinned cell, from its centre to that of its culprit.
void draw_culprit(Canvas& canvas, const Style& style, const TableLayout& layout,
                  const TableView& table, const TableCellId& waits, const TableCellId& culprit);
/// The cells of a cell's chain, with an arrow from each link's first cell to the next link's last.
/// Returns their areas.
std::vector<Rect> draw_chain(Canvas& canvas, const Style& style, const TableLayout& layout,
                             const TableView& table, const TableCellId& chosen,
                             const std::vector<ChainLinkView>& links);

} // namespace stallscope::gui
