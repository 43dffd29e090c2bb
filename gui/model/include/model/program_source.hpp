#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <optional>
#include <string>

namespace stallscope::gui {

/// Which program: a shipped one or a file by name, or a text that may not be saved yet.
struct ProgramSource {
  std::string name = "lecture/p4";
  std::optional<std::string> text; ///< instead of what the name stands for
  std::optional<isa::Isa> isa;     ///< when the name does not say it
  std::optional<unsigned> xlen;    ///< of RISC-V source text; else what it says, or the machine

  bool operator==(const ProgramSource&) const = default;
};

/// Reads a program for a machine (whose delay slots assemblers must know).
[[nodiscard]] Result<isa::Program> read_program(const ProgramSource& source,
                                                const machine::Machine& machine);

/// The source text behind a name, as an editor shows it; an error for executable files and files
/// that cannot be read.
[[nodiscard]] Result<std::string> read_source(const std::string& name);

/// The notation of a source: what it says itself, or by its name. Nothing for executable files.
[[nodiscard]] std::optional<isa::Isa> notation_of(const ProgramSource& source);

} // namespace stallscope::gui
