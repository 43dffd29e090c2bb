#pragma once

#include "base/large_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace stallscope {

/// A vector for long lists of plain values: unlike std::vector, it does not copy its memory when it
/// grows (see grow_memory).
template <class T> class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  GrowingArray() = default;
  GrowingArray(std::initializer_list<T> values) { append(values.begin(), values.end()); }
  GrowingArray(const GrowingArray& other) { append(other.begin(), other.end()); }
  GrowingArray(GrowingArray&& other) noexcept { swap(other); }
  GrowingArray& operator=(GrowingArray other) noexcept {
    swap(other);
    return *this;
  }
  ~GrowingArray() { release_memory(data_, capacity_ * sizeof(T)); }

  void swap(GrowingArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  void reserve(std::size_t capacity) {
    if (capacity <= capacity_)
      return;
    data_ = static_cast<T*>(grow_memory(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
    capacity_ = capacity;
  }
  void push_back(T value) { // by value, because the argument may be an element of the array
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    data_[size_++] = value;
  }
  /// Appends values that are not elements of the array.
  template <class Iterator> void append(Iterator first, Iterator last) {
    const auto more = static_cast<std::size_t>(std::distance(first, last));
    if (capacity_ - size_ < more)
      grow(size_ + more);
    std::copy(first, last, data_ + size_);
    size_ += more;
  }
  /// Removes the elements from index `size` on.
  void truncate(std::size_t size) { size_ = std::min(size_, size); }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  [[nodiscard]] auto rbegin() const { return std::make_reverse_iterator(end()); }
  [[nodiscard]] auto rend() const { return std::make_reverse_iterator(begin()); }
  [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] T& front() { return data_[0]; }
  [[nodiscard]] const T& front() const { return data_[0]; }
  [[nodiscard]] T& back() { return data_[size_ - 1]; }
  [[nodiscard]] const T& back() const { return data_[size_ - 1]; }

  bool operator==(const GrowingArray& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

private:
  void grow(std::size_t at_least) {
    // Capacity that is not written yet takes no memory, and growing takes time.
    constexpr std::size_t kFirst = 16;
    try {
      reserve(std::max({kFirst, 4 * capacity_, at_least}));
    } catch (const std::bad_alloc&) { // tries the memory that is left
      reserve(at_least + at_least / 8);
    }
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

} // namespace stallscope
