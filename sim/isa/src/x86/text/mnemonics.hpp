#pragma once

#include "x86/micro_ops/form.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// The operands of a mnemonic, in the order of AT&T notation: sources, then destination.
enum class Shape : std::uint8_t {
  nothing,      ///< its registers are implied: cltq, leave, syscall
  no_op,        ///< any operand is ignored
  two,          ///< source, destination; one of them may be in memory
  one,          ///< a destination that is also the source
  wide,         ///< a source; rax and rdx are implied
  imul,         ///< one operand as in wide, two as in two, or constant, source, destination
                ///< register
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
  ret,       ///< optionally the number of argument bytes to drop
  interrupt, ///< its number
  x87,       ///< x87 instructions: build_x87.cpp
  sequence,  ///< one memory operand, or none: memory_sequences.cpp
  // SSE2, and AVX with the first source as a separate operand
  fp_move_scalar, ///< movsd, movss
  move_bits,      ///< movq, movd
  fp_two,
  fp_compare,
  from_integer,
  to_integer,
  fp_convert,
  // Full xmm registers (x86_packed). AVX: the left operand, if any, is a separate operand.
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

/// The registers of an AVX operation that may have 32 bytes.
enum class Vectors : std::uint8_t {
  none,         ///< no such form exists
  same,         ///< all
  wide_result,  ///< the destination: the source has half the size or less
  wide_source,  ///< the source: the result has half the size, or is in an integer register
  narrow_right, ///< all except the source after the constant, or the count
};

inline constexpr std::uint8_t kAnyWidth = 255; ///< determined by the operands

struct Mnemonic {
  Op op = Op::unknown;
  Shape shape = Shape::nothing;
  std::uint8_t width = kAnyWidth;        ///< width of the operation
  std::uint8_t source_width = kAnyWidth; ///< width of the source, if different
  Condition condition = Condition::o;
  bool vex = false; ///< AVX: three operands
  Packed packed = Packed::move;
  std::uint8_t memory = 4; ///< log2 of the bytes of a packed operation's memory operand
  bool aligned = false;    ///< the memory operand must be aligned to its size
  Vectors vectors = Vectors::none;
  bool only_wide = false; ///< there is no form with only xmm registers
};

/// Calls a function with the name and mnemonic of each packed operation.
void add_packed(bool vex, const std::function<void(std::string, const Mnemonic&)>& add);

/// Finds by name in lower case, including suffixes; nullptr if there is none.
[[nodiscard]] const Mnemonic* find_mnemonic(std::string_view name);

/// Reason why an x86 mnemonic is unsupported here, and an alternative; empty for other names.
[[nodiscard]] std::string_view reason_for_absence(std::string_view name);

/// For a name whose last letter is a size that the instruction does not have: the names with valid
/// sizes. Empty for other names.
[[nodiscard]] std::string sizes_of(std::string_view name);

[[nodiscard]] const std::vector<std::string_view>& mnemonic_names();

} // namespace stallscope::isa::x86
