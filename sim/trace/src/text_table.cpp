#include "text_parts.hpp"
#include "trace/render.hpp"
#include "window.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

std::string text_table(const RunRecord& run, const View& view, const TextStyle& style) {
  if (const std::string why = why_no_table(run, view); !why.empty())
    return draw_paragraph(why, style);
  const OccupancyTable table = table_of(run, view);
  Grid grid;
  grid.columns.push_back({line("cycle", Ink::heading), true, false, false});
  grid.columns.back().counts = true;
  for (const Lane& lane : table.lanes)
    grid.columns.push_back({line(lane.name, Ink::heading), false, false, false});
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::vector<GridCell> row{{line(fmt::format("{}", (table.first_cycle + r).value))}};
    for (std::size_t l = 0; l < table.lanes.size(); ++l)
      row.push_back(table_cell(table.rows[r][l], table.lanes[l], run, style, true));
    grid.rows.push_back(std::move(row));
  }
  if (!view.every_cycle)
    fold_equal_rows(grid, "cycles");
  const std::vector<const OpRow*> rows = rows_of(table, run.timeline);
  const bool wrong_path =
      std::any_of(rows.begin(), rows.end(), [](const OpRow* row) { return row->wrong_path; });
  std::string out = draw(grid, style) + "\n" + instruction_list(rows, run, style);
  ReasonSet reasons = reasons_of(table, true);
  add_waits(reasons, rows, run.timeline);
  if (const std::string legend = reason_legend(reasons, wrong_path, style); !legend.empty()) {
    out += '\n';
    out += legend;
  }
  return out;
}

} // namespace stallscope::trace
