// Hardware prefetchers of a cache: the lines that they request after an access.
#include "core/units/memory_hierarchy.hpp"
#include "units/mshr.hpp"

#include <array>

namespace stallscope::core {

using machine::PrefetcherKind;

namespace {

constexpr std::uint64_t kPrefetchPage = 4096; ///< prefetches stay within a page, because the next
                                              ///< page may be mapped to any address

} // namespace

void Hierarchy::prefetch_behind(HierarchyState& state, std::size_t level, const Request& request,
                                std::uint64_t cycle, bool triggers, bool hit) const {
  const LevelPlan& plan = levels_[level];
  if (plan.cache.prefetcher == PrefetcherKind::none || request.prefetch)
    return;
  if (plan.cache.prefetcher == PrefetcherKind::plugin) {
    const StallscopeAccess access{
        request.pc, request.address, static_cast<std::uint8_t>(request.write ? 1 : 0),
        static_cast<std::uint8_t>(hit ? 1 : 0), static_cast<std::uint8_t>(hit && triggers ? 1 : 0)};
    std::array<std::uint64_t, machine::kMostPrefetches> room{};
    for (const std::uint64_t address :
         state.caches[level].prefetch_plugin.write().access(access, room))
      prefetch_line(state, level, address, request, cycle);
    return;
  }
  if (plan.cache.prefetcher == PrefetcherKind::next_line) {
    for (unsigned i = 1; triggers && i <= plan.cache.prefetch_degree; ++i)
      prefetch_line(state, level, request.address + std::uint64_t{i} * plan.cache.line_bytes,
                    request, cycle);
    return;
  }
  StrideEntry& entry =
      state.caches[level].strides.write((request.pc >> 1) & (plan.cache.prefetch_entries - 1));
  if (entry.pc != request.pc) {
    entry = {request.pc, request.address, 0, false};
    return;
  }
  const std::uint64_t stride = request.address - entry.address;
  entry.steady = stride != 0 && stride == entry.stride;
  entry.stride = stride;
  entry.address = request.address;
  for (unsigned i = 1; entry.steady && i <= plan.cache.prefetch_degree; ++i)
    prefetch_line(state, level, request.address + i * stride, request, cycle);
}

/// Requests a line. The prefetch is dropped when it would take the last of several MSHRs.
void Hierarchy::prefetch_line(HierarchyState& state, std::size_t level, std::uint64_t address,
                              const Request& request, std::uint64_t cycle) const {
  const LevelPlan& plan = levels_[level];
  CacheState& cache = state.caches[level];
  const std::uint64_t number = plan.tags.number(address);
  const std::size_t kept_free = plan.cache.mshrs > 1 ? 1 : 0;
  // The line is in the cache, or has just been requested.
  if (number == plan.tags.number(request.address))
    return;
  if (address / kPrefetchPage != request.address / kPrefetchPage ||
      plan.tags.find(cache, number) != TagStore::kNone || find_mshr(cache, number) != nullptr ||
      cache.mshrs.size() + kept_free >= plan.cache.mshrs || full_mshrs(state, level, address))
    return;
  ++cache.counters.prefetches;
  (void)miss(state, level, {address, request.pc, false, true}, cycle, true);
}

} // namespace stallscope::core
