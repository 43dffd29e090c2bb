#pragma once

#include "view/canvas/recording_canvas.hpp"
#include "view/looks/style.hpp"

#include <functional>
#include <string>

namespace stallscope::gui {

/// What was drawn in a rectangle as an SVG file, on a ground. Texts stay texts, as wide as they
/// were measured.
[[nodiscard]] std::string svg_drawing(const std::vector<DrawCall>& calls, const Rect& area,
                                      Colour ground);

/// What a function draws, measured with the fonts of a style, as an SVG file.
[[nodiscard]] std::string drawn_as_svg(const Style& style, const Rect& area,
                                       const std::function<void(Canvas&)>& draw);

} // namespace stallscope::gui
