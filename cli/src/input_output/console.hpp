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

/// What the text is drawn with, from the options and from what standard output is.
[[nodiscard]] trace::TextStyle text_style(const Appearance& look, bool to_file);

/// `text` behind `lead`, broken between words so that no line is longer than `columns` (unless a
/// word is). It may quote files and names of anybody: no control character of it is left.
[[nodiscard]] std::string wrapped(const std::string& lead, const std::string& text,
                                  unsigned columns);

/// Errors and warnings on standard error.
void print(const Diagnostics& diagnostics);
/// All of them, however many: for machine files, which are short.
void print_all(const Diagnostics& diagnostics);
void print_error(std::string_view sentence);
void print_warning(std::string_view sentence);
/// Text on standard error as it is, but for what a terminal could obey: lines may quote files,
/// programs and names that come from anybody.
void print_text(std::string_view text);

/// Everything on our standard input. It can be read once only, so later calls give the same text.
/// Ends behind the largest program that is read, and early when the user interrupts.
[[nodiscard]] const std::string& standard_input();

/// Ctrl-C sets this instead of ending the process, so that a run can end with the results so far.
[[nodiscard]] const std::atomic<bool>& interrupted();
void catch_interrupts();
/// Writing for a reader that has gone fails instead of ending the process.
void ignore_broken_pipes();

/// Prints what the guest prints at once, as long as somebody reads it. On a terminal its control
/// characters other than ends of lines and tabs become spaces, unless `raw` says that they are
/// wanted.
class LiveOutput final : public isa::OutputSink {
public:
  /// `heading`, when not empty, stands on a line of its own before the first output.
  explicit LiveOutput(std::string heading, bool raw);

  void write(std::uint64_t offset, std::string_view text) override;
  /// Ends an unfinished line, so that a report begins on a line of its own.
  void end_line();
  /// Nothing more can be written: no use in going on.
  [[nodiscard]] bool failed() const { return error_ != 0; }
  /// Nobody reads standard output any more, as behind `| head -1`.
  [[nodiscard]] bool reader_gone() const { return error_ == EPIPE; }
  /// Everything was written that somebody wanted to read; prints why not.
  [[nodiscard]] bool is_complete() const;

private:
  void put(std::string_view text);
  /// What of a piece of output a terminal is given.
  std::string cleaned(std::string_view text);

  std::string heading_;
  bool cleans_;
  std::string held_; ///< the beginning of a character in UTF-8 that is not there yet
  bool line_open_ = false;
  int error_ = 0; ///< errno of the first failure
};

/// Rate, cycles and time left on standard error, from the first second on: one line that is
/// rewritten on a terminal, a line every ten seconds otherwise.
class ProgressMeter {
public:
  ProgressMeter(std::string label, const Subject& subject, bool quiet);
  ~ProgressMeter();
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  /// Shows the progress when it is time; false when the user has interrupted.
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
