#include "language/zh/diagnostics.hpp"

#include "language/patterns.hpp"

#include <algorithm>
#include <vector>

namespace stallscope::gui {

namespace {

/// Letters of a pattern beside its arguments.
std::size_t letters_of(std::string_view pattern) {
  std::size_t count = pattern.size();
  for (std::size_t at = pattern.find("{}"); at != std::string_view::npos;
       at = pattern.find("{}", at + 2))
    count -= 2;
  return count;
}

} // namespace

std::string chinese_diagnostic(std::string_view english) {
  const DiagnosticWords* best = nullptr;
  std::vector<std::string_view> values;
  for (const auto& table :
       {machine_diagnostics_zh(), assembler_diagnostics_zh(), notation_diagnostics_zh()})
    for (const DiagnosticWords& words : table) {
      if (best != nullptr && letters_of(words.english) <= letters_of(best->english))
        continue;
      if (auto found = captured(english, words.english)) {
        best = &words;
        values = std::move(*found);
      }
    }
  if (best == nullptr)
    return std::string(english);
  std::vector<std::string> inner;
  inner.reserve(values.size());
  for (const std::string_view value : values) // each is shorter than the whole
    inner.push_back(value.find(' ') == std::string_view::npos ? std::string(value)
                                                              : chinese_diagnostic(value));
  return with_values(best->chinese, inner);
}

} // namespace stallscope::gui
