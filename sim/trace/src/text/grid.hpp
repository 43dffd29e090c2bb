#pragma once

#include "text/paint.hpp"

#include <string>
#include <utility>
#include <vector>

// Text tables, split into blocks of columns instead of wrapping.
namespace stallscope::trace {

/// Content of a cell: items side by side, separated by commas; one below the other when the column
/// is narrow.
using GridCell = std::vector<Line>;

struct GridColumn {
  Line heading;
  bool right = false;       ///< aligned right
  bool rule_before = false; ///< preceded by a vertical rule
  bool stacked = false;     ///< items one below the other
  std::size_t min_width = 1;
  bool counts = false; ///< row numbers: ignored when rows are compared
};

struct Grid {
  std::vector<GridColumn> columns;
  std::vector<std::vector<GridCell>> rows;
  std::size_t fixed = 1; ///< leftmost columns that every block repeats
  std::size_t gap = 2;   ///< spaces between columns
  bool headings = true;
  bool skip_blank_rows = false; ///< omit rows that are empty in all columns of a block
  std::vector<std::pair<std::size_t, Line>>
      groups; ///< titles above columns, each with its first column
  std::vector<std::pair<std::size_t, std::string>>
      notes; ///< lines inserted before the row with this number, in order
};

/// Collapses equal successive rows into the first, with a note on the number omitted. `what`: the
/// name of a row, such as "cycles".
void fold_equal_rows(Grid& grid, std::string_view what);

/// Width of the whole grid in cells, without splitting.
[[nodiscard]] std::size_t natural_width(const Grid& grid);

/// The grid as complete lines, none wider than the style's width.
[[nodiscard]] std::string draw(const Grid& grid, const TextStyle& style);

/// Lines of "label  text"; the text is wrapped, with continuation lines indented.
struct ListEntry {
  ListEntry(Line label_, std::string_view text_, std::string_view note_ = {});

  Line label;
  std::string text;
  std::string note; ///< text after the entry's text, aligned; below it when there is no room
};
[[nodiscard]] std::string draw_list(const std::vector<ListEntry>& entries, const TextStyle& style,
                                    bool align_right = false);

/// Text wrapped to the style's width, as complete lines.
[[nodiscard]] std::string draw_paragraph(std::string_view text, const TextStyle& style,
                                         Ink ink = Ink::plain);

/// A heading and the lines below it.
[[nodiscard]] std::string titled(std::string_view title, const std::string& body,
                                 const TextStyle& style);

} // namespace stallscope::trace
