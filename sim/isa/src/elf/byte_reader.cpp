#include "elf/byte_reader.hpp"

#include <algorithm>
#include <cstring>

namespace stallscope::isa::elf {

void ByteReader::fail() {
  ok_ = false;
  position_ = bytes_.size();
}

std::uint64_t ByteReader::unsigned_of(std::uint64_t size) {
  std::uint64_t value = 0;
  const auto bytes = take(size);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

std::uint64_t ByteReader::uleb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = u8();
    if (shift < 64)
      value |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80) == 0)
      return value;
  }
}

std::int64_t ByteReader::sleb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = u8();
    if (shift < 64)
      value |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80) != 0)
      continue;
    if ((byte & 0x40) != 0 && shift + 7 < 64)
      value |= ~std::uint64_t{0} << (shift + 7);
    return static_cast<std::int64_t>(value);
  }
}

std::string_view ByteReader::c_string() {
  const auto text = text_at(bytes_, position_);
  if (!text) {
    fail();
    return {};
  }
  position_ += text->size() + 1;
  return *text;
}

std::span<const std::uint8_t> ByteReader::take(std::uint64_t count) {
  if (count > remaining()) {
    fail();
    return {};
  }
  const auto taken = bytes_.subspan(position_, static_cast<std::size_t>(count));
  position_ += static_cast<std::size_t>(count);
  return taken;
}

std::optional<std::string_view> text_at(std::span<const std::uint8_t> table, std::uint64_t offset,
                                        std::size_t limit) {
  if (offset >= table.size())
    return std::nullopt;
  const auto rest = table.subspan(static_cast<std::size_t>(offset));
  const std::size_t searched = std::min(rest.size(), limit);
  const void* end = std::memchr(rest.data(), 0, searched);
  if (end == nullptr)
    return std::nullopt;
  const auto length = static_cast<std::size_t>(static_cast<const std::uint8_t*>(end) - rest.data());
  return std::string_view(reinterpret_cast<const char*>(rest.data()), length);
}

} // namespace stallscope::isa::elf
