#pragma once

#include "isa/op.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// A spelling used in books, slides, simulators and compiler listings, with the equivalent plain
/// form.
struct BookSpelling {
  Isa isa;
  std::string_view text;
  std::string_view plain;
  std::string_view where; ///< source of the spelling, or the rule
};

/// All documented spellings; a test assembles both texts of each.
[[nodiscard]] std::span<const BookSpelling> book_spellings();

/// A notation's accepted syntax as Markdown: its book_spellings(), then each instruction with its
/// operands and meaning. Without a notation: all of them, as in sim/isa/NOTATIONS.md.
[[nodiscard]] std::string describe_notations(std::optional<Isa> isa);

} // namespace stallscope::isa
