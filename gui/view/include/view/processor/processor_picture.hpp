#pragma once

#include "model/processor/processor_model.hpp"
#include "view/looks/style.hpp"

#include <functional>
#include <optional>

namespace stallscope::gui {

/// Position and scale of a processor's figure.
struct ProcessorPlace {
  Point origin;
  float scale = 1; ///< pixels per figure unit
  float text = 16; ///< height of its letters in pixels

  [[nodiscard]] Point at(double x, double y) const {
    return {origin.x + static_cast<float>(x) * scale, origin.y + static_cast<float>(y) * scale};
  }
  [[nodiscard]] Rect box(const ProcessorPart& part) const {
    const Point corner = at(part.x, part.y);
    return {corner.x, corner.y, corner.x + static_cast<float>(part.width) * scale,
            corner.y + static_cast<float>(part.height) * scale};
  }
  /// Area of a token during its movement: 0 the previous position, 1 the new one.
  [[nodiscard]] Rect token(const ProcessorToken& token, float arrived) const;
};

/// The space of a figure in an area, with the largest letters that fit. `layout_in` computes the
/// layout for a given space.
[[nodiscard]] ProcessorRoom
room_in(const Canvas& canvas, const Rect& area, const Style& style,
        const std::function<const ProcessorLayout&(const ProcessorRoom&)>& layout_in);
/// Centres the figure in an area, as large as fits.
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
