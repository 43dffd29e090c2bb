#include "model/run/course.hpp"

#include <algorithm>
#include <numeric>

namespace stallscope::gui {

std::uint64_t MemoryLevel::all() const {
  return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
}

MemoryParts MemoryStrip::at(std::uint64_t cycle) const {
  const auto behind =
      std::upper_bound(levels.begin(), levels.end(), cycle,
                       [](std::uint64_t at, const MemoryLevel& level) { return at < level.cycle; });
  return behind == levels.begin() ? MemoryParts{} : std::prev(behind)->parts;
}

void MemoryCurves::sum_up() {
  highest = 1;
  parts = {};
  for (const MemoryStrip& strip : devices) {
    highest = std::max({highest, strip.peak, strip.room});
    for (const MemoryLevel& level : strip.levels)
      for (std::size_t part = 0; part < kMemoryParts; ++part)
        parts[part] = parts[part] || level.parts[part] > 0;
  }
}

std::optional<std::vector<CauseLink>> Course::why(LaneId, std::uint64_t) const {
  return std::nullopt;
}

void Course::look_through(const SeeRow& see_row, const SeeLost& see_lost) const {
  const trace::RunRecord all = record(1, std::max<std::uint64_t>(cycles(), 1));
  for (const OpRow& row : all.timeline.rows)
    see_row(row.begin, row.end);
  for (const LostSlots& lost : all.timeline.lost)
    see_lost(lost);
}

} // namespace stallscope::gui
