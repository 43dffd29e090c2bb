#include "svg/svg_cells.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::trace {

namespace {

/// Layout of one diagram.
struct Layout {
  double cells_x = 0;
  double cell_width = 46;
  Cycle first_cycle;
  std::uint64_t cycle_count = 0;
  std::map<OpId, double> row_y;

  double x(Cycle cycle) const {
    return cells_x + cell_width * static_cast<double>(cycle - first_cycle);
  }
  bool shows(Cycle cycle) const {
    return cycle >= first_cycle && cycle - first_cycle < cycle_count;
  }
};

/// Text after a row, and its position.
struct Note {
  double x = 0;
  double y = 0;
  std::string text;
};

/// An arrow from the end of the producer's execution to the cycle in which the consumer reads the
/// value. Solid: forwarded. Dashed: read from the register file.
void draw_arrow(Pen& pen, const Layout& layout, const Arrow& arrow, const RunRecord& run) {
  const auto from = layout.row_y.find(arrow.producer);
  const auto to = layout.row_y.find(arrow.consumer);
  if (from == layout.row_y.end() || to == layout.row_y.end() || !layout.shows(arrow.cycle))
    return;
  const OpRow* producer = run.timeline.find(arrow.producer);
  const Cycle ready = std::min(arrow.cycle, producer->end);
  const double x1 = layout.x(std::max(ready, layout.first_cycle)) - 11;
  const double x2 = layout.x(arrow.cycle) + 9;
  const double y1 = from->second + kRowHeight - 7;
  const double y2 = to->second + 8;
  const std::string reg = register_of({Reason::raw, arrow.reg, kNoOp}, run);
  const bool forwarded = arrow.from != kNoLane && arrow.from < run.timeline.lanes.size();
  pen.begin_group(
      run.training
          ? fmt::format("tick {}: {} takes the result of {}", arrow.cycle.value,
                        instruction_ref(arrow.consumer, run), instruction_ref(arrow.producer, run))
          : fmt::format(
                "cycle {}: {} takes {} from {}, {}", arrow.cycle.value,
                instruction_ref(arrow.consumer, run), reg, instruction_ref(arrow.producer, run),
                forwarded ? fmt::format("forwarded from {}", run.timeline.lanes[arrow.from].name)
                          : storage_words(arrow, run)),
      run.shown(arrow.consumer));
  pen.path(fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", x1, y1, x1 + 6,
                       y1 + 9, x2 - 8, y2 - 12, x2, y2 - 3),
           forwarded ? "arrow" : "arrow early");
  pen.path(fmt::format("M{:.1f} {:.1f}l-7 -3l4 -4z", x2 + 1.5, y2 + 0.5), "tip");
  pen.end_group();
}

/// What an operation does in a cycle: on a lane, not fetched yet, or the cross of a flush.
void draw_cell(Pen& pen, const Layout& layout, double y, const PipelineDiagram& diagram,
               const OpRow& row, const DiagramCell& cell, Cycle cycle, const RunRecord& run) {
  const double x = layout.x(cycle);
  if (cell.lane != kNoLane) {
    const Lane& lane = diagram.lanes[cell.lane];
    const bool held = cell.cause.why != Reason::none;
    pen.begin_group(cell_sentence(cycle, lane.name,
                                  {row.op, row.instruction, cell.cause, row.wrong_path, false},
                                  run),
                    run.shown(row.op));
    draw_op_cell(pen, x, y, layout.cell_width, run.color(row.op), row.wrong_path, cell.cause,
                 held ? mark_of(cell.cause.why) : lane.cell_text());
    pen.end_group();
  } else if (cell.cause.why != Reason::none) {
    pen.begin_group(fmt::format("cycle {}: {} {} is not fetched yet; {}", cycle.value,
                                run.number(row.op), op_text(row.op, run),
                                fetch_sentence(cell.cause, run)),
                    run.shown(row.op));
    draw_late_cell(pen, x, y, layout.cell_width, cell.cause);
    pen.end_group();
  } else if (row.flushed && cycle == row.end) {
    pen.text(x + layout.cell_width / 2, y + 18.5, "head dim", "\u00d7", "middle");
  }
}

} // namespace

Figure diagram_figure(const RunRecord& run, const PipelineDiagram& diagram, const RowLines& lines,
                      const std::vector<std::vector<bool>>& marks) {
  Figure figure;
  Pen pen(figure);
  Layout layout;
  layout.first_cycle = diagram.first_cycle;
  layout.cycle_count = diagram.cycle_count;
  for (const Lane& lane : diagram.lanes)
    layout.cell_width = std::max(layout.cell_width, bold_width(lane.cell_text(), 14) + 12);
  double text_end = text_width(run.terms().operation, 14, false);
  for (const DiagramRow& row : diagram.rows)
    text_end = std::max(text_end, text_width(row_text(row.row, run), 13, true));
  layout.cells_x = 44 + text_end + 18;
  pen.text(44, 18, "head", run.terms().operation);
  for (std::size_t c = 0; c < diagram.cycle_count; ++c)
    pen.text(layout.x(diagram.first_cycle + c) + layout.cell_width / 2, 18, "head",
             fmt::format("{}", (diagram.first_cycle + c).value), "middle");
  const double end_x =
      layout.cells_x + layout.cell_width * static_cast<double>(diagram.cycle_count);
  pen.line(0, kRowHeight - 2, end_x, kRowHeight - 2, "rule");

  std::vector<Note> notes;
  for (std::size_t r = 0; r < diagram.rows.size(); ++r) {
    const OpRow& row = diagram.rows[r].row;
    const double y = kRowHeight * static_cast<double>(lines.of_row[r] + 1) + 2;
    layout.row_y[row.op] = y;
    draw_instruction(pen, 0, y, row, run, 44, 0);
    for (std::size_t c = 0; c < diagram.cycle_count; ++c) {
      const DiagramCell& cell = diagram.rows[r].cells[c];
      const Cycle cycle = diagram.first_cycle + c;
      draw_cell(pen, layout, y, diagram, row, cell, cycle, run);
      if (!marks.empty() && marks[r][c] && cell.lane != kNoLane)
        draw_difference(pen, layout.x(cycle), y, layout.cell_width);
    }
    if (const std::string note = row_summary(row, run, true); !note.empty()) {
      // After the row's last cell (and the cross of a flush), close to the row's cells; in a
      // comparison after all cycles, because the cells in between can be marked.
      const Cycle end = diagram.first_cycle + diagram.cycle_count;
      const Cycle after = marks.empty() ? std::min(row.end + (row.flushed ? 1 : 0), end) : end;
      const double x = layout.x(std::max(after, diagram.first_cycle)) + 10;
      notes.push_back({x, y + 18, note});
      pen.extend(x + text_width(note, 12, false), y + kRowHeight);
    }
  }
  pen.extend(end_x, kRowHeight * static_cast<double>(lines.count + 1) + 2);
  for (const Arrow& arrow : run.timeline.arrows)
    draw_arrow(pen, layout, arrow, run);
  for (const Note& note : notes) // on top of the arrows
    pen.text(note.x, note.y, "small halo", note.text);
  return figure;
}

} // namespace stallscope::trace
