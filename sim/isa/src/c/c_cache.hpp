#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// Size limit of the cache; least recently used entries are deleted first.
inline constexpr std::uint64_t kMaxCacheBytes = 256ULL << 20;
inline constexpr std::size_t kMaxCacheEntries = 4096;

/// A program from an earlier compilation.
struct CachedProgram {
  std::string messages; ///< messages of the compiler: its warnings
  std::string elf;
};

/// Content-addressed: `key` is a SHA-256 of all inputs of the program. Damaged or foreign entries
/// are ignored, and so is a cache that cannot be read or written.
[[nodiscard]] std::optional<CachedProgram> cached_program(const std::string& key);
void keep_in_cache(const std::string& key, const CachedProgram& program);

} // namespace stallscope::isa
