#pragma once

#include "trace/trace_file.hpp"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::trace {

/// Buffered text output to a sink.
class TextOut {
public:
  explicit TextOut(ByteSink sink) : sink_(std::move(sink)), text_(kPiece + kRoom) {}

  TextOut& operator<<(std::string_view text) {
    if (text.size() > kRoom - kDigits) { // longer than the buffer, as the label of a trace may be
      flush();
      sink_(text);
      return *this;
    }
    std::memcpy(text_.data() + size_, text.data(), text.size());
    return grown(text.size());
  }
  TextOut& operator<<(char c) {
    text_[size_] = c;
    return grown(1);
  }
  TextOut& operator<<(std::uint64_t number) {
    char* to = text_.data() + size_;
    if (number < 10) {
      *to = static_cast<char>('0' + number);
      return grown(1);
    }
    return grown(static_cast<std::size_t>(std::to_chars(to, to + kDigits, number).ptr - to));
  }
  void hex(std::uint64_t number, unsigned least_digits = 1) {
    char digits[16];
    const char* end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
    const auto count = static_cast<unsigned>(end - digits);
    for (unsigned n = count; n < least_digits; ++n)
      *this << '0';
    *this << std::string_view(digits, count);
  }
  /// Flushes the buffer.
  void flush() {
    if (size_ > 0)
      sink_({text_.data(), size_});
    size_ = 0;
  }

private:
  static constexpr std::size_t kPiece = std::size_t{1} << 17;
  /// space guaranteed for the next append
  static constexpr std::size_t kRoom = std::size_t{1} << 12;
  static constexpr std::size_t kDigits = 20;

  TextOut& grown(std::size_t bytes) {
    size_ += bytes;
    if (size_ >= kPiece) [[unlikely]]
      flush();
    return *this;
  }

  ByteSink sink_;
  std::vector<char> text_;
  std::size_t size_ = 0;
};

/// Parses the whole of `text` as a number.
[[nodiscard]] inline bool parse_number(std::string_view text, std::uint64_t& number,
                                       int base = 10) {
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number, base);
  return error == std::errc{} && last == end && !text.empty();
}

/// Removes and returns the text before the next `separator` (or all) from `rest`.
[[nodiscard]] inline std::string_view next_field(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view field = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return field;
}

} // namespace stallscope::trace
