#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// Decodes an instruction of RISC-V machine code (RV32 or RV64, `xlen` 32 or 64: IMAFDC Zicsr
/// Zifencei Zba Zbb Zbc Zbs Zbkb Zicond, mret and wfi). `bits` are the 4 bytes at `pc`,
/// little-endian; if the low two bits are not both set only the low 2 bytes count, size is 2 and
/// raw has 16 bits. first_micro_op is not set (micro_op_for derives the micro-op).
///
/// Illegal and reserved code, and code of other extensions, is Op::unknown of class system, with
/// size and raw. Op::csr_read is a csrrs or csrrc that writes nothing; the others write and read,
/// and with rd = x0 only write. The platform determines which CSRs exist and are writable. 32-bit
/// registers are kept sign-extended, so RV32 uses the W operations.
[[nodiscard]] Instruction decode_riscv(std::uint32_t bits, std::uint64_t pc, unsigned xlen);

/// Operands of an instruction in the units of assembler text: displacement of a load or store,
/// distance of a branch or jump, immediate of lui, shift amount, constant of csrrwi.
struct RiscvOperands {
  RegId rd = 0;
  RegId rs1 = 0;
  RegId rs2 = 0;
  RegId rs3 = 0;
  std::int64_t immediate = 0;
  std::int64_t csr = 0;
  std::optional<std::uint8_t> rounding{}; ///< 0 to 4, 7; nullopt: omitted in the text
};

/// Encodes an instruction with a mnemonic of the manual ("addi", "c.lwsp", "lr.w.aq", no
/// pseudo-instructions); FP registers count from kFirstFpRegister. nullopt: no such instruction, or
/// an operand that cannot be encoded. Unused operands are ignored. A fence's operand `immediate` is
/// the predecessor set times 16 plus the successor set, with i = 8, o = 4, r = 2, w = 1.
[[nodiscard]] std::optional<std::uint32_t>
encode_riscv(std::string_view mnemonic, const RiscvOperands& operands, unsigned xlen);

/// The machine code of an instruction with another immediate operand (RiscvOperands::immediate) and
/// the same length. nullopt: it has no immediate, or the value cannot be encoded.
[[nodiscard]] std::optional<std::uint32_t> with_immediate(const Instruction& instruction,
                                                          std::int64_t immediate, unsigned xlen);

/// Styles of disassembled text.
enum class RiscvText : std::uint8_t {
  /// For readers, as printed by objdump: pseudo-instructions (`ret`, `li a0, 5`), compressed
  /// instructions as their full-length equivalents, targets as `0x1014c <main+8>`, invalid code as
  /// `.4byte 0xffffffff`.
  listing,
  /// For reassembly into the same bits: the actual mnemonic (`c.li`) with all operands, targets as
  /// an address or a label. Invalid code, or code whose text omits bits (a fence's reserved
  /// fields), is `.insn 4, 0xffffffff`.
  exact,
};

/// Returns a symbolic name of an address ("main+8"), or an empty string.
using Symbolizer = std::function<std::string(std::uint64_t)>;

/// The text of an instruction decoded by decode_riscv, from its `raw` and `pc`.
[[nodiscard]] std::string disassemble_riscv(const Instruction& instruction, unsigned xlen,
                                            const Symbolizer& symbolizer = {},
                                            RiscvText text = RiscvText::listing);

} // namespace stallscope::isa
