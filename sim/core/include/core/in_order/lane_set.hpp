#pragma once

#include "machine/limits.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace stallscope::core {

/// A set of lanes, iterated in ascending order. A loop caches the word of 64 lanes it is in:
/// changes to that word during the loop do not affect it.
class LaneSet {
  static constexpr unsigned kWordBits = 64;
  static constexpr unsigned kWords = (machine::kMaxLanes + kWordBits - 1) / kWordBits;
  using Words = std::array<std::uint64_t, kWords>;

public:
  void insert(unsigned lane) { words_[lane / kWordBits] |= bit(lane); }
  void erase(unsigned lane) { words_[lane / kWordBits] &= ~bit(lane); }
  void clear() { words_.fill(0); }
  [[nodiscard]] bool contains(unsigned lane) const {
    return (words_[lane / kWordBits] & bit(lane)) != 0;
  }

  /// The lanes of a set in [begin, end), for range-based for.
  class Range {
  public:
    class Iterator {
    public:
      Iterator(const Words& words, unsigned word, std::uint64_t bits, unsigned end)
          : words_(&words), word_(word), bits_(bits), end_(end) {
        skip();
      }
      unsigned operator*() const { return lane_; }
      Iterator& operator++() {
        bits_ &= bits_ - 1;
        skip();
        return *this;
      }
      bool operator!=(const Iterator& other) const { return lane_ != other.lane_; }

    private:
      void skip() {
        while (bits_ == 0 && (word_ + 1) * kWordBits < end_)
          bits_ = (*words_)[++word_];
        lane_ =
            bits_ == 0 ? end_ : word_ * kWordBits + static_cast<unsigned>(std::countr_zero(bits_));
        if (lane_ > end_)
          lane_ = end_;
      }

      const Words* words_;
      unsigned word_;
      std::uint64_t bits_;
      unsigned end_;
      unsigned lane_ = 0;
    };

    Range(const Words& words, unsigned begin, unsigned end)
        : words_(words), begin_(begin), end_(end) {}
    [[nodiscard]] Iterator begin() const {
      if (begin_ >= end_)
        return this->end();
      const unsigned word = begin_ / kWordBits;
      return {words_, word, words_[word] & ~0ULL << begin_ % kWordBits, end_};
    }
    [[nodiscard]] Iterator end() const { return {words_, kWords, 0, end_}; }

  private:
    const Words& words_;
    unsigned begin_;
    unsigned end_;
  };
  [[nodiscard]] Range between(unsigned begin, unsigned end) const { return {words_, begin, end}; }

  bool operator==(const LaneSet&) const = default;

private:
  static constexpr std::uint64_t bit(unsigned lane) { return std::uint64_t{1} << lane % kWordBits; }

  Words words_{};
};

} // namespace stallscope::core
