#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// The instruction in RISC-V machine code (RV32 or RV64, `xlen` 32 or 64: IMAFDC Zicsr Zifencei Zba
/// Zbb Zbc Zbs Zbkb Zicond, mret and wfi). `bits` are the 4 bytes at `pc`, little-endian; only the
/// low 2 count when the low two bits are not both set, and then size is 2 and raw those 16 bits.
/// first_micro_op is left alone (micro_op_for derives the micro-op).
///
/// Illegal and reserved code, and code of other extensions, is Op::unknown of class system, with
/// size and raw. Op::csr_read is a csrrs or csrrc that writes nothing; the others write and read,
/// and with rd = x0 only write. Which CSRs there are and which may be written is the platform's
/// business. Registers of 32 bits are kept sign-extended, so RV32 uses the operations in W.
[[nodiscard]] Instruction decode_riscv(std::uint32_t bits, std::uint64_t pc, unsigned xlen);

/// Operands of an instruction, each as the assembler text has it: displacement of a load or store,
/// distance of a branch or jump, number behind lui, shift amount, constant of csrrwi.
struct RiscvOperands {
  RegId rd = 0;
  RegId rs1 = 0;
  RegId rs2 = 0;
  RegId rs3 = 0;
  std::int64_t immediate = 0;
  std::int64_t csr = 0;
  std::optional<std::uint8_t> rounding{}; ///< 0 to 4, 7; nullopt: what leaving it out means
};

/// Machine code for the mnemonic as in the manual ("addi", "c.lwsp", "lr.w.aq", no
/// pseudo-instructions), FP registers from kFirstFpRegister. nullopt: no such instruction, or an
/// operand it cannot have. Operands it does not have are not looked at. A fence's operand
/// `immediate` is the predecessor set times 16 plus the successor set, each i = 8, o = 4, r = 2,
/// w = 1.
[[nodiscard]] std::optional<std::uint32_t>
encode_riscv(std::string_view mnemonic, const RiscvOperands& operands, unsigned xlen);

/// The machine code of an instruction with another immediate operand, of the same length and as the
/// assembler text has it (RiscvOperands::immediate). nullopt: it has none, or not such a one.
[[nodiscard]] std::optional<std::uint32_t> with_immediate(const Instruction& instruction,
                                                          std::int64_t immediate, unsigned xlen);

/// Styles of disassembled text.
enum class RiscvText : std::uint8_t {
  /// For people, as objdump prints it: pseudo-instructions (`ret`, `li a0, 5`), compressed
  /// instructions like the long ones they stand for, targets as `0x1014c <main+8>`, code that is no
  /// instruction as `.4byte 0xffffffff`.
  listing,
  /// For assembling again into the same bits: the instruction's own mnemonic (`c.li`) and all its
  /// operands, targets as a plain address or a label. Code that is no instruction, or whose text
  /// leaves bits out (a fence's reserved fields), is `.insn 4, 0xffffffff`.
  exact,
};

/// Returns a symbolic name of an address ("main+8"), or an empty string.
using Symbolizer = std::function<std::string(std::uint64_t)>;

/// The text of an instruction as decode_riscv made it, from its `raw` and `pc`.
[[nodiscard]] std::string disassemble_riscv(const Instruction& instruction, unsigned xlen,
                                            const Symbolizer& symbolizer = {},
                                            RiscvText text = RiscvText::listing);

} // namespace stallscope::isa
