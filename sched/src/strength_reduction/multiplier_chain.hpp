#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::sched {

/// One step of a chain of multiples of x: `now` is the multiple so far, initially x.
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

/// Cycles of each kind of step, and the kinds that the instruction set has.
struct ChainCosts {
  std::uint32_t shift = 1;     ///< cycles
  std::uint32_t add = 1;       ///< cycles of an addition, subtraction or negation
  bool has_x = true;           ///< x is still available after the first step
  unsigned largest_scale = 63; ///< largest shift of a single-instruction shift_and_add: x86's lea
  bool scale_is_one_step = false; ///< shift_and_add costs one addition
  bool reduces = true;            ///< shift_and_reduce exists
};

/// The fastest chain of dependent steps that multiplies by a constant other than 0 and 1, modulo
/// 2^64; nothing when it takes `limit` cycles or more. Bernstein's search ("Multiplication by
/// integer constants", Software: Practice and Experience 16(7), 1986): the last step of an even
/// multiple is a shift, of an odd one an addition or subtraction of x or a factor 2^k + 1 or 2^k -
/// 1.
[[nodiscard]] std::optional<std::vector<ChainStep>>
multiplier_chain(std::int64_t constant, const ChainCosts& costs, std::uint32_t limit);

} // namespace stallscope::sched
