#pragma once

#include "arguments/arguments.hpp"
#include "isa/load_elf.hpp"
#include "isa/program.hpp"

#include <optional>
#include <string>

namespace stallscope::cli {

/// The options for executable files; prints and gives nothing when one is malformed.
[[nodiscard]] std::optional<isa::ElfOptions> elf_options(const Subject& subject);

/// The options suit the program that was loaded with them: none of an executable file for a source
/// text, no other width than the executable's; prints what does not.
[[nodiscard]] bool options_suit(const Subject& subject, const isa::Program& program);

/// The program has a signature, and the file for it can be written; prints why not. Without a file
/// all is well.
[[nodiscard]] bool can_sign(const isa::Program& program, const std::string& file);

} // namespace stallscope::cli
