#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace stallscope::isa::elf {

/// Reads consecutive little-endian values with bounds checks: beyond the end it returns 0, is no
/// longer ok, and stays at the end.
class ByteReader {
public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] std::size_t remaining() const { return bytes_.size() - position_; }

  /// An unsigned value of `size` bytes, 1 to 8.
  std::uint64_t unsigned_of(std::uint64_t size);
  std::uint8_t u8() { return static_cast<std::uint8_t>(unsigned_of(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(unsigned_of(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(unsigned_of(4)); }
  std::uint64_t u64() { return unsigned_of(8); }

  /// LEB128 (DWARF 5, section 7.6); bits above the 64th are dropped.
  std::uint64_t uleb();
  std::int64_t sleb();

  /// The text up to the next zero byte, which is skipped.
  std::string_view c_string();

  std::span<const std::uint8_t> take(std::uint64_t count);
  void skip(std::uint64_t count) { (void)take(count); }

private:
  void fail();

  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

/// The text at an offset of a string table, up to its zero byte; nullopt when the offset is outside
/// or no zero byte is among the next `limit` bytes.
[[nodiscard]] std::optional<std::string_view>
text_at(std::span<const std::uint8_t> table, std::uint64_t offset, std::size_t limit = SIZE_MAX);

} // namespace stallscope::isa::elf
