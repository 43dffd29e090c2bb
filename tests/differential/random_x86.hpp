#pragma once

#include "property/generators/random.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::differential {

/// Straight lines of x86 instructions, each of which runs from the same registers wherever it runs.
struct X86Blocks {
  std::string text; ///< a program: runs all blocks, writes kBlockBytes for each, exits
  std::vector<std::string> blocks; ///< their instructions, for messages
};

/// Of a block: 16 integer registers, 16 xmm registers, the upper halves of 16 ymm registers (0
/// without AVX), then a byte each for OF, CF, ZF, SF and PF
/// (0 where an instruction leaves it undefined) and others of 0. Behind all blocks stands the
/// memory they share, kMemoryBytes.
inline constexpr std::size_t kXmmOffset = 128;
inline constexpr std::size_t kUpperOffset = kXmmOffset + 256;
inline constexpr std::size_t kFlagOffset = kUpperOffset + 256;
inline constexpr std::size_t kBlockBytes = kFlagOffset + 16;
inline constexpr std::size_t kMemoryBytes = 256;

struct X86Features {
  bool avx = false;
  bool counts = false;  ///< popcnt, tzcnt, lzcnt
  bool haswell = false; ///< BMI1, BMI2, AVX2, FMA, movbe; SSE4.1
};

[[nodiscard]] X86Blocks random_x86(std::uint64_t seed, unsigned blocks,
                                   const X86Features& features);

/// "rax", "xmm3", "CF": what lies at a byte of a block's output.
[[nodiscard]] std::string name_of_output(std::size_t byte);

} // namespace stallscope::differential
