#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// Extracts the program from a text pasted with its surroundings, preserving lines and, for
/// instructions, columns:
/// - from Markdown, the text between fences (``` or ~~~);
/// - from a disassembler listing (objdump -d with or without bytes, llvm-objdump, gdb), the
/// instructions of .text. Jump targets become labels, "L1064a"; functions keep their names, and a
/// function that is not in the listing is named without "@plt".
/// nullopt: the text is neither.
[[nodiscard]] std::optional<std::string> code_of_listing(std::string_view text);

/// A program assembled from the code in `listing`, with its diagnostics, referring to the lines of
/// the listing itself.
[[nodiscard]] Result<Program> with_lines_of(std::string_view listing, Result<Program> program);

} // namespace stallscope::isa
