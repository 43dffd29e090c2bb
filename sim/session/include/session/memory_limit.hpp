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

/// Enforces the guest memory limit RunOptions::limit_memory_bytes. It is checked often enough that
/// a guest cannot exceed it by much.
class MemoryLimit {
public:
  explicit MemoryLimit(std::uint64_t bytes) : bytes_(bytes) {}

  /// Whether a guest that requests `more_bytes` would exceed the limit.
  [[nodiscard]] bool is_passed(const isa::Program& program, const isa::ArchState& state,
                               std::uint64_t more_bytes = 0) const {
    return bytes_ != kNever.value && used(program, state) + more_bytes > bytes_;
  }
  /// Approximate number of instructions that the guest can execute until the limit is reached.
  [[nodiscard]] std::uint64_t instructions_to_look(const isa::Program& program,
                                                   const isa::ArchState& state) const {
    // Lower limit of the result, because a check takes as long as a hundred instructions.
    constexpr std::uint64_t kFewest = 1024;
    if (bytes_ == kNever.value)
      return kNever.value;
    // A store touches at most two pages, each with a directory; getrandom returns up to 64 KiB.
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
