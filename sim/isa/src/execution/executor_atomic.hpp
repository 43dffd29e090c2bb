#pragma once

#include "execution/executor_integer.hpp"

namespace stallscope::isa::atomic {

/// Effect of an atomic memory operation on memory. Source: The RISC-V Instruction Set Manual,
/// volume I, chapter of the A extension.
enum class Kind : std::uint8_t { none, load_reserved, store_conditional, modify };

constexpr Kind kind_of(Op op) {
  switch (op) {
  case Op::lr_w:
  case Op::lr_d:
    return Kind::load_reserved;
  case Op::sc_w:
  case Op::sc_d:
    return Kind::store_conditional;
  default:
    return (op >= Op::amoswap_w && op <= Op::amomaxu_w) ||
                   (op >= Op::amoswap_d && op <= Op::amomaxu_d)
               ? Kind::modify
               : Kind::none;
  }
}

/// The new value in memory after an operation on `old` (as written to rd: words sign-extended) and
/// the register `operand`; for words only the low half is used.
inline std::uint64_t combined(Op op, std::uint64_t old, std::uint64_t operand) {
  const bool narrow = op <= Op::amomaxu_w;
  if (narrow)
    operand = integer::word(operand);
  const auto x = integer::as_signed(old);
  const auto y = integer::as_signed(operand);
  switch (op) {
  case Op::amoadd_w:
  case Op::amoadd_d:
    return old + operand;
  case Op::amoxor_w:
  case Op::amoxor_d:
    return old ^ operand;
  case Op::amoand_w:
  case Op::amoand_d:
    return old & operand;
  case Op::amoor_w:
  case Op::amoor_d:
    return old | operand;
  case Op::amomin_w:
  case Op::amomin_d:
    return x < y ? old : operand;
  case Op::amomax_w:
  case Op::amomax_d:
    return x < y ? operand : old;
  case Op::amominu_w: // sign extension preserves the order of unsigned words
  case Op::amominu_d:
    return old < operand ? old : operand;
  case Op::amomaxu_w:
  case Op::amomaxu_d:
    return old < operand ? operand : old;
  default: // amoswap
    return operand;
  }
}

} // namespace stallscope::isa::atomic
