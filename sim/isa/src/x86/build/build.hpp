#pragma once

#include "x86/text/mnemonics.hpp"
#include "x86/text/operand.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::isa::x86 {

/// An instruction whose expressions have no values yet.
struct Statement {
  Instruction instruction; ///< complete except pc, imm, target and the classes that depend on them
  Form form{};
  std::optional<Operand> immediate; ///< its value becomes imm
  std::optional<Operand> address;   ///< memory operand: its value becomes target
  std::optional<Operand> label;     ///< target of a direct jump or call: its value becomes target
  std::uint8_t immediate_width = 3; ///< log2 of the bytes that must hold the constant
  std::int64_t displacement = 0;    ///< additional offset of the memory operand in bytes
  int relative = 0;                 ///< jump without label: distance in instructions
  bool wide_immediate = false;      ///< a 64-bit constant is allowed
  std::string text;
};

/// Builds an instruction from a mnemonic and its operands, with addresses of 2^address_width bytes;
/// nullopt after a report if they do not fit.
[[nodiscard]] std::optional<Statement>
build(std::string_view name, const Mnemonic& mnemonic, const std::vector<Operand>& operands,
      const assembly::Place& place, assembly::Reporter& reporter, std::uint8_t address_width);

} // namespace stallscope::isa::x86
