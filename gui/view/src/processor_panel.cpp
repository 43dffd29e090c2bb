#include "view/processor_panel.hpp"

#include "model/strings.hpp"

namespace stallscope::gui {

void ProcessorPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
}

void ProcessorPanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side,
                               Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  Run& run = runs.run(side);
  if (!draw_run_state(ui, body, run) || run.machine() == nullptr)
    return;
  ProcessorModel& model = models_[static_cast<std::size_t>(side)];
  const std::uint64_t now = runs.cycle(side);
  const ProcessorLayout& layout = model.layout(run);
  const ProcessorView& view = model.visible(run, now);
  const ProcessorPlace place = fitted(layout, body, ui.style);
  ProcessorFrame frame;
  frame.arrived = runs.direction(side) > 0 ? static_cast<float>(runs.glide(side)) : 1.0F;
  const Touch state = touch(side == Side::a ? "processor_a" : "processor_b", body);
  if (state.hovered)
    for (const ProcessorToken& token : view.tokens)
      if (place.token(token, frame.arrived).contains(state.pointer)) {
        frame.hovered = token.op;
        shared.sentence = model.explain(run, now, token.op);
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

} // namespace stallscope::gui
