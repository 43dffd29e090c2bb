#include "view/editor/examples_panel.hpp"

#include "model/language/strings.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <imgui_stdlib.h>
#include <utility>

namespace stallscope::gui {

void open_example(const ExampleScene& scene, Comparison& runs, Shared& shared) {
  runs.open_a(scene.a);
  if (scene.b)
    runs.open_b(*scene.b);
  else
    runs.close_b();
  runs.set_lock(Lock::cycle);
  shared.wanted_cycle = 1;
  shared.wanted_panel = scene.diagram ? PanelId::diagram : PanelId::table;
  shared.pinned_sentence.clear();
  shared.message.clear();
}

namespace {

/// Draws the diagram in reduced form.
void draw_picture(Ui& ui, const Rect& place, const ExamplePicture& picture) {
  const Palette& c = ui.colours();
  ui.canvas.fill(place, c.background, ui.px(4));
  const Rect room = place.inset(ui.px(4));
  const float cycle = room.width() / static_cast<float>(std::max<std::uint64_t>(picture.cycles, 8));
  const float row = room.height() / static_cast<float>(std::max<std::size_t>(picture.rows, 6));
  for (const ExamplePicture::Bar& bar : picture.bars) {
    const float top = room.top + row * static_cast<float>(bar.row);
    const Rect rect{room.left + cycle * static_cast<float>(bar.begin - 1), top,
                    room.left + cycle * static_cast<float>(bar.end - 1), top + row * 0.8F};
    const Colour colour = c.operations[bar.color];
    ui.canvas.fill(rect, bar.why == Reason::none
                             ? colour
                             : mixed(c.background, ui.style.reason(bar.why), 0.55F));
  }
}

} // namespace

void ExamplesPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  pictures_.poll();
  const float line = row_height(ui);
  const std::vector<const Example*> found = examples_matching(filter_);
  ImGui::SetCursorScreenPos({area.left, area.top + ui.px(2)});
  ImGui::SetNextItemWidth(std::min(area.width() * 0.5F, ui.style.sizes.body * 20));
  focus_field(ui, "examples_filter");
  ImGui::InputTextWithHint("##examples_filter", tr(Text::examples_filter), &filter_);
  (void)leave_field("examples_filter");
  draw_label(ui.canvas, {area.centre().x, area.top, area.right, area.top + line},
             tr(Text::examples_all, {fmt::format("{}", found.size())}), Face::text,
             ui.style.sizes.body, ui.colours().text_dim, Align::right);
  ScrollArea scroll(ui, "examples",
                    {area.left, area.top + line + ui.px(8), area.right, area.bottom});
  Ui& inner = scroll.ui();
  const Point origin = scroll.origin();
  const float height = 2 * ui.style.sizes.body + ui.px(30);
  const float gap = ui.px(6);
  float y = origin.y;
  for (const Example* example : found) {
    const Rect card{origin.x, y, origin.x + scroll.width() - ui.px(6), y + height};
    // Of hundreds of cards, only a few are visible; Tab reaches one beyond, which is scrolled to.
    if (card.meets(area.inset(-height - gap)))
      draw_card(inner, card, *example, runs, shared);
    y += height + gap;
  }
  scroll.set_size(1, y - origin.y);
}

void ExamplesPanel::draw_card(Ui& ui, const Rect& card, const Example& example, Comparison& runs,
                              Shared& shared) {
  const Palette& c = ui.colours();
  const float body = ui.style.sizes.body;
  // The card opens the first scene, buttons at its right end the others.
  const float square = body + ui.px(16);
  const float scenes = static_cast<float>(example.scenes.empty() ? 0 : example.scenes.size() - 1);
  const float signs = scenes * (square + ui.px(6));
  const Rect rest{card.left, card.top, card.right - (signs > 0 ? signs + ui.px(8) : 0),
                  card.bottom};
  const Touch state = touch(fmt::format("example_{}", example.name), rest);
  ui.canvas.fill(card, state.hovered ? mixed(c.surface, c.accent, 0.15F) : c.surface, ui.px(8));
  float right = card.right - ui.px(12);
  for (std::size_t i = example.scenes.size(); i-- > 1;) {
    const ExampleScene& scene = example.scenes[i];
    const Rect place{right - square, card.centre().y - square / 2, right,
                     card.centre().y + square / 2};
    if (icon_button(ui, fmt::format("scene_{}_{}", example.name, i + 1),
                    scene.b ? Icon::side_by_side : Icon::single, place, scene.command,
                    Weight::normal))
      open_example(scene, runs, shared);
    right -= square + ui.px(6);
  }
  const float picture = (card.height() - ui.px(12)) * 2.2F;
  const Rect frame{card.left + ui.px(6), card.top + ui.px(6), card.left + ui.px(6) + picture,
                   card.bottom - ui.px(6)};
  if (const ExamplePicture* small = pictures_.of(example)) {
    draw_picture(ui, frame, *small);
    keep_place(fmt::format("picture_{}", example.name), frame);
  }
  const float left = frame.right + ui.px(12);
  const float top = card.top + ui.px(8);
  const float name = ui.canvas.text_width(example.name, Face::bold, body);
  draw_label(ui.canvas, {left, top, left + name + 1, top + body + ui.px(4)}, example.name,
             Face::bold, body, c.accent, Align::left);
  const auto words = [&](float from, float y, std::string_view text, Colour colour) {
    const float width = rest.right - ui.px(10) - from;
    draw_label(ui.canvas, {from, y, from + width, y + body + ui.px(4)},
               elided(ui.canvas, text, Face::text, body, width), Face::text, body, colour,
               Align::left);
  };
  words(left + name + ui.px(14), top, example.title(), c.text);
  words(left, top + body + ui.px(9), example.look_at(), c.text_dim);
  if (state.hovered)
    tooltip(ui, example.scenes.empty()
                    ? example.look_at()
                    : fmt::format("{}\n{}", example.look_at(), example.scenes.front().command));
  if (!takes_focus(ui, fmt::format("example_{}", example.name), rest) && !state.clicked)
    return;
  if (!example.scenes.empty()) {
    open_example(example.scenes.front(), runs, shared);
    return;
  }
  RunSpec spec = runs.run(Side::a).spec();
  spec.program = {};
  spec.program.name = example.name;
  open_example({{}, std::move(spec), std::nullopt, false}, runs, shared);
}

} // namespace stallscope::gui
