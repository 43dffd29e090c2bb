#include "core/units/memory_hierarchy.hpp"

#include "base/check.hpp"
#include "units/mshr.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

using machine::PrefetcherKind;
using machine::WritePolicy;

namespace {

/// Makes connections, ports and main memory free.
void free_connections(HierarchyState& state) {
  for (CacheState& cache : state.caches) {
    cache.connection_free_at = 0;
    cache.port_cycle = 0;
    cache.ports_used = 0;
    cache.banks_used = 0;
  }
  state.memory_free_at = 0;
}

} // namespace

Hierarchy::Hierarchy(const machine::Caches& caches)
    : caches_(caches), fetch_(caches.first_for(true)), data_(caches.first_for(false)),
      fetch_tlb_(caches.fetch_tlb), data_tlb_(caches.data_tlb) {
  for (const machine::Cache& cache : caches.levels)
    levels_.push_back({cache,
                       TagStore(cache),
                       {},
                       false,
                       0,
                       static_cast<unsigned>(std::countr_zero(cache.bank_bytes)),
                       cache.ports != 0 || cache.banks > 1,
                       cache.write == WritePolicy::write_back,
                       cache.allocates_stores()});
  for (std::size_t i = 0; i < levels_.size(); ++i)
    for (std::size_t at = levels_[i].cache.next; !is_memory(at); at = levels_[at].cache.next) {
      levels_[at].inner.push_back(static_cast<Level>(i));
      levels_[i].outer_inclusive |= levels_[at].cache.inclusive;
      ++levels_[i].depth;
    }
}

HierarchyState Hierarchy::initial_state() const {
  HierarchyState state;
  for (const LevelPlan& plan : levels_) {
    state.caches.push_back(plan.tags.state());
    state.caches.back().mshrs.reserve(plan.cache.mshrs);
    if (plan.cache.prefetcher == PrefetcherKind::stride)
      state.caches.back().strides = {plan.cache.prefetch_entries, StrideEntry{}};
    if (plan.cache.prefetch_plugin) {
      const StallscopeCache shape = plan.cache.shape();
      state.caches.back().prefetch_plugin = {plan.cache.prefetch_plugin, &shape};
    }
  }
  if (fetch_tlb_.exists())
    state.fetch_tlb = fetch_tlb_.state();
  if (data_tlb_.exists())
    state.data_tlb = data_tlb_.state();
  return state;
}

/// Reserves a port and a bank of the first cache for an access, or returns why the access is
/// refused.
Refusal Hierarchy::refuse_here(CacheState& cache, const LevelPlan& plan, const Access& access,
                               std::uint64_t cycle) const {
  if (cache.port_cycle < cycle) {
    cache.port_cycle = cycle;
    cache.ports_used = 0;
    cache.banks_used = 0;
  }
  if (plan.cache.ports != 0 && cache.ports_used >= plan.cache.ports)
    return Refusal::port;
  if (plan.cache.banks > 1) {
    const std::uint64_t bank = std::uint64_t{1}
                               << ((access.address >> plan.bank_shift) & (plan.cache.banks - 1));
    if ((cache.banks_used & bank) != 0)
      return Refusal::bank;
    cache.banks_used |= bank;
  }
  ++cache.ports_used;
  return Refusal::none;
}

/// The level whose MSHRs are all in use, so that a line cannot be requested; none when it can be
/// requested.
std::optional<Level> Hierarchy::full_mshrs(const HierarchyState& state, std::size_t level,
                                           std::uint64_t address) const {
  for (; !is_memory(level); level = levels_[level].cache.next) {
    if (levels_[level].cache.always_hits)
      return std::nullopt;
    const CacheState& cache = state.caches[level];
    const std::uint64_t number = levels_[level].tags.number(address);
    if (levels_[level].tags.find(cache, number) != TagStore::kNone)
      return std::nullopt;
    for (const Mshr& mshr : cache.mshrs)
      if (mshr.number == number && !mshr.cancelled)
        return std::nullopt;
    if (cache.mshrs.size() >= levels_[level].cache.mshrs)
      return static_cast<Level>(level);
  }
  return std::nullopt;
}

inline Hierarchy::Served Hierarchy::hit(HierarchyState& state, std::size_t level, std::size_t index,
                                        const Request& request, std::uint64_t cycle) const {
  const LevelPlan& plan = levels_[level];
  CacheState& cache = state.caches[level];
  CacheLine& line = cache.lines.write(index);
  plan.tags.touch(cache, index, line);
  bool first_use = false;
  if (!request.prefetch) {
    ++cache.counters.hits;
    first_use = line.prefetched != 0;
    if (first_use) { // conditional: a bit written here would delay the next read of the whole word
      ++cache.counters.useful_prefetches;
      line.prefetched = 0;
    }
  }
  Served served{cycle + plan.cache.latency_cycles, static_cast<Level>(level), false};
  if (request.write && plan.cache.write == WritePolicy::write_back) {
    if (line.dirty == 0)
      line.dirty = 1;
  } else if (request.write)
    served.ready_at = store_through(state, level, request, cycle).ready_at;
  if (plan.cache.prefetcher != PrefetcherKind::none)
    prefetch_behind(state, level, request, cycle, first_use, true);
  return served;
}

