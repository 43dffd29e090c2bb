#pragma once

#include "core/units/paged_table.hpp"
#include "machine/prediction.hpp"

#include <bit>
#include <cstdint>

namespace stallscope::core {

/// Branch target buffer (Lee and Smith 1984): taken branches and jumps with their last targets. Set
/// associative, least recently updated replacement.
struct TargetBufferState {
  struct Entry {
    std::uint64_t pc = ~std::uint64_t{0}; ///< whole addresses: no aliasing
    std::uint64_t target = 0;
    std::uint64_t used = 0; ///< stamp of the last update; 0: empty

    bool operator==(const Entry&) const = default;
  };
  PagedTable<Entry> entries;
  std::uint64_t stamp = 0;

  bool operator==(const TargetBufferState&) const = default;
};

class TargetBufferUnit {
public:
  TargetBufferUnit() = default;
  TargetBufferUnit(const machine::TargetBuffer& btb, unsigned address_shift)
      : ways_(btb.ways), stride_(std::bit_ceil(btb.ways)),
        sets_(btb.entries == 0 ? 0 : btb.entries / btb.ways), shift_(address_shift) {}

  [[nodiscard]] bool exists() const { return sets_ > 0; }
  [[nodiscard]] TargetBufferState state() const { return {{sets_ * stride_, {}}, 0}; }
  [[nodiscard]] std::size_t first_of_set(std::uint64_t pc) const {
    return ((pc >> shift_) & (sets_ - 1)) * stride_;
  }
  /// Look-up by address; nullptr: miss.
  [[nodiscard]] const TargetBufferState::Entry* find(const TargetBufferState& state,
                                                     std::uint64_t pc) const {
    const TargetBufferState::Entry* set = &state.entries[first_of_set(pc)];
    for (unsigned way = 0; way < ways_; ++way)
      if (set[way].pc == pc && set[way].used != 0)
        return &set[way];
    return nullptr;
  }
  void learn(TargetBufferState& state, std::uint64_t pc, std::uint64_t target) const {
    TargetBufferState::Entry* set = &state.entries.write(first_of_set(pc));
    unsigned chosen = 0;
    for (unsigned way = 0; way < ways_; ++way) {
      if (set[way].pc == pc) {
        chosen = way;
        break;
      }
      if (set[way].used < set[chosen].used)
        chosen = way;
    }
    set[chosen] = {pc, target, ++state.stamp};
  }

private:
  unsigned ways_ = 1;
  std::size_t stride_ = 1; ///< entries from one set to the next: a power of two, so that no set
                           ///< crosses a page
  std::size_t sets_ = 0;
  unsigned shift_ = 0;
};

} // namespace stallscope::core
