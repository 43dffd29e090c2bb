#pragma once

#include "isa/program.hpp"
#include "isa/registers.hpp"

#include <cstdint>

/// Instructions of the x87 unit: 80-bit numbers on a stack. The stack depth at an instruction does
/// not depend on the path to it, so its registers are assigned when the text is read
/// (resolve_x87.cpp): the stack pointer is not part of the state. Source: Intel 64 and IA-32
/// Architectures Software Developer's Manual, volume 1, chapter 8, and volume 2.
namespace stallscope::isa::x86 {

// Registers used only by programs with x87 code: significands of the stack registers from the
// bottom, their signs and exponents, which no micro-op uses, and control and status word.
inline constexpr RegId kX87Stack = kCarryFlag + 1;
inline constexpr RegId kX87Count = 8;
inline constexpr RegId kX87Upper = kX87Stack + kX87Count;
inline constexpr RegId kX87Control = kX87Upper + kX87Count;
inline constexpr RegId kX87Status = kX87Control + 1;

/// Operation of Op::x86_x87; stored in Instruction::rounding.
enum class X87 : std::uint8_t {
  load,          ///< right: a real number in memory, or a register
  load_integer,  ///< right: an integer in memory
  load_upper,    ///< left: a significand, right: sign and exponent in memory
  load_constant, ///< right: the number of the constant, in the order fld1 to fldz
  store,         ///< right, rounded to the width, to memory
  store_lower,   ///< the significand of right to memory
  store_upper,   ///< the sign and exponent of right to memory
  store_integer, ///< right, rounded, to memory
  store_truncated,
  copy, ///< fst to a register
  add,  ///< left + right; right may be in memory, as an integer if Form::high_right is set
  subtract,
  subtract_from, ///< right - left
  multiply,
  divide,
  divide_into, ///< right / left
  change_sign, ///< operates on left, like the following operations
  absolute,
  square_root,
  round,
  compare,        ///< left with right: ZF, PF and CF
  compare_status, ///< left with right: C3, C2 and C0 of the status word
  test_zero,      ///< left with 0: C3, C2 and C0 of the status word
  examine,        ///< the class and sign of left: C3, C2, C0 and C1
  move_if,        ///< right or left, selected by Form::condition
  exchange,       ///< rs1 and rs2
  load_control,   ///< the control word: right in memory
  store_control,
  store_status,    ///< the status word to memory
  status_to_ax,    ///< the status word to ax
  default_control, ///< fninit
  nothing,         ///< fwait, fnclex and emms: exceptions are masked, and their flags are not
                   ///< modelled
};

[[nodiscard]] constexpr X87 x87_of(const Instruction& i) {
  return static_cast<X87>(i.rounding);
}
[[nodiscard]] constexpr bool is_x87(const Instruction& i, X87 operation) {
  return i.op == Op::x86_x87 && x87_of(i) == operation;
}
/// Register n of the stack, counted from its bottom once resolved, before that from its top.
[[nodiscard]] constexpr bool is_x87_register(RegId reg) {
  return reg >= kX87Stack && reg < kX87Stack + kX87Count;
}
[[nodiscard]] constexpr RegId upper_of_x87(RegId reg) {
  return static_cast<RegId>(reg + (kX87Upper - kX87Stack));
}

} // namespace stallscope::isa::x86
