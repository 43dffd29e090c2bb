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

/// A level: index into Caches::levels; as many as there are caches stand for the main memory.
using Level = std::uint8_t;

/// What a core asks of its caches.
struct Access {
  std::uint64_t address = 0;
  unsigned bytes = 1;
  bool write = false;
  bool fetch = false;    ///< of instructions: goes to the cache that serves fetch
  bool prefetch = false; ///< software's: nobody waits, and it is dropped when there is no MSHR
  std::uint64_t pc = 0;  ///< of the instruction, for prefetchers
};

/// Why an access has to be tried again in a later cycle.
enum class Refusal : std::uint8_t {
  none,
  port,      ///< all ports of the first cache are taken in this cycle
  bank,      ///< its bank is taken in this cycle
  mshr_full, ///< as many misses are under way as there can be
};

struct Answer {
  std::uint64_t ready_at = 0; ///< first cycle in which the data are here (stores: in which the
                              ///< store is done), later than the cycle of the access
  bool accepted = false;
  Level served_by = 0; ///< the level that has the line; of several lines the furthest
  Refusal why = Refusal::none;
  Level refused_by = 0;
  bool merged = false; ///< waits for a line that was already on its way
  bool tlb_miss = false;
};

/// The accesses that the caches have taken from the core in the last cycle that had any, for those
/// who look.
struct LatestAccesses {
  static constexpr std::size_t kMost = 48; ///< what comes behind these is not kept
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
  /// Those of a cycle.
  [[nodiscard]] std::span<const Of> in(std::uint64_t now) const {
    return std::span(accesses).first(now == cycle ? count : 0);
  }
  bool operator==(const LatestAccesses& other) const {
    return cycle == other.cycle && std::ranges::equal(in(cycle), other.in(cycle));
  }
};

/// All that changes of the memory hierarchy: a plain value, tables shared between copies.
struct HierarchyState {
  std::vector<CacheState> caches; ///< by level
  TlbState fetch_tlb;
  TlbState data_tlb;
  std::uint64_t next_fill = kNever; ///< the earliest line under way anywhere
  std::uint64_t memory_free_at = 0; ///< when main memory takes the next line
  std::uint64_t memory_reads = 0;   ///< lines
  std::uint64_t memory_writes = 0;
  LatestAccesses latest;

  bool operator==(const HierarchyState&) const = default;
};

/// A place in a cache, for those who look.
struct LineView {
  std::uint64_t address = 0;
  bool valid = false;
  bool dirty = false;
  bool prefetched = false;
  unsigned rank = 0; ///< lru: 0 is used last; srrip: its re-reference interval; else 0
};

/// A line that a cache has asked for and not got yet, for those who look.
struct LineUnderWay {
  std::uint64_t address = 0;
  std::uint64_t ready_at = 0; ///< first cycle in which it is here
  bool prefetch = false;      ///< nobody waits for it yet
};

/// Caches, translation buffers and main memory, in time alone: data come from the functional model.
///
/// There are no events. An access is told at once when its data will be here: connections, ports of
/// outer levels and the memory are reserved by cycle in the order in which accesses are made, and
/// no later access changes what an earlier one was told. Accesses come in the order of cycles.
/// A line that is on its way sits in an MSHR; it takes its place in the cache, and the line that
/// makes room is written back, in the cycle in which it arrives, as the first access at or behind
/// that cycle finds it.
///
/// - Latencies add up: a hit takes the latency of the first cache; what misses there goes on when
///   it has passed, and so on to the main memory.
/// - A line takes the connection between two levels `line_cycles`, whichever way; the first bytes
///   come first, so that only what waits for the connection is late.
/// - A line that is written back into a cache which does not hold it is placed there, unless that
///   cache writes through or has larger lines; then it goes on. A write-back is no use of the line.
/// - Ports and banks refuse accesses of the core; what comes from an inner level waits for a port.
/// - An access that lies across lines is made line by line, each behind the first a cycle later,
///   and is refused as a whole when one of them is: those in front of it are under way then.
class Hierarchy {
public:
  explicit Hierarchy(const machine::Caches& caches);

  [[nodiscard]] HierarchyState initial_state() const;
  [[nodiscard]] bool serves(bool fetch) const { return first_for(fetch) < levels_.size(); }
  [[nodiscard]] const machine::Caches& caches() const { return caches_; }

  /// An access begins in this cycle; the side it is of must have a cache.
  Answer access(HierarchyState& state, const Access& access, std::uint64_t cycle) const;
  /// Lines that arrive up to a cycle take their places. access() does this itself.
  void settle(HierarchyState& state, std::uint64_t cycle) const {
    while (state.next_fill <= cycle)
      [[unlikely]] settle_one(state);
  }
  /// Empties the cache that serves fetches alone, as fence.i does; lines on their way there are not
  /// kept. A cache that serves both sides has seen the stores.
  void invalidate_fetch(HierarchyState& state, std::uint64_t cycle) const;
  /// Writes back what a cache holds modified, and empties it.
  void flush(HierarchyState& state, Level level, std::uint64_t cycle) const;

  [[nodiscard]] std::size_t first_for(bool fetch) const { return fetch ? fetch_ : data_; }
  // For those who look.
  /// The address of the line in which an address lies.
  [[nodiscard]] std::uint64_t line_of(Level level, std::uint64_t address) const {
    return levels_[level].tags.address(levels_[level].tags.number(address));
  }
  [[nodiscard]] std::size_t set_of(Level level, std::uint64_t address) const {
    return levels_[level].tags.set_of(levels_[level].tags.number(address));
  }
  [[nodiscard]] std::vector<LineView> contents(const HierarchyState& state, Level level,
                                               std::size_t set) const;
  /// In the order of their arrival.
  [[nodiscard]] std::vector<LineUnderWay> under_way(const HierarchyState& state, Level level) const;
  /// Whether a cache holds the line of an address (not one that is on its way).
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
    std::vector<Level> inner;     ///< caches from which a chain leads here
    bool outer_inclusive = false; ///< some cache behind it is inclusive
    unsigned depth = 0;           ///< caches behind it
    unsigned bank_shift = 0;
    bool limited = false; ///< in ports or banks
    bool writes_back = false;
  };
  /// One line of an access at one level.
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
                       std::uint64_t cycle, bool triggers) const;
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
