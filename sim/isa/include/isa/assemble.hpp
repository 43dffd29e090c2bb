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
  bool xlen_may_change = false; ///< riscv: xlen is only what is assumed; text that is none of 32
                                ///< bits, but of 64, is assembled for 64, which a warning says
  bool delay_slots =
      false; ///< mips: pseudo-instructions keep delay slots intact (a return address is pc + 8)
  bool library = true; ///< functions that are called and not defined are put behind the text: those
                       ///< of the C library (riscv), and such as return 0 at once, unless `strict`
  bool strict = false; ///< names of data, arrays, functions and targets of branches that are not in
                       ///< the text are errors; else they stand for memory that nobody declared,
                       ///< functions that return 0 and the end of the program, which a warning says
  ElfOptions elf;      ///< executable files, and what C becomes
  COptions c;          ///< files of C only
};

/// Largest source file that is read.
inline constexpr std::size_t kMaxSourceBytes = InputLimits::program;

/// Assembles `text`; `file` is the name in messages. All problems of the file are reported
/// together; when it reads wholly as another notation, one error says which.
[[nodiscard]] Result<Program> assemble(Isa isa, std::string_view file, std::string_view text,
                                       const AssembleOptions& options = {});

/// The notation by file extension: .tac, .mips, .mips.s, .dlx, .x86, .x86.s, .s, .S, .rv, .riscv;
/// nullopt when it says nothing. A file .s whose text is of another notation is none of RISC-V all
/// the same: isa_from_text().
[[nodiscard]] std::optional<Isa> isa_from_file_name(std::string_view file);

/// The notation by what a text has and no other notation does: $t0 and R1 are of mips, x5 and
/// fadd.d of riscv, %rax and eax of x86, `t0 = t1 + t2` of tac. nullopt when it has marks of none,
/// or of several.
[[nodiscard]] std::optional<Isa> isa_from_text(std::string_view text);

/// Whether a register of x86 is named outside comments, as AT&T syntax does: %rax. No other
/// notation has that.
[[nodiscard]] bool looks_like_x86(std::string_view text);

/// Reads a file ("-" is standard input) and assembles it; where neither `isa` nor the name tells
/// the notation, the text does. An executable file, which is known by its first bytes whatever its
/// name, is loaded; a file .c is compiled first (compile_c). Missing, empty, binary and too large
/// files, and a file whose notation cannot be told, are errors with a sentence of their own.
[[nodiscard]] Result<Program> load_program(const std::string& file, std::optional<Isa> isa,
                                           const AssembleOptions& options = {});

/// The same for a text that has been read already; `name` is what messages call it.
[[nodiscard]] Result<Program> load_program_text(std::string_view name, std::string_view text,
                                                std::optional<Isa> isa,
                                                const AssembleOptions& options = {});

} // namespace stallscope::isa
