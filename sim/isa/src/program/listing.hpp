#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// The program in a text that is pasted with what surrounds it, line for line and, where an
/// instruction stands, column for column:
/// - of Markdown, what stands between fences (``` or ~~~);
/// - of a disassembler's listing (objdump -d with or without bytes, llvm-objdump, gdb) the
///   instructions of .text. Addresses that are jumped to become labels, "L1064a"; functions keep
///   their names, and one that is not in the listing goes by its name without "@plt".
/// nullopt: the text is neither.
[[nodiscard]] std::optional<std::string> code_of_listing(std::string_view text);

/// A program made from the code in `listing`, and what was said about it, with the lines of the
/// listing itself.
[[nodiscard]] Result<Program> with_lines_of(std::string_view listing, Result<Program> program);

} // namespace stallscope::isa
