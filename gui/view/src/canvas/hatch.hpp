#pragma once

#include "view/canvas/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

/// Calls `line` for the lines x + y = k (rising on the screen), or x - y = k, clipped to the
/// rectangle. k is a multiple of the spacing, so that hatches of adjacent rectangles are
/// continuous.
template <class Line> void slanted_lines(const Rect& rect, bool rising, float spacing, Line line) {
  const float low = rising ? rect.left + rect.top : rect.left - rect.bottom;
  const float high = rising ? rect.right + rect.bottom : rect.right - rect.top;
  for (float k = std::ceil(low / spacing) * spacing; k < high; k += spacing) {
    const float x0 = std::max(rect.left, rising ? k - rect.bottom : k + rect.top);
    const float x1 = std::min(rect.right, rising ? k - rect.top : k + rect.bottom);
    const auto y = [&](float x) { return rising ? k - x : x - k; };
    if (x0 < x1)
      line(Point{x0, y(x0)}, Point{x1, y(x1)});
  }
}

template <class Line> void upright_lines(const Rect& rect, float spacing, Line line) {
  for (float x = rect.left + spacing / 2; x < rect.right; x += spacing)
    line(Point{x, rect.top}, Point{x, rect.bottom});
}

template <class Line> void level_lines(const Rect& rect, float spacing, Line line) {
  for (float y = rect.top + spacing / 2; y < rect.bottom; y += spacing)
    line(Point{rect.left, y}, Point{rect.right, y});
}

template <class Line> void zigzag_lines(const Rect& rect, float spacing, Line line) {
  for (float y = rect.top + spacing / 2; y + spacing / 2 <= rect.bottom; y += spacing) {
    float x = rect.left;
    for (bool up = false; x + spacing / 2 <= rect.right; x += spacing / 2, up = !up)
      line(Point{x, y + (up ? spacing / 2 : 0)},
           Point{x + spacing / 2, y + (up ? 0 : spacing / 2)});
  }
}

/// The elements of a hatch, independent of the canvas: line(from, to), and dot(rect) for hatches of
/// dots, which extend `width` each way from their centre.
template <class Line, class Dot>
void for_hatch(const Rect& rect, Pattern pattern, float spacing, float width, Line line, Dot dot) {
  const float narrow = spacing * 0.75F;
  switch (pattern) {
  case Pattern::none:
    return;
  case Pattern::slash:
    return slanted_lines(rect, true, spacing, line);
  case Pattern::backslash:
    return slanted_lines(rect, false, spacing, line);
  case Pattern::cross:
    slanted_lines(rect, true, spacing * 1.5F, line);
    return slanted_lines(rect, false, spacing * 1.5F, line);
  case Pattern::bars:
    return upright_lines(rect, narrow, line);
  case Pattern::lines:
    return level_lines(rect, narrow, line);
  case Pattern::grid:
    upright_lines(rect, spacing, line);
    return level_lines(rect, spacing, line);
  case Pattern::dots: {
    const float half = width * 0.8F;
    for (float y = rect.top + narrow / 2; y < rect.bottom; y += narrow)
      for (float x = rect.left + narrow / 2; x < rect.right; x += narrow)
        dot(Rect{x - half, y - half, x + half, y + half});
    return;
  }
  case Pattern::zigzag:
    return zigzag_lines(rect, spacing, line);
  }
}

} // namespace stallscope::gui
