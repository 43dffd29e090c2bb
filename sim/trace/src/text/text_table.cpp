#include "report/window.hpp"
#include "text/text_parts.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

/// The letter of a reason in the table of a training plan, whose cells are narrow.
char idle_letter(Reason reason) {
  switch (reason) {
  case Reason::activation:
    return 'a';
  case Reason::gradient:
    return 'g';
  case Reason::transfer:
    return 't';
  case Reason::link_busy:
    return 'l';
  case Reason::order:
    return 'o';
  case Reason::memory_limit:
    return 'm';
  case Reason::barrier:
    return 'b';
  case Reason::input:
    return 'i';
  case Reason::launch:
    return 'k';
  case Reason::data:
    return 'd';
  case Reason::event:
    return 'e';
  case Reason::copy:
    return 'c';
  case Reason::fill:
    return '<';
  case Reason::drain:
    return '>';
  case Reason::other:
    return 'h';
  default:
    return '.';
  }
}

GridCell device_cell(const TableCell& cell, const RunRecord& run) {
  GridCell items;
  for (const Occupant& who : cell.occupants)
    items.push_back(who.arrived ? line(op_label(who.op, false, run), Ink::op, run.color(who.op))
                                : line("=", Ink::op, run.color(who.op)));
  if (items.empty())
    items.push_back(line(std::string(1, idle_letter(cell.gap.why)), Ink::dim));
  return items;
}

/// A table in the form of the literature: a row for each device, a column for each tick.
std::string device_table(const RunRecord& run, const OccupancyTable& table,
                         const TextStyle& style) {
  Grid grid;
  grid.gap = 1;
  grid.columns.push_back({line("tick", Ink::heading), false, false, false});
  for (std::size_t c = 0; c < table.rows.size(); ++c)
    grid.columns.push_back({line(fmt::format("{}", (table.first_cycle + c).value), Ink::heading),
                            false, false, false});
  ReasonSet reasons(kReasonCount, false);
  for (std::size_t l = 0; l < table.lanes.size(); ++l) {
    std::vector<GridCell> row{{line(table.lanes[l].name)}};
    for (const auto& cells_of_tick : table.rows) {
      row.push_back(device_cell(cells_of_tick[l], run));
      if (cells_of_tick[l].occupants.empty())
        reasons[static_cast<std::size_t>(cells_of_tick[l].gap.why)] = true;
    }
    grid.rows.push_back(std::move(row));
  }
  std::string out = draw(grid, style);
  std::vector<ListEntry> entries;
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (reasons[i])
      entries.push_back({line(std::string(1, idle_letter(static_cast<Reason>(i)))),
                         std::string(info(static_cast<Reason>(i)).title)});
  if (!entries.empty())
    out += "\n" + titled("Idle", draw_list(entries, style), style);
  return out;
}

} // namespace

std::string text_table(const RunRecord& run, const View& view, const TextStyle& style) {
  if (const std::string why = why_no_table(run, view); !why.empty())
    return draw_paragraph(why, style);
  const OccupancyTable table = table_of(run, view);
  if (run.training)
    return device_table(run, table, style);
  Grid grid;
  grid.columns.push_back({line(run.terms().time, Ink::heading), true, false, false});
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
    fold_equal_rows(grid, run.terms().times);
  const std::vector<const OpRow*> rows = rows_of(table, run.timeline);
  const bool wrong_path =
      std::any_of(rows.begin(), rows.end(), [](const OpRow* row) { return row->wrong_path; });
  std::string out = draw(grid, style) + "\n" + instruction_list(rows, run, style);
  ReasonSet reasons = reasons_of(table, true);
  add_waits(reasons, rows, run.timeline);
  if (const std::string legend = reason_legend(reasons, wrong_path, run.training, style);
      !legend.empty()) {
    out += '\n';
    out += legend;
  }
  return out;
}

} // namespace stallscope::trace
