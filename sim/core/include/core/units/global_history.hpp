#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stallscope::core {

/// Limit on the longest history of a predictor plus the predictions in flight, so that both fit
/// into the ring.
inline constexpr unsigned kMaxHistory = 512;
inline constexpr unsigned kMaxPredictionsInFlight = 512;

/// Global branch history: the directions of the last conditional branches, a ring with one byte a
/// direction (faster than bits). Every direction is stored twice, kRing apart, so that a look back
/// never wraps around. Restoring an earlier history is resetting the head: the predictions in
/// flight are too few to have overwritten it.
class GlobalHistory {
public:
  /// A checkpoint of the history.
  struct Mark {
    std::uint32_t head = 0;
    std::uint64_t recent = 0;
  };

  void push(bool taken) {
    std::uint8_t* const place = ring_.data() + head_ % kRing;
    place[0] = place[kRing] = taken ? 1 : 0;
    ++head_;
    recent_ = (recent_ << 1) | (taken ? 1U : 0U);
  }
  [[nodiscard]] Mark mark() const { return {head_, recent_}; }
  void go_back(const Mark& mark) {
    head_ = mark.head;
    recent_ = mark.recent;
  }
  /// The directions of the last 64 branches, the youngest in bit 0.
  [[nodiscard]] std::uint64_t recent() const { return recent_; }
  /// The direction `age` branches ago; 0 is the youngest.
  [[nodiscard]] bool at(unsigned age) const { return bit(age) != 0; }
  /// The result of at() as 0 or 1.
  [[nodiscard]] std::uint8_t bit(unsigned age) const { return *(behind_youngest() - 1 - age); }
  /// Pointer past the last kRing directions, the youngest last.
  [[nodiscard]] const std::uint8_t* behind_youngest() const {
    return ring_.data() + kRing + head_ % kRing;
  }

  /// Equal over the longest history that a predictor uses.
  bool operator==(const GlobalHistory& other) const {
    for (unsigned age = 0; age < kMaxHistory; ++age)
      if (at(age) != other.at(age))
        return false;
    return recent_ == other.recent_;
  }

private:
  static constexpr std::size_t kRing = kMaxHistory + kMaxPredictionsInFlight;
  std::array<std::uint8_t, 2 * kRing> ring_{}; ///< 0 or 1
  std::uint32_t head_ = 0;                     ///< where the next direction is written
  std::uint64_t recent_ = 0;
};

} // namespace stallscope::core
