#pragma once

#include "model/processor/processor_model.hpp"
#include "view/looks/style.hpp"

#include <functional>
#include <optional>

namespace stallscope::gui {

/// Where a processor's figure is drawn.
struct ProcessorPlace {
  Point origin;
  float scale = 1; ///< pixels for a unit of the figure
  float text = 16; ///< height of letters in it, in pixels

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

/// The room for a figure in an area, with letters as large as they can be there. Asks `layout_in`
/// how high the figure is with some.
[[nodiscard]] ProcessorRoom
room_in(const Canvas& canvas, const Rect& area, const Style& style,
        const std::function<const ProcessorLayout&(const ProcessorRoom&)>& layout_in);
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
