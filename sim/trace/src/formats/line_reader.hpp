#pragma once

#include "formats/trace_text.hpp"

#include <limits>
#include <string>
#include <string_view>

namespace stallscope::trace {

/// Assigns ascending operation numbers: the trace's own, as long as they ascend in reasonable
/// steps.
class Numbering {
public:
  OpId next(std::uint64_t given) {
    constexpr std::uint64_t kLongestStep = std::uint64_t{1} << 30;
    constexpr std::uint64_t kLargestFirst = std::uint64_t{1} << 60;
    const std::uint64_t most = last_ ? last_.value + kLongestStep : kLargestFirst;
    const bool takes = given > last_.value && given <= most;
    differs_ = differs_ || !takes;
    last_ = OpId{takes ? given : last_.value + 1};
    return last_;
  }
  /// At least one operation has another number than in the trace.
  [[nodiscard]] bool differs() const { return differs_; }

private:
  OpId last_;
  bool differs_ = false;
};

/// Base of line-oriented trace readers: splits the input into lines, and reports invalid ones.
class LineReader : public TraceReader {
public:
  void add(std::string_view piece) override {
    while (!piece.empty() && !gave_up()) {
      const std::size_t end = piece.find('\n');
      if (end == std::string_view::npos) {
        keep(piece);
        return;
      }
      if (begun_.empty() && !too_long_) {
        take(piece.substr(0, end));
      } else {
        keep(piece.substr(0, end));
        take_begun();
      }
      piece.remove_prefix(end + 1);
    }
  }
  [[nodiscard]] const TraceProblems& problems() const override { return problems_; }

protected:
  explicit LineReader(ReaderOptions options) : options_(std::move(options)) {}

  /// A line without its newline.
  virtual void read_line(std::string_view line) = 0;
  /// The last line may lack a newline.
  void finish_lines() {
    if ((!begun_.empty() || too_long_) && !gave_up())
      take_begun();
  }
  void report(std::string message, std::string expected = {}) {
    ++problems_.count;
    if (problems_.first.size() >= kMaxDiagnosticsShown)
      return;
    Diagnostic problem;
    problem.severity = Severity::warning;
    problem.file = options_.file;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    problem.line = static_cast<std::uint32_t>(std::min(line_, kMost));
    problem.message = std::move(message);
    problem.expected = std::move(expected);
    problems_.first.push_back(std::move(problem));
  }
  [[nodiscard]] std::uint64_t line() const { return line_; }
  /// Sets the line for messages on an earlier line.
  void set_line(std::uint64_t line) { line_ = line; }
  [[nodiscard]] const ReaderOptions& options() const { return options_; }

private:
  void keep(std::string_view part) {
    if (begun_.size() + part.size() > options_.limits.line_bytes)
      too_long_ = true;
    else if (!too_long_)
      begun_ += part;
  }
  void take_begun() {
    if (too_long_) {
      ++line_;
      report("line of more than " + std::to_string(options_.limits.line_bytes) + " bytes");
    } else {
      take(begun_);
    }
    begun_.clear();
    too_long_ = false;
  }
  void take(std::string_view text) {
    ++line_;
    if (!text.empty() && text.back() == '\r')
      text.remove_suffix(1);
    if (text.size() > options_.limits.line_bytes)
      report("line of more than " + std::to_string(options_.limits.line_bytes) + " bytes");
    else
      read_line(text);
  }

  ReaderOptions options_;
  std::string begun_; ///< beginning of a line that continues in the next piece
  bool too_long_ = false;
  std::uint64_t line_ = 0;
  TraceProblems problems_;
};

} // namespace stallscope::trace
