// Parts of the scheduling panel: the graph, the decisions, and the order edited by dragging.

#include "model/language/strings.hpp"
#include "view/scheduling/schedule_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stallscope::gui {

void SchedulePanel::draw_bounds(Ui& ui, const Rect& line, const Shared& shared) {
  if (shared.lesson.hides_totals())
    return; // the totals would reveal the answer
  const Palette& c = ui.colours();
  float x = line.left;
  const auto say = [&](const std::string& words, Face face, float size, Colour colour) {
    const float width = ui.canvas.text_width(words, face, size);
    draw_label(ui.canvas, {x, line.top, std::min(x + width + 1, line.right), line.bottom}, words,
               face, size, colour, Align::left);
    x += width + ui.px(16);
  };
  const sched::Schedule& schedule = model_.schedule();
  say(fmt::format("{} {}", schedule.cycles, tr(Text::cycles)), Face::bold, ui.style.sizes.large,
      c.text);
  say(model_.proven() ? std::string(tr(Text::sched_optimal))
                      : tr(Text::sched_gap, {fmt::format("{}", model_.gap())}),
      Face::bold, ui.style.sizes.body, model_.proven() ? c.good : c.warning);
  say(fmt::format("{}: {}", tr(Text::as_written), model_.source().cycles), Face::text,
      ui.style.sizes.body, c.text_dim);
  say(tr(Text::sched_lower_bound, {fmt::format("{}", model_.lower_bound())}), Face::text,
      ui.style.sizes.body, c.text_dim);
}

void SchedulePanel::draw_graph_part(Ui& ui, const Rect& area, const StepView& step,
                                    Shared& shared) {
  plate(ui, area);
  const float keys = row_height(ui);
  const Rect title{area.left + ui.px(14), area.top + ui.px(8), area.right - ui.px(14),
                   area.top + ui.px(8) + keys};
  draw_section_title(
      ui, title,
      elided(ui.canvas, block_in_words(), Face::bold, ui.style.sizes.body, title.width()));
  const Rect room{area.left, title.bottom, area.right, area.bottom - keys};
  const GraphPlace place = fitted(model_.layout(), room, ui.style);
  const Touch state = touch("graph", room);
  GraphFrame frame;
  frame.colour = [&](sched::Node node) { return colour_of(ui, node); };
  frame.taken = [&](sched::Node node) {
    return std::find(step.order.begin(), step.order.end(), node) != step.order.end();
  };
  frame.available = [&](sched::Node node) {
    return std::any_of(
        step.available.begin(), step.available.end(),
        [node](const AvailableLine& line) { return line.node == node && line.free; });
  };
  for (const AvailableLine& line : step.available)
    if (line.chosen)
      frame.chosen = line.node;
  if (state.hovered)
    for (const GraphBox& box : model_.layout().boxes)
      if (place.box(box).contains(state.pointer)) {
        frame.hovered = box.node;
        shared.sentence = box.text;
        for (const GraphEdge& edge : model_.layout().edges)
          if (edge.from == box.node || edge.to == box.node)
            shared.sentence +=
                fmt::format("   {} → {}: {}", edge.from + 1, edge.to + 1, edge.label);
      }
  ui.canvas.push_clip(room);
  draw_graph(ui.canvas, ui.style, model_.layout(), place, frame);
  ui.canvas.pop_clip();
  draw_edge_keys(ui, {area.left + ui.px(14), room.bottom, area.right - ui.px(14), area.bottom});
}

void SchedulePanel::draw_edge_keys(Ui& ui, const Rect& line) const {
  float x = line.left;
  const float y = line.centre().y;
  const std::array<std::pair<sched::DependenceKind, Text>, 4> kinds{
      {{sched::DependenceKind::raw, Text::graph_raw},
       {sched::DependenceKind::war, Text::graph_war},
       {sched::DependenceKind::waw, Text::graph_waw},
       {sched::DependenceKind::control, Text::graph_control}}};
  for (const auto& [kind, words] : kinds) {
    const float width = ui.canvas.text_width(tr(words), Face::text, ui.style.sizes.small);
    if (x + ui.px(33) + width > line.right)
      return;
    ui.canvas.line({x, y}, {x + ui.px(26), y}, edge_colour(ui.style, kind), ui.px(2.2F),
                   edge_dash(kind));
    x += ui.px(33);
    draw_label(ui.canvas, {x, line.top, x + width + 1, line.bottom}, tr(words), Face::text,
               ui.style.sizes.small, ui.colours().text_dim, Align::left);
    x += width + ui.px(18);
  }
}

