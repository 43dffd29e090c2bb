#pragma once

#include <array>
#include <cstdint>

namespace stallscope::core {

/// Longest history of a predictor, and predictions in flight at most: together they fit the ring.
inline constexpr unsigned kMaxHistory = 512;
inline constexpr unsigned kMaxPredictionsInFlight = 512;

/// The directions of the last conditional branches, youngest first: bits in a ring. Going back to
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
    std::uint64_t& word = ring_[head_ / 64 % ring_.size()];
    word = (word & ~(std::uint64_t{1} << (head_ % 64))) | (std::uint64_t{taken} << (head_ % 64));
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
  [[nodiscard]] bool at(unsigned age) const {
    const std::uint32_t position = head_ - 1 - age;
    return (ring_[position / 64 % ring_.size()] >> (position % 64) & 1) != 0;
  }

  /// The same directions, as far as any predictor looks back.
  bool operator==(const GlobalHistory& other) const {
    for (unsigned age = 0; age < kMaxHistory; ++age)
      if (at(age) != other.at(age))
        return false;
    return recent_ == other.recent_;
  }

private:
  std::array<std::uint64_t, (kMaxHistory + kMaxPredictionsInFlight) / 64> ring_{};
  std::uint32_t head_ = 0; ///< where the next one goes
  std::uint64_t recent_ = 0;
};

} // namespace stallscope::core
