#pragma once

#include "x86/text/mnemonics.hpp"
#include "x86/text/operand.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::isa::x86 {

/// An instruction whose expressions have no values yet.
struct Statement {
  Instruction instruction; ///< complete but for pc, imm, target and the classes that depend on them
  Form form{};
  std::optional<Operand> immediate; ///< its value becomes imm
  std::optional<Operand> address;   ///< memory operand: its value becomes target
  std::optional<Operand> label;     ///< of a direct jump or call: its value becomes target
  std::uint8_t immediate_width = 3; ///< log2 of the bytes the constant must fit in
  std::int64_t displacement = 0;    ///< so many bytes behind the memory operand
  int relative = 0;                 ///< of a jump without label: so many instructions on
  bool wide_immediate = false;      ///< 64 bits of constant are allowed
  std::string text;
};

/// Makes an instruction of a mnemonic and its operands, with addresses of 2^address_width bytes;
/// nullopt, reported, when they do not fit.
[[nodiscard]] std::optional<Statement>
build(std::string_view name, const Mnemonic& mnemonic, const std::vector<Operand>& operands,
      const assembly::Place& place, assembly::Reporter& reporter, std::uint8_t address_width);

} // namespace stallscope::isa::x86
