#pragma once

#include "isa/op.hpp"

#include <cstdint>

namespace stallscope::isa {

/// Whether a conditional branch compares its two operands.
[[nodiscard]] constexpr bool compares_operands(Op op) {
  return op >= Op::beq && op <= Op::bgt;
}

/// Whether a conditional branch is one of those that is_taken() knows: all but those of x86, which
/// test flags that an operation has left behind.
[[nodiscard]] constexpr bool has_condition(Op op) {
  return compares_operands(op) || op == Op::branch_flag_set || op == Op::branch_flag_clear;
}

/// Whether a conditional branch is taken with these operands. Of narrow registers they are
/// sign-extended, which keeps the order of unsigned numbers.
[[nodiscard]] constexpr bool is_taken(Op op, std::uint64_t a, std::uint64_t b) {
  const auto signed_a = static_cast<std::int64_t>(a);
  const auto signed_b = static_cast<std::int64_t>(b);
  switch (op) {
  case Op::beq:
    return a == b;
  case Op::bne:
    return a != b;
  case Op::blt:
    return signed_a < signed_b;
  case Op::bge:
    return signed_a >= signed_b;
  case Op::bltu:
    return a < b;
  case Op::bgeu:
    return a >= b;
  case Op::ble:
    return signed_a <= signed_b;
  case Op::bgt:
    return signed_a > signed_b;
  case Op::branch_flag_set:
    return a != 0;
  default: // branch_flag_clear
    return a == 0;
  }
}

} // namespace stallscope::isa
