#pragma once

#include "view/canvas/canvas.hpp"

#include <string>
#include <vector>

namespace stallscope::gui {

/// What was drawn, call by call.
struct DrawCall {
  enum class Kind : std::uint8_t { fill, outline, line, shape, curve, hatch, text, clip, unclip };

  Kind kind = Kind::fill;
  Rect rect;                 ///< fill, outline, hatch, clip; of a text its box
  std::vector<Point> points; ///< line 2, curve 4, shape its corners
  Colour colour;
  float width = 0;  ///< of lines
  float radius = 0; ///< of corners
  Dash dash = Dash::solid;
  Pattern pattern = Pattern::none;
  float spacing = 0; ///< of hatches
  std::string text;
  Face face = Face::text;
  float size = 0; ///< of text
};

/// Keeps the calls. Every character is half as wide as high, wide ones as wide as high, unless
/// another canvas is asked for widths.
class RecordingCanvas final : public Canvas {
public:
  explicit RecordingCanvas(const Canvas* widths = nullptr) : widths_(widths) {}

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

  [[nodiscard]] const std::vector<DrawCall>& calls() const { return calls_; }
  /// The box of the first text that is exactly this; nothing when there is none.
  [[nodiscard]] const DrawCall* find_text(std::string_view text) const;
  [[nodiscard]] std::size_t count(DrawCall::Kind kind) const;

private:
  DrawCall& add(DrawCall::Kind kind, Colour colour);

  const Canvas* widths_;
  std::vector<DrawCall> calls_;
};

} // namespace stallscope::gui
