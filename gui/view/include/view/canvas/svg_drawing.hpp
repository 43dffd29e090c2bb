#pragma once

#include "view/canvas/recording_canvas.hpp"
#include "view/looks/style.hpp"

#include <functional>
#include <string>

namespace stallscope::gui {

/// The recorded operations within a rectangle as an SVG file, with a background. Texts remain
/// texts, with the measured width.
[[nodiscard]] std::string svg_drawing(const std::vector<DrawCall>& calls, const Rect& area,
                                      Colour ground);

/// The drawing of a function, measured with the fonts of a style, as an SVG file.
[[nodiscard]] std::string drawn_as_svg(const Style& style, const Rect& area,
                                       const std::function<void(Canvas&)>& draw);

} // namespace stallscope::gui
