#include "what_if/perfect_caches.hpp"

#include <algorithm>

namespace stallscope::session {

void make_cache_perfect(machine::Machine& machine, machine::CacheSide side) {
  using machine::CacheSide;
  machine::Caches& caches = machine.caches;
  const bool fetch = side == CacheSide::fetch;
  // The front end and port latencies of a dynamically scheduled machine include the hit time.
  if (const std::size_t first = caches.first_for(fetch);
      first < caches.levels.size() && !machine.dynamic) {
    auto& cycles = fetch ? machine.fetch_latency_cycles : machine.data_latency_cycles;
    cycles = std::max(cycles, caches.levels[first].latency_cycles);
  }
  for (machine::Cache& level : caches.levels)
    if (level.serves == side)
      level.serves = CacheSide::none;
    else if (level.serves == CacheSide::both)
      level.serves = fetch ? CacheSide::data : CacheSide::fetch;
  (fetch ? caches.fetch_tlb : caches.data_tlb).entries = 0;
  if (std::all_of(caches.levels.begin(), caches.levels.end(),
                  [](const machine::Cache& level) { return level.serves == CacheSide::none; }))
    caches.levels.clear();
}

} // namespace stallscope::session
