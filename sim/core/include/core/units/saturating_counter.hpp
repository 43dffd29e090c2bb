#pragma once

#include "machine/prediction.hpp"

#include <cstdint>

namespace stallscope::core {

/// Saturating counters: incremented when taken, decremented when not; the upper half predicts
/// taken. Smith, A Study of Branch Prediction Strategies, ISCA 1981.
struct CounterRule {
  std::uint8_t max = 3;
  std::uint8_t threshold = 2; ///< lowest value that predicts taken
  std::uint8_t initial = 1;

  CounterRule() = default;
  CounterRule(unsigned bits, machine::InitialCounter start)
      : max(static_cast<std::uint8_t>((1U << bits) - 1)),
        threshold(static_cast<std::uint8_t>(1U << (bits - 1))) {
    using machine::InitialCounter;
    initial = start == InitialCounter::strongly_not_taken ? std::uint8_t{0}
              : start == InitialCounter::strongly_taken   ? max
              : start == InitialCounter::weakly_taken     ? threshold
                                                      : static_cast<std::uint8_t>(threshold - 1);
  }

  [[nodiscard]] bool taken(std::uint8_t counter) const { return counter >= threshold; }
  void count(std::uint8_t& counter, bool up) const {
    if (up ? counter < max : counter > 0)
      counter = static_cast<std::uint8_t>(counter + (up ? 1 : -1));
  }
};

} // namespace stallscope::core
