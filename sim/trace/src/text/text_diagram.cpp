#include "report/utf8.hpp"
#include "report/window.hpp"
#include "text/text_parts.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

Grid diagram_grid(const PipelineDiagram& diagram, const RunRecord& run, const TextStyle& style) {
  Grid grid;
  grid.fixed = 2;
  grid.gap = 1;
  const std::size_t width = widest_cell(diagram, run);
  grid.skip_blank_rows = true;
  grid.columns.push_back({line("op", Ink::heading), true, false, false});
  grid.columns.push_back({line(run.terms().operation, Ink::heading), false, false, true});
  for (std::size_t c = 0; c < diagram.cycle_count; ++c) {
    grid.columns.emplace_back();
    grid.columns.back().heading =
        line(fmt::format("{}", (diagram.first_cycle + c).value), Ink::heading);
    grid.columns.back().min_width = width;
  }
  const std::size_t text_width = std::max<std::size_t>(12, columns_of(style) * 2 / 5);
  for (const DiagramRow& row : diagram.rows) {
    std::vector<GridCell> cells_of_row;
    const Ink ink = row.row.wrong_path ? Ink::dim : Ink::op;
    cells_of_row.push_back(
        {line(op_label(row.row.op, row.row.wrong_path, run), ink, run.color(row.row.op))});
    GridCell text;
    for (const std::string& part : wrapped(clean(run.legend.text(row.row)), text_width))
      text.push_back(
          line(row.row.part > 0 ? "  " + part : part, row.row.wrong_path ? Ink::dim : Ink::plain));
    cells_of_row.push_back(std::move(text));
    for (std::size_t c = 0; c < diagram.cycle_count; ++c)
      cells_of_row.push_back(diagram_cell(row, c, diagram, run));
    grid.rows.push_back(std::move(cells_of_row));
  }
  return grid;
}

/// Appends each row's stalls after its last cycle, when all of them fit on the line.
bool append_waits(Grid& grid, const PipelineDiagram& diagram, const RunRecord& run,
                  const TextStyle& style) {
  std::size_t widest = 0;
  std::vector<std::string> summaries;
  for (const DiagramRow& row : diagram.rows) {
    summaries.push_back(row_summary(row.row, run, style.unicode));
    widest = std::max(widest, cells(clean(summaries.back())));
  }
  if (widest == 0)
    return true;
  if (natural_width(grid) + 2 + widest > columns_of(style))
    return false;
  grid.columns.push_back({{}, false, false, false});
  for (std::size_t r = 0; r < grid.rows.size(); ++r)
    grid.rows[r].push_back({line(fmt::format(" {}", summaries[r]))});
  return true;
}

} // namespace

std::string diagram_text(const RunRecord& run, const View& view, const TextStyle& style,
                         bool with_legend) {
  if (const std::string why = why_no_diagram(run, view); !why.empty())
    return draw_paragraph(why, style);
  const PipelineDiagram diagram = diagram_of(run, view);
  Grid grid = diagram_grid(diagram, run, style);
  const bool waits_shown = append_waits(grid, diagram, run, style);
  std::string out = draw(grid, style);
  if (!waits_shown) {
    std::vector<ListEntry> entries;
    for (const DiagramRow& row : diagram.rows)
      if (const std::string summary = row_summary(row.row, run, style.unicode); !summary.empty())
        entries.push_back(
            {line(op_label(row.row.op, row.row.wrong_path, run), Ink::op, run.color(row.row.op)),
             summary});
    out += '\n';
    out += titled("Waits", draw_list(entries, style, true), style);
  }
  ReasonSet reasons = reasons_of(diagram);
  const bool any_reason = std::find(reasons.begin(), reasons.end(), true) != reasons.end();
  add_waits(reasons, rows_of(diagram), run.timeline);
  if (with_legend)
    if (const std::string legend =
            reason_legend(reasons, shows_wrong_path(diagram), run.training, style);
        !legend.empty()) {
      out += '\n';
      out += legend;
    }
  if (any_reason) {
    out += with_legend ? "" : "\n";
    out +=
        draw_paragraph(fmt::format("A reason in place of a {}: the {} waits, still in the {} named "
                                   "before.",
                                   run.terms().lane, run.terms().operation, run.terms().lane),
                       style, Ink::dim);
    if (shows_fetch_waits(diagram))
      out += draw_paragraph("A reason before the first stage: the fetch of the instruction waits.",
                            style, Ink::dim);
  }
  return out;
}

std::string text_diagram(const RunRecord& run, const View& view, const TextStyle& style) {
  return diagram_text(run, view, style, true);
}

} // namespace stallscope::trace
