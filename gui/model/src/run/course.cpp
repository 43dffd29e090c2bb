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

std::uint64_t MemoryCurves::highest() const {
  std::uint64_t most = 1;
  for (const MemoryStrip& strip : devices)
    most = std::max({most, strip.peak, strip.room});
  return most;
}

} // namespace stallscope::gui
