#pragma once

#include "model/analysis/lines_model.hpp"
#include "view/canvas/canvas.hpp"
#include "view/looks/style.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace stallscope::gui {

/// What is marked in the picture of source lines, and which part of it is on screen.
struct LinesFrame {
  Rect visible;
  std::optional<std::size_t> hovered; ///< row
  std::uint32_t seen = 0;             ///< line under the pointer in another panel; 0: none
};

/// Row i of the picture, below the line of headings; one row past the lines: the rest.
[[nodiscard]] Rect line_row(const Style& style, const Rect& area, std::size_t i);

/// Source lines with their texts, cycles as bars, and the reasons that hold them longest; rows
/// outside the visible part are not drawn.
void draw_lines(Canvas& canvas, const Style& style, const Rect& area, const LinesView& view,
                const LinesFrame& frame);

} // namespace stallscope::gui
