// How lines enter and leave caches: fills, victims, write-backs, inclusion.
#include "core/units/memory_hierarchy.hpp"
#include "units/mshr.hpp"

#include <algorithm>

namespace stallscope::core {

using machine::CacheSide;
using machine::WritePolicy;

void Hierarchy::note_fills(HierarchyState& state, CacheState& cache) {
  cache.next_fill = kNever;
  for (const Mshr& mshr : cache.mshrs)
    cache.next_fill = std::min(cache.next_fill, mshr.ready_at);
  state.next_fill = kNever;
  for (const CacheState& other : state.caches)
    state.next_fill = std::min(state.next_fill, other.next_fill);
}

/// Fills the line that arrives first; of several, the one of the outermost level.
void Hierarchy::settle_one(HierarchyState& state) const {
  std::size_t level = 0;
  for (std::size_t i = 1; i < levels_.size(); ++i)
    if (const std::uint64_t a = state.caches[i].next_fill, b = state.caches[level].next_fill;
        a < b || (a == b && levels_[i].depth < levels_[level].depth))
      level = i;
  CacheState& cache = state.caches[level];
  const auto arrived =
      std::find_if(cache.mshrs.begin(), cache.mshrs.end(),
                   [&cache](const Mshr& mshr) { return mshr.ready_at == cache.next_fill; });
  const Mshr mshr = *arrived;
  cache.mshrs.erase(arrived);
  note_fills(state, cache);
  if (!mshr.cancelled)
    install(state, level, mshr);
}

/// Every inclusive cache behind a level holds the line.
bool Hierarchy::kept_behind(const HierarchyState& state, std::size_t level,
                            std::uint64_t address) const {
  for (std::size_t at = levels_[level].cache.next; !is_memory(at); at = levels_[at].cache.next)
    if (levels_[at].cache.inclusive && !holds(state, static_cast<Level>(at), address))
      return false;
  return true;
}

void Hierarchy::install(HierarchyState& state, std::size_t level, const Mshr& mshr) const {
  const LevelPlan& plan = levels_[level];
  const std::uint64_t address = plan.tags.address(mshr.number);
  if (plan.outer_inclusive && !kept_behind(state, level, address)) {
    // The line was evicted from an inclusive cache while in flight: it serves the waiting accesses
    // and is not kept.
    if (mshr.dirty)
      write_back(state, level, mshr.number, mshr.ready_at);
    return;
  }
  put(state, level, mshr.number, mshr.dirty, mshr.prefetch, mshr.ready_at);
}

/// Fills a line into a set, replacing a victim if no entry is free.
void Hierarchy::put(HierarchyState& state, std::size_t level, std::uint64_t number, bool dirty,
                    bool prefetched, std::uint64_t cycle) const {
  const LevelPlan& plan = levels_[level];
  CacheState& cache = state.caches[level];
  const std::size_t index = plan.tags.choose_victim(cache, number);
  const CacheLine victim = cache.lines[index];
  plan.tags.place(cache, index, number, dirty, prefetched);
  if (victim.valid())
    evict(state, level, victim, cycle);
}

void Hierarchy::evict(HierarchyState& state, std::size_t level, const CacheLine& line,
                      std::uint64_t cycle) const {
  CacheState& cache = state.caches[level];
  ++cache.counters.evictions;
  cache.counters.useless_prefetches += line.prefetched;
  bool dirty = line.dirty != 0;
  if (levels_[level].cache.inclusive)
    dirty |= back_invalidate(state, level, line.number);
  if (dirty)
    write_back(state, level, line.number, cycle);
}

/// Invalidates a line in the caches in front of an inclusive one that evicts it; true when one of
/// them had modified it.
bool Hierarchy::back_invalidate(HierarchyState& state, std::size_t level,
                                std::uint64_t number) const {
  const std::uint64_t begin = levels_[level].tags.address(number);
  const std::uint64_t end = begin + levels_[level].cache.line_bytes;
  bool dirty = false;
  for (const Level inner : levels_[level].inner) {
    CacheState& cache = state.caches[inner];
    for (std::uint64_t at = begin; at < end; at += levels_[inner].cache.line_bytes) {
      const std::size_t index = levels_[inner].tags.find(cache, levels_[inner].tags.number(at));
      if (index == TagStore::kNone)
        continue;
      dirty |= cache.lines[index].dirty != 0;
      cache.lines.write(index) = CacheLine{};
      ++cache.counters.back_invalidations;
    }
  }
  return dirty;
}

void Hierarchy::write_back(HierarchyState& state, std::size_t level, std::uint64_t number,
                           std::uint64_t cycle) const {
  const LevelPlan& plan = levels_[level];
  CacheState& cache = state.caches[level];
  ++cache.counters.write_backs;
  const std::uint64_t begin = std::max(cycle, cache.connection_free_at);
  cache.connection_free_at = begin + plan.cache.line_cycles;
  take_line(state, plan.cache.next, plan.tags.address(number), plan.cache.line_bytes, begin);
}

/// Write-back: a level takes a modified line from the level in front of it.
void Hierarchy::take_line(HierarchyState& state, std::size_t level, std::uint64_t address,
                          std::uint64_t bytes, std::uint64_t cycle) const {
  if (is_memory(level)) {
    state.memory_free_at = std::max(cycle, state.memory_free_at) + caches_.memory.line_cycles;
    ++state.memory_writes;
    return;
  }
  const LevelPlan& plan = levels_[level];
  CacheState& cache = state.caches[level];
  const std::uint64_t number = plan.tags.number(address);
  if (plan.cache.write == WritePolicy::write_through)
    return take_line(state, plan.cache.next, address, bytes, cycle);
  if (const std::size_t index = plan.tags.find(cache, number); index != TagStore::kNone)
    cache.lines.write(index).dirty = 1;
  else if (Mshr* mshr = find_mshr(cache, number))
    mshr->dirty = true;
  else if (plan.allocates && bytes == plan.cache.line_bytes &&
           (!plan.outer_inclusive || kept_behind(state, level, address)))
    put(state, level, number, true, false, cycle);
  else
    take_line(state, plan.cache.next, address, bytes, cycle);
}

void Hierarchy::flush(HierarchyState& state, Level level, std::uint64_t cycle) const {
  settle(state, cycle);
  CacheState& cache = state.caches[level];
  for (Mshr& mshr : cache.mshrs) {
    if (mshr.dirty && !mshr.cancelled)
      write_back(state, level, mshr.number, mshr.ready_at);
    mshr.cancelled = true;
  }
  for (std::size_t i = 0; i < cache.lines.size(); ++i) {
    if (!cache.lines[i].valid())
      continue;
    const CacheLine line = cache.lines[i];
    cache.lines.write(i) = CacheLine{};
    bool dirty = line.dirty != 0;
    if (levels_[level].cache.inclusive)
      dirty |= back_invalidate(state, level, line.number);
    if (dirty)
      write_back(state, level, line.number, cycle);
  }
}

void Hierarchy::invalidate_fetch(HierarchyState& state, std::uint64_t cycle) const {
  if (!is_memory(fetch_) && levels_[fetch_].cache.serves == CacheSide::fetch)
    flush(state, static_cast<Level>(fetch_), cycle);
}

} // namespace stallscope::core
