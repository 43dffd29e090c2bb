#pragma once

#include "base/result.hpp"
#include "isa/assemble.hpp"
#include "isa/program.hpp"

#include <string_view>

/// The entry points of the notations, called by assemble(). Each reports all problems of its text.
///
/// Rules that every front end follows, so that the rest of the library works for all of them:
/// - Registers are numbered as in isa/registers.hpp. `Program::register_names` contains the
/// customary name of each ("$t0", "a0", "$f2").
/// - The zero register as a destination becomes kSinkRegister.
/// - System calls, Op::syscall: `Instruction` in program.hpp documents the registers in its fields.
/// - `regions` cover data, stack and the whole heap up to `heap_end`.
/// - After the last append() comes finish().
namespace stallscope::isa {

/// Name of standard input in messages.
inline constexpr std::string_view kStandardInput = "<stdin>";

/// Assembles in the notation detected from the text; if it is unclear, an error describes what was
/// found.
[[nodiscard]] Result<Program> assemble_by_content(std::string_view file, std::string_view text,
                                                  const AssembleOptions& options);

/// Assembles a .s file as RISC-V or x86, or as another notation detected from the text.
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
