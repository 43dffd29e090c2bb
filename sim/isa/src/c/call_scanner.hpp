#pragma once

// The words of a call in C: names, numbers, characters and strings, text in brackets.

#include "base/ascii.hpp"
#include "base/diagnostic.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

[[nodiscard]] constexpr bool begins_c_name(char c) {
  return is_letter(c) || c == '_';
}
[[nodiscard]] constexpr bool in_c_name(char c) {
  return is_alphanumeric(c) || c == '_';
}

/// Reads a text from left to right; the first problem ends it.
class CallScanner {
public:
  explicit CallScanner(std::string_view text) : text_(text) {}

protected:
  std::string name();
  std::string number();
  std::string quoted(char quote);
  std::string in_brackets();

  void skip_blanks();
  bool take(char c);
  void expect(char c, const char* what);
  /// What stands here, for messages.
  [[nodiscard]] std::string found() const;
  void complain(std::size_t at, std::string message, std::string expected);

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Diagnostic> problem_;
};

} // namespace stallscope::isa
