#pragma once

#include "base/result.hpp"
#include "isa/assemble.hpp"
#include "isa/program.hpp"

#include <string_view>

/// The entry points of the notations, called by assemble(). Each reports all problems of its text.
///
/// What every front end keeps to, so that the rest of the library works for all of them:
/// - Registers are numbered as in isa/registers.hpp. `Program::register_names` holds the customary
///   name of each ("$t0", "a0", "$f2").
/// - A destination that is the zero register becomes kSinkRegister.
/// - System calls, Op::syscall: `Instruction` in program.hpp says which field holds which register.
/// - `regions` cover data, stack and the whole heap up to `heap_end`.
/// - After the last append() comes finish().
namespace stallscope::isa {

/// What messages call standard input.
inline constexpr std::string_view kStandardInput = "<stdin>";

/// In the notation that the text itself tells; an error that says what was seen where it does not.
[[nodiscard]] Result<Program> assemble_by_content(std::string_view file, std::string_view text,
                                                  const AssembleOptions& options);

/// A file .s: RISC-V or x86, or what else its text shows when it is neither.
[[nodiscard]] Result<Program> assemble_dot_s(std::string_view file, std::string_view text,
                                             const AssembleOptions& options);

[[nodiscard]] Result<Program> assemble_tac(std::string_view file, std::string_view text,
                                           const AssembleOptions& options);
[[nodiscard]] Result<Program> assemble_mips(std::string_view file, std::string_view text,
                                            const AssembleOptions& options);
[[nodiscard]] Result<Program> assemble_riscv(std::string_view file, std::string_view text,
                                             const AssembleOptions& options);
[[nodiscard]] Result<Program> assemble_x86(std::string_view file, std::string_view text,
                                           const AssembleOptions& options);

} // namespace stallscope::isa
