#pragma once

#include "base/diagnostic.hpp"
#include "elf/byte_reader.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The tables of an ELF file as stored. Names and numbers are those of the System V ABI, chapters
// "Object Files" and "Program Loading", and of the RISC-V psABI, chapter "ELF Object Files".

namespace stallscope::isa::elf {

enum : std::uint16_t { kTypeRelocatable = 1, kTypeExecutable = 2, kTypeShared = 3, kTypeCore = 4 };
enum : std::uint16_t { kMachineRiscv = 243 };
enum : std::uint8_t { kOsLinux = 3 };
enum : std::uint32_t {
  kFlagCompressed = 1,
  kFlagFloatAbi = 6, ///< mask; the bits are FloatAbi
  kFlagEmbedded = 8,
};

enum : std::uint32_t {
  kSegmentLoad = 1,
  kSegmentDynamic = 2,
  kSegmentInterpreter = 3,
  kSegmentNote = 4,
  kSegmentProgramHeaders = 6,
  kSegmentGnuStack = 0x6474e551,
};
enum : std::uint32_t { kSegmentExecute = 1, kSegmentWrite = 2, kSegmentRead = 4 };

enum : std::uint32_t { kSectionSymbols = 2, kSectionNoBits = 8 };
enum : std::uint64_t { kSectionExecutable = 4, kSectionCompressed = 0x800 };

struct Header {
  unsigned xlen = 0;
  std::uint8_t os = 0;
  std::uint16_t type = 0;
  std::uint16_t machine = 0;
  std::uint32_t flags = 0;
  std::uint64_t entry = 0;
  std::uint64_t segments_offset = 0;
  std::uint64_t segment_entry_size = 0;
  std::uint64_t segment_count = 0;
  std::uint64_t sections_offset = 0;
  std::uint64_t section_entry_size = 0;
  std::uint64_t section_count = 0;
  std::uint64_t section_names_index = 0;
};

struct SegmentHeader {
  std::uint32_t type = 0;
  std::uint32_t flags = 0;
  std::uint64_t offset = 0;
  std::uint64_t address = 0;
  std::uint64_t load_address = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t memory_bytes = 0;
};

struct SectionHeader {
  std::uint32_t name_offset = 0;
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t link = 0;
  std::uint64_t entry_size = 0;
};

/// Data read from a file step by step, and the problems found.
struct Image {
  std::string_view name;
  std::span<const std::uint8_t> bytes;
  Header header;
  std::vector<SegmentHeader> segments; ///< all kinds, in file order
  std::vector<SectionHeader> sections; ///< empty if there is no usable table
  std::span<const std::uint8_t> section_names;
  Diagnostics problems;

  void error(std::string message, std::string expected = {});
  void warning(std::string message, std::string expected = {});
  void note(std::string message, std::string expected = {});

  /// Bytes [offset, offset + size) of the file, if it contains them.
  [[nodiscard]] std::optional<std::span<const std::uint8_t>> slice(std::uint64_t offset,
                                                                   std::uint64_t size) const;
  /// Like slice; if the file is shorter, reports an error with `what` and returns nullopt.
  std::optional<std::span<const std::uint8_t>> need(std::string_view what, std::uint64_t offset,
                                                    std::uint64_t size);

  /// The first section with that name; nullptr if there is none.
  [[nodiscard]] const SectionHeader* section_named(std::string_view section) const;
};

/// Reads the header, up to the kind of program; false if nothing more can be read.
[[nodiscard]] bool read_header(Image& image);

/// Reads all program headers; false if the table cannot be read.
[[nodiscard]] bool read_segment_headers(Image& image);

/// Reads all section headers. An invalid table gives a warning and is ignored; a truncated one is
/// an error.
void read_section_headers(Image& image);

} // namespace stallscope::isa::elf
