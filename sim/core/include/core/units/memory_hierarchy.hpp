#pragma once

#include "core/units/cache.hpp"
#include "core/units/tlb.hpp"
#include "machine/caches.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stallscope::core {

/// A level: index into Caches::levels; the number of caches denotes main memory.
using Level = std::uint8_t;

/// An access of the core to its caches.
struct Access {
  std::uint64_t address = 0;
  unsigned bytes = 1;
  bool write = false;
  bool fetch = false;    ///< an instruction fetch: goes to the cache that serves fetch
  bool prefetch = false; ///< software prefetch: nothing waits for it; dropped when no MSHR is free
  std::uint64_t pc = 0;  ///< address of the instruction, for prefetchers
};

/// Why an access was refused, to be retried in a later cycle.
enum class Refusal : std::uint8_t {
  none,
  port,      ///< all ports of the first cache are in use in this cycle
  bank,      ///< its bank is in use in this cycle
  mshr_full, ///< all MSHRs are in use
};

struct Answer {
  std::uint64_t ready_at = 0; ///< first cycle in which the data are available (stores: the store is
                              ///< complete), after the cycle of the access
  bool accepted = false;
  Level served_by = 0; ///< the level that held the line; for several lines the outermost of their
                       ///< levels
  Refusal why = Refusal::none;
  Level refused_by = 0;
  bool merged = false; ///< the miss merged with one already in flight
  bool tlb_miss = false;
};

/// The accesses that the caches accepted in the last cycle with an accepted access, for displays.
struct LatestAccesses {
  static constexpr std::size_t kMost = 48; ///< limit; further accesses of a cycle are not kept
  struct Of {
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    bool write = false;
    bool fetch = false;
    bool operator==(const Of&) const = default;
  };
  std::uint64_t cycle = 0;
  std::size_t count = 0;
  std::array<Of, kMost> accesses{};

  void add(std::uint64_t now, const Of& access) {
    if (now != cycle)
      count = 0;
    cycle = now;
    if (count < kMost)
      accesses[count++] = access;
  }
  /// The accesses accepted in a given cycle.
  [[nodiscard]] std::span<const Of> in(std::uint64_t now) const {
    return std::span(accesses).first(now == cycle ? count : 0);
  }
  bool operator==(const LatestAccesses& other) const {
    return cycle == other.cycle && std::ranges::equal(in(cycle), other.in(cycle));
  }
};

/// The state of the memory hierarchy: a plain value; copies share tables.
struct HierarchyState {
  std::vector<CacheState> caches; ///< by level
  TlbState fetch_tlb;
  TlbState data_tlb;
  std::uint64_t next_fill = kNever; ///< earliest arrival of a line at any level
  std::uint64_t memory_free_at = 0; ///< first cycle in which main memory accepts another line
  std::uint64_t memory_reads = 0;   ///< lines read
  std::uint64_t memory_writes = 0;
  LatestAccesses latest;

  bool operator==(const HierarchyState&) const = default;
};

/// An entry of a cache, for displays.
struct LineView {
  std::uint64_t address = 0;
  bool valid = false;
  bool dirty = false;
  bool prefetched = false;
  unsigned rank = 0; ///< lru: 0 is the most recently used; srrip: re-reference interval
};

/// A miss in flight, for displays.
struct LineUnderWay {
  std::uint64_t address = 0;
  std::uint64_t ready_at = 0; ///< first cycle in which the line has arrived
  bool prefetch = false;      ///< no demand access waits for it yet
};

/// Timing of caches, TLBs and main memory; data come from the functional model.
///
/// The model has no events. The result of an access, with the cycle its data arrive, is computed at
/// once: connections, ports of outer levels and main memory are reserved in the order of accesses,
/// and later accesses do not change earlier results. Accesses come in order of cycles. A line in
/// flight is in an MSHR. It is filled into the cache, and the victim written back, with the cycle
/// of its arrival, by the first access in or after that cycle.
///
/// - Latencies add up: a hit takes the latency of the first cache; a miss goes on to the next level
///   after that latency, and so on to main memory.
/// - A line occupies the connection between two levels for `line_cycles`, in either direction;
///   critical word first: only accesses that wait for the connection are delayed.
/// - A line that is written back into a cache which does not hold it is placed there, unless that
///   cache writes through, does not allocate on writes, or has larger lines; then it goes on. A
///   write-back does not count as a use for replacement.
/// - Ports and banks refuse accesses of the core; accesses of inner levels wait for a port instead.
/// - An access that crosses lines is made line by line, one a cycle. It is refused as a whole when
///   one of them is refused; misses of earlier lines stay in flight.
class Hierarchy {
public:
  explicit Hierarchy(const machine::Caches& caches);

  [[nodiscard]] HierarchyState initial_state() const;
  [[nodiscard]] bool serves(bool fetch) const { return first_for(fetch) < levels_.size(); }
  [[nodiscard]] const machine::Caches& caches() const { return caches_; }

