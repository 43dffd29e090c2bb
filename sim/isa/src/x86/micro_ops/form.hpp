#pragma once

#include "isa/program.hpp"
#include "isa/registers.hpp"
#include "x86/micro_ops/packed.hpp"

#include <cstdint>

/// The shape of an x86 instruction's operands, stored in Instruction::raw.
namespace stallscope::isa::x86 {

/// The operand in memory.
enum class InMemory : std::uint8_t { nothing, left, right };

/// Conditions with the numbers of the hardware: an odd one is the negation of the previous one.
enum class Condition : std::uint8_t { o, no, b, ae, e, ne, be, a, s, ns, p, np, l, ge, le, g };

struct Form {
  std::uint8_t width = 3;        ///< width of the operation: log2 of bytes, 0 to 3
  std::uint8_t source_width = 3; ///< width of the right operand, if different (movzx, movsx, cvt)
  std::uint8_t scale = 0;        ///< log2 of the index factor
  InMemory memory = InMemory::nothing;
  Condition condition = Condition::o;
  bool high_result = false; ///< the destination is ah, ch, dh or bh
  bool high_left = false;
  bool high_right = false;
  bool zero_idiom = false; ///< xor or sub of a register with itself: reads nothing
  bool third = false;      ///< a third source: the register whose number is Instruction::imm
  bool wide = false;       ///< the memory operand has 16 bytes, otherwise the size in source_width
  bool full = false;       ///< x86_packed: 32 bytes, in ymm registers
  bool aligned = false;    ///< the memory operand faults if it is not a multiple of its size
  /// x86_packed: the operation on lanes of `width`. `condition` is the predicate of a comparison,
  /// or the variant of a fused multiplication (kFusedOrder and the following bits).
  Packed packed = Packed::move;

