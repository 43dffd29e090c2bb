// Views of a memory hierarchy for displays.
#include "core/units/memory_hierarchy.hpp"

#include <algorithm>

namespace stallscope::core {

std::vector<LineView> Hierarchy::contents(const HierarchyState& state, Level level,
                                          std::size_t set) const {
  const TagStore& tags = levels_[level].tags;
  const CacheState& cache = state.caches[level];
  std::vector<LineView> views;
  for (unsigned way = 0; way < tags.ways(); ++way) {
    const CacheLine& line = cache.lines[tags.first_of(set) + way];
    LineView view{line.valid() ? tags.address(line.number) : 0, line.valid(), line.dirty != 0,
                  line.prefetched != 0, 0};
    if (levels_[level].cache.replacement == machine::Replacement::srrip)
      view.rank = static_cast<unsigned>(line.order);
    else if (levels_[level].cache.replacement == machine::Replacement::lru && line.valid())
      for (unsigned other = 0; other < tags.ways(); ++other) {
        const CacheLine& there = cache.lines[tags.first_of(set) + other];
        view.rank += there.valid() && there.order > line.order ? 1 : 0;
      }
    views.push_back(view);
  }
  return views;
}

std::vector<LineUnderWay> Hierarchy::under_way(const HierarchyState& state, Level level) const {
  std::vector<LineUnderWay> lines;
  for (const Mshr& mshr : state.caches[level].mshrs)
    if (!mshr.cancelled)
      lines.push_back({levels_[level].tags.address(mshr.number), mshr.ready_at, mshr.prefetch});
  std::sort(lines.begin(), lines.end(), [](const LineUnderWay& a, const LineUnderWay& b) {
    return a.ready_at != b.ready_at ? a.ready_at < b.ready_at : a.address < b.address;
  });
  return lines;
}

} // namespace stallscope::core
