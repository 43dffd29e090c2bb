#pragma once

#include "model/looks/tokens.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A colour, 0 to 255 each; alpha 255 hides what is below.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t alpha = 255;

  /// The same, covering `share` (0 to 1) of what it covers.
  [[nodiscard]] constexpr Colour faded(float share) const {
    return {red, green, blue, static_cast<std::uint8_t>(static_cast<float>(alpha) * share)};
  }
  constexpr bool operator==(const Colour&) const = default;
};

/// `share` (0 to 1) of the way from one colour to another.
[[nodiscard]] Colour mixed(Colour from, Colour to, float share);
/// Black or white, whichever is read better on it.
[[nodiscard]] Colour ink_on(Colour background);

/// A place on a canvas in pixels, right and down from the top left corner.
struct Point {
  float x = 0;
  float y = 0;

  constexpr Point operator+(Point other) const { return {x + other.x, y + other.y}; }
  constexpr Point operator-(Point other) const { return {x - other.x, y - other.y}; }
  constexpr bool operator==(const Point&) const = default;
};

/// [left, right) x [top, bottom).
struct Rect {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;

  [[nodiscard]] constexpr float width() const { return right - left; }
  [[nodiscard]] constexpr float height() const { return bottom - top; }
  [[nodiscard]] constexpr Point centre() const { return {(left + right) / 2, (top + bottom) / 2}; }
  [[nodiscard]] constexpr bool contains(Point p) const {
    return p.x >= left && p.x < right && p.y >= top && p.y < bottom;
  }
  [[nodiscard]] constexpr bool meets(const Rect& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  /// Smaller by so much on each side; larger for negative numbers.
  [[nodiscard]] constexpr Rect inset(float by) const {
    return {left + by, top + by, right - by, bottom - by};
  }
  [[nodiscard]] constexpr Rect moved(Point by) const {
    return {left + by.x, top + by.y, right + by.x, bottom + by.y};
  }
  constexpr bool operator==(const Rect&) const = default;
};

/// The typefaces of the interface.
enum class Face : std::uint8_t { text, bold, mono };

/// Line styles, which distinguish kinds without colour.
enum class Dash : std::uint8_t { solid, dashed, dotted };

/// What pictures are drawn on: the screen, a record of the calls, or a file.
class Canvas {
public:
  virtual ~Canvas() = default;

  virtual void fill(const Rect& rect, Colour colour, float radius = 0) = 0;
  virtual void outline(const Rect& rect, Colour colour, float width, float radius = 0) = 0;
  virtual void line(Point from, Point to, Colour colour, float width, Dash dash = Dash::solid) = 0;
  /// A convex shape.
  virtual void shape(std::span<const Point> corners, Colour colour) = 0;
  /// From `from` to `to`, pulled towards the two points between.
  virtual void curve(Point from, Point pull_from, Point pull_to, Point to, Colour colour,
                     float width, Dash dash = Dash::solid) = 0;
  virtual void hatch(const Rect& rect, Pattern pattern, Colour colour, float spacing,
                     float width) = 0;
  /// `at` is the left end of the line's top; `size` its height in pixels.
  virtual void text(Point at, std::string_view text, Face face, float size, Colour colour) = 0;
  [[nodiscard]] virtual float text_width(std::string_view text, Face face, float size) const = 0;
  /// What comes until pop_clip() is drawn inside of `rect` only, and inside of those around it.
  virtual void push_clip(const Rect& rect) = 0;
  virtual void pop_clip() = 0;
};

enum class Align : std::uint8_t { left, centre, right };

/// The text, or its beginning and an ellipsis when it is wider than `width` pixels; empty when not
/// even that has room.
[[nodiscard]] std::string elided(const Canvas& canvas, std::string_view text, Face face, float size,
                                 float width);
/// A text as lines no wider than `width`: broken at line ends, behind spaces, and between Chinese
/// characters (not in front of their punctuation).
[[nodiscard]] std::vector<std::string> broken(const Canvas& canvas, std::string_view text,
                                              Face face, float size, float width);
/// Such lines below each other; returns where the last one ends.
float draw_paragraph(Canvas& canvas, Point at, float width, std::string_view text, Face face,
                     float size, Colour colour);
/// One line in the middle of a rectangle's height, cut to its width.
void draw_label(Canvas& canvas, const Rect& rect, std::string_view text, Face face, float size,
                Colour colour, Align align = Align::centre);
/// A line with a point at its end.
void draw_arrow(Canvas& canvas, Point from, Point to, Colour colour, float width,
                Dash dash = Dash::solid);
/// A curve with a point at its end; `bend` pixels to the side, to the right of its way when
/// positive.
void draw_bent_arrow(Canvas& canvas, Point from, Point to, float bend, Colour colour, float width,
                     Dash dash = Dash::solid);

} // namespace stallscope::gui
