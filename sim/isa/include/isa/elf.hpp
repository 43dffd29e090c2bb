#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "isa/line_table.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// How floating-point arguments are passed (psABI, "File Header", EF_RISCV_FLOAT_ABI).
enum class FloatAbi : std::uint8_t { soft, single_precision, double_precision, quad_precision };

/// Part of the program's memory (PT_LOAD).
struct ElfSegment {
  std::uint64_t address = 0;           ///< address in the program's memory (p_vaddr)
  std::uint64_t load_address = 0;      ///< address at which a boot loader places `bytes` (p_paddr);
                                       ///< differs from `address` for data that start-up code
                                       ///< copies from ROM
  std::uint64_t memory_bytes = 0;      ///< positive; memory after `bytes` is zero
  std::span<const std::uint8_t> bytes; ///< part of the input of read_elf
  bool readable = false;
  bool writable = false;
  bool executable = false;

  [[nodiscard]] bool contains(std::uint64_t at) const {
    return at >= address && at - address < memory_bytes;
  }
};

enum class ElfSymbolKind : std::uint8_t { function, object, other };

struct ElfSymbol {
  std::string_view name; ///< part of the input of read_elf; never empty
  std::uint64_t address = 0;
  std::uint64_t size = 0; ///< in bytes; 0: unknown
  ElfSymbolKind kind = ElfSymbolKind::other;
  bool global = false; ///< global or weak; local otherwise
};

/// A section with machine code.
struct ElfCodeSection {
  std::string_view name;               ///< part of the input of read_elf
  std::uint64_t address = 0;           ///< address in the program's memory
  std::span<const std::uint8_t> bytes; ///< part of the input of read_elf; never empty
};

/// The auxv entries about a Linux program's program headers.
struct ElfProgramHeaders {
  std::uint64_t address = 0;    ///< AT_PHDR: their address in memory; 0: not in a segment
  std::uint64_t entry_size = 0; ///< AT_PHENT, bytes
  std::uint64_t count = 0;      ///< AT_PHNUM
};

/// A static RISC-V executable. Refers to the bytes it was read from, which must outlive it.
/// Addresses of 32-bit programs are zero-extended.
struct ElfFile {
  unsigned xlen = 64; ///< 32 or 64
  std::uint64_t entry = 0;
  bool compressed = false; ///< can contain 16-bit instructions
  bool embedded = false;   ///< uses only registers x0 to x15 (RVE)
  FloatAbi float_abi = FloatAbi::soft;
  std::string_view arch; ///< Tag_arch: "rv32i2p1_m2p0_zicsr2p0"; empty: the file does not say

  /// Whether the program expects Linux rather than a bare machine. A heuristic; the first rule that
  /// applies decides:
  /// - no, it has a symbol `tohost`: the protocol of bare-metal tests;
  /// - yes, the OS field of the header is Linux, or its ABI note (.note.ABI-tag) names Linux, which
  /// glibc links into every program and strip does not remove;
  /// - yes, it has a symbol `__libc_start_main`, which glibc and musl call from _start;
  /// - yes, it has PT_GNU_STACK and its lowest address is in [0x10000, 0x80000000): linkers for
  /// Linux write this header, Linux maps nothing below, and bare-metal programs whose linkers write
  /// it as well start at 0, or at 0x80000000 or above;
  /// - no.
  bool linux_user = false;
  std::string_view environment_reason; ///< the rule that applied: "its ABI note names Linux"

  ElfProgramHeaders program_headers;
  std::vector<ElfSegment> segments;          ///< at least one; sorted by address, not overlapping
  std::vector<ElfCodeSection> code_sections; ///< sorted by address, not overlapping; empty if the
                                             ///< file has no section headers
  std::vector<ElfSymbol> symbols;            ///< sorted by address; empty if stripped
  LineTable lines;                           ///< empty without -g

  [[nodiscard]] const ElfSegment* segment_at(std::uint64_t address) const;

  /// The segment is executable, or contains the entry point: bare-metal programs often have wrong
  /// flags.
  [[nodiscard]] bool has_code(const ElfSegment& segment) const {
    return segment.executable || segment.contains(entry);
  }

  /// The file may contain instructions of an extension with a single letter, 'f'.
  [[nodiscard]] bool may_use(char extension) const;

  /// The symbol with this name, preferably a global one; nullptr if there is none.
  [[nodiscard]] const ElfSymbol* symbol_named(std::string_view name) const;

  /// The function that contains the address: the nearest symbol at or below it whose size, if
  /// known, includes the address; nullptr if there is none.
  [[nodiscard]] const ElfSymbol* function_at(std::uint64_t address) const;
};

/// Limit of the memory of all segments.
inline constexpr std::uint64_t kMaxElfMemoryBytes = InputLimits::segments;

/// Limit of the length of symbol and source file names; longer ones are dropped, with a warning.
inline constexpr std::size_t kMaxElfNameBytes = InputLimits::symbol_name;

/// Starts with the four magic bytes of ELF.
[[nodiscard]] bool looks_like_elf(std::span<const std::uint8_t> bytes);

/// Reads a static executable for RISC-V, ELF32 or ELF64; `name` is used in messages. Files that
/// cannot run are errors with specific messages: truncated, not ELF, for another machine,
/// big-endian, not linked, dynamic, position-independent, overlapping or invalid segments, an entry
/// point outside the segments. Damaged symbols and debug information are dropped with a warning;
/// compressed debug information gives a note.
[[nodiscard]] Result<ElfFile> read_elf(std::string_view name, std::span<const std::uint8_t> bytes);

} // namespace stallscope::isa
