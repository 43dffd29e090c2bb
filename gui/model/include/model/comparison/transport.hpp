#pragma once

#include <cstdint>

namespace stallscope::gui {

/// Playback control: position in a run and its movement. Cycle 0 is before the first cycle. Depends
/// on the length of the run only.
class Transport {
public:
  static constexpr double kSlowest = 0.25; ///< cycles per second
  static constexpr double kFastest = 60;
  static constexpr double kGlideSeconds = 0.15; ///< maximum duration of a token's animation between
                                                ///< stages

  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }
  [[nodiscard]] std::uint64_t last_cycle() const { return last_; }
  /// Sets the length of the run; keeps the position if possible.
  void set_last_cycle(std::uint64_t last);

  [[nodiscard]] bool playing() const { return playing_; }
  /// At the end, play restarts from the beginning.
  void play();
  void pause() { playing_ = false; }
  void toggle();
  [[nodiscard]] double speed() const { return speed_; } ///< cycles per second
  void set_speed(double cycles_per_second);
  void faster() { set_speed(speed_ * 2); }
  void slower() { set_speed(speed_ / 2); }

  void step(std::uint64_t cycles = 1);
  void step_back(std::uint64_t cycles = 1);
  void to_start() { seek(0); }
  void to_end() { seek(last_); }
  /// Pauses and moves to a cycle; tokens are animated only between adjacent cycles.
  void seek(std::uint64_t cycle);
  /// Moves to a position of the slider: 0 the start, 1 the end. The inverse of fraction().
  void scrub(double fraction);
  [[nodiscard]] double fraction() const;

  /// Advances time: continues playing, and pauses at the end. True when the cycle has changed.
  bool advance(double seconds);

  /// Enables animation of tokens.
  void set_animated(bool animated) { animated_ = animated; }
  [[nodiscard]] bool animated() const { return animated_; }
  /// Animation progress of tokens since the previous cycle, 0 to 1, with easing; 1: finished. A
  /// function of the time since the step and the speed.
  [[nodiscard]] double glide() const;
  /// Direction of the last move: forwards (+1), back (-1) or a jump (0).
  [[nodiscard]] int direction() const { return direction_; }
  /// An animation is in progress: another frame is needed.
  [[nodiscard]] bool moving() const { return playing_ || glide() < 1; }

private:
  void move_to(std::uint64_t cycle);

  std::uint64_t cycle_ = 0;
  std::uint64_t last_ = 0;
  double speed_ = 2;
  bool playing_ = false;
  bool animated_ = true;
  int direction_ = 0;
  double since_step_ = 1; ///< seconds
  double rest_ = 0;       ///< fraction of a cycle played but not shown yet
};

/// Ease in and out: 0 at 0, 1 at 1, and 1/2 at 1/2.
[[nodiscard]] double eased(double part);

} // namespace stallscope::gui
