#pragma once

#include "isa/op.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// A way of writing that books, slides, simulators and compilers' listings have, and the plain form
/// that gives the same instructions.
struct BookSpelling {
  Isa isa;
  std::string_view text;
  std::string_view plain;
  std::string_view where; ///< who writes so, or the rule
};

/// All that are documented; a test assembles both texts of each.
[[nodiscard]] std::span<const BookSpelling> book_spellings();

/// What a notation takes, as Markdown: its book_spellings(), then each instruction with its
/// operands and what it is. Without one: all of them, which is sim/isa/NOTATIONS.md.
[[nodiscard]] std::string describe_notations(std::optional<Isa> isa);

} // namespace stallscope::isa
