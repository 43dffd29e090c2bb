#include "model/cells/table_model.hpp"
#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "view/diagram/diagram_panel.hpp"
#include "view/looks/token.hpp"

#include <algorithm>
#include <utility>

// The keyboard cursor of a diagram: an operation in a cycle.
namespace stallscope::gui {

namespace {

/// The row of an operation in the record around a cycle, with its record.
struct RecordedRow {
  WindowPtr window;
  const OpRow* row = nullptr;
};

RecordedRow row_in(Run& run, OpId op, std::uint64_t cycle) {
  RecordedRow found{run.window(cycle, cycle + 1)};
  if (found.window != nullptr)
    found.row = found.window->timeline().find(op);
  return found;
}

std::optional<TableCellId> culprit_of(Run& run, const RunPlace& place) {
  const WindowPtr window = run.window(place.cycle, place.cycle + 1);
  if (window == nullptr)
    return std::nullopt;
  const auto cell = place_of(window->timeline(), place.op, place.cycle);
  return cell && cell->cycle == place.cycle ? TableModel().culprit_cell(run, *cell) : std::nullopt;
}

/// Scrolls by the minimum that shows a place.
void keep_in_sight(DiagramModel& model, const Run& run, const RunPlace& place) {
  const auto least = [](double first, double visible, double at) {
    return at < first ? at : std::max(first, at + 1 - visible);
  };
  DiagramCamera& camera = model.camera;
  camera.first_cycle =
      least(camera.first_cycle, camera.cycles_visible(), static_cast<double>(place.cycle));
  camera.first_row =
      least(camera.first_row, camera.rows_visible(), static_cast<double>(model.row_of(place.op)));
  model.clamp(run);
}

} // namespace

std::uint32_t line_of_operation(Run& run, const RunPlace& place) {
  const RecordedRow found = row_in(run, place.op, place.cycle);
  if (found.row == nullptr)
    return 0;
  const std::vector<std::uint64_t>& addresses = found.window->record.legend.instruction_pc;
  const std::uint32_t index = found.row->instruction.value;
  return index < addresses.size() ? source_line_of(run, addresses[index]) : 0;
}

/// To the next row up or down, at the nearest of its cycles up to the present one.
void DiagramPanel::move_to_row(Run& run, bool down, std::uint64_t now) {
  const DiagramModel& model = panes_[static_cast<std::size_t>(cursor_->side)].model;
  const std::uint64_t row = model.row_of(cursor_->place.op);
  if (down ? row + 1 >= model.row_count(run) : row == 0)
    return;
  const OpId op = model.op_at(down ? row + 1 : row - 1);
  const RecordedRow next = row_in(run, op, cursor_->place.cycle);
  if (next.row == nullptr || next.row->begin.value > now)
    return;
  const std::uint64_t last =
      std::max(std::min(next.row->end.value - 1, now), next.row->begin.value);
  cursor_->place = {std::clamp(cursor_->place.cycle, next.row->begin.value, last), op};
}

/// To the next cycle of the operation; behind its last one from run A into run B, in front of its
/// first one back.
void DiagramPanel::move_to_cycle(Comparison& runs, bool right) {
  RunPlace& place = cursor_->place;
  const RecordedRow found = row_in(runs.run(cursor_->side), place.op, place.cycle);
  if (found.row == nullptr)
    return;
  const std::uint64_t last = std::min(found.row->end.value - 1, runs.cycle(cursor_->side));
  if (right ? place.cycle < last : place.cycle > found.row->begin.value) {
    place.cycle += right ? 1 : ~std::uint64_t{0};
    return;
  }
  const Side other = cursor_->side == Side::a ? Side::b : Side::a;
  if (!side_by_side_ || right != (other == Side::b))
    return;
  const RunPlace there = waiting_in(runs.run(other), runs.cycle(other));
  if (!there.op)
    return;
  cursor_ = Cursor{other, there};
  runs.set_active(other);
}

/// First press: shows why the operation waits; second press: moves to the cell it waits for.
void DiagramPanel::ask_why(Run& run, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(cursor_->side)];
  const auto choose = [&] {
    pane.chosen = cursor_->place.op;
    pane.chosen_cycle = cursor_->place.cycle;
    shared.pinned_sentence = pane.model.explain(run, cursor_->place);
  };
  if (pane.chosen != cursor_->place.op || pane.chosen_cycle != cursor_->place.cycle) {
    choose();
    return;
  }
  const auto culprit = culprit_of(run, cursor_->place);
  if (!culprit) {
    shared.message = tr(Text::waits_for_none);
    return;
  }
  trail_.push_back(*cursor_);
  cursor_->place = {culprit->cycle, culprit->op};
  choose();
}

