#include "core/units/unit_counts.hpp"

#include <fmt/format.h>

namespace stallscope::core {

using trace::UnitCount;

namespace {

void add_cache(std::vector<UnitCount>& list, const machine::Cache& cache, const CacheCounters& c) {
  const auto add = [&](const char* name, const char* label, std::uint64_t count) {
    list.push_back({fmt::format("cache.{}.{}", cache.name, name),
                    fmt::format("{} {}", cache.name, label), count});
  };
  add("accesses", "accesses", c.accesses);
  add("misses", "misses", c.misses);
  add("merges", "misses to lines in flight", c.merges);
  add("refused", "accesses retried", c.refused);
  add("evictions", "evictions", c.evictions);
  if (cache.write == machine::WritePolicy::write_back)
    add("write_backs", "write-backs", c.write_backs);
  if (c.back_invalidations > 0)
    add("back_invalidations", "lines back-invalidated", c.back_invalidations);
  if (cache.prefetcher == machine::PrefetcherKind::none)
    return;
  add("prefetches", "prefetches", c.prefetches);
  add("useful_prefetches", "useful prefetches", c.useful_prefetches);
  add("late_prefetches", "late prefetches", c.late_prefetches);
  add("useless_prefetches", "useless prefetches", c.useless_prefetches);
}

} // namespace

std::vector<UnitCount> unit_counts(const machine::Machine& machine, const PredictorState& predictor,
                                   const HierarchyState& memory) {
  std::vector<UnitCount> list;
  const PredictorCounters& p = predictor.counts;
  if (machine.prediction.btb.entries > 0)
    list.push_back({"btb.hits", "branch target buffer hits", p.target_buffer_hits});
  if (machine.prediction.return_stack.depth > 0) {
    list.push_back({"return_stack.pushes", "return stack, pushes", p.stack_pushes});
    list.push_back({"return_stack.pops", "return stack, pops", p.stack_pops});
    list.push_back({"return_stack.overwrites", "return stack, overwritten", p.stack_overwrites});
  }
  for (std::size_t i = 0; i < memory.caches.size(); ++i)
    add_cache(list, machine.caches.levels[i], memory.caches[i].counters);
  if (machine.caches.fetch_tlb.entries > 0)
    list.push_back({"fetch_tlb.misses", "fetch TLB misses", memory.fetch_tlb.misses});
  if (machine.caches.data_tlb.entries > 0)
    list.push_back({"data_tlb.misses", "data TLB misses", memory.data_tlb.misses});
  if (!memory.caches.empty()) {
    list.push_back({"main_memory.reads", "lines read from memory", memory.memory_reads});
    list.push_back({"main_memory.writes", "writes to memory", memory.memory_writes});
  }
  return list;
}

} // namespace stallscope::core
