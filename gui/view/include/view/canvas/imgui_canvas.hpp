#pragma once

#include "view/canvas/canvas.hpp"
#include "view/looks/fonts.hpp"

#include <imgui.h>

namespace stallscope::gui {

[[nodiscard]] inline ImVec2 vec(Point p) {
  return {p.x, p.y};
}
[[nodiscard]] inline Point point(ImVec2 v) {
  return {v.x, v.y};
}
[[nodiscard]] inline ImU32 packed(Colour c) {
  return IM_COL32(c.red, c.green, c.blue, c.alpha);
}
[[nodiscard]] inline ImVec4 vec4(Colour c) {
  return ImGui::ColorConvertU32ToFloat4(packed(c));
}

/// Draws into an ImGui draw list.
class ImGuiCanvas final : public Canvas {
public:
  ImGuiCanvas(ImDrawList& list, const Fonts& fonts) : list_(list), fonts_(fonts) {}

  void fill(const Rect& rect, Colour colour, float radius) override;
  void outline(const Rect& rect, Colour colour, float width, float radius) override;
  void line(Point from, Point to, Colour colour, float width, Dash dash) override;
  void shape(std::span<const Point> corners, Colour colour) override;
  void curve(Point from, Point pull_from, Point pull_to, Point to, Colour colour, float width,
             Dash dash) override;
  void hatch(const Rect& rect, Pattern pattern, Colour colour, float spacing, float width) override;
  void text(Point at, std::string_view text, Face face, float size, Colour colour) override;
  [[nodiscard]] float text_width(std::string_view text, Face face, float size) const override;
  void push_clip(const Rect& rect) override;
  void pop_clip() override;

private:
  ImDrawList& list_;
  const Fonts& fonts_;
};

} // namespace stallscope::gui
