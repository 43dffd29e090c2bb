#include "view/table/table_panel.hpp"

#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stallscope::gui {

namespace {

/// Highlights of a lesson.
void draw_highlights(Ui& ui, const TableLayout& layout, const Run& run, Side side,
                     const Shared& shared) {
  if (shared.lesson.lesson() == nullptr)
    return;
  ui.canvas.push_clip(layout.body());
  for (const Highlight& highlight : shared.lesson.step().highlights) {
    if (highlight.in_b != (side == Side::b))
      continue;
    for (std::size_t lane = 0; lane < run.lanes().size(); ++lane)
      if (run.lanes()[lane].name == highlight.lane) {
        const Rect cell = layout.cell(highlight.cycle, lane);
        ui.canvas.outline(cell.inset(-ui.px(1)), ui.colours().arrow, ui.style.stroke_strong * 1.6F,
                          ui.style.radius * 1.4F);
      }
  }
  ui.canvas.pop_clip();
}

/// The instructions of a source line.
std::vector<std::uint64_t> pcs_of(const TableView& table, const Run& run, std::uint32_t line) {
  std::vector<std::uint64_t> pcs;
  if (line == 0)
    return pcs;
  for (const TableRowView& row : table.rows)
    for (const TableCellView& cell : row.cells)
      for (const TableToken& token : cell.tokens)
        if (std::find(pcs.begin(), pcs.end(), token.pc) == pcs.end() &&
            source_line_of(run, token.pc) == line)
          pcs.push_back(token.pc);
  return pcs;
}

/// The row that a quiz asks for, with the numbers placed in it.
void draw_answers(Ui& ui, const TableLayout& layout, const QuizModel& quiz, std::size_t lanes) {
  if (quiz.kind() != QuizModel::Kind::next_cycle || quiz.marked() || lanes == 0)
    return;
  const Palette& c = ui.colours();
  ui.canvas.push_clip(layout.body());
  const Rect first = layout.cell(quiz.cycle(), 0);
  const Rect last = layout.cell(quiz.cycle(), lanes - 1);
  const Rect row = Rect{first.left, first.top, last.right, last.bottom}.inset(ui.px(2));
  ui.canvas.fill(row, c.accent.faded(0.12F), ui.style.radius);
  ui.canvas.outline(row, c.accent, ui.style.stroke_strong, ui.style.radius);
  std::vector<float> taken(lanes, 0); // used width of each cell
  for (const QuizPlace& place : quiz.places()) {
    if (!place.answer || *place.answer >= lanes)
      continue;
    const Rect cell = layout.cell(quiz.cycle(), *place.answer).inset(ui.px(6));
    const float width =
        ui.canvas.text_width(place.number, Face::bold, ui.style.sizes.body) + ui.px(14);
    float& x = taken[*place.answer];
    const Rect plate{cell.left + x, cell.top, cell.left + x + width, cell.bottom};
    ui.canvas.fill(plate, c.operations[place.color], ui.style.radius);
    draw_label(ui.canvas, plate, place.number, Face::bold, ui.style.sizes.body,
               ink_on(c.operations[place.color]));
    x += width + ui.px(4);
  }
  ui.canvas.pop_clip();
}

} // namespace

void TablePanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  legend_ = legend_height(ui, panes, runs);
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
}

bool TablePanel::cancel_interaction(Shared& shared) {
  bool any = !shared.pinned_sentence.empty();
  for (Pane& pane : panes_) {
    any |= pane.model.pinned().has_value();
    pane.model.pin(std::nullopt);
  }
  shared.pinned_sentence.clear();
  any |= cursor_.has_value();
  shared.show_chain = false;
  cursor_.reset();
  trail_.clear();
  return any;
}

namespace {

/// The number of cycles of the run, or the maximum of both runs if locked by cycle.
std::uint64_t cycles_of(const Comparison& runs, Side side) {
  return runs.has_b() && runs.lock() == Lock::cycle
             ? std::max(runs.run(Side::a).last_cycle(), runs.run(Side::b).last_cycle())
             : runs.run(side).last_cycle();
}

} // namespace

TablePanel::Scroll& TablePanel::scroll_of(const Comparison& runs, Side side) {
  const bool one = !runs.has_b() || runs.lock() == Lock::cycle;
  return scrolls_[one ? 0 : static_cast<std::size_t>(side)];
}

