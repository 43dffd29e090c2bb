#pragma once

#include "model/analysis/ledger_model.hpp"
#include "view/canvas/canvas.hpp"
#include "view/looks/style.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::gui {

/// Where time stands in a chart of reasons over time.
struct ChartFrame {
  std::uint64_t current = 0;          ///< cycle; 0: before the first
  std::uint64_t last_cycle = 1;       ///< of the run
  std::optional<std::size_t> hovered; ///< the column under the pointer
};

/// Columns of equal width over all of the rectangle, useful work at the bottom; every loss has the
/// colour and the hatch of its reason.
void draw_ledger_chart(Canvas& canvas, const Style& style, const Rect& rect,
                       const std::vector<TimeColumn>& columns, const ChartFrame& frame);

/// The column at a place; nothing beside the chart.
[[nodiscard]] std::optional<std::size_t> column_at(const Rect& rect, std::size_t columns,
                                                   Point place);

/// The share of a stack that is lost to a reason, or is useful (Reason::none).
void draw_share(Canvas& canvas, const Style& style, const Rect& rect, Reason reason);

} // namespace stallscope::gui
