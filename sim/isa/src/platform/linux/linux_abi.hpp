#pragma once

#include <cstdint>

/// Constants of the interface between Linux and its RISC-V programs (asm-generic headers; riscv has
/// no others).
namespace stallscope::isa::linux_abi {

// Negative return values of failing calls.
inline constexpr std::int64_t kEPERM = -1;
inline constexpr std::int64_t kENOENT = -2;
inline constexpr std::int64_t kESRCH = -3;
inline constexpr std::int64_t kEBADF = -9;
inline constexpr std::int64_t kEAGAIN = -11;
inline constexpr std::int64_t kENOMEM = -12;
inline constexpr std::int64_t kEACCES = -13;
inline constexpr std::int64_t kEFAULT = -14;
inline constexpr std::int64_t kEEXIST = -17;
inline constexpr std::int64_t kENODEV = -19;
inline constexpr std::int64_t kENOTDIR = -20;
inline constexpr std::int64_t kEISDIR = -21;
inline constexpr std::int64_t kEINVAL = -22;
inline constexpr std::int64_t kENFILE = -23;
inline constexpr std::int64_t kEMFILE = -24;
inline constexpr std::int64_t kENOTTY = -25;
inline constexpr std::int64_t kEFBIG = -27;
inline constexpr std::int64_t kESPIPE = -29;
inline constexpr std::int64_t kEROFS = -30;
inline constexpr std::int64_t kERANGE = -34;
inline constexpr std::int64_t kENAMETOOLONG = -36;
inline constexpr std::int64_t kENOSYS = -38;
inline constexpr std::int64_t kELOOP = -40;
inline constexpr std::int64_t kETIMEDOUT = -110;

inline constexpr std::uint64_t kPageBytes = 4096;
/// An address or a size, rounded to whole pages.
[[nodiscard]] constexpr std::uint64_t page_down(std::uint64_t bytes) {
  return bytes / kPageBytes * kPageBytes;
}
[[nodiscard]] constexpr std::uint64_t page_up(std::uint64_t bytes) {
  return page_down(bytes + kPageBytes - 1);
}
inline constexpr std::size_t kLongestPath = 4096;

// Simulated programs consist of one process with one thread, of one user.
inline constexpr std::int64_t kProcess = 1000;
inline constexpr std::int64_t kUser = 1000;
inline constexpr std::uint64_t kNanosecondsPerCycle = 1; ///< a clock of 1 GHz

// Signals.
inline constexpr std::uint64_t kSIGTRAP = 5;
inline constexpr std::uint64_t kSIGKILL = 9;
inline constexpr std::uint64_t kSIGSTOP = 19;

/// Positions of the parts of a program's address space. The stack ends at `stack_end`; mappings
/// grow downwards from `mmap_end`, with an unmapped gap below the stack.
struct Layout {
  std::uint64_t stack_end;
  std::uint64_t mmap_end;
  std::uint64_t lowest; ///< nothing is mapped below
};
inline constexpr std::uint64_t kStackBytes = 8ULL << 20;
inline constexpr std::uint64_t kLowestAddress = 0x10000;
/// As Linux does with three levels of page tables (64-bit) and two (32-bit), without address
/// randomization.
[[nodiscard]] constexpr Layout layout(unsigned xlen) {
  const std::uint64_t end = xlen == 32 ? 0xBFFFF000ULL : 0x3FFFFFF000ULL;
  return {end, end - kStackBytes - (1ULL << 20), kLowestAddress};
}

/// Maximum memory that a program may map at once; mmap and brk return ENOMEM beyond it.
inline constexpr std::uint64_t kMaxMappedBytes = 4ULL << 30;
/// Maximum number of regions of a program; Linux has a similar limit (vm.max_map_count is 65530
/// there).
inline constexpr std::size_t kMaxRegions = 4096;

} // namespace stallscope::isa::linux_abi