Answer Hierarchy::access(HierarchyState& state, const Access& access, std::uint64_t cycle) const {
  const std::size_t first = first_for(access.fetch);
  STALLSCOPE_CHECK(!is_memory(first), "an access of a side that has no cache");
  settle(state, cycle);
  const LevelPlan& plan = levels_[first];
  CacheState& cache = state.caches[first];
  Answer answer;
  const auto refused = [&](Refusal why, Level by) {
    answer.accepted = false;
    answer.why = why;
    answer.refused_by = by;
    ++cache.counters.refused;
    return answer;
  };
  if (plan.limited)
    if (const Refusal why = refuse_here(cache, plan, access, cycle); why != Refusal::none)
      return refused(why, static_cast<Level>(first));
  std::uint64_t start = cycle;
  if (const TlbUnit& tlb = access.fetch ? fetch_tlb_ : data_tlb_; tlb.exists()) {
    TlbState& tlb_state = access.fetch ? state.fetch_tlb : state.data_tlb;
    start = tlb.translate(tlb_state, access.address, cycle);
    answer.tlb_miss = start != cycle;
  }
  const std::uint64_t last = plan.tags.number(access.address + access.bytes - 1);
  std::uint64_t address = access.address;
  if (plan.writes_back && !access.prefetch && plan.tags.number(address) == last) // mostly
    if (const std::size_t index = plan.tags.find_again(cache, last); index != TagStore::kNone) {
      ++cache.counters.accesses;
      answer.ready_at =
          hit(state, first, index, {address, access.pc, access.write, false}, start).ready_at;
      answer.served_by = static_cast<Level>(first);
      answer.accepted = true;
      note(state, access, cycle);
      return answer;
    }
  // The line after the last line of memory is the first.
  for (std::uint64_t number = plan.tags.number(address);; number = plan.tags.number(address)) {
    const bool allocates = !access.write || plan.allocates;
    if (const auto full = allocates ? full_mshrs(state, first, address) : std::nullopt)
      return refused(Refusal::mshr_full, *full);
    const Served served =
        request(state, first, {address, access.pc, access.write, access.prefetch}, start);
    answer.ready_at = std::max(answer.ready_at, served.ready_at);
    answer.served_by = std::max(answer.served_by, served.by);
    answer.merged |= served.merged;
    if (number == last)
      break;
    address = plan.tags.address(number + 1);
    ++start;
  }
  answer.accepted = true;
  note(state, access, cycle);
  return answer;
}

void Hierarchy::warm(HierarchyState& state, const Access& access) const {
  constexpr std::uint64_t kLongAgo = kNever - 1; // all requested lines have arrived
  const std::size_t first = first_for(access.fetch);
  const LevelPlan& plan = levels_[first];
  CacheState& cache = state.caches[first];
  if (const TlbUnit& tlb = access.fetch ? fetch_tlb_ : data_tlb_; tlb.exists())
    (void)tlb.translate(access.fetch ? state.fetch_tlb : state.data_tlb, access.address, 0);
  const std::uint64_t last = plan.tags.number(access.address + access.bytes - 1);
  std::uint64_t address = access.address;
  for (std::uint64_t number = plan.tags.number(address);; number = plan.tags.number(address)) {
    const Request request{address, access.pc, access.write, access.prefetch};
    const std::size_t index =
        plan.writes_back ? plan.tags.find_again(cache, number) : TagStore::kNone;
    if (index != TagStore::kNone) {
      ++cache.counters.accesses;
      (void)hit(state, first, index, request, 0);
    } else {
      (void)this->request(state, first, request, 0);
    }
    // Lines are in flight: lets them arrive and cancels reservations.
    if (state.next_fill != kNever) {
      settle(state, kLongAgo);
      free_connections(state);
    }
    if (number == last)
      return;
    address = plan.tags.address(number + 1);
  }
}

void Hierarchy::rest(HierarchyState& state) const {
  settle(state, kNever - 1);
  free_connections(state);
  state.latest = {};
  fetch_tlb_.rest(state.fetch_tlb);
  data_tlb_.rest(state.data_tlb);
}

