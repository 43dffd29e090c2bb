#pragma once

#include "model/analysis/ledger_model.hpp"
#include "view/canvas/canvas.hpp"
#include "view/looks/style.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::gui {

/// Time positions in a chart of reasons over time.
struct ChartFrame {
  std::uint64_t current = 0;          ///< cycle; 0: before the first
  std::uint64_t last_cycle = 1;       ///< last cycle of the run
  std::optional<std::size_t> hovered; ///< the column under the pointer
};

/// Columns of equal width that fill the rectangle, useful work at the bottom; each loss has the
/// colour and the hatch of its reason.
void draw_ledger_chart(Canvas& canvas, const Style& style, const Rect& rect,
                       const std::vector<TimeColumn>& columns, const ChartFrame& frame);

/// The column at a point; nothing outside the chart.
[[nodiscard]] std::optional<std::size_t> column_at(const Rect& rect, std::size_t columns,
                                                   Point place);

/// The share of a stack for a reason, or for useful work (Reason::none).
void draw_share(Canvas& canvas, const Style& style, const Rect& rect, Reason reason);

} // namespace stallscope::gui
