#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stallscope::core {

/// Longest history of a predictor, and predictions in flight at most: together they fit the ring.
inline constexpr unsigned kMaxHistory = 512;
inline constexpr unsigned kMaxPredictionsInFlight = 512;

/// The directions of the last conditional branches, youngest first: a ring of bytes, as a bit takes
/// more work to get at, and twice, one behind the other, so that looking back never meets its end.
/// Going back to an earlier moment is going back to its head, because what lies behind it has not
/// been overwritten by the few predictions that can be in flight.
class GlobalHistory {
public:
  /// A moment to go back to.
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
  /// The last 64 directions, the youngest in bit 0.
  [[nodiscard]] std::uint64_t recent() const { return recent_; }
  /// The direction `age` branches ago; 0 is the youngest.
  [[nodiscard]] bool at(unsigned age) const { return bit(age) != 0; }
  /// The same as 0 or 1.
  [[nodiscard]] std::uint8_t bit(unsigned age) const { return *(behind_youngest() - 1 - age); }
  /// The directions lie in front of here, the youngest last: kRing of them.
  [[nodiscard]] const std::uint8_t* behind_youngest() const {
    return ring_.data() + kRing + head_ % kRing;
  }

  /// The same directions, as far as any predictor looks back.
  bool operator==(const GlobalHistory& other) const {
    for (unsigned age = 0; age < kMaxHistory; ++age)
      if (at(age) != other.at(age))
        return false;
    return recent_ == other.recent_;
  }

private:
  static constexpr std::size_t kRing = kMaxHistory + kMaxPredictionsInFlight;
  std::array<std::uint8_t, 2 * kRing> ring_{}; ///< 0 or 1
  std::uint32_t head_ = 0;                     ///< where the next one goes
  std::uint64_t recent_ = 0;
};

} // namespace stallscope::core
