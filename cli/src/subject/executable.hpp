#pragma once

#include "arguments/arguments.hpp"
#include "isa/load_elf.hpp"
#include "isa/program.hpp"

#include <optional>
#include <string>

namespace stallscope::cli {

/// The options for executable files; prints an error and returns nothing when one is malformed.
[[nodiscard]] std::optional<isa::ElfOptions> elf_options(const Subject& subject);

/// Checks that the options fit the loaded program: options for executables are refused for source
/// text, and an xlen other than the executable's; prints an error.
[[nodiscard]] bool options_suit(const Subject& subject, const isa::Program& program);

/// Checks that the program has a signature and its file can be written; prints an error. True if no
/// file is requested.
[[nodiscard]] bool can_sign(const isa::Program& program, const std::string& file);

} // namespace stallscope::cli
