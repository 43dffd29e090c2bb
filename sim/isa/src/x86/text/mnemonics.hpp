#pragma once

#include "x86/micro_ops/form.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Which operands a mnemonic takes, in the order of AT&T notation: sources, then destination.
enum class Shape : std::uint8_t {
  nothing,      ///< its registers are implied: cltq, leave, syscall
  no_op,        ///< any operand is ignored
  two,          ///< source, destination; one of them may be in memory
  one,          ///< a destination that is also the source
  wide,         ///< a source; rax and rdx are implied
  imul,         ///< one operand as wide, two as two, or constant, source, destination register
  shift,        ///< count (constant or %cl), destination; alone: by 1
  address,      ///< memory, register
  extend,       ///< narrower source, register
  to_register,  ///< source, register
  bit,          ///< bit number, register or memory
  swap,         ///< one register of 4 or 8 bytes
  set,          ///< a byte
  exchange,     ///< two registers, or one and memory
  update,       ///< register, memory
  double_shift, ///< count (constant or %cl), register, destination
  three,        ///< BMI: register or memory, register, register
  shift_three,  ///< count (register; rorx: constant), register or memory, register
  long_product, ///< register or memory, register of the lower half, of the upper
  swap_memory,  ///< memory, register, or the reverse
  checksum,     ///< register or memory, register of 4 or 8 bytes
  prefetch,     ///< memory
  push,
  pop,
  jump, ///< label or *target
  branch,
  call,
  ret,       ///< perhaps the bytes of arguments to drop
  interrupt, ///< its number
  x87,       ///< of the x87 unit: build_x87.cpp
  sequence,  ///< one memory operand, or none: memory_sequences.cpp
  // SSE2, and AVX with the first source an operand of its own
  fp_move_scalar, ///< movsd, movss
  move_bits,      ///< movq, movd
  fp_two,
  fp_compare,
  from_integer,
  to_integer,
  fp_convert,
  // Whole xmm registers (x86_packed). AVX: the left operand is one of its own, where there is one.
  packed,          ///< register or memory, register
  packed_constant, ///< constant, register or memory, register
  packed_count,    ///< constant, register or memory; register
  packed_move,     ///< register or memory, register or memory
  half_move,       ///< memory, register, or the reverse
  packed_mask,     ///< register, integer register
  extract,         ///< constant, register, integer register or memory
  extract_half,    ///< constant, register, register or memory
  permute,         ///< constant or register or memory, register, register
  test,            ///< register or memory, register
  gather,          ///< mask register, memory with a vector of indices, register
  masked,          ///< memory, mask register, register; or register, mask register, memory
  masked_bytes,    ///< mask register, register; memory at rdi is implied
  insert,          ///< constant, integer register or memory, register
  fused,           ///< register or memory, register, register
  select,          ///< AVX: mask register, register or memory, register, register; else %xmm0
};

/// Which registers of an AVX operation may be of 32 bytes.
enum class Vectors : std::uint8_t {
  none,         ///< there is no such form
  same,         ///< all
  wide_result,  ///< the destination: the source has half as many bytes, or fewer
  wide_source,  ///< the source: what is left is half as long, or is in an integer register
  narrow_right, ///< all but the source behind the constant, or the count
};

inline constexpr std::uint8_t kAnyWidth = 255; ///< the operands tell

struct Mnemonic {
  Op op = Op::unknown;
  Shape shape = Shape::nothing;
  std::uint8_t width = kAnyWidth;        ///< of the operation
  std::uint8_t source_width = kAnyWidth; ///< where it differs
  Condition condition = Condition::o;
  bool vex = false; ///< AVX: three operands
  Packed packed = Packed::move;
  std::uint8_t memory = 4; ///< log2 of the bytes of a packed operation's memory operand
  bool aligned = false;    ///< which faults when it is no multiple of them
  Vectors vectors = Vectors::none;
  bool only_wide = false; ///< there is no form in xmm registers alone
};

/// Those of packed operations, handed on one by one.
void add_packed(bool vex, const std::function<void(std::string, const Mnemonic&)>& add);

/// By its name in lower case, suffixes included; nullptr when there is none.
[[nodiscard]] const Mnemonic* find_mnemonic(std::string_view name);

/// Why a mnemonic that exists on x86 is none here, and what to do; empty when it is no such one.
[[nodiscard]] std::string_view reason_for_absence(std::string_view name);

/// Of a name whose last letter is a size that the instruction does not have: the names with those
/// it has. Empty when it is none.
[[nodiscard]] std::string sizes_of(std::string_view name);

[[nodiscard]] const std::vector<std::string_view>& mnemonic_names();

} // namespace stallscope::isa::x86
