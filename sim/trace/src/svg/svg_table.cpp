#include "report/palette.hpp"
#include "svg/svg_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

std::string occupant_words(const Occupant& who, const RunRecord& run) {
  std::string words = op_label(who.op, who.wrong_path, run);
  if (who.cause.why == Reason::none)
    return words;
  words += fmt::format(" {}", mark_of(who.cause.why));
  if (const std::string reg = register_of(who.cause, run); !reg.empty())
    words += fmt::format(" {}", reg);
  return words;
}

/// "cycle 7, rs: 2 of 8 entries: 4 5".
std::string queue_sentence(Cycle cycle, const Lane& lane, const TableCell& cell,
                           const RunRecord& run) {
  std::string words =
      fmt::format("{} {}, {}: {}", run.terms().time, cycle.value, lane.name, cell.occupants.size());
  words += lane.slots > 0 ? fmt::format(" of {} entries:", lane.slots) : " waiting:";
  for (const Occupant& who : cell.occupants)
    words += " " + op_label(who.op, who.wrong_path, run);
  return words;
}

std::string gap_words(const Cause& gap) {
  const bool quiet = gap.why == Reason::none || gap.why == Reason::idle;
  return quiet ? std::string("\u00b7") : mark_of(gap.why);
}

/// Maximum operations drawn side by side on each lane; for a queue only their number is drawn.
std::vector<double> drawn_slots(const OccupancyTable& table) {
  std::vector<double> slots;
  for (std::size_t l = 0; l < table.lanes.size(); ++l) {
    std::size_t most = std::max<std::size_t>(table.lanes[l].slots, 1);
    for (const auto& row : table.rows)
      most = std::max(most, row[l].occupants.size() + (row[l].gap.why != Reason::none ? 1 : 0));
    slots.push_back(table.lanes[l].is_queue ? 1.0 : static_cast<double>(most));
  }
  return slots;
}

/// Width of one slot of each lane: that of its widest text.
std::vector<double> slot_widths(const OccupancyTable& table, const std::vector<double>& slots,
                                const RunRecord& run) {
  std::vector<double> widths;
  for (std::size_t l = 0; l < table.lanes.size(); ++l)
    widths.push_back(std::max(46.0, (text_width(table.lanes[l].name, 14, false) + 20) / slots[l]));
  for (const auto& row : table.rows)
    for (std::size_t l = 0; l < row.size(); ++l)
      for (const Occupant& who : row[l].occupants) {
        if (table.lanes[l].is_queue)
          break;
        widths[l] = std::max(widths[l], bold_width(occupant_words(who, run), 14) + 14);
      }
  return widths;
}

} // namespace

void draw_op_cell(Pen& pen, double x, double y, double w, OpId op, bool wrong_path,
                  const Cause& cause, const std::string& words) {
  const bool held = cause.why != Reason::none;
  pen.rect(x + 1, y + 1, w - 2, kRowHeight - 2,
           wrong_path ? "wrong" : fmt::format("c{}", color_of(op)));
  if (const char* hatch = held ? hatch_of(cause.why) : nullptr; hatch != nullptr)
    pen.rect(x + 1, y + 1, w - 2, kRowHeight - 2, fmt::format("hatch\" fill=\"url(#{})", hatch));
  pen.text(x + w / 2, y + 18.5, held ? "head halo" : wrong_path ? "dim" : "", words, "middle");
}

void draw_empty_cell(Pen& pen, double x, double y, double w, const std::string& words) {
  pen.rect(x + 1, y + 1, w - 2, kRowHeight - 2, "cell");
  pen.text(x + w / 2, y + 18, "small dim", words, "middle");
}

void draw_late_cell(Pen& pen, double x, double y, double w, const Cause& cause) {
  pen.rect(x + 1, y + 1, w - 2, kRowHeight - 2, "late");
  pen.text(x + w / 2, y + 18, "small dim", mark_of(cause.why), "middle");
}

void draw_difference(Pen& pen, double x, double y, double w) {
  pen.rect(x + 1.5, y + 1.5, w - 3, kRowHeight - 3, "differs");
  pen.path(fmt::format("M{} {}h-9l9 9z", x + w - 1, y + 1), "corner");
}

