#include "grid.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

namespace stallscope::trace {

namespace {

std::string drawn(const StructureView& view, const TextStyle& style) {
  Grid grid;
  for (const std::string& column : view.columns)
    grid.columns.push_back({line(column, Ink::heading), column == "#", false, false});
  for (const std::vector<std::string>& row : view.rows) {
    std::vector<GridCell> cells;
    for (const std::string& text : row)
      cells.push_back({line(text)});
    grid.rows.push_back(std::move(cells));
  }
  return draw(grid, style);
}

} // namespace

std::string text_structures(const RunRecord& run, const TextStyle& style) {
  if (!run.structures)
    return draw_paragraph("The run ended before this cycle.", style);
  if (run.structures->tables.empty())
    return draw_paragraph("This machine has no structures that hold instructions out of order.",
                          style);
  std::string out;
  bool after_empty = false; // those stand together
  for (const StructureView& view : run.structures->tables) {
    out += out.empty() || (view.rows.empty() && after_empty) ? "" : "\n";
    after_empty = view.rows.empty();
    out += draw_paragraph(view.title + (view.rows.empty() ? ": empty" : ""), style, Ink::heading);
    out += view.rows.empty() ? "" : drawn(view, style);
  }
  return out;
}

} // namespace stallscope::trace
