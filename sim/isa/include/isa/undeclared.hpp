#pragma once

#include <cstdint>
#include <string_view>

namespace stallscope::isa {

/// What a program given as text does that touches memory it never declared (in its directives, its
/// stack or its heap). Executables always fault.
enum class Undeclared : std::uint8_t {
  zero, ///< it reads zeros there, and what it has stored there; the first such access is kept
  fault,
};

/// How much of it is written at most; reading has no limit. A block is given whole with the first
/// store to it, less what is declared of it; the next store behind the last one ends the run
/// (Trap::undeclared_limit). So a loop whose bound nobody has set, which writes its way through
/// memory, ends soon.
inline constexpr std::uint64_t kUndeclaredBlockBytes = 4 << 10U;
inline constexpr std::uint32_t kMaxUndeclaredBlocks = 1024;         ///< 4 MiB
inline constexpr std::string_view kUndeclaredRegion = "undeclared"; ///< MemoryRegion::name
/// So many bytes below the stack cannot be written, so that a recursion without end is found.
inline constexpr std::uint64_t kStackGuardBytes = 64 << 10U;

/// A data access of the right path.
struct NotedAccess {
  std::uint64_t pc = 0; ///< of the instruction
  std::uint64_t address = 0;
  std::uint8_t bytes = 0; ///< 0: made by a system call or a function of the platform
  bool write = false;

  bool operator==(const NotedAccess&) const = default;
};

} // namespace stallscope::isa
