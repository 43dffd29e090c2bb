#pragma once

#include "base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::core {

/// Where states are packed, to be used again and again.
using PackingBuffer = std::vector<char>;

/// Numbers in as few bytes as they need: 7 bits a byte, low ones first; the sign in bit 0.
class PackingWriter {
public:
  /// Writes over what is in the buffer.
  explicit PackingWriter(PackingBuffer& buffer) : buffer_(buffer) { buffer_.resize(kRoom); }

  void number(std::uint64_t value) {
    if (value < 0x80) {
      buffer_[size_++] = static_cast<char>(value);
      return;
    }
    while (value >= 0x80) {
      buffer_[size_++] = static_cast<char>(value | 0x80);
      value >>= 7;
    }
    buffer_[size_++] = static_cast<char>(value);
  }
  void difference(std::uint64_t later, std::uint64_t earlier) {
    const auto d = static_cast<std::int64_t>(later - earlier);
    number((static_cast<std::uint64_t>(d) << 1) ^ static_cast<std::uint64_t>(d >> 63));
  }
  /// There is room for so many numbers more.
  void make_room(std::size_t numbers) {
    if (size_ + numbers * kLongest > buffer_.size())
      buffer_.resize(2 * (size_ + numbers * kLongest));
  }
  [[nodiscard]] std::string_view written() const { return {buffer_.data(), size_}; }

private:
  static constexpr std::size_t kLongest = 10; ///< bytes of a number
  static constexpr std::size_t kRoom = std::size_t{1} << 14;

  PackingBuffer& buffer_;
  std::size_t size_ = 0;
};

class PackingReader {
public:
  explicit PackingReader(std::string_view bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      STALLSCOPE_CHECK(at_ < end_, "a packed state ends early");
      const auto byte = static_cast<std::uint8_t>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80)
        return value;
    }
  }
  template <class T> void into(T& field) { field = static_cast<T>(number()); }
  /// The earlier of two numbers, given the later one.
  std::uint64_t before(std::uint64_t later) {
    const std::uint64_t n = number();
    return later - ((n >> 1) ^ (~(n & 1) + 1));
  }
  [[nodiscard]] bool at_end() const { return at_ == end_; }

private:
  const char* at_;
  const char* end_;
};

} // namespace stallscope::core
