#include "view/processor/processor_panel.hpp"

#include "model/language/strings.hpp"
#include "view/canvas/svg_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::gui {

void ProcessorPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  bodies_ = {};
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
}

void ProcessorPanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side,
                               Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  bodies_[static_cast<std::size_t>(side)] = body;
  plate(ui, body);
  Run& run = runs.run(side);
  if (!draw_run_state(ui, body, run) || run.machine() == nullptr)
    return;
  ProcessorModel& model = models_[static_cast<std::size_t>(side)];
  const std::uint64_t now = runs.cycle(side);
  const ProcessorRoom& room = room_for(ui.canvas, ui.style, body, run, side);
  const ProcessorLayout& layout = model.layout(run, room);
  const ProcessorView& view = model.visible(run, now);
  const ProcessorPlace place = fitted(layout, body, ui.style);
  ProcessorFrame frame;
  frame.arrived = runs.direction(side) > 0 ? static_cast<float>(runs.glide(side)) : 1.0F;
  const Touch state = touch(side == Side::a ? "processor_a" : "processor_b", body);
  if (state.hovered)
    for (const ProcessorPart& part : layout.parts)
      if (!part.note.empty() && place.box(part).contains(state.pointer))
        tooltip(ui, fmt::format("{}: {}", part.name, part.note));
  if (state.hovered && now > 0)
    for (std::size_t i = 0; i < layout.parts.size(); ++i)
      if (layout.parts[i].kind != PartKind::group &&
          place.box(layout.parts[i]).contains(state.pointer))
        shared.sentence = model.explain_part(run, now, i);
  const auto point_at = [&](const ProcessorToken& token) {
    if (!place.token(token, frame.arrived).contains(state.pointer))
      return;
    frame.hovered = token.op;
    shared.sentence = model.explain(run, now, token.op);
  };
  if (state.hovered) {
    std::for_each(view.queue.begin(), view.queue.end(), point_at);
    std::for_each(view.tokens.begin(), view.tokens.end(), point_at);
  }
  if (state.clicked) {
    runs.set_active(side);
    shared.pinned_sentence = shared.sentence;
  }
  draw_processor(ui.canvas, ui.style, layout, view, place, frame);
  if (view.loading)
    draw_label(ui.canvas, body, tr(Text::loading), Face::text, ui.style.sizes.body,
               ui.colours().text_dim);
}

/// Computed once for each size of a pane and run.
const ProcessorRoom& ProcessorPanel::room_for(const Canvas& canvas, const Style& style,
                                              const Rect& body, const Run& run, Side side) {
  Room& known = rooms_[static_cast<std::size_t>(side)];
  Room wanted{body.width(), body.height(), style.sizes.body, run.version(), language(), {}};
  wanted.room = known.room;
  if (known == wanted)
    return known.room;
  ProcessorLayout tried;
  wanted.room =
      room_in(canvas, body, style, [&](const ProcessorRoom& room) -> const ProcessorLayout& {
        return tried = layout_of(*run.machine(), run.lanes(), room);
      });
  known = wanted;
  return known.room;
}

Result<std::string> ProcessorPanel::exported(const Style& style, Comparison& runs,
                                             ExportFormat format) {
  if (format != ExportFormat::svg)
    return PanelView::exported(style, runs, format);
  const float heading = style.sizes.large + style.px(16);
  std::optional<Rect> all;
  for (const std::optional<Rect>& body : bodies_)
    if (body) {
      const Rect with_heading{body->left, body->top - heading, body->right, body->bottom};
      all = all ? Rect{std::min(all->left, with_heading.left), std::min(all->top, with_heading.top),
                       std::max(all->right, with_heading.right),
                       std::max(all->bottom, with_heading.bottom)}
                : with_heading;
    }
  if (!all)
    return nothing_to_export();
  return drawn_as_svg(style, *all, [&](Canvas& canvas) {
    for (const Side side : {Side::a, Side::b}) {
      const std::optional<Rect>& body = bodies_[static_cast<std::size_t>(side)];
      Run& run = runs.run(side);
      if (!body || run.machine() == nullptr)
        continue;
      ProcessorModel& model = models_[static_cast<std::size_t>(side)];
      const std::uint64_t now = runs.cycle(side);
      const ProcessorLayout& layout = model.layout(run, room_for(canvas, style, *body, run, side));
      canvas.fill(*body, style.colours.surface, style.px(8));
      draw_label(canvas, {body->left, body->top - heading, body->right, body->top},
                 fmt::format("{} · {} · {}", run.spec().program.name, run.spec().machine,
                             tr(Text::cycle_of,
                                {fmt::format("{}", now), fmt::format("{}", run.last_cycle())})),
                 Face::bold, style.sizes.body, style.colours.text, Align::left);
      draw_processor(canvas, style, layout, model.visible(run, now), fitted(layout, *body, style),
                     ProcessorFrame());
    }
  });
}

} // namespace stallscope::gui
