#pragma once

#include <array>
#include <cstdint>

namespace stallscope::core {

/// Longest history of a predictor, and predictions in flight at most: together they fit the ring.
inline constexpr unsigned kMaxHistory = 512;
inline constexpr unsigned kMaxPredictionsInFlight = 512;

/// The directions of the last conditional branches, youngest first: a ring of
/// bytes, as a bit takes more work to get at. Going back to
/// an earlier moment is going back to its head, because what lies behind it has not been
/// overwritten by the few predictions that can be in flight.
class GlobalHistory {
public:
  /// A moment to go back to.
  struct Mark {
    std::uint32_t head = 0;
    std::uint64_t recent = 0;
  };

  void push(bool taken) {
    ring_[head_ % ring_.size()] = taken ? 1 : 0;
    ++head_;
    recent_ = (recent_ << 1) | (taken ? 1U : 0U);
  }
  [[nodiscard]] Mark mark() const { return {head_, recent_}; }
  void go_back(const Mark& mark) {
    head_ = mark.head;
    recent_ = mark.recent;
  }
  /// The last 64 directions, the youngest in bit 0.
  [[nodiscard]] std::uint64_t recent() const { return recent_; }
  /// The direction `age` branches ago; 0 is the youngest.
  [[nodiscard]] bool at(unsigned age) const { return bit(age) != 0; }
  /// The same as 0 or 1.
  [[nodiscard]] std::uint8_t bit(unsigned age) const {
    return ring_[(head_ - 1 - age) % ring_.size()];
  }

  /// The same directions, as far as any predictor looks back.
  bool operator==(const GlobalHistory& other) const {
    for (unsigned age = 0; age < kMaxHistory; ++age)
      if (at(age) != other.at(age))
        return false;
    return recent_ == other.recent_;
  }

private:
  std::array<std::uint8_t, kMaxHistory + kMaxPredictionsInFlight> ring_{}; ///< 0 or 1
  std::uint32_t head_ = 0; ///< where the next one goes
  std::uint64_t recent_ = 0;
};

} // namespace stallscope::core
