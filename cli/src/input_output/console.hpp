#pragma once

#include "arguments/arguments.hpp"
#include "base/diagnostic.hpp"
#include "isa/executor.hpp"
#include "session/runner.hpp"
#include "trace/render.hpp"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::cli {

/// The text style, from the options and the kind of standard output.
[[nodiscard]] trace::TextStyle text_style(const Appearance& look, bool to_file);

/// `text` after `lead`, wrapped at `columns`. Control characters are removed, since the text may
/// quote untrusted files and names.
[[nodiscard]] std::string wrapped(const std::string& lead, const std::string& text,
                                  unsigned columns);

/// Prints errors and warnings to standard error.
void print(const Diagnostics& diagnostics);
/// Prints all diagnostics without a limit, as for machine files, which are short.
void print_all(const Diagnostics& diagnostics);
void print_error(std::string_view sentence);
void print_warning(std::string_view sentence);
/// Prints text to standard error, with terminal control characters removed, since the text may
/// quote untrusted files, programs and names.
void print_text(std::string_view text);

/// The whole standard input. It is read once; later calls return the same text. Stops at the size
/// limit of programs, and when the user interrupts.
[[nodiscard]] const std::string& standard_input();

/// Ctrl-C sets this flag instead of ending the process, so that a run can end with partial results.
[[nodiscard]] const std::atomic<bool>& interrupted();
void catch_interrupts();
/// `true`: Ctrl-C ends the process from here on, for the time in which only a report of computed
/// results is made and written; `false`: Ctrl-C sets the flag again. No effect once the flag is
/// set, because the user then expects the report of partial results.
void end_at_interrupts(bool at_once);

/// Prints guest output immediately, while standard output is open. On a terminal, control
/// characters other than newlines and tabs become spaces, unless `raw`.
class LiveOutput final : public isa::OutputSink {
public:
  /// `heading`, when not empty, is printed on its own line before the first output.
  explicit LiveOutput(std::string heading, bool raw);

  void write(std::uint64_t offset, std::string_view text) override;
  /// Ends an incomplete line, so that a report begins on a new line.
  void end_line();
  /// A write has failed: stop.
  [[nodiscard]] bool failed() const { return error_ != 0; }
  /// Standard output is closed, as after `| head -1`.
  [[nodiscard]] bool reader_gone() const { return error_ == EPIPE; }
  /// Whether all output was written, or the reader closed standard output; prints errors.
  [[nodiscard]] bool is_complete() const;

private:
  void put(std::string_view text);
  /// The part of a piece of output that a terminal receives.
  std::string cleaned(std::string_view text);

  std::string heading_;
  bool cleans_;
  std::string held_; ///< the first bytes of an incomplete UTF-8 character
  bool line_open_ = false;
  int error_ = 0; ///< errno of the first failure
};

/// Rate, cycles and remaining time on standard error, after the first second: one line that is
/// rewritten on a terminal, otherwise a line every ten seconds.
class ProgressMeter {
public:
  ProgressMeter(std::string label, const Subject& subject, bool quiet);
  ~ProgressMeter();
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  /// Prints the progress when an update is due; false when the user has interrupted.
  bool operator()(const session::Progress& progress);

private:
  std::string label_;
  std::uint64_t limit_instructions_;
  std::uint64_t limit_cycles_;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  double last_shown_ = 0;
};

} // namespace stallscope::cli
