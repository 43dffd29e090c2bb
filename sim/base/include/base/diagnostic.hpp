#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

enum class Severity : std::uint8_t { error, warning, note };

/// One problem at one place of an input: program, machine file, trace or command line.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string file; ///< name of the input as given by the user; "<stdin>" for standard input, empty
                    ///< for the command line
  std::uint32_t line = 0;   ///< 1-based; 0 = the input as a whole
  std::uint32_t column = 0; ///< 1-based, in bytes; 0 = the line as a whole
  std::uint32_t length = 1; ///< number of bytes that the caret line underlines
  std::string message;    ///< what is wrong, lower case, no full stop: "unknown instruction 'addd'"
  std::string expected;   ///< what was expected, may be empty: "a register such as $t0"
  std::string suggestion; ///< the nearest valid word, may be empty: "add"
  std::string source_line; ///< the text of the line, without its end; may be empty
};

/// All problems of one input, in order of appearance. `kMaxShown` are printed; the rest are
/// counted.
using Diagnostics = std::vector<Diagnostic>;

inline constexpr std::size_t kMaxDiagnosticsShown = 20;

/// Longest source line in bytes that readers keep with a problem. Longer lines are not kept,
/// because a file of one line with many problems would be kept many times.
inline constexpr std::size_t kMaxLineKept = 8192;

[[nodiscard]] bool has_errors(const Diagnostics& diagnostics);

/// `file:line:column: error: message; expected what; did you mean 'x'?`, then the line and a caret
/// under the place. Without line, only the first part. Control characters of the source line are
/// shown as spaces, and a line of more than 160 bytes is cut around the place.
[[nodiscard]] std::string format(const Diagnostic& diagnostic);

/// At most kMaxDiagnosticsShown diagnostics, one after the other, then "... and N more errors".
[[nodiscard]] std::string format(const Diagnostics& diagnostics);

/// The candidate nearest to `word` by edit distance (insert, delete, replace, swap neighbours; case
/// ignored), or an empty view when none is near: at most 1 edit for words up to 3 letters, 2 up to
/// 7, 3 beyond. Ties: the first.
[[nodiscard]] std::string_view nearest_word(std::string_view word,
                                            const std::vector<std::string_view>& candidates);

} // namespace stallscope
