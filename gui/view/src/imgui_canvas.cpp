#include "view/imgui_canvas.hpp"

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

void ImGuiCanvas::slanted(const Rect& rect, bool rising, ImU32 colour, float spacing, float width) {
  // Lines x + y = k (rising on the screen), or x - y = k, cut at the rectangle. Multiples of the
  // spacing from the origin, so that neighbours continue each other.
  const float low = rising ? rect.left + rect.top : rect.left - rect.bottom;
  const float high = rising ? rect.right + rect.bottom : rect.right - rect.top;
  for (float k = std::ceil(low / spacing) * spacing; k < high; k += spacing) {
    const float x0 = std::max(rect.left, rising ? k - rect.bottom : k + rect.top);
    const float x1 = std::min(rect.right, rising ? k - rect.top : k + rect.bottom);
    const auto y = [&](float x) { return rising ? k - x : x - k; };
    if (x0 < x1)
      list_.AddLine({x0, y(x0)}, {x1, y(x1)}, colour, width);
  }
}

void ImGuiCanvas::upright(const Rect& rect, ImU32 colour, float spacing, float width) {
  for (float x = rect.left + spacing / 2; x < rect.right; x += spacing)
    list_.AddLine({x, rect.top}, {x, rect.bottom}, colour, width);
}

void ImGuiCanvas::level(const Rect& rect, ImU32 colour, float spacing, float width) {
  for (float y = rect.top + spacing / 2; y < rect.bottom; y += spacing)
    list_.AddLine({rect.left, y}, {rect.right, y}, colour, width);
}

void ImGuiCanvas::dots(const Rect& rect, ImU32 colour, float spacing, float width) {
  for (float y = rect.top + spacing / 2; y < rect.bottom; y += spacing)
    for (float x = rect.left + spacing / 2; x < rect.right; x += spacing)
      list_.AddRectFilled({x - width, y - width}, {x + width, y + width}, colour);
}

void ImGuiCanvas::zigzag(const Rect& rect, ImU32 colour, float spacing, float width) {
  for (float y = rect.top + spacing / 2; y + spacing / 2 <= rect.bottom; y += spacing) {
    float x = rect.left;
    for (bool up = false; x + spacing / 2 <= rect.right; x += spacing / 2, up = !up)
      list_.AddLine({x, y + (up ? spacing / 2 : 0)}, {x + spacing / 2, y + (up ? 0 : spacing / 2)},
                    colour, width);
  }
}

void ImGuiCanvas::hatch(const Rect& rect, Pattern pattern, Colour colour, float spacing,
                        float width) {
  const ImU32 ink = packed(colour);
  const float narrow = spacing * 0.75F;
  switch (pattern) {
  case Pattern::none:
    return;
  case Pattern::slash:
    return slanted(rect, true, ink, spacing, width);
  case Pattern::backslash:
    return slanted(rect, false, ink, spacing, width);
  case Pattern::cross:
    slanted(rect, true, ink, spacing * 1.5F, width);
    return slanted(rect, false, ink, spacing * 1.5F, width);
  case Pattern::bars:
    return upright(rect, ink, narrow, width);
  case Pattern::lines:
    return level(rect, ink, narrow, width);
  case Pattern::grid:
    upright(rect, ink, spacing, width);
    return level(rect, ink, spacing, width);
  case Pattern::dots:
    return dots(rect, ink, narrow, width * 0.8F);
  case Pattern::zigzag:
    return zigzag(rect, ink, spacing, width);
  }
}

void ImGuiCanvas::text(Point at, std::string_view text, Face face, float size, Colour colour) {
  list_.AddText(fonts_.at(face, size), size, vec(at), packed(colour), text.data(),
                text.data() + text.size());
}

float ImGuiCanvas::text_width(std::string_view text, Face face, float size) const {
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