void DiagramPanel::take_cursor_key(Comparison& runs, Side side, Shared& shared) {
  if (!shared.diagram_key || shared.quiz.hides_reasons())
    return;
  const CursorKey key = *std::exchange(shared.diagram_key, std::nullopt);
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  Run& run = runs.run(side);
  if (!cursor_ || cursor_->side != side) {
    const RunPlace start = waiting_in(run, runs.cycle(side));
    trail_.clear();
    cursor_.reset();
    if (start.op)
      cursor_ = Cursor{side, start};
  } else if (key == CursorKey::why) {
    ask_why(run, shared);
  } else if (key == CursorKey::back) {
    if (trail_.empty())
      return;
    cursor_ = trail_.back();
    trail_.pop_back();
    pane.chosen = cursor_->place.op;
    pane.chosen_cycle = cursor_->place.cycle;
    shared.pinned_sentence = pane.model.explain(run, cursor_->place);
  } else if (key == CursorKey::up || key == CursorKey::down) {
    move_to_row(run, key == CursorKey::down, runs.cycle(side));
  } else {
    move_to_cycle(runs, key == CursorKey::right);
  }
  if (cursor_)
    keep_in_sight(panes_[static_cast<std::size_t>(cursor_->side)].model, runs.run(cursor_->side),
                  cursor_->place);
}

/// The cursor is what the pointer would be: its row is lit, its sentence and line are shown.
void DiagramPanel::follow_cursor(Comparison& runs, Side side, Shared& shared, DiagramFrame& frame) {
  if (!cursor_ || cursor_->side != side)
    return;
  if (cursor_->place.cycle > frame.current || frame.current == 0) { // time was turned back
    cursor_.reset();
    return;
  }
  frame.hovered = cursor_->place.op;
  shared.sentence =
      panes_[static_cast<std::size_t>(side)].model.explain(runs.run(side), cursor_->place);
  if (side == Side::a)
    shared.line_pointed = line_of_operation(runs.run(side), cursor_->place);
}

void DiagramPanel::draw_cursor(Ui& ui, const DiagramLayout& layout, Comparison& runs, Side side,
                               const Shared& shared) const {
  if (!cursor_ || cursor_->side != side)
    return;
  const Pane& pane = panes_[static_cast<std::size_t>(side)];
  const auto rect_of = [&](OpId op, std::uint64_t cycle) {
    const DiagramCamera& camera = pane.model.camera;
    const auto row = static_cast<double>(pane.model.row_of(op));
    return Rect{layout.x(camera, static_cast<double>(cycle)), layout.y(camera, row),
                layout.x(camera, static_cast<double>(cycle) + 1), layout.y(camera, row + 1)};
  };
  const Rect cell = rect_of(cursor_->place.op, cursor_->place.cycle);
  ui.canvas.push_clip(layout.body);
  const bool asked = pane.chosen == cursor_->place.op && pane.chosen_cycle == cursor_->place.cycle;
  if (asked && !shared.show_chain)
    if (const auto culprit = culprit_of(runs.run(side), cursor_->place))
      draw_cause(ui.canvas, ui.style, cell.inset(ui.px(2)),
                 rect_of(culprit->op, culprit->cycle).inset(ui.px(2)));
  ui.canvas.outline(cell, ui.colours().accent, ui.style.stroke_strong * 1.4F, ui.style.radius);
  ui.canvas.pop_clip();
  keep_place(side == Side::a ? "diagram_cursor_a" : "diagram_cursor_b", cell);
}

} // namespace stallscope::gui
