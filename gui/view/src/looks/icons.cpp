#include "view/looks/icons.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace stallscope::gui {

namespace {

/// Draws in a square of 16 x 16 units.
struct Pen {
  Canvas& canvas;
  Point origin;
  float unit;
  Colour colour;

  [[nodiscard]] Point at(float x, float y) const {
    return {origin.x + x * unit, origin.y + y * unit};
  }
  [[nodiscard]] float width() const { return std::max(1.0F, 1.5F * unit); }
  void line(float x0, float y0, float x1, float y1) const {
    canvas.line(at(x0, y0), at(x1, y1), colour, width());
  }
  void box(float x0, float y0, float x1, float y1) const {
    const Point a = at(x0, y0);
    const Point b = at(x1, y1);
    canvas.outline({a.x, a.y, b.x, b.y}, colour, width(), unit);
  }
  void block(float x0, float y0, float x1, float y1, float share = 1) const {
    const Point a = at(x0, y0);
    const Point b = at(x1, y1);
    canvas.fill({a.x, a.y, b.x, b.y}, colour.faded(share), unit * 0.6F);
  }
  void shape(std::initializer_list<Point> corners) const {
    std::array<Point, 12> placed;
    std::size_t count = 0;
    for (const Point corner : corners)
      placed[count++] = at(corner.x, corner.y);
    canvas.shape(std::span<const Point>(placed.data(), count), colour);
  }
  void ring(float x, float y, float radius) const {
    const Point a = at(x - radius, y - radius);
    const Point b = at(x + radius, y + radius);
    canvas.outline({a.x, a.y, b.x, b.y}, colour, width(), radius * unit);
  }
  void disc(float x, float y, float radius) const {
    const Point a = at(x - radius, y - radius);
    const Point b = at(x + radius, y + radius);
    canvas.fill({a.x, a.y, b.x, b.y}, colour, radius * unit);
  }
  void forwards(float left, float right) const { shape({{left, 3}, {right, 8}, {left, 13}}); }
  void backwards(float left, float right) const { shape({{right, 3}, {right, 13}, {left, 8}}); }
  /// The symbol of a stall.
  void stall(float x) const {
    block(x - 1.1F, 2.5F, x + 1.1F, 9.5F);
    block(x - 1.1F, 11.3F, x + 1.1F, 13.5F);
  }
};

void draw_moving(const Pen& pen, Icon icon) {
  switch (icon) {
  case Icon::play:
    return pen.shape({{4, 2}, {14, 8}, {4, 14}});
  case Icon::pause:
    pen.block(3.5F, 2.5F, 6.5F, 13.5F);
    return pen.block(9.5F, 2.5F, 12.5F, 13.5F);
  case Icon::step:
    pen.block(2.5F, 3, 4.5F, 13);
    return pen.forwards(6, 14);
  case Icon::step_back:
    pen.block(11.5F, 3, 13.5F, 13);
    return pen.backwards(2, 10);
  case Icon::to_start:
    pen.block(1.5F, 3, 3.3F, 13);
    pen.backwards(3.6F, 9);
    return pen.backwards(9, 14.4F);
  case Icon::to_end:
    pen.block(12.7F, 3, 14.5F, 13);
    pen.forwards(7, 12.4F);
    return pen.forwards(1.6F, 7);
  case Icon::next_stall:
    pen.forwards(2, 9);
    return pen.stall(12.5F);
  default:
    pen.backwards(7, 14);
    return pen.stall(3.5F);
  }
}

/// Of the panels that say what is simulated.
void draw_input_sign(const Pen& pen, Icon icon) {
  switch (icon) {
  case Icon::machine:
    for (const float y : {3.5F, 8.0F, 12.5F})
      pen.line(2, y, 14, y);
    pen.disc(10.5F, 3.5F, 2);
    pen.disc(5, 8, 2);
    return pen.disc(9, 12.5F, 2);
  case Icon::editor:
    for (const float y : {3.5F, 6.5F, 9.5F, 12.5F})
      pen.line(y == 6.5F || y == 9.5F ? 5.0F : 2.0F, y, y == 9.5F ? 11.0F : 14.0F, y);
    return;
  case Icon::examples:
    for (const float y : {2.0F, 9.0F})
      for (const float x : {2.0F, 9.0F})
        pen.box(x, y, x + 5, y + 5);
    return;
  default:
    pen.box(2, 2.5F, 14, 13.5F);
    pen.line(8, 2.5F, 8, 13.5F);
    pen.line(4, 6, 6.3F, 6);
    return pen.line(9.8F, 6, 12.2F, 6);
  }
}

void draw_panel_sign(const Pen& pen, Icon icon) {
  switch (icon) {
  case Icon::table:
    pen.box(1.5F, 2, 14.5F, 14);
    pen.line(1.5F, 6, 14.5F, 6);
    pen.line(6, 2, 6, 14);
    return pen.block(7.5F, 7.5F, 13, 12.5F, 0.6F);
  case Icon::diagram:
    pen.block(1.5F, 2.5F, 8, 5);
    pen.block(4.5F, 6.75F, 11.5F, 9.25F, 0.75F);
    return pen.block(8, 11, 14.5F, 13.5F, 0.55F);
  case Icon::processor:
    pen.box(3.5F, 3.5F, 12.5F, 12.5F);
    pen.block(6, 6, 10, 10, 0.7F);
    for (const float p : {5.5F, 8.0F, 10.5F}) {
      pen.line(p, 1, p, 3.5F);
      pen.line(p, 12.5F, p, 15);
      pen.line(1, p, 3.5F, p);
      pen.line(12.5F, p, 15, p);
    }
    return;
  case Icon::structures:
    pen.box(2, 2, 14, 5.2F);
    pen.box(2, 6.4F, 14, 9.6F);
    return pen.box(2, 10.8F, 14, 14);
  case Icon::schedule:
    pen.line(8, 4, 4, 12);
    pen.line(8, 4, 12, 12);
    pen.disc(8, 3.4F, 2.2F);
    pen.disc(3.8F, 12.4F, 2.2F);
    return pen.disc(12.2F, 12.4F, 2.2F);
  case Icon::ledger:
    pen.block(2, 8, 5, 14, 0.6F);
    pen.block(6.5F, 2, 9.5F, 14);
    return pen.block(11, 5.5F, 14, 14, 0.8F);
  case Icon::lines:
    for (const float y : {2.0F, 6.5F, 11.0F}) {
      pen.line(1.5F, y + 1.5F, 6, y + 1.5F);
      pen.block(7.5F, y, y == 6.5F ? 14.5F : 10.5F, y + 3, y == 6.5F ? 1.0F : 0.6F);
    }
    return;
  default:
    return draw_input_sign(pen, icon);
  }
}

void draw_sign(const Pen& pen, Icon icon) {
  switch (icon) {
  case Icon::theme:
    pen.ring(8, 8, 6);
    return pen.shape(
        {{8, 2.2F}, {11, 3.2F}, {13, 5.4F}, {13.7F, 8}, {13, 10.6F}, {11, 12.8F}, {8, 13.8F}});
  case Icon::present:
    pen.box(1.5F, 2.5F, 14.5F, 10.5F);
    pen.line(8, 10.5F, 4.5F, 14.5F);
    return pen.line(8, 10.5F, 11.5F, 14.5F);
  case Icon::export_picture:
    pen.line(8, 2, 8, 10);
    pen.shape({{4.5F, 7}, {11.5F, 7}, {8, 11}});
    pen.line(2, 10, 2, 14);
    pen.line(2, 14, 14, 14);
    return pen.line(14, 10, 14, 14);
  case Icon::lock:
    pen.block(3, 7, 13, 14);
    return pen.box(5, 2, 11, 9);
  case Icon::search:
    pen.ring(6.8F, 6.8F, 4.3F);
    return pen.line(10, 10, 14.2F, 14.2F);
  case Icon::bookmark:
  case Icon::bookmark_next:
  case Icon::bookmark_previous: {
    const float x = icon == Icon::bookmark ? 4 : icon == Icon::bookmark_next ? 1.5F : 7;
    for (const auto& [x1, y1, x2, y2] :
         {std::array{x, 2.0F, x, 14.0F}, std::array{x + 8, 2.0F, x + 8, 14.0F},
          std::array{x, 2.0F, x + 8, 2.0F}, std::array{x, 14.0F, x + 4, 10.5F},
          std::array{x + 8, 14.0F, x + 4, 10.5F}})
      pen.line(x1, y1, x2, y2);
    if (icon == Icon::bookmark_next)
      pen.shape({{11.5F, 5}, {14.8F, 8}, {11.5F, 11}});
    if (icon == Icon::bookmark_previous)
      pen.shape({{4.5F, 5}, {4.5F, 11}, {1.2F, 8}});
    return;
  }
  case Icon::swap:
    pen.line(2, 5.5F, 12, 5.5F);
    pen.shape({{10, 2.5F}, {14.5F, 5.5F}, {10, 8.5F}});
    pen.line(4, 11, 14, 11);
    return pen.shape({{6, 8}, {6, 14}, {1.5F, 11}});
  case Icon::stacked:
    pen.box(2, 2, 14, 7.3F);
    return pen.box(2, 8.7F, 14, 14);
  case Icon::side_by_side:
    pen.box(2, 2, 7.3F, 14);
    return pen.box(8.7F, 2, 14, 14);
  case Icon::single:
    return pen.box(2, 2, 14, 14);
  default:
    pen.line(3.5F, 3.5F, 12.5F, 12.5F);
    return pen.line(12.5F, 3.5F, 3.5F, 12.5F);
  }
}

} // namespace

void draw_icon(Canvas& canvas, Icon icon, const Rect& rect, Colour colour) {
  const float side = std::min(rect.width(), rect.height());
  const Pen pen{canvas,
                {std::floor(rect.centre().x - side / 2), std::floor(rect.centre().y - side / 2)},
                side / 16,
                colour};
  if (icon == Icon::help)
    draw_label(canvas, rect, "?", Face::bold, side, colour);
  else if (icon <= Icon::previous_stall)
    draw_moving(pen, icon);
  else if (icon <= Icon::lesson)
    draw_panel_sign(pen, icon);
  else
    draw_sign(pen, icon);
}

} // namespace stallscope::gui
