#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::isa {

/// The cache takes at most so much; what has not been used for the longest time goes first.
inline constexpr std::uint64_t kMaxCacheBytes = 256ULL << 20;
inline constexpr std::size_t kMaxCacheEntries = 4096;

/// What has been compiled before.
struct CachedProgram {
  std::string messages; ///< of the compiler: its warnings
  std::string elf;
};

/// By content: `key` is a SHA-256 of everything the program is made of. Entries that are damaged,
/// or not ours, are as good as none; so is a cache that cannot be read or written.
[[nodiscard]] std::optional<CachedProgram> cached_program(const std::string& key);
void keep_in_cache(const std::string& key, const CachedProgram& program);

} // namespace stallscope::isa
