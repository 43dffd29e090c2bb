#pragma once

#include "isa/program.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Token kinds for syntax colours.
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

/// The coloured tokens of a line, in order. For display only: the assemblers define the syntax.
/// `program`, the last valid one, supplies the register names; can be null.
[[nodiscard]] std::vector<SyntaxSpan> syntax_of(std::string_view line, std::optional<isa::Isa> isa,
                                                const isa::Program* program);

} // namespace stallscope::gui
