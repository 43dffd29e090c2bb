#include "view/window/tour.hpp"

#include "model/language/strings.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr const char* kTour = "tour";

struct TourStep {
  Text title;
  Text words;
  const char* first; ///< the range of elements that it refers to, first and last
  const char* last;
};
constexpr std::array<TourStep, Tour::kSteps> kTourSteps{
    {{Text::tour_1_title, Text::tour_1, "choose_a", "choose_a"},
     {Text::tour_2_title, Text::tour_2, "start", "cycle_number"},
     {Text::tour_3_title, Text::tour_3, "table_a", "table_a"},
     {Text::tour_4_title, Text::tour_4, "panel_table", "panel_structures"},
     {Text::tour_5_title, Text::tour_5, "help", "help"}}};

Rect spot_of(const TourStep& step, const Ui& ui) {
  const auto first = place_of(step.first);
  const auto last = place_of(step.last);
  if (!first || !last)
    return {};
  return Rect{std::min(first->left, last->left), std::min(first->top, last->top),
              std::max(first->right, last->right), std::max(first->bottom, last->bottom)}
      .inset(-ui.px(4));
}

/// Below the element, above it, or beside it, within the window.
Point place_beside(const Rect& spot, Point size, float gap) {
  const ImVec2 room = ImGui::GetIO().DisplaySize;
  Point at{spot.left, spot.bottom + gap};
  if (at.y + size.y > room.y)
    at.y = spot.top - gap - size.y;
  if (at.y < 0) // an element of full height: beside it, or else inside it
    at = {spot.right + gap + size.x <= room.x ? spot.right + gap : room.x - size.x - gap,
          std::max(gap, spot.top + gap)};
  return {std::clamp(at.x, gap, std::max(gap, room.x - size.x - gap)),
          std::clamp(at.y, gap, std::max(gap, room.y - size.y - gap))};
}

bool tour_key(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
}

} // namespace

void Tour::draw(Ui& ui) {
  if (std::exchange(opening_, false)) {
    step_ = 0;
    seen_ = true;
    ImGui::OpenPopup(kTour);
  }
  if (ImGui::IsPopupOpen(kTour))
    draw_step(ui);
}

void Tour::draw_step(Ui& ui) {
  const TourStep& step = kTourSteps.at(step_);
  const float pad = ui.px(18);
  const float line = row_height(ui);
  const Point size{std::min(ui.style.sizes.body * 26, ImGui::GetIO().DisplaySize.x - 2 * pad), 0};
  const std::size_t lines =
      broken(ui.canvas, tr(step.words), Face::text, ui.style.sizes.body, size.x - 2 * pad).size();
  const float height = 3 * pad + ui.style.sizes.large + ui.px(8) + line +
                       static_cast<float>(lines) * (ui.style.sizes.body + ui.px(9));
  const Rect spot = spot_of(step, ui);
  const Point at = place_beside(spot, {size.x, height}, ui.px(12));
  ImGui::SetNextWindowPos({at.x, at.y});
  ImGui::SetNextWindowSize({size.x, height});
  if (!ImGui::BeginPopup(kTour))
    return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGuiCanvas canvas(list, *ui.style.fonts);
  Ui inner{ui.style, canvas};
  const Palette& c = ui.colours();
  const ImVec2 room = ImGui::GetIO().DisplaySize;
  list.PushClipRectFullScreen();
  const Colour dark{0, 0, 0, 140};
  inner.canvas.fill({0, 0, room.x, spot.top}, dark);
  inner.canvas.fill({0, spot.bottom, room.x, room.y}, dark);
  inner.canvas.fill({0, spot.top, spot.left, spot.bottom}, dark);
  inner.canvas.fill({spot.right, spot.top, room.x, spot.bottom}, dark);
  inner.canvas.outline(spot, c.accent, ui.style.stroke_strong, ui.px(6));
  const Rect page{at.x, at.y, at.x + size.x, at.y + height};
  inner.canvas.fill(page, c.raised, ui.px(8));
  inner.canvas.outline(page, c.accent, ui.style.stroke, ui.px(8));
  list.PopClipRect();
  keep_place("tour", page);
  const Rect text = page.inset(pad);
  draw_label(canvas, {text.left, text.top, text.right, text.top + ui.style.sizes.large},
             tr(step.title), Face::bold, ui.style.sizes.large, c.text, Align::left);
  draw_label(canvas, {text.left, text.top, text.right, text.top + ui.style.sizes.large},
             tr(Text::tour_step, {fmt::format("{}", step_ + 1), fmt::format("{}", kSteps)}),
             Face::text, ui.style.sizes.small, c.text_dim, Align::right);
  (void)draw_paragraph(canvas, {text.left, text.top + ui.style.sizes.large + ui.px(8)},
                       text.width(), tr(step.words), Face::text, ui.style.sizes.body, c.text);
  const bool last = step_ + 1 == kSteps;
  const auto button = [&](const char* id, Text words, float right, Weight weight) {
    const float width = button_width(inner, tr(words));
    return text_button(inner, id, tr(words),
                       {right - width, text.bottom - line, right, text.bottom}, {}, weight);
  };
  const Text forth = last ? Text::tour_done : Text::lesson_next;
  const bool next = button("tour_next", forth, text.right, Weight::chosen) ||
                    tour_key(ImGuiKey_Enter) || tour_key(ImGuiKey_RightArrow);
  if (!last && button("tour_skip", Text::tour_skip,
                      text.left + button_width(inner, tr(Text::tour_skip)), Weight::quiet))
    ImGui::CloseCurrentPopup();
  if (tour_key(ImGuiKey_LeftArrow) && step_ > 0)
    --step_;
  if (next && last)
    ImGui::CloseCurrentPopup();
  else if (next)
    ++step_;
  ImGui::EndPopup();
}

} // namespace stallscope::gui
