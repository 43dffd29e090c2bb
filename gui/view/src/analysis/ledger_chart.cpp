#include "view/analysis/ledger_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::gui {

void draw_share(Canvas& canvas, const Style& style, const Rect& rect, Reason reason) {
  const Colour colour = reason == Reason::none ? style.colours.good : style.reason(reason);
  canvas.fill(rect, reason == Reason::none ? colour : mixed(style.colours.surface, colour, 0.6F));
  if (reason != Reason::none && rect.width() > style.px(8) && rect.height() > style.px(4))
    canvas.hatch(rect, pattern_of(reason), colour, style.px(7), style.px(1.2F));
}

std::optional<std::size_t> column_at(const Rect& rect, std::size_t columns, Point place) {
  if (columns == 0 || !rect.contains(place))
    return std::nullopt;
  const float share = (place.x - rect.left) / rect.width();
  return std::min(columns - 1, static_cast<std::size_t>(share * static_cast<float>(columns)));
}

void draw_ledger_chart(Canvas& canvas, const Style& style, const Rect& rect,
                       const std::vector<TimeColumn>& columns, const ChartFrame& frame) {
  const Palette& c = style.colours;
  canvas.fill(rect, c.raised, style.px(2));
  if (columns.empty())
    return;
  const float width = rect.width() / static_cast<float>(columns.size());
  const float gap = width > style.px(6) ? style.px(1) : 0;
  for (std::size_t i = 0; i < columns.size();) {
    // Adjacent narrow columns of equal content are drawn as one, so that the hatch is visible.
    std::size_t end = i + 1;
    while (gap == 0 && end < columns.size() && columns[end].parts == columns[i].parts)
      ++end;
    const float left = rect.left + width * static_cast<float>(i);
    const float right = rect.left + width * static_cast<float>(end) - gap;
    float bottom = rect.bottom;
    for (const TimePart& part : columns[i].parts) {
      const float top = bottom - rect.height() * static_cast<float>(part.share);
      draw_share(canvas, style, {left, top, right, bottom}, part.reason);
      bottom = top;
    }
    i = end;
  }
  if (frame.hovered && *frame.hovered < columns.size()) {
    const float left = rect.left + width * static_cast<float>(*frame.hovered);
    canvas.outline({left, rect.top, left + width, rect.bottom}, c.text, style.stroke);
  }
  if (frame.current == 0)
    return;
  const float x = rect.left + rect.width() * (static_cast<float>(frame.current) - 0.5F) /
                                  static_cast<float>(std::max<std::uint64_t>(frame.last_cycle, 1));
  canvas.line({x, rect.top - style.px(3)}, {x, rect.bottom + style.px(3)}, c.accent,
              style.stroke_strong);
}

} // namespace stallscope::gui
