#include "experiments/sweep_meter.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <unistd.h>

namespace stallscope::cli {

namespace {

std::string duration(double seconds) {
  if (seconds < 100)
    return fmt::format("{:.0f} s", seconds);
  if (seconds < 100 * 60.0)
    return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

/// "[=====>    ]"
std::string bar(std::uint64_t done, std::uint64_t points) {
  constexpr std::uint64_t kWidth = 20;
  const std::uint64_t full = points == 0 ? kWidth : done * kWidth / points;
  std::string text(full, '=');
  if (full < kWidth)
    text += '>';
  text.resize(kWidth, ' ');
  return "[" + text + "]";
}

} // namespace

SweepMeter::SweepMeter(std::uint64_t points, bool quiet)
    : points_(points), quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

double SweepMeter::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void SweepMeter::add(std::uint64_t done, std::uint64_t failed) {
  done_ += done;
  failed_ += failed;
}

void SweepMeter::show() {
  const double now = seconds();
  if (quiet_ || now < next_)
    return;
  next_ = now + (terminal_ ? 0.25 : 10.0);
  shown_ = true;
  std::string text = fmt::format("{} {} of {} points", bar(done_, points_), done_, points_);
  if (failed_ > 0)
    text += fmt::format(", {} failed", failed_);
  if (done_ > 0) {
    const double left = static_cast<double>(points_ - done_) * now / static_cast<double>(done_);
    text +=
        fmt::format(", {:.3g} a second, {} left", static_cast<double>(done_) / now, duration(left));
  }
  std::fprintf(stderr, terminal_ ? "\r\033[K%s" : "%s\n", text.c_str());
  std::fflush(stderr);
}

void SweepMeter::finish() {
  if (shown_ && terminal_)
    std::fputs("\r\033[K", stderr);
}

} // namespace stallscope::cli
