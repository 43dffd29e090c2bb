#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::sched {

/// One step from a multiple of x to another: `now` is the multiple so far, x at first.
struct ChainStep {
  enum class Kind : std::uint8_t {
    shift,            ///< now << amount
    add,              ///< now + x
    subtract,         ///< now - x
    subtract_from,    ///< x - now
    negate,           ///< -now
    shift_and_add,    ///< (now << amount) + now
    shift_and_reduce, ///< (now << amount) - now
  };
  Kind kind = Kind::shift;
  unsigned amount = 0;

  bool operator==(const ChainStep&) const = default;
};

/// What steps cost, and which there are.
struct ChainCosts {
  std::uint32_t shift = 1;     ///< cycles
  std::uint32_t add = 1;       ///< cycles of an addition, subtraction or negation
  bool has_x = true;           ///< x is still there behind the first step
  unsigned largest_scale = 63; ///< shift of shift_and_add, which then is one instruction: x86's lea
  bool scale_is_one_step = false; ///< shift_and_add costs one addition
  bool reduces = true;            ///< there is shift_and_reduce
};

/// The steps that multiply by a constant other than 0 and 1 in the fewest cycles, one behind the
/// other, modulo 2^64; nothing when they take `limit` cycles or more. The search is Bernstein's
/// ("Multiplication by integer constants", Software: Practice and Experience 16(7), 1986): the last
/// step of an even multiple is a shift, of an odd one an addition or subtraction of x or a factor
/// 2^k + 1 or 2^k - 1.
[[nodiscard]] std::optional<std::vector<ChainStep>>
multiplier_chain(std::int64_t constant, const ChainCosts& costs, std::uint32_t limit);

} // namespace stallscope::sched
