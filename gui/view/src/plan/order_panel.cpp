#include "view/plan/order_panel.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "view/plan/device_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void open_run(Comparison& runs, Side side, RunSpec spec) {
  if (side == Side::b)
    runs.open_b(std::move(spec));
  else
    runs.open_a(std::move(spec));
}

} // namespace

bool OrderPanel::cancel_interaction(Shared& /*shared*/) {
  const bool any = chosen_ || drag_ || answer_;
  chosen_.reset();
  drag_.reset();
  answer_.reset();
  return any;
}

void OrderPanel::take(const OrderAnswer& answer, Comparison& runs, Side side) {
  answer_ = answer;
  if (answer.legal)
    open_run(runs, side, answer.spec);
}

std::size_t OrderPanel::index_at(std::size_t device, float x) const {
  const float at = std::max(0.0F, (x - left_) / width_);
  return std::min(static_cast<std::size_t>(at),
                  std::max<std::size_t>(model_.devices()[device].size(), 1) - 1);
}

void OrderPanel::take_key(OrderKey key, Comparison& runs, Side side) {
  const auto& devices = model_.devices();
  if (devices.empty())
    return;
  if (!chosen_) {
    chosen_ = Cell{};
    return;
  }
  const std::size_t count = devices[chosen_->device].size();
  const bool back = key == OrderKey::up || key == OrderKey::move_up;
  if (count == 0 || (back ? chosen_->index == 0 : chosen_->index + 1 >= count))
    return;
  const std::size_t to = back ? chosen_->index - 1 : chosen_->index + 1;
  if (key == OrderKey::move_up || key == OrderKey::move_down) {
    const OrderAnswer answer = model_.moved(chosen_->device, chosen_->index, to);
    take(answer, runs, side);
    if (!answer.legal)
      return;
  } else if (key != OrderKey::up && key != OrderKey::down) {
    return;
  }
  chosen_->index = to;
}

void OrderPanel::draw_answer(Ui& ui, const Rect& line, Comparison& runs, Side side) {
  const Palette& c = ui.colours();
  const RunSpec& spec = runs.run(side).spec();
  const std::string reset = tr(Text::order_reset);
  const float width = button_width(ui, reset);
  if (text_button(ui, "order_reset", reset, {line.right - width, line.top, line.right, line.bottom},
                  {}, Weight::normal, !spec.order.empty())) {
    RunSpec plain = spec;
    plain.order.clear();
    answer_.reset();
    open_run(runs, side, std::move(plain));
  }
  const Rect words{line.left, line.top, line.right - width - ui.px(12), line.bottom};
  keep_place("order_answer", words);
  if (!answer_)
    draw_label(ui.canvas, words, tr(Text::order_help), Face::text, ui.style.sizes.small, c.text_dim,
               Align::left);
  else
    draw_label(ui.canvas, words,
               !answer_->legal       ? tr(Text::order_bad, {first_line(answer_->problem)})
               : answer_->cycles > 0 ? tr(Text::order_good, {fmt::format("{}", answer_->cycles)})
                                     : std::string(tr(Text::order_legal)),
               Face::bold, ui.style.sizes.body, answer_->legal ? c.good : c.bad, Align::left);
}

/// All that is wrong with the order, below its rows, which stay where they are.
float OrderPanel::draw_problems(Ui& ui, const Rect& body) {
  if (!answer_ || answer_->legal || answer_->problem.empty())
    return body.bottom;
  constexpr float kMostLines = 6;
  const float size = ui.style.sizes.body;
  const float width = body.width() - ui.px(20);
  const auto lines = broken(ui.canvas, answer_->problem, Face::text, size, width);
  if (lines.size() < 2)
    return body.bottom;
  const float line = size * 1.35F;
  const float height = line * std::min(static_cast<float>(lines.size()), kMostLines) + ui.px(8);
  const Rect place{body.left, body.bottom - height, body.right, body.bottom};
  keep_place("order_problems", place);
  ScrollArea scroll(ui, "order_problems", place);
  const Point at = scroll.origin();
  const float end = draw_paragraph(scroll.ui().canvas, at, width, answer_->problem, Face::text,
                                   size, ui.colours().bad);
  scroll.set_size(width, end - at.y + ui.px(4));
  return place.top - ui.px(6);
}

