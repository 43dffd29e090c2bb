#pragma once

#include "base/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

/// Problems beyond this number are not collected; a last error says so.
inline constexpr std::size_t kMaxErrors = 1000;

/// One line to assemble: of the file, or made by expanding a macro.
struct SourceLine {
  std::string_view text;
  std::uint32_t line = 0;      ///< 1-based line of the file it was written in
  std::uint32_t expansion = 0; ///< Reporter's expansion it comes from, 0: the file itself
};

/// A stretch of a line.
struct Place {
  SourceLine line;
  std::uint32_t column = 0; ///< 1-based, in bytes
  std::uint32_t length = 1;
};

/// Collects the problems of one file, in any order, and hands them out in the order of the file.
class Reporter {
public:
  explicit Reporter(std::string_view file) : file_(file) {}

  void error(const Place& place, std::string message, std::string expected = {},
             std::string suggestion = {});
  void warning(const Place& place, std::string message);
  /// A problem of the file as a whole.
  void error(std::string message, std::string expected = {});

  /// Notes that lines are made from a macro used at `used` (its name must outlive this object); the
  /// number goes into SourceLine::expansion.
  std::uint32_t add_expansion(std::string_view macro, const SourceLine& used);

  [[nodiscard]] bool has_errors() const { return error_count_ > 0; }
  /// kMaxErrors is reached: reading on is useless.
  [[nodiscard]] bool full() const { return error_count_ >= kMaxErrors; }
  [[nodiscard]] std::size_t error_count() const { return error_count_; }
  /// Suggestions cost a search each: false once more of this kind were made than are ever shown.
  [[nodiscard]] bool may_suggest(std::size_t& made) const {
    return ++made <= kMaxDiagnosticsShown + 5;
  }

  /// All problems, by line and column.
  [[nodiscard]] Diagnostics take();

private:
  struct Expansion {
    std::string_view macro;
    std::uint32_t used_line;
  };
  void add(Severity severity, const Place& place, std::string message, std::string expected,
           std::string suggestion);

  std::string file_;
  Diagnostics diagnostics_;
  std::size_t error_count_ = 0;
  std::size_t warning_count_ = 0;
  std::vector<Expansion> expansions_;
};

} // namespace stallscope::isa::assembly