/// The first cycle in which an outer level has a port for a request.
std::uint64_t Hierarchy::reserve_port(CacheState& cache, const LevelPlan& plan,
                                      std::uint64_t cycle) const {
  if (plan.cache.ports == 0)
    return cycle;
  if (cache.port_cycle < cycle) {
    cache.port_cycle = cycle;
    cache.ports_used = 0;
  } else if (cache.ports_used >= plan.cache.ports) {
    ++cache.port_cycle;
    cache.ports_used = 0;
  }
  ++cache.ports_used;
  return cache.port_cycle;
}

/// Requests a line from a level; every MSHR that it needs is free.
Hierarchy::Served Hierarchy::request(HierarchyState& state, std::size_t level,
                                     const Request& request, std::uint64_t cycle) const {
  if (is_memory(level)) {
    const std::uint64_t begin = std::max(cycle, state.memory_free_at);
    state.memory_free_at = begin + caches_.memory.line_cycles;
    ++state.memory_reads;
    return {begin + caches_.memory.latency_cycles, static_cast<Level>(level), false};
  }
  const LevelPlan& plan = levels_[level];
  CacheState& cache = state.caches[level];
  const std::uint64_t number = plan.tags.number(request.address);
  if (!request.prefetch)
    ++cache.counters.accesses;
  if (plan.cache.always_hits) {
    cache.counters.hits += request.prefetch ? 0 : 1;
    if (request.write && !plan.writes_back)
      return store_through(state, level, request, cycle);
    return {cycle + plan.cache.latency_cycles, static_cast<Level>(level), false};
  }
  const std::size_t index = plan.tags.find(cache, number);
  if (index != TagStore::kNone)
    return hit(state, level, index, request, cycle);
  const bool through = request.write && !plan.writes_back;
  if (Mshr* mshr = find_mshr(cache, number)) {
    if (!request.prefetch) {
      ++cache.counters.merges;
      cache.counters.late_prefetches += mshr->prefetch ? 1 : 0;
      mshr->prefetch = false;
    }
    if (through)
      return store_through(state, level, request, cycle);
    mshr->dirty |= request.write;
    return {std::max(mshr->ready_at, cycle + plan.cache.latency_cycles), mshr->served_by, true};
  }
  if (!request.prefetch)
    ++cache.counters.misses;
  if (request.write && !plan.allocates)
    return store_through(state, level, request, cycle);
  if (through) { // the store does not wait for the line that it requests
    const Served sent = store_through(state, level, request, cycle);
    Request line = request;
    line.write = false;
    (void)miss(state, level, line, cycle, false);
    prefetch_behind(state, level, request, cycle, true, false);
    return sent;
  }
  const Served served = miss(state, level, request, cycle, false);
  prefetch_behind(state, level, request, cycle, true, false);
  return served;
}

/// Sends a store to the next level: it is written through, or misses without allocating. It
/// completes when the connection has accepted it, which takes the connection a cycle.
Hierarchy::Served Hierarchy::store_through(HierarchyState& state, std::size_t level,
                                           const Request& request, std::uint64_t cycle) const {
  const LevelPlan& plan = levels_[level];
  CacheState& cache = state.caches[level];
  const std::uint64_t sent = std::max(cycle + plan.cache.latency_cycles, cache.connection_free_at);
  cache.connection_free_at = sent + std::min(plan.cache.line_cycles, 1U);
  const Served served{sent, static_cast<Level>(level), false};
  const std::size_t next = plan.cache.next;
  if (is_memory(next)) {
    state.memory_free_at = std::max(sent, state.memory_free_at) + caches_.memory.line_cycles;
    ++state.memory_writes;
    return served;
  }
  if (levels_[next].allocates && full_mshrs(state, next, request.address))
    take_line(state, levels_[next].cache.next, request.address, 1, sent); // past level next
  else
    (void)this->request(state, next, request,
                        reserve_port(state.caches[next], levels_[next], sent));
  return served;
}

/// `prefetched`: the request is from this level's own prefetcher, whose success is counted.
Hierarchy::Served Hierarchy::miss(HierarchyState& state, std::size_t level, const Request& asked,
                                  std::uint64_t cycle, bool prefetched) const {
  const LevelPlan& plan = levels_[level];
  CacheState& cache = state.caches[level];
  const std::size_t next = plan.cache.next;
  std::uint64_t arrives = cycle + plan.cache.latency_cycles;
  if (!is_memory(next))
    arrives = reserve_port(state.caches[next], levels_[next], arrives);
  Request onward = asked;
  onward.write = false;
  Served served = request(state, next, onward, arrives);
  served.ready_at = std::max(served.ready_at, cache.connection_free_at);
  cache.connection_free_at = served.ready_at + plan.cache.line_cycles;
  served.merged = false;
  cache.mshrs.push_back({plan.tags.number(asked.address), served.ready_at, served.by, asked.write,
                         prefetched, false});
  cache.next_fill = std::min(cache.next_fill, served.ready_at);
  state.next_fill = std::min(state.next_fill, served.ready_at);
  return served;
}

} // namespace stallscope::core
