#pragma once

#include "x86/text/operand.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Whether a text is in Intel syntax, as displayed by Compiler Explorer: registers without %, sizes
/// as DWORD PTR, and no register with %.
[[nodiscard]] bool is_intel_syntax(std::string_view text);

/// Reads the operands of an instruction in Intel syntax and returns them in the order of AT&T
/// syntax, sources first; `mnemonic` gets the suffix for the size of a memory operand. nullopt
/// after a report if an operand cannot be read.
[[nodiscard]] std::optional<std::vector<Operand>>
read_intel_operands(const Source& source, std::size_t at, std::string& mnemonic);

/// "mov eax, 5" for operands in the order of AT&T syntax.
[[nodiscard]] std::string text_in_intel_order(std::string_view mnemonic,
                                              const std::vector<Operand>& operands);

/// NASM text: section, global and others are written without a dot, or data directives are (db).
[[nodiscard]] bool is_nasm_syntax(std::string_view text);

} // namespace stallscope::isa::x86
