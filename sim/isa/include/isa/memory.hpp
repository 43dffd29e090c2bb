#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace stallscope::isa {

/// Guest memory: 2^64 bytes, initially zero, in 4 KiB pages with copy-on-write. Copying a Memory is
/// cheap (it copies one pointer), and copies are independent. There are no permissions: the
/// executor checks the addresses of accesses.
///
/// An object may be used by one thread at a time, including reading and copying, since it caches
/// recently used pages. Different copies may be used by different threads.
class Memory {
public:
  static constexpr std::uint64_t kPageBytes = 4096;

  Memory() = default;
  Memory(const Memory& other);
  Memory& operator=(const Memory& other);
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;
  ~Memory();

  /// Little-endian value of 1, 2, 4 or 8 bytes, zero-extended; any alignment, also across pages.
  [[nodiscard]] std::uint64_t load(std::uint64_t address, unsigned bytes) const {
    const std::uint64_t offset = address % kPageBytes;
    const auto& used = reads_.of(address / kPageBytes);
    if (address / kPageBytes != used.page || offset + bytes > kPageBytes) [[unlikely]]
      return load_elsewhere(address, bytes);
    return get(used.bytes + offset, bytes);
  }
  void store(std::uint64_t address, unsigned bytes, std::uint64_t value) {
    const std::uint64_t offset = address % kPageBytes;
    const auto& used = writes_.of(address / kPageBytes);
    if (address / kPageBytes != used.page || offset + bytes > kPageBytes) [[unlikely]]
      store_elsewhere(address, bytes, value);
    else
      put(used.bytes + offset, bytes, value);
  }
  void read(std::uint64_t address, std::span<std::uint8_t> out) const;
  void write(std::uint64_t address, std::span<const std::uint8_t> bytes);

  /// The bytes of an address's page for reading; valid until the page is written by other means, or
  /// cleared.
  [[nodiscard]] const std::uint8_t* page_to_read(std::uint64_t address) const {
    return page_for_reading(address / kPageBytes);
  }
  /// The bytes of an address's page for reading and writing; valid until this Memory is copied, or
  /// the page is cleared.
  [[nodiscard]] std::uint8_t* page_to_write(std::uint64_t address) {
    return page_for_writing(address / kPageBytes);
  }

  /// Zeroes [address, address + bytes) and frees its whole pages. Takes time only for pages that
  /// have been written.
  void clear(std::uint64_t address, std::uint64_t bytes);

  /// Equal content; pages that were never written equal pages of zeros.
  [[nodiscard]] bool operator==(const Memory& other) const;
  /// The lowest address whose bytes differ, or none. Shared pages are skipped.
  [[nodiscard]] std::optional<std::uint64_t> first_difference(const Memory& other) const;
  /// FNV-1a over (page number, content) of all non-zero pages: equal contents have equal hashes.
  [[nodiscard]] std::uint64_t hash() const;
  /// Bytes of this copy's pages, including shared ones, and of the radix tree.
  [[nodiscard]] std::uint64_t resident_bytes() const;
  /// Growth of resident_bytes() by a write to [address, address + bytes), without the tree.
  [[nodiscard]] std::uint64_t bytes_to_add(std::uint64_t address, std::uint64_t bytes) const;
  /// The part of resident_bytes() not shared with other copies: freed when this copy is destroyed.
  [[nodiscard]] std::uint64_t private_bytes() const;
  /// The part of resident_bytes() not shared with `other`: the cost of keeping this copy in
  /// addition.
  [[nodiscard]] std::uint64_t bytes_beyond(const Memory& other) const;

private:
  struct Counted;
  struct Page;
  struct Directory;
  class Tree; ///< the operations on the copy-on-write radix tree, in memory.cpp

  static_assert(std::endian::native == std::endian::little, "guest memory is copied as it is");

  static std::uint64_t get(const std::uint8_t* from, unsigned bytes) {
    switch (bytes) {
    case 1:
      return *from;
    case 2: {
      std::uint16_t v = 0;
      std::memcpy(&v, from, sizeof v);
      return v;
    }
    case 4: {
      std::uint32_t v = 0;
      std::memcpy(&v, from, sizeof v);
      return v;
    }
    default: {
      std::uint64_t v = 0;
      std::memcpy(&v, from, sizeof v);
      return v;
    }
    }
  }
  static void put(std::uint8_t* to, unsigned bytes, std::uint64_t value) {
    switch (bytes) {
    case 1:
      *to = static_cast<std::uint8_t>(value);
      break;
    case 2:
      std::memcpy(to, &value, 2);
      break;
    case 4:
      std::memcpy(to, &value, 4);
      break;
    default:
      std::memcpy(to, &value, 8);
      break;
    }
  }
  std::uint64_t load_elsewhere(std::uint64_t address, unsigned bytes) const;
  void store_elsewhere(std::uint64_t address, unsigned bytes, std::uint64_t value);
  const std::uint8_t* page_for_reading(std::uint64_t page) const;
  std::uint8_t* page_for_writing(std::uint64_t page);
  void forget_pages() const;

  /// Recently used pages, direct mapped, since programs alternate between a stack and some objects.
  template <class Byte> struct PageCache {
    static constexpr std::uint64_t kNoPage = ~0ULL;
    struct Used {
      std::uint64_t page = kNoPage;
      Byte* bytes = nullptr;
    };
    std::array<Used, 32> entries{};

    [[nodiscard]] const Used& of(std::uint64_t page) const {
      return entries[page % entries.size()];
    }
    [[nodiscard]] Used& of(std::uint64_t page) { return entries[page % entries.size()]; }
    void forget() { entries.fill({}); }
  };

  Counted* root_ = nullptr; ///< nullptr: no page has been written
  unsigned height_ = 0;     ///< levels of Directory above the pages
  mutable PageCache<const std::uint8_t> reads_;
  /// Cached pages are not shared, so copying this object clears the cache.
  mutable PageCache<std::uint8_t> writes_;
};

} // namespace stallscope::isa
