#pragma once

#include <chrono>
#include <cstdint>

namespace stallscope::cli {

/// Progress of a sweep on standard error, after the first second: one line that is rewritten on a
/// terminal, otherwise a line every ten seconds.
class SweepMeter {
public:
  SweepMeter(std::uint64_t points, bool quiet);

  void add(std::uint64_t done, std::uint64_t failed);
  /// Sets the number of finished points, counted elsewhere.
  void set(std::uint64_t done) { done_ = done < points_ ? done : points_; }
  /// Prints the progress when an update is due.
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
