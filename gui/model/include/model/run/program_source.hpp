#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"
#include "model/scheduling/transformed_program.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// How a text was made of the program it is named after: its loops transformed, then blocks put in
/// another order.
struct TextOrigin {
  Transformation transformation;
  std::string scheduler;            ///< whose order, but for blocks with one made by hand
  std::size_t block = 0;            ///< the block with that order, of the transformed program
  std::string label;                ///< of that block, where the others are not like it
  std::vector<std::uint32_t> order; ///< made by hand: instructions of the block, from 0
  bool all_blocks = false;          ///< the scheduler has put the others in order as well

  bool operator==(const TextOrigin&) const = default;
};

/// Which program: a shipped one or a file by name, or a text that may not be saved yet.
struct ProgramSource {
  std::string name = "lecture/p4";
  std::optional<std::string> text; ///< instead of what the name stands for
  std::optional<isa::Isa> isa;     ///< when the name does not say it
  std::optional<unsigned> xlen;    ///< of RISC-V source text; else what it says, or the machine
  std::optional<TextOrigin> made;  ///< of a text that is not as somebody has written it

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
