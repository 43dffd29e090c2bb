#include "view/editor/examples_panel.hpp"

#include "base/csv.hpp"
#include "model/language/strings.hpp"
#include "view/canvas/svg_drawing.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <imgui_stdlib.h>
#include <string_view>
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
void draw_picture(const Style& style, Canvas& canvas, const Rect& place,
                  const ExamplePicture& picture) {
  const Palette& c = style.colours;
  canvas.fill(place, c.background, style.px(4));
  const Rect room = place.inset(style.px(4));
  const float cycle = room.width() / static_cast<float>(std::max<std::uint64_t>(picture.cycles, 8));
  const float row = room.height() / static_cast<float>(std::max<std::size_t>(picture.rows, 6));
  for (const ExamplePicture::Bar& bar : picture.bars) {
    const float top = room.top + row * static_cast<float>(bar.row);
    const Rect rect{room.left + cycle * static_cast<float>(bar.begin - 1), top,
                    room.left + cycle * static_cast<float>(bar.end - 1), top + row * 0.8F};
    const Colour colour = c.operations[bar.color];
    canvas.fill(rect, bar.why == Reason::none ? colour
                                              : mixed(c.background, style.reason(bar.why), 0.55F));
  }
}

float card_height(const Style& style) {
  return 2 * style.sizes.body + style.px(30);
}

/// Of the picture at the left end of a card.
Rect picture_frame(const Style& style, const Rect& card) {
  const float width = (card.height() - style.px(12)) * 2.2F;
  return {card.left + style.px(6), card.top + style.px(6), card.left + style.px(6) + width,
          card.bottom - style.px(6)};
}

/// Name, title and explanation beside the picture, up to a place on the right.
void draw_words(const Style& style, Canvas& canvas, const Rect& card, float right,
                const Example& example) {
  const Palette& c = style.colours;
  const float body = style.sizes.body;
  const float left = picture_frame(style, card).right + style.px(12);
  const float top = card.top + style.px(8);
  const float name = canvas.text_width(example.name, Face::bold, body);
  draw_label(canvas, {left, top, left + name + 1, top + body + style.px(4)}, example.name,
             Face::bold, body, c.accent, Align::left);
  const auto words = [&](float from, float y, std::string_view text, Colour colour) {
    const float width = right - style.px(10) - from;
    draw_label(canvas, {from, y, from + width, y + body + style.px(4)},
               elided(canvas, text, Face::text, body, width), Face::text, body, colour,
               Align::left);
  };
  words(left + name + style.px(14), top, example.title(), c.text);
  words(left, top + body + style.px(9), example.look_at(), c.text_dim);
}

std::string first_command(const Example& example) {
  return example.scenes.empty() ? std::string() : example.scenes.front().command;
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
  const float height = card_height(ui.style);
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
  const Rect frame = picture_frame(ui.style, card);
  if (const ExamplePicture* small = pictures_.of(example)) {
    draw_picture(ui.style, ui.canvas, frame, *small);
    keep_place(fmt::format("picture_{}", example.name), frame);
  }
  draw_words(ui.style, ui.canvas, card, rest.right, example);
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

Result<std::string> ExamplesPanel::exported(const Style& style, Comparison& /*runs*/,
                                            ExportFormat format) {
  const std::vector<const Example*> found = examples_matching(filter_);
  if (format == ExportFormat::csv) {
    std::string csv = "program,title,look_at,command\n";
    for (const Example* example : found)
      csv += fmt::format("{},{},{},{}\n", csv_field(example->name), csv_field(example->title()),
                         csv_field(example->look_at()), csv_field(first_command(*example)));
    return csv;
  }
  if (format == ExportFormat::json) {
    nlohmann::json json = nlohmann::json::array();
    for (const Example* example : found)
      json.push_back({{"program", example->name},
                      {"title", example->title()},
                      {"look_at", example->look_at()},
                      {"command", first_command(*example)}});
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  if (format != ExportFormat::svg || found.empty())
    return nothing_to_export();
  for (const Example* example : found) // those that have not been in sight
    (void)pictures_.of(*example);
  pictures_.wait();
  const float line = card_height(style) + style.px(6);
  const Rect area{0, 0, style.px(1200), line * static_cast<float>(found.size())};
  return drawn_as_svg(style, area.inset(-style.px(12)), [&](Canvas& canvas) {
    float y = 0;
    for (const Example* example : found) {
      const Rect card{0, y, area.right, y + card_height(style)};
      canvas.fill(card, style.colours.surface, style.px(8));
      if (const ExamplePicture* small = pictures_.of(*example))
        draw_picture(style, canvas, picture_frame(style, card), *small);
      draw_words(style, canvas, card, card.right, *example);
      y += line;
    }
  });
}

} // namespace stallscope::gui