std::uint64_t TablePanel::follow(const Comparison& runs, Side side, std::uint64_t seen,
                                 std::uint64_t rows) {
  Scroll& scroll = scroll_of(runs, side);
  const std::uint64_t cycles = cycles_of(runs, side);
  if (runs.has_b() && runs.lock() == Lock::cycle) // the longer run determines it
    seen = std::max({seen, runs.cycle(Side::a), runs.cycle(Side::b)});
  if (scroll.followed_cycle != seen || scroll.cycles != cycles) {
    scroll.top_cycle = TableModel::follow(seen, rows, cycles);
    scroll.followed_cycle = seen;
    scroll.cycles = cycles;
  }
  const std::uint64_t furthest = cycles > rows ? cycles - rows + 1 : 1;
  return TableModel::keep_end(std::min(scroll.top_cycle, furthest), rows,
                              runs.run(side).last_cycle());
}

void TablePanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  const Run& run = runs.run(side);
  if (draw_run_state(ui, body, run))
    draw_body(ui, body, runs, side, shared);
}

float TablePanel::legend_height(const Ui& ui, const Panes& panes, const Comparison& runs) {
  float height = 0;
  for (const auto& [side, area] : {std::pair(Side::a, panes.a), std::pair(Side::b, panes.b)}) {
    if (!area || runs.run(side).lanes().empty())
      continue;
    const TableLayout layout(ui.style, *area, runs.run(side).lanes(), 1, 0);
    height = std::max(height, panes_[static_cast<std::size_t>(side)].legend.height(
                                  ui.canvas, ui.style, *area, runs.run(side), layout));
  }
  return height;
}

TableFrame TablePanel::frame_of(const Comparison& runs, Side side, const QuizModel& quiz,
                                std::uint64_t now) const {
  TableFrame frame;
  frame.current = now;
  frame.last_cycle = runs.run(side).last_cycle();
  frame.arrived = runs.direction(side) > 0 ? static_cast<float>(runs.glide(side)) : 1.0F;
  frame.cycle_heading = tr(Text::cycle);
  if (quiz.hides_reasons()) { // in both runs: they may be of the same program
    frame.hides_reasons = true;
    frame.asked = side == Side::a ? quiz.op() : kNoOp;
    frame.show_gaps = false; // would reveal the answer
  }
  return frame;
}

void TablePanel::draw_body(Ui& ui, const Rect& whole, Comparison& runs, Side side, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  Run& run = runs.run(side);
  const Rect area{whole.left, whole.top, whole.right, whole.bottom - legend_};
  const QuizModel& quiz = shared.quiz;
  const bool asked = side == Side::a && quiz.kind() != QuizModel::Kind::none;
  const std::uint64_t now = asked ? quiz.last_shown(runs.cycle(side)) : runs.cycle(side);
  // The maximum over both runs, so that a cycle is at the same height in both panes.
  const std::uint64_t cycles = std::max(
      run.last_cycle(),
      runs.has_b() ? runs.run(side == Side::a ? Side::b : Side::a).last_cycle() : std::uint64_t{0});
  TableLayout layout(ui.style, area, run.lanes(), 1, pane.scroll_x, cycles);
  // the hidden row can be clicked
  const std::uint64_t seen = asked ? std::max(now, quiz.cycle()) : now;
  const std::uint64_t top = follow(runs, side, seen, std::max<std::uint64_t>(layout.rows(), 1));
  layout = TableLayout(ui.style, area, run.lanes(), top, pane.scroll_x, cycles);
  pane.scroll_x = std::min(pane.scroll_x, layout.overflow());
  const TableView& table = pane.model.visible(run, top, layout.rows() + 1, now);
  TableFrame frame = frame_of(runs, side, quiz, now);
  if (shared.lesson.hides_totals()) // later cycle numbers would reveal the number of cycles
    frame.last_cycle = runs.cycle(side);
  if (side == Side::a)
    frame.followed_pcs = pcs_of(table, run, shared.line_seen);
  keep_place(side == Side::a ? "current_row_a" : "current_row_b",
             layout.cycle_cell(std::max<std::uint64_t>(now, 1)));
  pointed_.reset();
  const bool keys = side == (runs.has_b() ? runs.active() : Side::a) && !asked &&
                    !frame.hides_reasons && !table.loading;
  if (keys && shared.cursor_key) {
    const CursorKey key = *std::exchange(shared.cursor_key, std::nullopt);
    if (!cursor_ || cursor_->side != side)
      start_cursor(table, side, now);
    else
      take_cursor_key(key, table, runs, shared, std::max<std::uint64_t>(layout.rows(), 1));
  }
  if (keys && std::exchange(shared.chain_wish, false) && !chosen_cell(table, side))
    start_cursor(table, side, now);
  shared.cell_cursor = cursor_.has_value();
  if (!frame.hides_reasons)
    draw_cursor(table, runs, side, shared, frame);
  react(ui, layout, table, runs, side, shared, frame);
  draw_table(ui.canvas, ui.style, layout, table, frame);
  if (legend_ > 0) {
    const Rect strip{whole.left, area.bottom, whole.right, whole.bottom};
    keep_place(side == Side::a ? "legend_a" : "legend_b", strip);
    pane.legend.draw(ui.canvas, ui.style, strip, layout.cycle_cell(seen).bottom,
                     cut_texts(ui.canvas, ui.style, layout, table));
  }
  if (now == 0)
    draw_start_hint(ui, layout.body());
  draw_highlights(ui, layout, run, side, shared);
  if (asked)
    draw_answers(ui, layout, quiz, run.lanes().size());
  if (!frame.hides_reasons)
    draw_reason(ui, layout, table, runs, side, shared);
}

