#pragma once

#include <cstdint>
#include <string_view>

namespace stallscope::isa {

/// Handling of accesses by a text program to memory outside its directives, its stack and its heap.
/// In executables such accesses are faults.
enum class Undeclared : std::uint8_t {
  zero, ///< reads give zeros, or values stored before; the first such access is recorded
  fault,
};

/// Limit of undeclared memory that is written; reads are unlimited. The first store to a block
/// allocates the whole block, except declared parts; the first store beyond the limit ends the run
/// (Trap::undeclared_limit), so that a loop with an unset bound that writes through memory ends
/// soon.
inline constexpr std::uint64_t kUndeclaredBlockBytes = 4 << 10U;
inline constexpr std::uint32_t kMaxUndeclaredBlocks = 1024;         ///< 4 MiB
inline constexpr std::string_view kUndeclaredRegion = "undeclared"; ///< MemoryRegion::name
/// Bytes below the stack that cannot be written, so that unbounded recursion is detected.
inline constexpr std::uint64_t kStackGuardBytes = 64 << 10U;

/// A data access on the right path.
struct NotedAccess {
  std::uint64_t pc = 0; ///< address of the instruction
  std::uint64_t address = 0;
  std::uint8_t bytes = 0; ///< 0: made by a system call or a platform function
  bool write = false;

  bool operator==(const NotedAccess&) const = default;
};

} // namespace stallscope::isa
