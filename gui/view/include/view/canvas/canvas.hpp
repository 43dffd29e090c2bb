#pragma once

#include "model/looks/tokens.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// A colour, 0 to 255 for each component; alpha 255 is opaque.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t alpha = 255;

  /// The colour with its opacity multiplied by `share` (0 to 1).
  [[nodiscard]] constexpr Colour faded(float share) const {
    return {red, green, blue, static_cast<std::uint8_t>(static_cast<float>(alpha) * share)};
  }
  constexpr bool operator==(const Colour&) const = default;
};

/// Interpolation: `share` 0 is the first colour, 1 the second.
[[nodiscard]] Colour mixed(Colour from, Colour to, float share);
/// Black or white, whichever has the higher contrast with the background.
[[nodiscard]] Colour ink_on(Colour background);

/// A point on a canvas in pixels, right and down from the top left corner.
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
  /// Smaller by this amount on each side; larger for negative numbers.
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

/// Target of drawing operations: the screen, a recording, or a file.
class Canvas {
public:
  virtual ~Canvas() = default;

  virtual void fill(const Rect& rect, Colour colour, float radius = 0) = 0;
  virtual void outline(const Rect& rect, Colour colour, float width, float radius = 0) = 0;
  virtual void line(Point from, Point to, Colour colour, float width, Dash dash = Dash::solid) = 0;
  /// A filled convex polygon.
  virtual void shape(std::span<const Point> corners, Colour colour) = 0;
  /// A cubic Bezier curve from `from` to `to` with the control points `pull_from` and `pull_to`.
  virtual void curve(Point from, Point pull_from, Point pull_to, Point to, Colour colour,
                     float width, Dash dash = Dash::solid) = 0;
  virtual void hatch(const Rect& rect, Pattern pattern, Colour colour, float spacing,
                     float width) = 0;
  /// `at` is the left end of the line's top; `size` its height in pixels.
  virtual void text(Point at, std::string_view text, Face face, float size, Colour colour) = 0;
  [[nodiscard]] virtual float text_width(std::string_view text, Face face, float size) const = 0;
  /// Restricts drawing to `rect`, intersected with enclosing clip rectangles, until pop_clip().
  virtual void push_clip(const Rect& rect) = 0;
  virtual void pop_clip() = 0;
};

enum class Align : std::uint8_t { left, centre, right };

/// The text, shortened with an ellipsis if wider than `width` pixels; empty if not even the
/// ellipsis fits.
[[nodiscard]] std::string elided(const Canvas& canvas, std::string_view text, Face face, float size,
                                 float width);
/// A text broken into lines no wider than `width`: at line ends, after spaces, and between Chinese
/// characters (not before their punctuation).
[[nodiscard]] std::vector<std::string> broken(const Canvas& canvas, std::string_view text,
                                              Face face, float size, float width);
/// Draws a text broken into lines; returns the lower end of the last line.
float draw_paragraph(Canvas& canvas, Point at, float width, std::string_view text, Face face,
                     float size, Colour colour);
/// One line, vertically centred in a rectangle and shortened to its width.
void draw_label(Canvas& canvas, const Rect& rect, std::string_view text, Face face, float size,
                Colour colour, Align align = Align::centre);
/// A line with an arrowhead at its end.
void draw_arrow(Canvas& canvas, Point from, Point to, Colour colour, float width,
                Dash dash = Dash::solid);
/// A curved arrow; `bend` is its distance from the straight line in pixels, to the right of its
/// direction if positive.
void draw_bent_arrow(Canvas& canvas, Point from, Point to, float bend, Colour colour, float width,
                     Dash dash = Dash::solid);

} // namespace stallscope::gui
