#include "view/canvas/imgui_canvas.hpp"

#include "canvas/hatch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace stallscope::gui {

void ImGuiCanvas::fill(const Rect& rect, Colour colour, float radius) {
  list_.AddRectFilled({rect.left, rect.top}, {rect.right, rect.bottom}, packed(colour), radius);
}

void ImGuiCanvas::outline(const Rect& rect, Colour colour, float width, float radius) {
  list_.AddRect({rect.left, rect.top}, {rect.right, rect.bottom}, packed(colour), radius, 0, width);
}

void ImGuiCanvas::line(Point from, Point to, Colour colour, float width, Dash dash) {
  if (dash == Dash::solid) {
    list_.AddLine(vec(from), vec(to), packed(colour), width);
    return;
  }
  const Point way = to - from;
  const float length = std::hypot(way.x, way.y);
  const float on = (dash == Dash::dashed ? 5 : 1.5F) * std::max(width, 1.0F);
  const float step = on + (dash == Dash::dashed ? 3.5F : 2.5F) * std::max(width, 1.0F);
  for (float done = 0; done < length; done += step) {
    const float until = std::min(done + on, length);
    list_.AddLine({from.x + way.x * done / length, from.y + way.y * done / length},
                  {from.x + way.x * until / length, from.y + way.y * until / length},
                  packed(colour), width);
  }
}

void ImGuiCanvas::shape(std::span<const Point> corners, Colour colour) {
  for (const Point corner : corners)
    list_.PathLineTo(vec(corner));
  list_.PathFillConvex(packed(colour));
}

void ImGuiCanvas::curve(Point from, Point pull_from, Point pull_to, Point to, Colour colour,
                        float width, Dash dash) {
  if (dash == Dash::solid) {
    list_.AddBezierCubic(vec(from), vec(pull_from), vec(pull_to), vec(to), packed(colour), width);
    return;
  }
  const auto at = [&](float t) {
    const float u = 1 - t;
    const float a = u * u * u;
    const float b = 3 * u * u * t;
    const float c = 3 * u * t * t;
    const float d = t * t * t;
    return Point{a * from.x + b * pull_from.x + c * pull_to.x + d * to.x,
                 a * from.y + b * pull_from.y + c * pull_to.y + d * to.y};
  };
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const float period = (dash == Dash::dashed ? 8.5F : 4) * std::max(width, 1.0F);
  const int pieces = std::clamp(static_cast<int>(length / period), 2, 400);
  const float on = dash == Dash::dashed ? 0.6F : 0.4F;
  for (int i = 0; i < pieces; ++i) {
    const auto t = [pieces](float step) { return step / static_cast<float>(pieces); };
    list_.AddLine(vec(at(t(static_cast<float>(i)))), vec(at(t(static_cast<float>(i) + on))),
                  packed(colour), width);
  }
}

void ImGuiCanvas::hatch(const Rect& rect, Pattern pattern, Colour colour, float spacing,
                        float width) {
  const ImU32 ink = packed(colour);
  for_hatch(
      rect, pattern, spacing, width,
      [&](Point from, Point to) { list_.AddLine(vec(from), vec(to), ink, width); },
      [&](const Rect& dot) {
        list_.AddRectFilled({dot.left, dot.top}, {dot.right, dot.bottom}, ink);
      });
}

void ImGuiCanvas::text(Point at, std::string_view text, Face face, float size, Colour colour) {
  fonts_.show(text);
  list_.AddText(fonts_.at(face, size), size, vec(at), packed(colour), text.data(),
                text.data() + text.size());
  // for ImGui's text logging, as ImGui's widgets do
  ImGui::LogText("%.*s\n", static_cast<int>(text.size()), text.data());
}

float ImGuiCanvas::text_width(std::string_view text, Face face, float size) const {
  if (text.empty())
    return 0; // ImGui requires the end of the text
  return fonts_.at(face, size)
      ->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size())
      .x;
}

void ImGuiCanvas::push_clip(const Rect& rect) {
  list_.PushClipRect({rect.left, rect.top}, {rect.right, rect.bottom}, true);
}

void ImGuiCanvas::pop_clip() {
  list_.PopClipRect();
}

} // namespace stallscope::gui
