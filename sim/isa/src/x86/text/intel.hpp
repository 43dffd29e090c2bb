#pragma once

#include "x86/text/operand.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Whether a text is in Intel syntax, as Compiler Explorer shows it: registers without %, sizes as
/// DWORD PTR, and no register with %.
[[nodiscard]] bool is_intel_syntax(std::string_view text);

/// Reads the operands of an instruction in Intel syntax and hands them out as AT&T syntax has them,
/// sources first; `mnemonic` gets the suffix that the size of a memory operand stands for. nullopt:
/// one cannot be read, reported.
[[nodiscard]] std::optional<std::vector<Operand>>
read_intel_operands(const Source& source, std::size_t at, std::string& mnemonic);

/// "mov eax, 5" of operands in the order of AT&T syntax.
[[nodiscard]] std::string text_in_intel_order(std::string_view mnemonic,
                                              const std::vector<Operand>& operands);

/// Text of NASM: section, global and others stand without a dot, or data does (db).
[[nodiscard]] bool is_nasm_syntax(std::string_view text);

} // namespace stallscope::isa::x86
