#pragma once

#include "asm/token.hpp"
#include "base/input_limits.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

inline constexpr std::size_t kMaxLines = InputLimits::source_lines; ///< of a file
inline constexpr std::size_t kMaxExpandedLines =
    InputLimits::expanded_lines; ///< made by .macro and .rept together
inline constexpr std::size_t kMaxExpandedBytes = InputLimits::expanded; ///< made by macros
inline constexpr std::size_t kMaxNesting =
    InputLimits::macro_depth; ///< macros and .rept within each other

/// The directive a line starts with behind its labels, lower case (".endm"), or an empty string.
[[nodiscard]] std::string directive_of(std::string_view line);

struct MacroParameter {
  std::string_view name; ///< without backslash or %
  std::string_view default_text;
  bool required = false;
  bool rest = false; ///< takes all remaining arguments, commas included
};

struct Macro {
  std::vector<MacroParameter> parameters;
  std::vector<SourceLine> body;
  bool percent = false; ///< MARS: the body writes %name instead of \name
  Place defined{};
};

/// Hands out the lines of a file one by one, and those that macros and repetitions put in their
/// place.
class LineReader {
public:
  /// `text` must outlive the reader.
  LineReader(std::string_view text, Reporter& reporter);

  bool next(SourceLine& line);
  /// The lines up to the one that closes the block just opened at `opener` (not included). Blocks
  /// of the same kind nest. Reported, and false, when the end is missing.
  bool read_block(const Place& opener, std::string_view closer, std::vector<SourceLine>& body);
  /// Puts lines before the next one, `times` times. False and reported beyond a limit.
  bool repeat(const Place& place, std::vector<SourceLine> lines, std::uint64_t times);
  /// Puts the body of a macro before the next line, its parameters replaced.
  bool expand(const Place& place, std::string_view name, const Macro& macro,
              const std::vector<std::string_view>& arguments);
  /// Keeps a text until the end of the assembly.
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }

private:
  struct Frame {
    std::vector<SourceLine> lines;
    std::size_t at = 0;
    std::uint64_t times = 1;
  };
  bool substitute(const Place& place, std::string_view text, const Macro& macro,
                  const std::vector<std::string_view>& arguments, std::string& out);
  bool push(const Place& place, Frame frame);
  bool stop(const Place& place, std::string message, std::string expected);

  Reporter& reporter_;
  std::vector<Frame> frames_;
  std::deque<std::string> kept_;
  std::size_t expanded_lines_ = 0;
  std::size_t expanded_bytes_ = 0;
  std::uint64_t expansions_ = 0; ///< \@
};

} // namespace stallscope::isa::assembly
