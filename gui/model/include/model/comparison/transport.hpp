#pragma once

#include <cstdint>

namespace stallscope::gui {

/// The hand on the clock: where in a run the view stands, and how it moves. Cycle 0 is before the
/// first. Knows no run, only how long it is.
class Transport {
public:
  static constexpr double kSlowest = 0.25; ///< cycles a second
  static constexpr double kFastest = 60;
  static constexpr double kGlideSeconds = 0.15; ///< longest way of a token from stage to stage

  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }
  [[nodiscard]] std::uint64_t last_cycle() const { return last_; }
  /// A longer or shorter run; the position stays where it can.
  void set_last_cycle(std::uint64_t last);

  [[nodiscard]] bool playing() const { return playing_; }
  /// From the end, play begins again at the start.
  void play();
  void pause() { playing_ = false; }
  void toggle();
  [[nodiscard]] double speed() const { return speed_; } ///< cycles a second
  void set_speed(double cycles_per_second);
  void faster() { set_speed(speed_ * 2); }
  void slower() { set_speed(speed_ / 2); }

  void step(std::uint64_t cycles = 1);
  void step_back(std::uint64_t cycles = 1);
  void to_start() { seek(0); }
  void to_end() { seek(last_); }
  /// Pauses; tokens jump unless it is the next cycle or the one before.
  void seek(std::uint64_t cycle);
  /// The slider: 0 the start, 1 the end. The reverse of fraction().
  void scrub(double fraction);
  [[nodiscard]] double fraction() const;

  /// Time passes: plays on, at most to the end, where it pauses. True when the cycle has changed.
  bool advance(double seconds);

  /// Tokens glide; otherwise they jump.
  void set_animated(bool animated) { animated_ = animated; }
  [[nodiscard]] bool animated() const { return animated_; }
  /// How far tokens have come on their way from the cycle before, 0 to 1, eased; 1 when they have
  /// arrived. A function of the time since the step and the speed.
  [[nodiscard]] double glide() const;
  /// The last move was a step forwards (+1), back (-1) or a jump (0).
  [[nodiscard]] int direction() const { return direction_; }
  /// Something on screen still moves: draw again.
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
  double rest_ = 0;       ///< part of a cycle played and not yet shown
};

/// Slow at both ends: 0 at 0, 1 at 1, and the middle in the middle.
[[nodiscard]] double eased(double part);

} // namespace stallscope::gui
