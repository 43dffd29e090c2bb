#include "tac/reporter.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa::tac {

namespace {

/// A longer line is not stored with its problems: a thousand problems on a line of megabytes would
/// use too much memory.
constexpr std::size_t kMaxSuggestions = kMaxDiagnosticsShown + 5;

} // namespace

void Reporter::error(std::uint32_t line, std::string_view line_text, const Token& at,
                     std::string message, std::string expected, std::string_view suggestion) {
  if (full())
    return;
  Diagnostic d;
  d.file = file_;
  d.line = line;
  d.column = at.column;
  d.length = static_cast<std::uint32_t>(std::clamp<std::size_t>(at.text.size(), 1, kMaxLineKept));
  d.message = std::move(message);
  d.expected = std::move(expected);
  d.suggestion = std::string(suggestion);
  if (line_text.size() <= kMaxLineKept)
    d.source_line = std::string(line_text);
  problems_.push_back(std::move(d));
}

std::string_view Reporter::suggest(std::string_view word,
                                   const std::vector<std::string_view>& candidates) {
  return ++suggestions_ <= kMaxSuggestions ? nearest_word(word, candidates) : std::string_view{};
}

Diagnostics Reporter::take() {
  const bool too_many = full();
  std::stable_sort(problems_.begin(), problems_.end(), [](const auto& a, const auto& b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  });
  if (too_many) {
    Diagnostic d;
    d.file = file_;
    d.message = fmt::format("{} problems found, the rest of the file was not read", kMaxProblems);
    problems_.push_back(std::move(d));
  }
  return std::move(problems_);
}

} // namespace stallscope::isa::tac
