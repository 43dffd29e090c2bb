#pragma once

#include "base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::core {

/// A reusable buffer for packed states.
using PackingBuffer = std::vector<char>;

/// Maximum number of bytes of a packed number.
inline constexpr std::size_t kLongestNumber = 10;

/// Writes numbers as variable-length integers (7 bits a byte, low bits first) into a buffer of
/// sufficient size. Keep it in a local variable: the compiler can then hold the position in a
/// register.
class NumberWriter {
  /// A distinct byte type: char may alias anything, so that writing one would force the compiler to
  /// reload everything.
  enum class Leb128Byte : unsigned char {};

public:
  explicit NumberWriter(char* to) : at_(reinterpret_cast<Leb128Byte*>(to)) {}
  [[gnu::always_inline]] void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      [[unlikely]]* at_++ = static_cast<Leb128Byte>(value | 0x80);
    *at_++ = static_cast<Leb128Byte>(value);
  }
  /// A number below 128.
  [[gnu::always_inline]] void small(unsigned value) { *at_++ = static_cast<Leb128Byte>(value); }
  /// Pointer past the last byte written.
  [[nodiscard]] char* at() const { return reinterpret_cast<char*>(at_); }

private:
  Leb128Byte* at_;
};

/// Variable-length integers in a growing buffer; the sign is in bit 0.
class PackingWriter {
public:
  /// Restarts at the beginning of the buffer.
  explicit PackingWriter(PackingBuffer& buffer) : buffer_(buffer) { buffer_.resize(kRoom); }

  void number(std::uint64_t value) {
    NumberWriter writer(buffer_.data() + size_);
    writer.number(value);
    size_ = static_cast<std::size_t>(writer.at() - buffer_.data());
  }
  void difference(std::uint64_t later, std::uint64_t earlier) {
    const auto d = static_cast<std::int64_t>(later - earlier);
    number((static_cast<std::uint64_t>(d) << 1) ^ static_cast<std::uint64_t>(d >> 63));
  }
  /// Makes room for a number of values.
  void make_room(std::size_t numbers) {
    if (size_ + numbers * kLongestNumber > buffer_.size())
      buffer_.resize(2 * (size_ + numbers * kLongestNumber));
  }
  [[nodiscard]] std::string_view written() const { return {buffer_.data(), size_}; }

private:
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
  /// Reads the earlier of two numbers, packed as its distance from the later one.
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
