#include "text/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

GridCell table_cell(const TableCell& cell, const Lane& lane, const RunRecord& run,
                    const TextStyle& style, bool with_gap_marks) {
  if (lane.is_queue && !cell.occupants.empty())
    return {line(queue_count(lane, cell.occupants.size()))};
  GridCell items;
  for (const Occupant& who : cell.occupants) {
    std::string text = op_label(who.op, who.wrong_path, run);
    const bool held = who.cause.why != Reason::none;
    if (held) {
      text.append(" ").append(mark_of(who.cause.why));
      if (const std::string reg = register_of(who.cause, run); !reg.empty())
        text.append(" ").append(reg);
    }
    items.push_back(line(text,
                         held             ? Ink::held
                         : who.wrong_path ? Ink::dim
                                          : Ink::op,
                         run.color(who.op)));
  }
  if (cell.has_room(lane)) {
    std::string text = symbols(style.unicode).empty;
    if (with_gap_marks && cell.gap.why != Reason::none && cell.gap.why != Reason::idle)
      text.append(" ").append(mark_of(cell.gap.why));
    items.push_back(line(text, Ink::dim));
  }
  return items;
}

GridCell diagram_cell(const DiagramRow& row, std::size_t column, const PipelineDiagram& diagram,
                      const RunRecord& run) {
  const DiagramCell& cell = row.cells[column];
  if (cell.lane == kNoLane) {
    if (cell.cause.why != Reason::none)
      return {line(mark_of(cell.cause.why), Ink::dim)};
    const bool just_flushed = row.row.flushed && diagram.first_cycle + column == row.row.end;
    return just_flushed ? GridCell{line("x", Ink::dim)} : GridCell{};
  }
  if (cell.cause.why != Reason::none)
    return {line(mark_of(cell.cause.why), Ink::held, run.color(row.row.op))};
  return {line(diagram.lanes[cell.lane].cell_text(), row.row.wrong_path ? Ink::dim : Ink::op,
               run.color(row.row.op))};
}

std::size_t widest_cell(const PipelineDiagram& diagram, const RunRecord& run) {
  std::size_t widest = std::to_string((diagram.first_cycle + diagram.cycle_count).value - 1).size();
  for (const DiagramRow& row : diagram.rows)
    for (std::size_t c = 0; c < diagram.cycle_count; ++c)
      for (const Line& item : diagram_cell(row, c, diagram, run))
        widest = std::max(widest, cells(item));
  return widest;
}

GridCell with_mark(GridCell cell, bool differs) {
  if (cell.empty() && differs)
    cell.push_back({});
  for (Line& item : cell)
    item.insert(item.begin(), differs ? Piece{"*", Ink::mark, 0} : Piece{" ", Ink::plain, 0});
  return cell;
}

std::string instruction_list(const std::vector<const OpRow*>& rows, const RunRecord& run,
                             const TextStyle& style) {
  std::vector<ListEntry> entries;
  for (const OpRow* row : rows) {
    std::string note = run.legend.place(row->instruction);
    const std::string summary = row_summary(*row, run, style.unicode);
    note += (note.empty() || summary.empty() ? "" : "  ") + summary;
    entries.push_back({line(op_label(row->op, row->wrong_path, run),
                            row->wrong_path ? Ink::dim : Ink::op, run.color(row->op)),
                       row_text(*row, run), note});
  }
  return titled(run.training ? "Operations" : "Instructions", draw_list(entries, style, true),
                style);
}

std::string reason_legend(const ReasonSet& reasons, bool wrong_path, bool training,
                          const TextStyle& style) {
  std::vector<ListEntry> entries;
  for (std::size_t i = 1; i < kReasonCount; ++i)
    if (reasons[i]) {
      const auto reason = static_cast<Reason>(i);
      entries.push_back(
          {line(reason == Reason::idle ? symbols(style.unicode).empty : mark_of(reason)),
           std::string(meaning_of(reason, training))});
    }
  if (wrong_path)
    entries.push_back(
        {line("x"), "Fetched where the program did not go on, and discarded (flushed)."});
  if (entries.empty())
    return "";
  return titled("Reasons", draw_list(entries, style), style);
}

} // namespace stallscope::trace
