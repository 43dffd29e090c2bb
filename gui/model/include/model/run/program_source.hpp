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

/// How a text was generated from its program: transformed loops, then reordered blocks.
struct TextOrigin {
  Transformation transformation;
  std::string scheduler;            ///< scheduler of all blocks except one ordered by hand
  std::size_t block = 0;            ///< the block ordered by hand, in the transformed program
  std::string label;                ///< label of that block, if it differs from the others
  std::vector<std::uint32_t> order; ///< order by hand: instructions of the block, from 0
  bool all_blocks = false;          ///< the other blocks are scheduled as well

  bool operator==(const TextOrigin&) const = default;
};

/// Identifies a program: an included one or a file by name, or a text that may be unsaved.
struct ProgramSource {
  std::string name = "lecture/p4";
  std::optional<std::string> text; ///< replaces the content of the named program
  std::optional<isa::Isa> isa;     ///< if the name does not determine it
  std::optional<unsigned> xlen;    ///< for RISC-V source text; by default from the text or the
                                   ///< machine
  std::optional<TextOrigin> made;  ///< origin of generated text

  bool operator==(const ProgramSource&) const = default;
};

/// Loads a program for a machine (assemblers need to know its delay slots).
[[nodiscard]] Result<isa::Program> read_program(const ProgramSource& source,
                                                const machine::Machine& machine);

/// The source text of a name, for the editor; an error for executables and unreadable files.
[[nodiscard]] Result<std::string> read_source(const std::string& name);

/// The notation of a source, explicit or by its name. Nothing for executables.
[[nodiscard]] std::optional<isa::Isa> notation_of(const ProgramSource& source);

} // namespace stallscope::gui
