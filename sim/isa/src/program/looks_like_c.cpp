#include "program/looks_like_c.hpp"

#include "base/ascii.hpp"
#include "program/load_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::isa {

namespace {

constexpr std::size_t kBytesLookedAt = std::size_t{1} << 16;

bool is_in_word(char c) {
  return is_alphanumeric(c) || c == '_';
}

std::string_view word_at_begin(std::string_view line) {
  return line.substr(0, static_cast<std::size_t>(
                            std::find_if_not(line.begin(), line.end(), is_in_word) - line.begin()));
}

/// A declaration, or a statement with a condition in parentheses.
bool begins_like_c(std::string_view line) {
  static constexpr std::array<std::string_view, 20> kDeclarations{
      "int",      "void",   "double", "float",  "char",     "long",     "short",
      "unsigned", "signed", "const",  "static", "struct",   "typedef",  "size_t",
      "inline",   "extern", "union",  "enum",   "template", "namespace"};
  const std::string_view word = word_at_begin(line);
  std::string_view behind = line.substr(word.size());
  behind.remove_prefix(std::min(behind.find_first_not_of(" \t"), behind.size()));
  const bool declares =
      std::find(kDeclarations.begin(), kDeclarations.end(), word) != kDeclarations.end();
  if (declares || word.ends_with("_t"))
    return !behind.empty() && (is_in_word(behind[0]) || behind[0] == '*');
  return (word == "for" || word == "while" || word == "if" || word == "do") &&
         (behind.starts_with('(') || behind.starts_with('{'));
}

} // namespace

bool looks_like_c(std::string_view text) {
  text = text.substr(0, kBytesLookedAt);
  if (text.find(';') == std::string_view::npos)
    return false;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with("#include") || begins_like_c(line))
      return true;
  }
  return false;
}

bool is_cpp_file(std::string_view file) {
  static constexpr std::array<std::string_view, 5> kEndings{".cpp", ".cc", ".cxx", ".C", ".c++"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [file](std::string_view end) { return file.ends_with(end); });
}

Diagnostic reads_as_c(std::string_view file) {
  const bool is_cpp = is_cpp_file(file);
  Diagnostic d = problem_with_file(file, is_cpp ? "this is C++, and only C is compiled here"
                                                : "this looks like C");
  if (is_cpp)
    d.expected = "C in a file whose name ends in .c, or an executable that you make of it: "
                 "'riscv64-linux-gnu-g++ -O1 -g -static'";
  else
    d.expected = "C in a file whose name ends in .c, which is compiled and run";
  return d;
}

} // namespace stallscope::isa
