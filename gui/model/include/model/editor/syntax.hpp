#pragma once

#include "isa/program.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// What a piece of a source line is, for its colour.
enum class Syntax : std::uint8_t {
  plain,
  comment,
  label,
  mnemonic,
  directive,
  reg,
  number,
  text, ///< in quotes
};

/// Bytes [begin, end) of a line.
struct SyntaxSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  Syntax kind = Syntax::plain;

  bool operator==(const SyntaxSpan&) const = default;
};

/// The pieces of a line that are not plain, in order. Only for the eye: the assemblers decide what
/// a line means. `program`, the last one that could be read, knows registers by name; may be null.
[[nodiscard]] std::vector<SyntaxSpan> syntax_of(std::string_view line, std::optional<isa::Isa> isa,
                                                const isa::Program* program);

} // namespace stallscope::gui
