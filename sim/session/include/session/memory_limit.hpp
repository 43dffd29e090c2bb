#pragma once

#include "base/byte_size.hpp"
#include "base/ids.hpp"
#include "isa/executor.hpp"
#include "isa/file_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace stallscope::session {

/// How much a guest may have: RunOptions::limit_memory_bytes. Whoever runs it looks often enough
/// that it cannot go far beyond.
class MemoryLimit {
public:
  explicit MemoryLimit(std::uint64_t bytes) : bytes_(bytes) {}

  /// By a guest that has `more_bytes` in addition.
  [[nodiscard]] bool is_passed(const isa::Program& program, const isa::ArchState& state,
                               std::uint64_t more_bytes = 0) const {
    return bytes_ != kNever.value && used(program, state) + more_bytes > bytes_;
  }
  /// So many instructions take the guest to its limit at most, or a little beyond.
  [[nodiscard]] std::uint64_t instructions_to_look(const isa::Program& program,
                                                   const isa::ArchState& state) const {
    constexpr std::uint64_t kFewest = 1024; // looking takes as long as a hundred
    if (bytes_ == kNever.value)
      return kNever.value;
    // A store is on two pages at most, each with a directory; getrandom gives 64 KiB.
    const std::uint64_t most =
        program.platform == isa::Platform::linux_user ? 64ULL << 10 : 2ULL * 5120;
    const std::uint64_t now = used(program, state);
    return std::max(kFewest, now < bytes_ ? (bytes_ - now) / most : 0);
  }
  [[nodiscard]] std::string sentence() const {
    return fmt::format("limit of {} of memory reached", byte_size_words(bytes_));
  }

private:
  static std::uint64_t used(const isa::Program& program, const isa::ArchState& state) {
    return state.memory.resident_bytes() + isa::bytes_of_file_copies(program);
  }

  std::uint64_t bytes_;
};

} // namespace stallscope::session