void SchedulePanel::draw_step_buttons(Ui& ui, const Rect& line, const StepView& step) {
  const float side = row_height(ui) - ui.px(2);
  float x = line.left;
  const auto button = [&](const char* id, Icon icon, Text tip, bool enabled) {
    const bool clicked = icon_button(ui, id, icon, {x, line.top, x + side, line.top + side},
                                     tr(tip), Weight::normal, enabled);
    x += side + ui.px(4);
    return clicked;
  };
  const std::size_t count = model_.step_count();
  const std::size_t now = step.number;
  if (button("step_first", Icon::to_start, Text::transport_start, now > 1))
    step_ = 1;
  if (button("step_before", Icon::step_back, Text::transport_step_back, now > 1))
    step_ = now - 1;
  if (button("step_next", Icon::step, Text::transport_step, now < count))
    step_ = now + 1;
  if (button("step_last", Icon::to_end, Text::transport_end, now < count))
    step_ = count;
  x += ui.px(8);
  if (count == 0)
    return;
  std::string head = tr(Text::sched_step, {fmt::format("{}", now), fmt::format("{}", count)});
  if (x + ui.canvas.text_width(head, Face::bold, ui.style.sizes.body) > line.right)
    head = fmt::format("{} / {}", now, count);
  const float width = ui.canvas.text_width(head, Face::bold, ui.style.sizes.body);
  draw_label(ui.canvas, {x, line.top, x + width + 1, line.top + side}, head, Face::bold,
             ui.style.sizes.body, ui.colours().text, Align::left);
  draw_label(ui.canvas, {line.left, line.top + side, line.right, line.bottom},
             fmt::format("{} {}: {}", tr(Text::cycle), step.cycle, step.why), Face::text,
             ui.style.sizes.body, ui.colours().text, Align::left);
}

/// Line height and letter size of the list: larger if all instructions of the block fit then.
std::pair<float, float> SchedulePanel::list_row(const Ui& ui, float room) const {
  const float least = row_height(ui);
  const auto count = static_cast<float>(std::max<std::size_t>(model_.problem().block().count, 1));
  const float height = std::clamp(room / count, least, least * 1.5F);
  return {height, height >= ui.style.sizes.large * 2 ? ui.style.sizes.large : ui.style.sizes.body};
}

void SchedulePanel::draw_available(Ui& ui, const Rect& area, const StepView& step) const {
  const Palette& c = ui.colours();
  const float title = row_height(ui);
  draw_section_title(ui, {area.left, area.top, area.right, area.top + title},
                     tr(Text::sched_available));
  const auto [height, size] = list_row(ui, area.height() - title);
  float y = area.top + title;
  for (const AvailableLine& one : step.available) {
    if (y + height > area.bottom)
      break;
    const Rect row{area.left, y, area.right, y + height - ui.px(3)};
    const Colour colour = colour_of(ui, one.node);
    ui.canvas.fill(row, one.chosen ? colour : mixed(c.surface, colour, one.free ? 0.2F : 0.08F),
                   ui.px(5));
    if (one.moved)
      ui.canvas.outline(row, c.warning, ui.style.stroke_strong, ui.px(5));
    const Colour ink = one.chosen ? ink_on(colour) : one.free ? c.text : c.text_dim;
    const std::string when = one.free ? tr(Text::sched_earliest, {fmt::format("{}", one.earliest)})
                                      : std::string(tr(Text::sched_waiting));
    float width = ui.canvas.text_width(when, Face::text, ui.style.sizes.small);
    if (width > row.width() * 0.5F)
      width = -ui.px(8); // both do not fit
    else
      draw_label(ui.canvas,
                 {row.right - width - ui.px(9), row.top, row.right - ui.px(8), row.bottom}, when,
                 Face::text, ui.style.sizes.small, ink, Align::right);
    draw_label(ui.canvas, {row.left + ui.px(8), row.top, row.right - width - ui.px(16), row.bottom},
               text_of(one.node), one.chosen ? Face::bold : Face::text, size, ink, Align::left);
    y += height;
  }
}

