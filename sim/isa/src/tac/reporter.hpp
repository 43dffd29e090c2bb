#pragma once

#include "base/diagnostic.hpp"
#include "tac/token.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::tac {

/// Problems beyond this number are not searched; a final message says so.
inline constexpr std::size_t kMaxProblems = 1000;

/// Collects the problems of a text in the order they are found.
class Reporter {
public:
  explicit Reporter(std::string_view file) : file_(file) {}

  void error(std::uint32_t line, std::string_view line_text, const Token& at, std::string message,
             std::string expected = {}, std::string_view suggestion = {});

  /// The closest of `candidates`, or nothing; also nothing once more suggestions were made than
  /// problems are displayed, because each is compared with all candidates.
  [[nodiscard]] std::string_view suggest(std::string_view word,
                                         const std::vector<std::string_view>& candidates);

  [[nodiscard]] bool full() const { return problems_.size() >= kMaxProblems; }
  [[nodiscard]] bool any() const { return !problems_.empty(); }
  /// All problems in the order of the text.
  [[nodiscard]] Diagnostics take();

private:
  std::string file_;
  Diagnostics problems_;
  std::size_t suggestions_ = 0;
};

} // namespace stallscope::isa::tac
