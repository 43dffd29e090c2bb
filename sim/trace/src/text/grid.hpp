#pragma once

#include "text/paint.hpp"

#include <string>
#include <utility>
#include <vector>

// Tables of text that are cut into blocks of columns instead of wrapping.
namespace stallscope::trace {

/// What stands in a cell: items beside each other, separated by commas, below each other when the
/// column is narrow.
using GridCell = std::vector<Line>;

struct GridColumn {
  Line heading;
  bool right = false;       ///< aligned right
  bool rule_before = false; ///< a vertical rule stands before it
  bool stacked = false;     ///< items stand below each other
  std::size_t min_width = 1;
  bool counts = false; ///< numbers rows: what stands there makes no difference between them
};

struct Grid {
  std::vector<GridColumn> columns;
  std::vector<std::vector<GridCell>> rows;
  std::size_t fixed = 1; ///< columns at the left that every block repeats
  std::size_t gap = 2;   ///< spaces between columns
  bool headings = true;
  bool skip_blank_rows = false; ///< a block leaves out rows that are empty in all its columns
  std::vector<std::pair<std::size_t, Line>>
      groups; ///< titles above columns, each with its first column
  std::vector<std::pair<std::size_t, std::string>>
      notes; ///< lines of their own, each in front of the row with this number; in their order
};

/// Leaves the first of many equal rows, with a note that says how many more there are. `what` they
/// are, such as "cycles".
void fold_equal_rows(Grid& grid, std::string_view what);

/// Cells the whole grid takes when it is not cut.
[[nodiscard]] std::size_t natural_width(const Grid& grid);

/// The grid as complete lines, none wider than the style's columns.
[[nodiscard]] std::string draw(const Grid& grid, const TextStyle& style);

/// A list of "label  text" lines; the text is wrapped and its further lines are indented.
struct ListEntry {
  ListEntry(Line label_, std::string_view text_, std::string_view note_ = {});

  Line label;
  std::string text;
  std::string note; ///< stands behind the text, aligned, or below it when there is no room
};
[[nodiscard]] std::string draw_list(const std::vector<ListEntry>& entries, const TextStyle& style,
                                    bool align_right = false);

/// Text wrapped to the style's columns, complete lines.
[[nodiscard]] std::string draw_paragraph(std::string_view text, const TextStyle& style,
                                         Ink ink = Ink::plain);

/// A heading, and the lines below it.
[[nodiscard]] std::string titled(std::string_view title, const std::string& body,
                                 const TextStyle& style);

} // namespace stallscope::trace