void SchedulePanel::draw_order(Ui& ui, const Rect& area, const StepView& step, Comparison& runs,
                               Shared& shared) {
  const Palette& c = ui.colours();
  const float title = row_height(ui);
  const Rect head{area.left, area.top, area.right, area.top + title};
  draw_section_title(ui, head, tr(Text::sched_order));
  const Rect list{area.left, area.top + title, area.right, area.bottom};
  const auto [height, size] = list_row(ui, list.height());
  keep_place("order_row", {list.left, list.top, list.right, list.top + height});
  // The whole order at the last step, otherwise the partial schedule.
  const bool whole = step.number == model_.step_count();
  const std::vector<sched::Node>& order = whole ? model_.schedule().order : step.order;
  if (whole) // width of the numbers at the line ends
    draw_label(ui.canvas, {head.left, head.top, head.right - ui.px(8), head.bottom},
               tr(Text::cycle), Face::text, ui.style.sizes.small, c.text_dim, Align::right);
  ui.canvas.push_clip(list);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const float y = list.top + height * static_cast<float>(i);
    const Rect row{list.left, y, list.right, y + height - ui.px(3)};
    const Colour colour = colour_of(ui, order[i]);
    const bool moving = dragged_ == order[i];
    ui.canvas.fill(row, moving ? mixed(c.surface, colour, 0.35F) : colour, ui.px(5));
    if (whole && chosen_ == order[i])
      ui.canvas.outline(row, c.text, ui.style.stroke_strong * 1.5F, ui.px(5));
    const Colour ink = moving ? c.text : ink_on(colour);
    const float cycle = whole ? ui.px(40) : ui.px(6);
    draw_label(ui.canvas, {row.left + ui.px(8), row.top, row.right - cycle, row.bottom},
               text_of(order[i]), Face::text, size, ink, Align::left);
    const auto& cycles = model_.schedule().issue_cycles;
    if (whole && i < cycles.size())
      draw_label(ui.canvas, {row.right - ui.px(60), row.top, row.right - ui.px(8), row.bottom},
                 fmt::format("{}", cycles[i]), Face::bold, size, ink, Align::right);
  }
  ui.canvas.pop_clip();
  if (!whole)
    return;
  // The dragged line may leave the list, but not the panel.
  ui.canvas.push_clip({list.left - ui.px(20), head.top, list.right + ui.px(14), list.bottom});
  drag(ui, list, height, order, runs, shared);
  ui.canvas.pop_clip();
}

void SchedulePanel::drag(Ui& ui, const Rect& list, float row, const std::vector<sched::Node>& order,
                         Comparison& runs, Shared& shared) {
  const Touch state = touch("order", list);
  const auto slot = static_cast<std::size_t>(std::max(0.0F, (state.pointer.y - list.top) / row));
  if (state.hovered && shared.sentence.empty() && !dragged_)
    shared.sentence = tr(Text::sched_drag_hint);
  if (state.pressed && slot < order.size()) {
    dragged_ = order[slot];
    places_ = model_.places_for(*dragged_);
  }
  if (!dragged_)
    return;
  const std::size_t from =
      static_cast<std::size_t>(std::find(order.begin(), order.end(), *dragged_) - order.begin());
  const DropPlace* nearest = nullptr;
  float least = 1e9F;
  for (const DropPlace& place : places_) {
    // Positions count without the instruction itself.
    const std::size_t line = place.position <= from ? place.position : place.position + 1;
    const float y = list.top + row * static_cast<float>(line) - ui.px(1.5F);
    ui.canvas.fill({list.left, y - ui.px(2), list.right, y + ui.px(2)},
                   (place.legal ? ui.colours().good : ui.colours().bad).faded(0.7F), ui.px(2));
    if (std::abs(state.pointer.y - y) < least) {
      least = std::abs(state.pointer.y - y);
      nearest = &place;
    }
  }
  if (nearest != nullptr && !nearest->legal)
    shared.sentence = nearest->breaks;
  const float y = state.pointer.y;
  const Rect held{list.left + ui.px(10), y - row / 2, list.right + ui.px(10),
                  y + row / 2 - ui.px(3)};
  ui.canvas.fill(held, colour_of(ui, *dragged_), ui.px(5));
  draw_label(ui.canvas, held.inset(ui.px(6)), text_of(*dragged_), Face::bold, ui.style.sizes.body,
             ink_on(colour_of(ui, *dragged_)), Align::left);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left))
    return;
  if (nearest != nullptr && nearest->legal && model_.drop(*dragged_, nearest->position)) {
    step_ = 0;
    apply(runs);
  } else if (nearest != nullptr && !nearest->legal) {
    shared.message = nearest->breaks;
  }
  dragged_.reset();
}

} // namespace stallscope::gui
