#pragma once

#include "isa/elf.hpp"
#include "isa/load_elf.hpp"

namespace stallscope::isa {

/// Sets memory, registers and the rest of the platform state for a program whose code and symbols
/// are set. Problems are appended; the program is then unusable.
void prepare_bare_metal(Program& program, const ElfFile& elf, const ElfOptions& options,
                        Diagnostics& problems);
void prepare_linux(Program& program, const ElfFile& elf, const ElfOptions& options,
                   Diagnostics& problems);

/// An error about a program.
[[nodiscard]] Diagnostic program_error(const Program& program, std::string message,
                                       std::string expected = {});

} // namespace stallscope::isa
