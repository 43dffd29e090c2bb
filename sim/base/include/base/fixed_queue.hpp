#pragma once

#include "base/check.hpp"

#include <array>
#include <cstddef>

namespace stallscope {

/// A first-in-first-out queue of at most N values held inside the object: copyable by assignment,
/// never allocates. Pushing to a full queue or popping an empty one is a bug of the caller and
/// stops the program.
template <class T, std::size_t N> class FixedQueue {
  static_assert(N > 0 && (N & (N - 1)) == 0,
                "the capacity is a power of two, so that indices wrap with a mask");

public:
  [[nodiscard]] std::size_t size() const { return tail_ - head_; }
  [[nodiscard]] bool empty() const { return head_ == tail_; }
  [[nodiscard]] bool full() const { return size() == N; }
  [[nodiscard]] static constexpr std::size_t capacity() { return N; }

  /// The i-th oldest value.
  T& operator[](std::size_t i) { return values_[(head_ + i) & (N - 1)]; }
  const T& operator[](std::size_t i) const { return values_[(head_ + i) & (N - 1)]; }

  T& front() {
    STALLSCOPE_CHECK(!empty(), "front of an empty queue");
    return values_[head_ & (N - 1)];
  }
  const T& front() const {
    STALLSCOPE_CHECK(!empty(), "front of an empty queue");
    return values_[head_ & (N - 1)];
  }
  T& back() {
    STALLSCOPE_CHECK(!empty(), "back of an empty queue");
    return values_[(tail_ - 1) & (N - 1)];
  }

  void push_back(const T& value) {
    STALLSCOPE_CHECK(!full(), "push to a full queue");
    values_[tail_ & (N - 1)] = value;
    ++tail_;
  }
  void pop_front() {
    STALLSCOPE_CHECK(!empty(), "pop of an empty queue");
    ++head_;
  }
  void pop_back() {
    STALLSCOPE_CHECK(!empty(), "pop of an empty queue");
    --tail_;
  }
  void clear() { head_ = tail_ = 0; }

private:
  std::array<T, N> values_{};
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

} // namespace stallscope
