#pragma once

#include "x86/form.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Which operands a mnemonic takes, in the order of AT&T notation: sources, then destination.
enum class Shape : std::uint8_t {
  nothing,     ///< its registers are implied: cltq, leave, syscall
  no_op,       ///< any operand is ignored
  two,         ///< source, destination; one of them may be in memory
  one,         ///< a destination that is also the source
  wide,        ///< a source; rax and rdx are implied
  imul,        ///< one operand as wide, two as two, or constant, source, destination register
  shift,       ///< count (constant or %cl), destination; alone: by 1
  address,     ///< memory, register
  extend,      ///< narrower source, register
  to_register, ///< source, register
  bit,         ///< bit number, register or memory
  swap,        ///< one register of 4 or 8 bytes
  set,         ///< a byte
  exchange,    ///< two registers
  push,
  pop,
  jump, ///< label or *target
  branch,
  call,
  ret, ///< perhaps the bytes of arguments to drop
  // SSE2, and AVX with the first source an operand of its own
  fp_move_scalar, ///< movsd, movss
  fp_move_whole,  ///< movapd and its like
  move_bits,      ///< movq, movd
  fp_two,
  fp_compare,
  from_integer,
  to_integer,
  fp_convert,
  fp_widen, ///< cvtps2pd: as fp_convert, and writes the whole register
};

inline constexpr std::uint8_t kAnyWidth = 255; ///< the operands tell

struct Mnemonic {
  Op op = Op::unknown;
  Shape shape = Shape::nothing;
  std::uint8_t width = kAnyWidth;        ///< of the operation
  std::uint8_t source_width = kAnyWidth; ///< where it differs
  Condition condition = Condition::o;
  bool vex = false; ///< AVX: three operands
};

/// By its name in lower case, suffixes included; nullptr when there is none.
[[nodiscard]] const Mnemonic* find_mnemonic(std::string_view name);

/// Why a mnemonic that exists on x86 is none here, and what to do; empty when it is no such one.
[[nodiscard]] std::string_view reason_for_absence(std::string_view name);

[[nodiscard]] const std::vector<std::string_view>& mnemonic_names();

} // namespace stallscope::isa::x86
