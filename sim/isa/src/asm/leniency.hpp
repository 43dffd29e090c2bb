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
  exact,   ///< notation's own rules
  lenient, ///< also spellings of books, slides and listings: Leniency
};

/// Additional syntax accepted in text pasted from books, slides and compiler listings: typographic
/// blanks, minus signs and quotation marks, line numbers, '#' before any constant, comments after
/// ';', C++ names. Applied only to a text that is invalid otherwise.
struct Leniency {
  /// Whether the text after a ';' is a comment rather than a statement.
  std::function<bool(std::string_view)> is_remark;
  /// An instruction of this name (lower case) has an operand in each of its forms.
  std::function<bool(const std::string&)> takes_operands;
  /// Keeps a text until the tokens are used.
  std::function<std::string_view(std::string)> keep;
  /// Labels such as "f(int, char)", by the word they begin with, the longest first.
  std::unordered_map<std::string_view, std::vector<std::string_view>> names;
};

/// The labels of a text that are written as C++ shows functions, "f(int):".
[[nodiscard]] std::unordered_map<std::string_view, std::vector<std::string_view>>
labels_of_cpp(std::string_view text);

/// Bytes of such a label's name at the begin of `text`; behind the mnemonic of a call, of any name
/// with parentheses. 0: there is none.
[[nodiscard]] std::size_t name_of_cpp_length(std::string_view text, const Leniency& leniency,
                                             std::string_view mnemonic);

/// What stands between quotation marks, curved or not, at the begin of `text`.
struct Quotation {
  char mark = '"'; ///< or '\''
  std::string_view inside;
  std::size_t bytes = 0; ///< of all
};
/// nullopt: there is none, or it is not closed.
[[nodiscard]] std::optional<Quotation> quotation_at(std::string_view text);

/// Reads a text by its notation's rules, and leniently only if that fails: leniency never changes
/// the meaning of valid text.
template <class Assemble> Result<Program> exactly_or_leniently(const Assemble& assemble) {
  Result<Program> program = assemble(Reading::exact);
  return program.ok() ? std::move(program) : assemble(Reading::lenient);
}

/// In lower case.
[[nodiscard]] std::string lower(std::string_view text);

} // namespace stallscope::isa::assembly