  [[nodiscard]] constexpr std::uint32_t pack() const {
    return static_cast<std::uint32_t>(
        width | source_width << 2 | scale << 4 | static_cast<unsigned>(memory) << 6 |
        static_cast<unsigned>(condition) << 8 | (high_result ? 1U << 12 : 0) |
        (high_left ? 1U << 13 : 0) | (high_right ? 1U << 14 : 0) | (zero_idiom ? 1U << 15 : 0) |
        (third ? 1U << 21 : 0) | (wide ? 1U << 22 : 0) | (aligned ? 1U << 23 : 0) |
        static_cast<unsigned>(packed) << 24 | (full ? 1U << 31 : 0));
  }
  [[nodiscard]] static constexpr Form of(const Instruction& i) {
    Form form;
    form.width = i.raw & 3;
    form.source_width = i.raw >> 2 & 3;
    form.scale = i.raw >> 4 & 3;
    form.memory = static_cast<InMemory>(i.raw >> 6 & 3);
    form.condition = static_cast<Condition>(i.raw >> 8 & 15);
    form.high_result = (i.raw >> 12 & 1) != 0;
    form.high_left = (i.raw >> 13 & 1) != 0;
    form.high_right = (i.raw >> 14 & 1) != 0;
    form.zero_idiom = (i.raw >> 15 & 1) != 0;
    form.third = (i.raw >> 21 & 1) != 0;
    form.wide = (i.raw >> 22 & 1) != 0;
    form.aligned = (i.raw >> 23 & 1) != 0;
    form.packed = static_cast<Packed>(i.raw >> 24 & 127);
    form.full = i.raw >> 31 != 0;
    return form;
  }
};

/// Operands and flags that an operation reads and writes.
struct Traits {
  bool left = false; ///< reads the left operand
  bool right = false;
  bool result = false;       ///< writes a result
  bool writes_flags = false; ///< kFlags
  bool writes_carry = false; ///< kCarryFlag
};
/// Which of the two flag registers it reads.
struct FlagReads {
  bool flags = false;
  bool carry = false;
};
[[nodiscard]] FlagReads flags_read(const Instruction& instruction);
/// Computed from the operation and its operands; stored in Instruction::raw above the form, because
/// every execution needs it.
[[nodiscard]] Traits find_traits(const Instruction& instruction);
[[nodiscard]] constexpr std::uint32_t pack(const Traits& traits) {
  return (traits.left ? 1U << 16 : 0) | (traits.right ? 1U << 17 : 0) |
         (traits.result ? 1U << 18 : 0) | (traits.writes_flags ? 1U << 19 : 0) |
         (traits.writes_carry ? 1U << 20 : 0);
}
[[nodiscard]] constexpr Traits traits_of(const Instruction& i) {
  return {.left = (i.raw >> 16 & 1) != 0,
          .right = (i.raw >> 17 & 1) != 0,
          .result = (i.raw >> 18 & 1) != 0,
          .writes_flags = (i.raw >> 19 & 1) != 0,
          .writes_carry = (i.raw >> 20 & 1) != 0};
}

static_assert(static_cast<unsigned>(Packed::zero_all) < 128);

/// A shift or rotation by a constant or by %cl; it writes flags.
[[nodiscard]] constexpr bool is_legacy_shift(Op op) {
  switch (op) {
  case Op::x86_shl:
  case Op::x86_shr:
  case Op::x86_sar:
  case Op::x86_rol:
  case Op::x86_ror:
  case Op::x86_rcl:
  case Op::x86_rcr:
  case Op::x86_shld:
  case Op::x86_shrd:
    return true;
  default:
    return false;
  }
}
/// Shift by %cl: the count is known only at execution.
[[nodiscard]] constexpr bool is_shift_by_register(const Instruction& i, const Form& form) {
  const bool is_double = i.op == Op::x86_shld || i.op == Op::x86_shrd;
  return is_legacy_shift(i.op) && (is_double ? form.third : !i.has_immediate);
}

constexpr bool is_xmm(RegId reg) {
  return reg >= kXmm0 && reg < kXmm0 + 16;
}
/// The result is written to memory.
constexpr bool stores_result(const Instruction& i, const Form& form) {
  return form.memory == InMemory::left && i.rd == kSinkRegister;
}
/// The third source, or kNoRegister.
constexpr RegId third_register(const Instruction& i, const Form& form) {
  return form.third ? static_cast<RegId>(i.imm) : kNoRegister;
}
/// 8-bit and 16-bit results keep the other bits of their register. Packed operations with an
/// integer destination clear them.
constexpr bool merges_result(const Instruction& i, const Form& form) {
  return i.rd != kSinkRegister && !is_xmm(i.rd) && form.width < 2 && i.op != Op::x86_packed;
}

/// The memory operand is accessed: there is one, and it is not used only as an address (lea).
[[nodiscard]] bool accesses_operand(const Instruction& i, const Form& form);
/// The operand in memory is read.
[[nodiscard]] bool loads_operand(const Instruction& i, const Form& form);
/// The right operand if it is a register, otherwise kNoRegister.
[[nodiscard]] RegId right_register(const Instruction& i, const Form& form);
/// The left operand if it is a register, otherwise kNoRegister.
[[nodiscard]] RegId left_register(const Instruction& i, const Form& form);

/// The load unit copies the value read to the other lanes: no other unit is needed.
[[nodiscard]] constexpr bool is_copied_by_load(const Form& form) {
  return form.packed == Packed::broadcast_half || form.packed == Packed::duplicate ||
         (form.packed == Packed::broadcast && form.width >= 2);
}
/// Size of the memory operand of an operation in ymm registers.
[[nodiscard]] unsigned full_operand_bytes(const Form& form);
[[nodiscard]] constexpr bool is_gather(const Instruction& i, const Form& form) {
  return i.op == Op::x86_packed && form.packed == Packed::gather;
}
/// Number of elements that a gather reads: the number of lanes of the wider of data and indices.
[[nodiscard]] constexpr unsigned gathered_lanes(const Form& form) {
  return (form.full ? 32U : 16U) >>
         (form.width > form.source_width ? form.width : form.source_width);
}
/// Size of the memory operand in bytes; for a gather, of an element.
[[nodiscard]] inline unsigned operand_bytes(const Form& form) {
  if (form.packed == Packed::gather)
    return 1U << form.width;
  if (form.full)
    return full_operand_bytes(form);
  if (form.wide)
    return 16;
  if (form.packed == Packed::sign_extend || form.packed == Packed::zero_extend)
    return 16U >> (form.width - form.source_width);
  return 1U << (form.memory == InMemory::left ? form.width : form.source_width);
}
/// Like isa::access_bytes().
[[nodiscard]] unsigned access_bytes(const Instruction& instruction);

/// The class of the computation, whether or not an operand is in memory.
[[nodiscard]] OpClass compute_class(const Instruction& instruction);
/// The class of the whole instruction: with an operand in memory load, store, or atomic, which
/// reads and writes memory; otherwise the class of the computation.
[[nodiscard]] OpClass whole_class(const Instruction& instruction);
/// The class of the load of the memory operand: load or fp_load.
[[nodiscard]] OpClass load_class(const Instruction& instruction);
[[nodiscard]] OpClass store_class(const Instruction& instruction);

/// The instruction as one micro-op.
[[nodiscard]] MicroOp micro_op_for(const Instruction& instruction);

} // namespace stallscope::isa::x86