/// Draws the cells inside `view` only: a plan may have millions.
void OrderPanel::draw_cells(Ui& ui, const Rect& row, const Rect& view, std::size_t device) {
  const Palette& c = ui.colours();
  const auto& cells = model_.devices()[device];
  const auto column = [&](float x) {
    return static_cast<std::size_t>(std::max(0.0F, (x - left_) / width_));
  };
  const std::size_t end = std::min(cells.size(), column(view.right) + 1);
  for (std::size_t i = column(view.left); i < end; ++i) {
    const Rect cell{left_ + static_cast<float>(i) * width_ + ui.px(1), row.top + ui.px(3),
                    left_ + static_cast<float>(i + 1) * width_ - ui.px(1), row.bottom - ui.px(3)};
    const std::uint8_t color = model_.color(device, i);
    const Colour ground = ground_of(ui.style, color, model_.shade(device, i));
    ui.canvas.fill(cell, ground, ui.px(3));
    ui.canvas.hatch(cell, pattern_of_kind(color), ink_on(ground).faded(0.2F), ui.px(7),
                    ui.px(1.2F));
    draw_label(ui.canvas, cell, model_.label(device, i), Face::bold, ui.style.sizes.small,
               ink_on(ground));
    if (chosen_ == Cell{device, i})
      ui.canvas.outline(cell.inset(-ui.px(1)), c.accent, ui.style.stroke_strong, ui.px(3));
  }
}

void OrderPanel::draw_device(Ui& ui, const Rect& row, const Rect& view, std::size_t device) {
  const Palette& c = ui.colours();
  const auto& cells = model_.devices()[device];
  const Touch state = touch(fmt::format("order_{}", device), row);
  const std::size_t under = index_at(device, state.pointer.x);
  if (state.pressed && !cells.empty()) {
    chosen_ = Cell{device, under};
    drag_ = Drag{*chosen_, under};
  }
  if (drag_ && drag_->from.device == device) {
    released_ = !state.held;
    const std::size_t to = index_at(device, ImGui::GetIO().MousePos.x);
    if (to != drag_->to || !answer_) {
      drag_->to = to;
      if (to != drag_->from.index)
        answer_ = model_.verified(device, drag_->from.index, to);
    }
  }
  draw_cells(ui, row, view, device);
  if (drag_ && drag_->from.device == device && drag_->to != drag_->from.index) {
    const std::size_t edge = drag_->to > drag_->from.index ? drag_->to + 1 : drag_->to;
    const float x = left_ + static_cast<float>(edge) * width_;
    ui.canvas.line({x, row.top}, {x, row.bottom}, answer_ && answer_->legal ? c.good : c.bad,
                   ui.style.stroke_strong * 1.5F);
  }
}

void OrderPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Side side = runs.active();
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  const Run& run = runs.run(side);
  model_.open(run);
  const float pad = ui.px(14);
  const float line = row_height(ui);
  draw_section_title(
      ui, {body.left + pad, body.top + ui.px(8), body.right - pad, body.top + ui.px(8) + line},
      tr(Text::order_title));
  if (!draw_run_state(ui, {body.left, body.top + line + ui.px(8), body.right, body.bottom}, run))
    return;
  if (shared.order_key)
    take_key(*shared.order_key, runs, side);
  const Rect answer{body.left + pad, body.top + line + ui.px(12), body.right - pad,
                    body.top + 2 * line + ui.px(12)};
  draw_answer(ui, answer, runs, side);
  std::size_t longest = 0;
  for (const auto& cells : model_.devices())
    longest = std::max(longest, cells.size());
  width_ =
      std::max(ui.style.sizes.small * 2,
               ui.canvas.text_width(model_.longest_label(), Face::bold, ui.style.sizes.small)) +
      ui.px(10);
  const Rect below{body.left + pad, answer.bottom + ui.px(10), body.right - ui.px(6),
                   body.bottom - ui.px(6)};
  const Rect view{below.left, below.top, below.right, draw_problems(ui, below)};
  ScrollArea scroll(ui, "orders", view);
  const float names = ui.style.sizes.body * 5;
  left_ = scroll.origin().x + names;
  released_ = false;
  float y = scroll.origin().y;
  for (std::size_t device = 0; device < model_.devices().size(); ++device) {
    const Rect row{left_, y, left_ + static_cast<float>(longest) * width_, y + line + ui.px(4)};
    y = row.bottom;
    const bool dragged = drag_ && drag_->from.device == device;
    if (!dragged && (row.bottom < view.top || row.top > view.bottom))
      continue;
    draw_label(ui.canvas, {scroll.origin().x, row.top, left_ - ui.px(8), row.bottom},
               row_name(fmt::format("device {}", device)), Face::bold, ui.style.sizes.body,
               ui.colours().text, Align::left);
    draw_device(scroll.ui(), row, view, device);
  }
  scroll.set_size(names + static_cast<float>(longest) * width_ + ui.px(8), y - scroll.origin().y);
  if (drag_ && released_) {
    if (drag_->to != drag_->from.index) {
      const OrderAnswer result = model_.moved(drag_->from.device, drag_->from.index, drag_->to);
      if (result.legal)
        chosen_ = Cell{drag_->from.device, drag_->to};
      take(result, runs, side);
    }
    drag_.reset();
  }
}

} // namespace stallscope::gui