void TablePanel::react(Ui& ui, const TableLayout& layout, const TableView& table, Comparison& runs,
                       Side side, Shared& shared, TableFrame& frame) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  const Touch state = touch(side == Side::a ? "table_a" : "table_b", layout.area());
  if (!state.hovered || pane.plate.contains(state.pointer))
    return;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel != 0) {
    const auto rows = static_cast<std::int64_t>(-std::round(io.MouseWheel * 3));
    const auto last = std::max<std::int64_t>(1, static_cast<std::int64_t>(cycles_of(runs, side)) -
                                                    static_cast<std::int64_t>(layout.rows()) + 1);
    Scroll& scroll = scroll_of(runs, side);
    scroll.top_cycle = static_cast<std::uint64_t>(
        std::clamp<std::int64_t>(static_cast<std::int64_t>(scroll.top_cycle) + rows, 1, last));
  }
  pane.scroll_x = std::clamp(pane.scroll_x - io.MouseWheelH * ui.px(40), 0.0F, layout.overflow());
  if (state.clicked)
    runs.set_active(side);
  const auto hit = layout.at(state.pointer);
  if (hit && side == Side::a && shared.quiz.kind() == QuizModel::Kind::next_cycle &&
      !shared.quiz.marked() && hit->cycle == shared.quiz.cycle()) {
    frame.hovered = hit;
    if (state.clicked && shared.quiz_op)
      shared.quiz.put(shared.quiz_op, static_cast<LaneId>(hit->lane));
    return;
  }
  if (frame.hides_reasons)
    return; // explanations would reveal the answer
  if (!hit || hit->cycle > frame.current)
    return;
  frame.hovered = hit;
  for (const TableRowView& row : table.rows) {
    if (row.cycle != hit->cycle || hit->lane >= row.cells.size())
      continue;
    TableCellId id{hit->cycle, static_cast<LaneId>(hit->lane), kNoOp};
    const auto& tokens = row.cells[hit->lane].tokens;
    const auto strip = strip_of_gap(ui.style, layout, hit->cycle, hit->lane, table.lanes[hit->lane],
                                    row.cells[hit->lane]);
    const bool asks_gap = strip && strip->contains(state.pointer);
    for (std::size_t i = 0; i < tokens.size() && !asks_gap; ++i) {
      const std::size_t places =
          std::max<std::size_t>({table.lanes[hit->lane].slots, tokens.size(), 1});
      if (layout.place(hit->cycle, hit->lane, i, places).inset(-ui.px(2)).contains(state.pointer))
        id.op = tokens[i].op;
    }
    frame.followed = id.op;
    pointed_ = id;
    for (const TableToken& token : tokens)
      if (token.op == id.op && side == Side::a)
        shared.line_pointed = source_line_of(runs.run(side), token.pc);
    shared.sentence = pane.model.explain(runs.run(side), id);
    if (state.clicked) {
      pane.model.pin(id);
      shared.pinned_sentence = pane.model.pinned() ? shared.sentence : std::string();
      reveal_culprit(runs, side, layout, id);
    }
  }
}

} // namespace stallscope::gui
