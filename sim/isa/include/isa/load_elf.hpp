#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "isa/program.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// Memory of a bare-metal program: [begin, begin + bytes).
struct MemoryRange {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

/// Options for running an executable file.
struct ElfOptions {
  /// nullopt: as detected (ElfFile::linux_user).
  std::optional<Platform> platform;
  /// Bare metal: the memory map. Empty: kBareMetalBytes from the page of every segment on, with
  /// overlaps merged.
  std::vector<MemoryRange> memory;
  std::vector<std::string> arguments;   ///< after the program's name
  std::vector<std::string> environment; ///< Linux: NAME=VALUE
  std::string sandbox;                  ///< Linux: directory with readable files; empty: none
  std::uint64_t seed = 1;               ///< Linux: seed of getrandom and AT_RANDOM
  // Bare metal: what the hart has, as misa says; not what the file does not use either.
  bool floats = true; ///< F and D. Without them their instructions are illegal
  bool atomics = true;
};

inline constexpr std::uint64_t kBareMetalBytes = 128ULL << 20;

/// Limit of a program's code size. Every halfword is decoded, which takes about 90 bytes of host
/// memory each.
inline constexpr std::uint64_t kMaxCodeBytes = InputLimits::code;

/// Reads a static RISC-V executable, ELF32 or ELF64, and prepares it for its platform; `name` is
/// used in messages. Invalid files are errors (isa/elf.hpp), as are files that do not fit the
/// platform, and invalid options.
///
/// Initially every register is 0 except: bare metal, sp = the end of the memory that contains the
/// entry, a0 = a1 = 0 (hart 0, no device tree), mstatus as at reset; Linux, sp = the address of
/// argc. Bare metal loads segments at their physical addresses, Linux at their virtual ones.
[[nodiscard]] Result<Program> program_from_elf(std::string_view name,
                                               std::span<const std::uint8_t> bytes,
                                               const ElfOptions& options);

/// Reseeds a loaded executable, as if it had been loaded with that seed.
void set_seed(Program& program, std::uint64_t seed);

} // namespace stallscope::isa
