#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stallscope::isa {

/// Operation classes distinguished by machines: units, latencies and pairing rules refer to them.
enum class OpClass : std::uint8_t {
  integer,     ///< add, logic, compare, move, load immediate, lui, auipc, csr reads
  shift,       ///< shifts and rotates
  multiply,    ///< integer multiply
  divide,      ///< integer divide and remainder
  load,        ///< integer load
  store,       ///< integer store
  branch,      ///< conditional branch
  jump,        ///< unconditional jump, call, return
  fp_add,      ///< FP add, subtract, absolute value, negate
  fp_multiply, ///< FP multiply
  fp_divide,   ///< FP divide and square root
  fp_compare,  ///< FP compare
  fp_convert,  ///< conversions between FP formats and integers
  fp_move,  ///< moves between FP registers, and between FP and integer registers; vector operations
            ///< other than FP arithmetic
  fp_load,  ///< FP load
  fp_store, ///< FP store
  fp_fused, ///< FP fused multiply-add
  atomic,   ///< load-reserved, store-conditional, atomic memory operation: reads and writes memory
  // Refinements: operations of the class in brackets whose latency often differs. A rule for that
  // class also applies to its refinements, unless they are named separately.
  multiply_high,      ///< (multiply) upper half of the product: MULH, MULHU, MULHSU
  divide_word,        ///< (divide) of 32-bit integers
  jump_register,      ///< (jump) to an address in a register
  csr_read,           ///< (integer) reads a control and status register without changing it
  csr_write,          ///< (system) writes a control and status register
  bit_count,          ///< (integer) x86: bit counts, deposit, extract, CRC
  slow_lea,           ///< (integer) x86: lea that adds a base, an index and a displacement
  fp_add_single,      ///< (fp_add) single precision
  fp_multiply_single, ///< (fp_multiply)
  fp_divide_single,   ///< (fp_divide)
  fp_sqrt,            ///< (fp_divide) square root, double precision
  fp_sqrt_single,     ///< (fp_divide) square root
  fp_fused_single,    ///< (fp_fused)
  fp_divide_wide,     ///< (fp_divide) four doubles: division, square root
  vector_integer,     ///< (fp_move) integer lanes: sums, comparisons, minimum, maximum
  vector_logic,       ///< (fp_move) and, or, xor of integer vectors; blends by a constant
  vector_shift,       ///< (fp_move) shifts of lanes
  vector_shuffle,     ///< (fp_move) moves lanes within 16 bytes
  vector_cross,       ///< (fp_move) moves lanes between the halves of 32 bytes
  vector_mask,        ///< (fp_move) sign bits of lanes to an integer register
  vector_multiply,    ///< (fp_multiply) integer products, approximations of FP functions
  system,             ///< system call, breakpoint, fence, writes of control and status registers
  nop,                ///< no operation: takes an issue slot and an `integer` unit
};

inline constexpr std::size_t kOpClassCount = static_cast<std::size_t>(OpClass::nop) + 1;

[[nodiscard]] std::string_view name(OpClass op_class);
[[nodiscard]] std::optional<OpClass> op_class_from_name(std::string_view name);

/// The result comes from data memory; includes atomics, which also store.
constexpr bool is_load(OpClass c) {
  return c == OpClass::load || c == OpClass::fp_load || c == OpClass::atomic;
}
constexpr bool is_store(OpClass c) {
  return c == OpClass::store || c == OpClass::fp_store;
}
constexpr bool is_memory(OpClass c) {
  return is_load(c) || is_store(c);
}
/// Reads or writes floating-point registers.
constexpr bool is_floating_point(OpClass c) {
  return (c >= OpClass::fp_add && c <= OpClass::fp_store) || c == OpClass::fp_fused ||
         (c >= OpClass::fp_add_single && c <= OpClass::vector_multiply);
}
constexpr bool is_jump(OpClass c) {
  return c == OpClass::jump || c == OpClass::jump_register;
}
constexpr bool is_control(OpClass c) {
  return c == OpClass::branch || is_jump(c);
}
/// The class that a refinement belongs to; for other classes the class itself.
constexpr OpClass base_of(OpClass c) {
  switch (c) {
  case OpClass::multiply_high:
    return OpClass::multiply;
  case OpClass::divide_word:
    return OpClass::divide;
  case OpClass::jump_register:
    return OpClass::jump;
  case OpClass::csr_read:
  case OpClass::bit_count:
  case OpClass::slow_lea:
    return OpClass::integer;
  case OpClass::csr_write:
    return OpClass::system;
  case OpClass::fp_add_single:
    return OpClass::fp_add;
  case OpClass::fp_multiply_single:
  case OpClass::vector_multiply:
    return OpClass::fp_multiply;
  case OpClass::fp_divide_single:
  case OpClass::fp_divide_wide:
  case OpClass::fp_sqrt:
  case OpClass::fp_sqrt_single:
    return OpClass::fp_divide;
  case OpClass::fp_fused_single:
    return OpClass::fp_fused;
  case OpClass::vector_integer:
  case OpClass::vector_logic:
  case OpClass::vector_shift:
  case OpClass::vector_shuffle:
  case OpClass::vector_cross:
  case OpClass::vector_mask:
    return OpClass::fp_move;
  default:
    return c;
  }
}

} // namespace stallscope::isa
