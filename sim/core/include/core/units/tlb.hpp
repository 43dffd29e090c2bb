#pragma once

#include "core/units/paged_table.hpp"
#include "machine/caches.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace stallscope::core {

/// Translation lookaside buffer: the pages that are accessed without a page-table walk. Set
/// associative, LRU. Only timing is modelled: virtual and physical addresses are equal.
struct TlbState {
  struct Entry {
    std::uint64_t page = ~std::uint64_t{0};
    std::uint64_t used = 0;     ///< stamp of the last use; 0: empty
    std::uint64_t ready_at = 0; ///< cycle in which its page-table walk ends

    bool operator==(const Entry&) const = default;
  };
  PagedTable<Entry> entries;
  std::uint64_t stamp = 0;
  std::uint64_t walker_free_at = 0;
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;

  bool operator==(const TlbState&) const = default;
};

class TlbUnit {
public:
  explicit TlbUnit(const machine::Tlb& tlb)
      : ways_(tlb.ways), stride_(std::bit_ceil(tlb.ways)), sets_(tlb.entries / tlb.ways),
        shift_(static_cast<unsigned>(std::countr_zero(tlb.page_bytes))),
        walk_cycles_(tlb.walk_cycles) {}

  [[nodiscard]] bool exists() const { return sets_ > 0; }
  [[nodiscard]] TlbState state() const { return {{sets_ * stride_, {}}}; }

  /// The cycle in which the translation is known: `cycle` on a hit.
  std::uint64_t translate(TlbState& state, std::uint64_t address, std::uint64_t cycle) const {
    const std::uint64_t page = address >> shift_;
    TlbState::Entry* set = &state.entries.write((page & (sets_ - 1)) * stride_);
    unsigned chosen = 0;
    for (unsigned way = 0; way < ways_; ++way) {
      if (set[way].page == page) {
        set[way].used = ++state.stamp;
        ++state.hits;
        return std::max(cycle, set[way].ready_at);
      }
      if (set[way].used < set[chosen].used)
        chosen = way;
    }
    ++state.misses;
    const std::uint64_t done = std::max(cycle, state.walker_free_at) + walk_cycles_;
    state.walker_free_at = done;
    set[chosen] = {page, ++state.stamp, done};
    return done;
  }

  /// Completes all page-table walks.
  void rest(TlbState& state) const {
    state.walker_free_at = 0;
    for (std::size_t i = 0; i < state.entries.size(); ++i)
      if (state.entries[i].ready_at != 0)
        state.entries.write(i).ready_at = 0;
  }

private:
  unsigned ways_;
  std::size_t stride_;
  std::size_t sets_;
  unsigned shift_;
  std::uint64_t walk_cycles_;
};

} // namespace stallscope::core
