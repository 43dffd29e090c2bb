#pragma once

#include "core/out_of_order/window_plan.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace stallscope::core {

/// Index into ReorderBuffer::ops, a ring that holds the micro-ops in program order.
using Slot = std::uint16_t;
inline constexpr Slot kNoSlot = 0xffff;

/// A set of window slots as bits, iterated by age.
class SlotSet {
  static constexpr unsigned kWordBits = 64;
  static constexpr unsigned kWords = kWindowSlots / kWordBits;
  static_assert(kWords == 16, "one bit a word in `used_`");

public:
  void insert(Slot slot) {
    words_[slot / kWordBits] |= std::uint64_t{1} << slot % kWordBits;
    used_ = static_cast<std::uint16_t>(used_ | 1U << slot / kWordBits);
  }
  void erase(Slot slot) {
    std::uint64_t& word = words_[slot / kWordBits];
    word &= ~(std::uint64_t{1} << slot % kWordBits);
    if (word == 0)
      used_ = static_cast<std::uint16_t>(used_ & ~(1U << slot / kWordBits));
  }
  [[nodiscard]] bool contains(Slot slot) const {
    return (words_[slot / kWordBits] >> slot % kWordBits & 1U) != 0;
  }
  [[nodiscard]] bool empty() const { return used_ == 0; }

  /// Calls `visit` with each slot of the set, from `first` on and wrapping around; `visit` may
  /// erase the slot it is called with.
  template <class Visit> [[gnu::always_inline]] void from(Slot first, Visit visit) const {
    const unsigned begin = first / kWordBits;
    const std::uint64_t ahead = ~0ULL << first % kWordBits;
    // Slots of the first word before `first`, visited last.
    std::uint64_t left = words_[begin] & ~ahead;
    std::uint64_t bits = words_[begin] & ahead;
    unsigned word = begin;
    auto rest = static_cast<std::uint16_t>(std::rotr(used_, static_cast<int>(begin)) & ~1U);
    while (true) {
      for (; bits != 0; bits &= bits - 1)
        visit(static_cast<Slot>(word * kWordBits + static_cast<unsigned>(std::countr_zero(bits))));
      if (rest != 0) {
        word = (begin + static_cast<unsigned>(std::countr_zero(rest))) % kWords;
        bits = words_[word];
        rest = static_cast<std::uint16_t>(rest & (rest - 1));
      } else if (left != 0) {
        word = begin;
        bits = left;
        left = 0;
      } else {
        return;
      }
    }
  }

  bool operator==(const SlotSet&) const = default;

private:
  std::array<std::uint64_t, kWords> words_{};
  std::uint16_t used_ = 0; ///< bit mask of the nonzero words
};

} // namespace stallscope::core
