#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace stallscope::isa {

/// Guest memory: 2^64 bytes, zero until written, in 4 KiB pages that are shared between copies and copied when one
/// of them writes. Copying a Memory is therefore cheap (it copies one pointer), and copies never see each other's
/// writes. Knows nothing of permissions: which addresses a program may touch is checked by the executor.
class Memory {
public:
  static constexpr std::uint64_t kPageBytes = 4096;

  Memory();
  Memory(const Memory& other);
  Memory& operator=(const Memory& other);
  Memory(Memory&&) noexcept;
  Memory& operator=(Memory&&) noexcept;
  ~Memory();

  /// Little-endian value of 1, 2, 4 or 8 bytes, zero-extended; any alignment, also across pages.
  [[nodiscard]] std::uint64_t load(std::uint64_t address, unsigned bytes) const;
  void store(std::uint64_t address, unsigned bytes, std::uint64_t value);
  void read(std::uint64_t address, std::span<std::uint8_t> out) const;
  void write(std::uint64_t address, std::span<const std::uint8_t> bytes);

  /// Equal content; pages never written equal pages of zeros.
  [[nodiscard]] bool operator==(const Memory& other) const;
  /// FNV-1a over (page number, content) of pages that are not all zero: equal contents, equal hash.
  [[nodiscard]] std::uint64_t hash() const;
  /// Bytes of pages this copy holds alone or shares, and the part no other copy holds.
  [[nodiscard]] std::uint64_t resident_bytes() const;
  [[nodiscard]] std::uint64_t private_bytes() const;

private:
  struct Directory; ///< copy-on-write radix tree of pages, defined in memory.cpp
  std::shared_ptr<Directory> root_;
  // Last page used for reading and writing: most accesses stay on a page. Never copied between Memories.
  mutable std::uint64_t read_page_ = ~0ULL;
  mutable const std::uint8_t* read_bytes_ = nullptr;
  std::uint64_t write_page_ = ~0ULL;
  std::uint8_t* write_bytes_ = nullptr;
};

} // namespace stallscope::isa
