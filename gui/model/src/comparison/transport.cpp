#include "model/comparison/transport.hpp"

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

double eased(double part) {
  const double t = std::clamp(part, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

void Transport::set_last_cycle(std::uint64_t last) {
  last_ = last;
  if (cycle_ > last_)
    seek(last_);
}

void Transport::play() {
  if (cycle_ >= last_)
    move_to(0);
  rest_ = 0;
  playing_ = last_ > 0;
}

void Transport::toggle() {
  if (playing_)
    pause();
  else
    play();
}

void Transport::set_speed(double cycles_per_second) {
  speed_ = std::clamp(cycles_per_second, kSlowest, kFastest);
}

void Transport::move_to(std::uint64_t cycle) {
  cycle = std::min(cycle, last_);
  if (cycle == cycle_)
    return;
  direction_ = cycle == cycle_ + 1 ? 1 : cycle + 1 == cycle_ ? -1 : 0;
  cycle_ = cycle;
  since_step_ = 0;
}

void Transport::step(std::uint64_t cycles) {
  pause();
  move_to(cycle_ + std::min(cycles, last_ - cycle_));
}

void Transport::step_back(std::uint64_t cycles) {
  pause();
  move_to(cycle_ - std::min(cycles, cycle_));
}

void Transport::seek(std::uint64_t cycle) {
  pause();
  move_to(cycle);
}

void Transport::scrub(double fraction) {
  const double part = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0.0;
  seek(static_cast<std::uint64_t>(std::llround(part * static_cast<double>(last_))));
}

double Transport::fraction() const {
  return last_ == 0 ? 0.0 : static_cast<double>(cycle_) / static_cast<double>(last_);
}

bool Transport::advance(double seconds) {
  if (!(seconds > 0)) // also for NaN
    return false;
  since_step_ = std::min(since_step_ + seconds, 1e6);
  if (!playing_)
    return false;
  rest_ += std::min(seconds, 1.0) * speed_; // limited to 1 s, as after the process was suspended
  const double cycles = std::floor(rest_);
  rest_ -= cycles;
  const std::uint64_t before = cycle_;
  if (cycles > 0)
    move_to(cycle_ + static_cast<std::uint64_t>(cycles));
  if (cycle_ >= last_)
    playing_ = false;
  return cycle_ != before;
}

double Transport::glide() const {
  if (!animated_ || direction_ == 0)
    return 1;
  const double way = playing_ ? std::min(kGlideSeconds, 0.6 / speed_) : kGlideSeconds;
  return eased(since_step_ / way);
}

} // namespace stallscope::gui
