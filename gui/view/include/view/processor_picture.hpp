#pragma once

#include "model/processor_model.hpp"
#include "view/style.hpp"

#include <optional>

namespace stallscope::gui {

/// Where a processor's figure is drawn.
struct ProcessorPlace {
  Point origin;
  float scale = 1; ///< pixels for a unit of the figure

  [[nodiscard]] Point at(double x, double y) const {
    return {origin.x + static_cast<float>(x) * scale, origin.y + static_cast<float>(y) * scale};
  }
  [[nodiscard]] Rect box(const ProcessorPart& part) const {
    const Point corner = at(part.x, part.y);
    return {corner.x, corner.y, corner.x + static_cast<float>(part.width) * scale,
            corner.y + static_cast<float>(part.height) * scale};
  }
  /// Where a token is on its way: 0 where it was, 1 where it goes.
  [[nodiscard]] Rect token(const ProcessorToken& token, float arrived) const;
};

/// In the middle of an area, as large as there is room.
[[nodiscard]] ProcessorPlace fitted(const ProcessorLayout& layout, const Rect& area,
                                    const Style& style);

struct ProcessorFrame {
  float arrived = 1;
  OpId hovered;
};

void draw_processor(Canvas& canvas, const Style& style, const ProcessorLayout& layout,
                    const ProcessorView& view, const ProcessorPlace& place,
                    const ProcessorFrame& frame);

} // namespace stallscope::gui
