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
  std::uint64_t address = 0;           ///< where the program finds it (p_vaddr)
  std::uint64_t load_address = 0;      ///< where a boot loader puts `bytes` (p_paddr); differs from
                                       ///< `address` for data that start-up code copies from ROM
  std::uint64_t memory_bytes = 0;      ///< more than 0; zero behind `bytes`
  std::span<const std::uint8_t> bytes; ///< part of what was given to read_elf
  bool readable = false;
  bool writable = false;
  bool executable = false;

  [[nodiscard]] bool contains(std::uint64_t at) const {
    return at >= address && at - address < memory_bytes;
  }
};

enum class ElfSymbolKind : std::uint8_t { function, object, other };

struct ElfSymbol {
  std::string_view name; ///< part of what was given to read_elf; never empty
  std::uint64_t address = 0;
  std::uint64_t size = 0; ///< bytes; 0 = not known
  ElfSymbolKind kind = ElfSymbolKind::other;
  bool global = false; ///< global or weak; local otherwise
};

/// Machine code, as the linker's section headers divide it.
struct ElfCodeSection {
  std::string_view name;               ///< part of what was given to read_elf
  std::uint64_t address = 0;           ///< where the program finds it
  std::span<const std::uint8_t> bytes; ///< likewise part; at least one
};

/// What auxv tells a Linux program about its program headers.
struct ElfProgramHeaders {
  std::uint64_t address = 0;    ///< AT_PHDR: where they are in memory; 0 = no segment has them
  std::uint64_t entry_size = 0; ///< AT_PHENT, bytes
  std::uint64_t count = 0;      ///< AT_PHNUM
};

/// A static RISC-V executable. Views the bytes it was read from: they must outlive it. Addresses
/// of 32-bit programs are zero-extended.
struct ElfFile {
  unsigned xlen = 64; ///< 32 or 64
  std::uint64_t entry = 0;
  bool compressed = false; ///< may have 16-bit instructions
  bool embedded = false;   ///< uses only registers x0 to x15 (RVE)
  FloatAbi float_abi = FloatAbi::soft;

  /// Whether the program expects Linux rather than a bare machine. A heuristic; the first rule that
  /// applies decides:
  /// - no, it has a symbol `tohost`: it speaks the protocol of bare-metal tests;
  /// - yes, the OS field of the header is Linux, or its ABI note (.note.ABI-tag) names Linux, which
  ///   glibc links into every program and strip leaves in place;
  /// - yes, it has a symbol `__libc_start_main`, which glibc and musl call from _start;
  /// - yes, it has PT_GNU_STACK and its lowest address is in [0x10000, 0x80000000): linkers for
  ///   Linux write that header, Linux maps nothing below, and bare-metal programs of linkers that
  ///   write it too begin at 0, or at 0x80000000 or above;
  /// - no.
  bool linux_user = false;
  std::string_view environment_reason; ///< the rule that decided: "its ABI note names Linux"

  ElfProgramHeaders program_headers;
  std::vector<ElfSegment> segments;          ///< at least one; by address, without overlap
  std::vector<ElfCodeSection> code_sections; ///< by address, without overlap; empty when the file
                                             ///< has no section headers
  std::vector<ElfSymbol> symbols;            ///< by address; empty when stripped
  LineTable lines;                           ///< empty without -g

  [[nodiscard]] const ElfSegment* segment_at(std::uint64_t address) const;

  /// The segment is executable, or the entry point lies in it: bare-metal programs ignore flags.
  [[nodiscard]] bool has_code(const ElfSegment& segment) const {
    return segment.executable || segment.contains(entry);
  }

  /// The symbol of that name, a global one first; nullptr when there is none.
  [[nodiscard]] const ElfSymbol* symbol_named(std::string_view name) const;

  /// The function that contains the address: the nearest symbol at or below it whose size, if
  /// known, includes it; nullptr when there is none.
  [[nodiscard]] const ElfSymbol* function_at(std::uint64_t address) const;
};

/// Total memory of all segments.
inline constexpr std::uint64_t kMaxElfMemoryBytes = InputLimits::segments;

/// Longest name of a symbol or a source file; longer ones are left out, and a warning says so.
inline constexpr std::size_t kMaxElfNameBytes = InputLimits::symbol_name;

/// Begins with the four bytes every ELF file begins with.
[[nodiscard]] bool looks_like_elf(std::span<const std::uint8_t> bytes);

/// Reads a static executable for RISC-V, ELF32 or ELF64; `name` is what messages call it. Whatever
/// keeps it from running is an error with a sentence of its own: cut off, not ELF, for another
/// machine, big-endian, not linked, dynamic, position-independent, segments that overlap or cannot
/// be, an entry point in none of them. Damaged symbols and debug information are warnings, and only
/// they are missing then; compressed debug information is a note.
[[nodiscard]] Result<ElfFile> read_elf(std::string_view name, std::span<const std::uint8_t> bytes);

} // namespace stallscope::isa