double draw_instruction(Pen& pen, double x, double y, const OpRow& row, const RunRecord& run,
                        double text_at, double note_at) {
  pen.begin_group(fmt::format("{} {}: {} {} to {}", run.terms().operation,
                              op_label(row.op, false, run), run.terms().times, row.begin.value,
                              row.end.value - 1),
                  run.shown(row.op));
  pen.rect(x + 1, y + 3, 34, kRowHeight - 6,
           row.wrong_path ? "wrong" : fmt::format("c{}", color_of(run.color(row.op))));
  pen.text(x + 18, y + 18, row.wrong_path ? "small dim" : "small",
           op_label(row.op, row.wrong_path, run), "middle");
  const std::string& text = row_text(row, run);
  pen.text(x + text_at, y + 18, row.wrong_path ? "mono dim" : "mono", text);
  double width = text_at + text_width(text, 13, true);
  if (const std::string note = row_summary(row, run, true); note_at > 0 && !note.empty()) {
    pen.text(x + note_at, y + 18, "small", note);
    width = note_at + text_width(note, 12, false);
  }
  pen.end_group();
  pen.extend(x + width, y + kRowHeight);
  return width;
}

namespace {

/// The content of a lane in a cycle, between `from` and `to`: a queue's count, or operations side
/// by side, `slot_width` each, and the reason of empty slots.
void draw_lane_cell(Pen& pen, double from, double to, double y, double slot_width, Cycle cycle,
                    const Lane& lane, const TableCell& cell, const RunRecord& run) {
  double at = from;
  if (lane.is_queue && !cell.occupants.empty()) {
    pen.begin_group(queue_sentence(cycle, lane, cell, run), kNoOp);
    draw_empty_cell(pen, at, y, to - at, queue_count(lane, cell.occupants.size()));
    pen.end_group();
    return;
  }
  for (const Occupant& who : cell.occupants) {
    pen.begin_group(cell_sentence(cycle, lane.name, who, run), run.shown(who.op));
    draw_op_cell(pen, at, y, slot_width, run.color(who.op), who.wrong_path, who.cause,
                 occupant_words(who, run));
    pen.end_group();
    at += slot_width;
  }
  if (at < to - 1) {
    pen.begin_group(gap_sentence(cycle, lane.name, cell, run), kNoOp);
    draw_empty_cell(pen, at, y, to - at, gap_words(cell.gap));
    pen.end_group();
  }
}

} // namespace

Figure table_figure(const RunRecord& run, const OccupancyTable& table, const RowLines& lines,
                    const std::vector<std::vector<bool>>& marks) {
  constexpr double kCycleWidth = 62;
  Figure figure;
  Pen pen(figure);
  const std::vector<double> slots = drawn_slots(table);
  const std::vector<double> slot_width = slot_widths(table, slots, run);
  std::vector<double> lane_x;
  double x = kCycleWidth;
  pen.text(kCycleWidth - 14, 18, "head", run.terms().time, "end");
  for (std::size_t l = 0; l < table.lanes.size(); ++l) {
    lane_x.push_back(x);
    const double w = slot_width[l] * slots[l];
    pen.text(x + w / 2, 18, "head", table.lanes[l].name, "middle");
    x += w + 4;
  }
  const double table_width = x;
  pen.line(0, kRowHeight - 2, table_width - 4, kRowHeight - 2, "rule");
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const double y = kRowHeight * static_cast<double>(lines.of_row[r] + 1) + 2;
    const Cycle cycle = table.first_cycle + r;
    pen.text(kCycleWidth - 14, y + 18.5, "", fmt::format("{}", cycle.value), "end");
    for (std::size_t l = 0; l < table.lanes.size(); ++l) {
      const double end = lane_x[l] + slot_width[l] * slots[l];
      draw_lane_cell(pen, lane_x[l], end, y, slot_width[l], cycle, table.lanes[l], table.rows[r][l],
                     run);
      if (!marks.empty() && marks[r][l])
        draw_difference(pen, lane_x[l], y, end - lane_x[l]);
    }
  }
  pen.extend(table_width, kRowHeight * static_cast<double>(lines.count + 1) + 2);

  const std::vector<const OpRow*> rows = rows_of(table, run.timeline);
  double text_end = 0;
  for (const OpRow* row : rows)
    text_end = std::max(text_end, text_width(row_text(*row, run), 13, true));
  const bool below = !marks.empty(); // two tables are shown side by side
  const double list_x = below ? 0 : table_width + 24;
  const double list_y = below ? figure.height + 14 : 0;
  pen.text(list_x, list_y + 18, "head", run.terms().operations);
  for (std::size_t i = 0; i < rows.size(); ++i)
    draw_instruction(pen, list_x, list_y + kRowHeight * static_cast<double>(i + 1) + 2, *rows[i],
                     run, 44, 44 + text_end + 18);
  return figure;
}

} // namespace stallscope::trace
