#pragma once

#include "base/result.hpp"
#include "isa/program.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stallscope::isa::assembly {

/// How strictly a text is read.
enum class Reading : std::uint8_t {
  exact,   ///< only the rules of the notation
  lenient, ///< also spellings from books, slides and listings: Leniency
};

/// Additional syntax accepted in text pasted from books, slides and compiler listings: typographic
/// blanks, minus signs and quotation marks, line numbers, '#' before any constant, comments after
/// ';', C++ names. Applied only if the text is invalid otherwise.
struct Leniency {
  /// Whether the text after a ';' is a comment rather than a statement.
  std::function<bool(std::string_view)> is_remark;
  /// Whether the instruction with this name (lower case) has an operand in each of its forms.
  std::function<bool(const std::string&)> takes_operands;
  /// Stores a text as long as the tokens are used.
  std::function<std::string_view(std::string)> keep;
  /// Labels such as "f(int, char)", by their first word, the longest first.
  std::unordered_map<std::string_view, std::vector<std::string_view>> names;
};

/// The labels written in the C++ form, "f(int):".
[[nodiscard]] std::unordered_map<std::string_view, std::vector<std::string_view>>
labels_of_cpp(std::string_view text);

/// Length in bytes of such a label at the start of `text`; after a call mnemonic, of any name with
/// parentheses. 0: none.
[[nodiscard]] std::size_t name_of_cpp_length(std::string_view text, const Leniency& leniency,
                                             std::string_view mnemonic);

/// Text between quotation marks, straight or curved, at the start of `text`.
struct Quotation {
  char mark = '"'; ///< or '\''
  std::string_view inside;
  std::size_t bytes = 0; ///< total length
};
/// nullopt: no quotation, or it is not closed.
[[nodiscard]] std::optional<Quotation> quotation_at(std::string_view text);

/// Reads a text by the rules of its notation, and in lenient mode only if that fails: leniency
/// never changes the meaning of valid text.
template <class Assemble> Result<Program> exactly_or_leniently(const Assemble& assemble) {
  Result<Program> program = assemble(Reading::exact);
  return program.ok() ? std::move(program) : assemble(Reading::lenient);
}

} // namespace stallscope::isa::assembly