  /// An access begins in this cycle; its side (fetch or data) must have a cache.
  Answer access(HierarchyState& state, const Access& access, std::uint64_t cycle) const;
  /// Fills the lines that have arrived by a cycle. access() calls this itself.
  void settle(HierarchyState& state, std::uint64_t cycle) const {
    while (state.next_fill <= cycle)
      [[unlikely]] settle_one(state);
  }
  // Functional warming: the contents change as by accesses without timing constraints.
  /// Makes an access as access() does, but completes it before the next one: no port, bank or MSHR
  /// limits it, and the requested lines arrive. Its side (fetch or data) must have a cache. Cycle
  /// numbers in the state are not valid from then on until rest().
  void warm(HierarchyState& state, const Access& access) const;
  /// Completes everything in flight and releases all reservations, as before the first cycle of a
  /// run.
  void rest(HierarchyState& state) const;

  /// Invalidates the cache that serves only fetches, as fence.i does; lines in flight to it are
  /// discarded. A unified cache is left alone, because stores go through it.
  void invalidate_fetch(HierarchyState& state, std::uint64_t cycle) const;
  /// Writes back all modified lines of a cache, and invalidates it.
  void flush(HierarchyState& state, Level level, std::uint64_t cycle) const;

  [[nodiscard]] std::size_t first_for(bool fetch) const { return fetch ? fetch_ : data_; }
  // For displays.
  /// Start address of the line of an address.
  [[nodiscard]] std::uint64_t line_of(Level level, std::uint64_t address) const {
    return levels_[level].tags.address(levels_[level].tags.number(address));
  }
  [[nodiscard]] std::size_t set_of(Level level, std::uint64_t address) const {
    return levels_[level].tags.set_of(levels_[level].tags.number(address));
  }
  [[nodiscard]] std::vector<LineView> contents(const HierarchyState& state, Level level,
                                               std::size_t set) const;
  /// Lines in flight to a level, in order of arrival.
  [[nodiscard]] std::vector<LineUnderWay> under_way(const HierarchyState& state, Level level) const;
  /// Whether a cache holds the line of an address (lines in flight do not count).
  [[nodiscard]] bool holds(const HierarchyState& state, Level level, std::uint64_t address) const {
    const TagStore& tags = levels_[level].tags;
    return tags.find(state.caches[level], tags.number(address)) != TagStore::kNone;
  }

private:
  static void note(HierarchyState& state, const Access& access, std::uint64_t cycle) {
    state.latest.add(cycle, {access.address, access.bytes, access.write, access.fetch});
  }
  struct LevelPlan {
    machine::Cache cache;
    TagStore tags;
    std::vector<Level> inner;     ///< caches that send misses to this one, directly or through
                                  ///< others
    bool outer_inclusive = false; ///< some outer cache is inclusive
    unsigned depth = 0;           ///< number of outer caches
    unsigned bank_shift = 0;
    bool limited = false; ///< the number of its ports or banks is limited
    bool writes_back = false;
    bool allocates = false; ///< a store that misses requests its line
  };
  /// An access to one line at one level.
  struct Request {
    std::uint64_t address = 0;
    std::uint64_t pc = 0;
    bool write = false;
    bool prefetch = false;
  };
  struct Served {
    std::uint64_t ready_at = 0;
    Level by = 0;
    bool merged = false;
  };

  [[nodiscard]] bool is_memory(std::size_t level) const { return level == levels_.size(); }
  Refusal refuse_here(CacheState& cache, const LevelPlan& plan, const Access& access,
                      std::uint64_t cycle) const;
  std::optional<Level> full_mshrs(const HierarchyState& state, std::size_t level,
                                  std::uint64_t address) const;
  Served request(HierarchyState& state, std::size_t level, const Request& request,
                 std::uint64_t cycle) const;
  Served hit(HierarchyState& state, std::size_t level, std::size_t index, const Request& request,
             std::uint64_t cycle) const;
  Served store_through(HierarchyState& state, std::size_t level, const Request& request,
                       std::uint64_t cycle) const;
  Served miss(HierarchyState& state, std::size_t level, const Request& request, std::uint64_t cycle,
              bool prefetched) const;
  std::uint64_t reserve_port(CacheState& cache, const LevelPlan& plan, std::uint64_t cycle) const;
  void prefetch_behind(HierarchyState& state, std::size_t level, const Request& request,
                       std::uint64_t cycle, bool triggers, bool hit) const;
  void prefetch_line(HierarchyState& state, std::size_t level, std::uint64_t address,
                     const Request& request, std::uint64_t cycle) const;
  void settle_one(HierarchyState& state) const;
  void install(HierarchyState& state, std::size_t level, const Mshr& mshr) const;
  void put(HierarchyState& state, std::size_t level, std::uint64_t number, bool dirty,
           bool prefetched, std::uint64_t cycle) const;
  void evict(HierarchyState& state, std::size_t level, const CacheLine& line,
             std::uint64_t cycle) const;
  bool back_invalidate(HierarchyState& state, std::size_t level, std::uint64_t number) const;
  void write_back(HierarchyState& state, std::size_t level, std::uint64_t number,
                  std::uint64_t cycle) const;
  void take_line(HierarchyState& state, std::size_t level, std::uint64_t address,
                 std::uint64_t bytes, std::uint64_t cycle) const;
  bool kept_behind(const HierarchyState& state, std::size_t level, std::uint64_t address) const;
  static void note_fills(HierarchyState& state, CacheState& cache);

  machine::Caches caches_;
  std::vector<LevelPlan> levels_;
  std::size_t fetch_;
  std::size_t data_;
  TlbUnit fetch_tlb_;
  TlbUnit data_tlb_;
};

} // namespace stallscope::core
