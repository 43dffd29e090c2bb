#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "isa/compile_c.hpp"
#include "isa/load_elf.hpp"
#include "isa/program.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

struct AssembleOptions {
  unsigned xlen =
      64; ///< riscv: 32 or 64; mips: registers are 64 bits wide, 32-bit operations sign-extend
  bool xlen_may_change = false; ///< riscv: xlen is a default; text that is invalid for 32 bits and
                                ///< valid for 64 is assembled for 64, with a warning
  bool delay_slots =
      false; ///< mips: pseudo-instructions keep delay slots intact (a return address is pc + 8)
  bool library = true; ///< functions that are called and not defined are appended to the text:
                       ///< those of the C library (riscv), and, unless `strict`, functions that
                       ///< return 0 immediately
  bool strict = false; ///< undefined names of data, arrays, functions and branch targets are
                       ///< errors; otherwise they stand for undeclared memory, functions that
                       ///< return 0 and the end of the program, with a warning
  ElfOptions elf;      ///< for executable files, and for the executables compiled from C
  COptions c;          ///< for C files
};

/// Maximum size of a source file.
inline constexpr std::size_t kMaxSourceBytes = InputLimits::program;

/// Assembles `text`; `file` is the name in messages. All problems of the file are reported
/// together; if the text is valid in another notation, one error says which.
[[nodiscard]] Result<Program> assemble(Isa isa, std::string_view file, std::string_view text,
                                       const AssembleOptions& options = {});

/// The notation by file extension: .tac, .mips, .mips.s, .dlx, .x86, .x86.s, .s, .S, .rv, .riscv;
/// nullopt for other extensions. A .s file can still be in another notation than RISC-V: see
/// isa_from_text().
[[nodiscard]] std::optional<Isa> isa_from_file_name(std::string_view file);

/// The notation by elements that occur in one notation only: $t0 and R1 in mips, x5 and fadd.d in
/// riscv, %rax and eax in x86, `t0 = t1 + t2` in tac. nullopt for none, or for elements of several
/// notations.
[[nodiscard]] std::optional<Isa> isa_from_text(std::string_view text);

/// An x86 register in AT&T syntax (%rax) occurs outside comments, which is specific to x86.
[[nodiscard]] bool looks_like_x86(std::string_view text);
/// It has instructions without operands that no other notation has (rep movsb), or their prefixes.
[[nodiscard]] bool has_x86_string_instruction(std::string_view text);

/// Reads a file ("-" is standard input) and assembles it; without `isa`, the file name determines
/// the notation, otherwise the text. An executable file, recognised by its first bytes, is loaded;
/// a .c file is compiled first (compile_c). Missing, empty, binary and too large files, and a file
/// of unknown notation, are errors with specific messages.
[[nodiscard]] Result<Program> load_program(const std::string& file, std::optional<Isa> isa,
                                           const AssembleOptions& options = {});

/// Like load_program, for a text in memory; `name` is used in messages.
[[nodiscard]] Result<Program> load_program_text(std::string_view name, std::string_view text,
                                                std::optional<Isa> isa,
                                                const AssembleOptions& options = {});

} // namespace stallscope::isa
