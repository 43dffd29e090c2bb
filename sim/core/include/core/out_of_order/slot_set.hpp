#pragma once

#include "core/out_of_order/window_plan.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace stallscope::core {

/// A place in the window, OutOfOrderState::ops; micro-ops lie there in program order, as in a ring.
using Slot = std::uint16_t;
inline constexpr Slot kNoSlot = 0xffff;

/// A set of places, gone through by age.
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
  [[nodiscard]] bool empty() const { return used_ == 0; }

  /// Calls `visit` with each, beginning at `first` and going round; it may erase the one it is
  /// called with, and returns false to end.
  template <class Visit> void from(Slot first, Visit visit) const {
    const unsigned begin = first / kWordBits;
    const std::uint64_t ahead = ~0ULL << first % kWordBits;
    std::uint16_t rest = std::rotr(used_, static_cast<int>(begin));
    for (; rest != 0; rest = static_cast<std::uint16_t>(rest & (rest - 1))) {
      const auto i = static_cast<unsigned>(std::countr_zero(rest));
      const unsigned word = (begin + i) % kWords;
      if (!visit_word(word, i == 0 ? ahead : ~0ULL, visit))
        return;
    }
    visit_word(begin, ~ahead, visit);
  }

  bool operator==(const SlotSet&) const = default;

private:
  template <class Visit> bool visit_word(unsigned word, std::uint64_t mask, Visit& visit) const {
    for (std::uint64_t bits = words_[word] & mask; bits != 0; bits &= bits - 1)
      if (!visit(
              static_cast<Slot>(word * kWordBits + static_cast<unsigned>(std::countr_zero(bits)))))
        return false;
    return true;
  }

  std::array<std::uint64_t, kWords> words_{};
  std::uint16_t used_ = 0; ///< words that are not 0
};

} // namespace stallscope::core
