#pragma once

#include <cstdint>
#include <vector>

namespace stallscope::differential {

/// A part of the program's memory.
struct Segment {
  std::uint64_t address = 0; ///< a multiple of 4096
  std::vector<std::uint8_t> bytes;
  std::uint64_t memory_bytes = 0; ///< at least bytes.size(); zero behind `bytes`
  bool writable = false;
  bool executable = false;
};

/// A static RISC-V executable of these segments: C extension, double-precision FP registers.
[[nodiscard]] std::vector<std::uint8_t> static_elf(unsigned xlen, std::uint64_t entry,
                                                   const std::vector<Segment>& segments);

} // namespace stallscope::differential
