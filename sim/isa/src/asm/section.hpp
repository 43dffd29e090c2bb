#pragma once

#include "asm/text/expression.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

/// Maximum size of .text, and of any other section.
inline constexpr std::uint64_t kMaxTextBytes = InputLimits::text_code;
inline constexpr std::uint64_t kMaxSectionBytes = InputLimits::text_section;
inline constexpr std::uint64_t kMaxAlignment = 65536;
inline constexpr std::uint64_t kPageBytes = 4096;

enum SectionNumber : SectionId { kText, kData, kReadOnly, kBss, kDiscarded, kSectionCount };

/// A value that is known once all addresses are known.
struct DataFixup {
  SectionId section = kData;
  std::size_t chunk = 0;
  std::size_t at = 0; ///< offset in the chunk
  unsigned bytes = 4;
  Expr value{};
  Place place{};
  enum class Kind : std::uint8_t {
    value,
    address,    ///< in the table of addresses: the symbol may be one of undeclared memory
    from_table, ///< the distance from the beginning of that table
  };
  Kind kind = Kind::value;
  bool is_page = false; ///< see AddressTable::Kind::page
};

/// One section being filled: its size and its nonzero bytes.
class Section {
public:
  struct Chunk {
    std::uint64_t offset = 0;
    std::vector<std::uint8_t> bytes;
  };

  Section(std::string_view name, std::uint64_t limit) : name_(name), limit_(limit) {}

  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  [[nodiscard]] bool has_room(std::uint64_t bytes) const { return bytes <= limit_ - size_; }
  [[nodiscard]] const std::vector<Chunk>& chunks() const { return chunks_; }
  [[nodiscard]] std::vector<Chunk>& chunks() { return chunks_; }

  /// Reserves space without content: zeros, or the place of an instruction.
  void skip(std::uint64_t bytes) { size_ += bytes; }
  /// Appends the low `bytes` bytes of `value`, little-endian.
  void append(std::uint64_t value, unsigned bytes);
  /// A chunk that ends at size() and can be extended.
  Chunk& open_chunk();

private:
  std::string_view name_;
  std::uint64_t limit_;
  std::uint64_t size_ = 0;
  std::vector<Chunk> chunks_;
};

} // namespace stallscope::isa::assembly
