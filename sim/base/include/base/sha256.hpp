#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope {

/// Incremental SHA-256 (FIPS 180-4).
class Sha256 {
public:
  void add(std::string_view bytes);
  /// Length-prefixed, so that ("ab", "c") and ("a", "bc") differ.
  void add_field(std::string_view bytes);
  /// The 64 hexadecimal digits of the hash. No bytes can be added after this call.
  [[nodiscard]] std::string hex();

private:
  void take_block(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> pending_{};
  std::size_t pending_bytes_ = 0;
  std::uint64_t bytes_ = 0;
};

/// The first 16 hexadecimal digits of the hash, sufficient for comparisons.
[[nodiscard]] std::string short_hash(std::string_view bytes);

} // namespace stallscope
