#pragma once

#include <chrono>
#include <cstdint>

namespace stallscope::cli {

/// How far a sweep has come, on standard error, from the first second on: one line that is
/// rewritten on a terminal, a line every ten seconds otherwise.
class SweepMeter {
public:
  SweepMeter(std::uint64_t points, bool quiet);

  void add(std::uint64_t done, std::uint64_t failed);
  /// So many are done in all, as somebody else counts them.
  void set(std::uint64_t done) { done_ = done < points_ ? done : points_; }
  /// Shows it when it is time.
  void show();
  /// Clears the line of a terminal.
  void finish();
  [[nodiscard]] std::uint64_t failed() const { return failed_; }

private:
  [[nodiscard]] double seconds() const;

  std::uint64_t points_;
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  double next_ = 1;
  std::chrono::steady_clock::time_point start_;
};

} // namespace stallscope::cli
