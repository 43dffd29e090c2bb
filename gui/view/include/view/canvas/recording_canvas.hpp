#pragma once

#include "view/canvas/canvas.hpp"

#include <string>
#include <vector>

namespace stallscope::gui {

/// A recorded drawing operation.
struct DrawCall {
  enum class Kind : std::uint8_t { fill, outline, line, shape, curve, hatch, text, clip, unclip };

  Kind kind = Kind::fill;
  Rect rect;                 ///< for fill, outline, hatch, clip; for text its bounding box
  std::vector<Point> points; ///< for line 2, for curve 4, for shape its corners
  Colour colour;
  float width = 0;  ///< for lines
  float radius = 0; ///< of rounded corners
  Dash dash = Dash::solid;
  Pattern pattern = Pattern::none;
  float spacing = 0; ///< for hatches
  std::string text;
  Face face = Face::text;
  float size = 0; ///< for text
};

/// Records drawing operations. Every character is half as wide as high, full-width characters as
/// wide as high, unless another canvas is given to measure text.
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
  /// The bounding box of the first text equal to `text`; nothing if there is none.
  [[nodiscard]] const DrawCall* find_text(std::string_view text) const;
  [[nodiscard]] std::size_t count(DrawCall::Kind kind) const;

private:
  DrawCall& add(DrawCall::Kind kind, Colour colour);

  const Canvas* widths_;
  std::vector<DrawCall> calls_;
};

} // namespace stallscope::gui
