#include "core/units/operand_latency.hpp"

#include "base/check.hpp"
#include "isa/registers.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace stallscope::core {

using isa::Op;
using machine::OperandMeasure;

namespace {

/// How an operation of class shift, multiply or divide uses its operands.
struct OperandView {
  bool narrow = false;   ///< uses only the low 32 bits
  bool reversed = false; ///< b op rs1 instead of rs1 op b
  bool first_signed = true;
  bool second_signed = true;
};

OperandView view_of(Op op) {
  constexpr bool kNarrow = true;
  constexpr bool kReversed = true;
  switch (op) {
  case Op::sllw:
  case Op::srlw:
  case Op::sraw:
  case Op::rol_w:
  case Op::ror_w:
  case Op::mulw:
  case Op::mulhw:
  case Op::multw:
  case Op::madd_w:
  case Op::msub_w:
  case Op::divw:
  case Op::remw:
  case Op::divmodw:
    return {kNarrow};
  case Op::mulhuw:
  case Op::multuw:
  case Op::maddu_w:
  case Op::msubu_w:
  case Op::divuw:
  case Op::remuw:
  case Op::divmoduw:
    return {kNarrow, false, false, false};
  case Op::mulhsuw:
    return {kNarrow, false, true, false};
  case Op::mulhu:
  case Op::multu:
  case Op::divu:
  case Op::remu:
  case Op::divmodu:
    return {false, false, false, false};
  case Op::mulhsu:
    return {false, false, true, false};
  case Op::x86_mulx:
  case Op::x86_mul_wide: // x86: the width is in the instruction: measured_bits
  case Op::x86_div:
    return {false, false, false, false};
  case Op::rsll:
  case Op::rsrl:
  case Op::rsra:
  case Op::rdiv_trap:
  case Op::rrem_trap:
    return {false, kReversed};
  case Op::sll:
  case Op::srl:
  case Op::sra:
  case Op::slli_uw:
  case Op::rol:
  case Op::ror:
  case Op::mul: // the low half is the same signed or unsigned; RISC-V's operation is signed
  case Op::mulh:
  case Op::mult:
  case Op::div:
  case Op::rem:
  case Op::div_trap:
  case Op::rem_trap:
  case Op::divmod:
  case Op::x86_shl:
  case Op::x86_shr:
  case Op::x86_sar:
  case Op::x86_rol:
  case Op::x86_ror:
  case Op::x86_rcl:
  case Op::x86_rcr:
  case Op::x86_shld:
  case Op::x86_shrd:
  case Op::x86_shlx:
  case Op::x86_shrx:
  case Op::x86_sarx:
  case Op::x86_rorx:
  case Op::x86_imul:
  case Op::x86_imul_wide:
  case Op::x86_idiv:
    return {};
  default:
    STALLSCOPE_CHECK(false, "an operation of class shift, multiply or divide that is none");
    return {};
  }
}

unsigned significant_bits(std::uint64_t value, bool is_signed, bool narrow) {
  if (narrow) // the value extended to 64 bits as the operation extends it
    value = is_signed ? static_cast<std::uint64_t>(
                            static_cast<std::int64_t>(static_cast<std::int32_t>(value)))
                      : value & 0xffffffffU;
  const bool negative = is_signed && static_cast<std::int64_t>(value) < 0;
  return static_cast<unsigned>(std::bit_width(negative ? 0 - value : value));
}

/// The number of redundant leading bits: by how many bits a value can be shifted left without
/// losing significant bits (or its sign, when negative).
unsigned free_bits(std::uint64_t value, bool is_signed, bool narrow) {
  if (narrow)
    value <<= 32;
  const unsigned width = narrow ? 32 : 64;
  if (is_signed && static_cast<std::int64_t>(value) < 0) {
    const auto ones = static_cast<unsigned>(std::countl_one(value));
    return std::min(ones, width) - 1;
  }
  return std::min(static_cast<unsigned>(std::countl_zero(value)), width);
}

} // namespace

unsigned measured_bits(OperandMeasure measure, const isa::Instruction& instruction,
                       const std::array<std::uint64_t, kMaxRegisters>& registers) {
  OperandView view = view_of(instruction.op);
  const bool x86 = is_x86(instruction.op);
  // x86: rs2 is the first operand, or the implicit rax.
  const RegId implied = x86 && instruction.rs2 == 0 ? isa::x86::kRax : instruction.rs2;
  std::uint64_t first = registers[x86 ? implied : instruction.rs1];
  std::uint64_t second = instruction.has_immediate
                             ? static_cast<std::uint64_t>(instruction.imm)
                             : registers[x86 ? instruction.rs1 : instruction.rs2];
  if (x86) {
    constexpr std::uint32_t kWidth = 3; // field of Instruction::raw: log2 of the operands' bytes
    view.narrow = (instruction.raw & kWidth) != 3;
  }
  if (view.reversed)
    std::swap(first, second);
  const unsigned first_bits = significant_bits(first, view.first_signed, view.narrow);
  const unsigned second_bits = significant_bits(second, view.second_signed, view.narrow);
  switch (measure) {
  case OperandMeasure::shift_amount:
    return static_cast<unsigned>(second & (view.narrow ? 31U : 63U));
  case OperandMeasure::dividend_bits:
    return first_bits;
  case OperandMeasure::multiplier_bits:
  case OperandMeasure::divisor_bits:
    return second_bits;
  case OperandMeasure::quotient_bits:
    return second_bits == 0 || first_bits < second_bits ? 0 : first_bits - second_bits + 1;
  case OperandMeasure::divisor_shift:
    return free_bits(second, view.second_signed, view.narrow);
  case OperandMeasure::divisor_nonzero:
    return second_bits == 0 ? 0 : 1;
  }
  return 0;
}

std::uint8_t operand_cycles(const machine::OperandLatency& latency,
                            const isa::Instruction& instruction,
                            const std::array<std::uint64_t, kMaxRegisters>& registers) {
  if (latency.bits_per_cycle == 0)
    return 0;
  const unsigned bits = measured_bits(latency.measure, instruction, registers);
  return static_cast<std::uint8_t>(latency.cycles_for(bits));
}

} // namespace stallscope::core
