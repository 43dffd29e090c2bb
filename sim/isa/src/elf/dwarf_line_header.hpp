#pragma once

#include "elf/byte_reader.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::elf {

/// The sections a line table is made of; those a program lacks are empty.
struct LineSections {
  std::span<const std::uint8_t> line;     ///< .debug_line
  std::span<const std::uint8_t> line_str; ///< .debug_line_str, DWARF 5
  std::span<const std::uint8_t> str;      ///< .debug_str
};

struct FileEntry {
  std::string_view name;
  std::uint64_t directory = 0; ///< number of a directory of the unit
};

/// How to read the line number program of one compilation unit (DWARF 5, section 6.2.4; the
/// differences to versions 2 to 4 are in the same section of those).
struct LineHeader {
  unsigned version = 0;
  unsigned offset_bytes = 4; ///< 8 in 64-bit DWARF
  std::uint8_t min_instruction_bytes = 1;
  std::uint8_t max_operations = 1; ///< in an instruction; more than 1 for VLIW machines only
  bool default_is_statement = true;
  std::int8_t line_base = 0;
  std::uint8_t line_range = 1;
  std::uint8_t opcode_base = 1;
  std::span<const std::uint8_t> opcode_lengths; ///< operands of standard opcode i + 1
  std::vector<std::string_view> directories;    ///< 0 is where the compiler ran, in version 5 only
  std::vector<FileEntry> files;                 ///< numbered from 1 before version 5, from 0 in it
};

/// Reads a header behind unit_length, and leaves the reader at the first opcode. On failure
/// nullopt, and `problem` says what is wrong.
std::optional<LineHeader> read_line_header(ByteReader& reader, unsigned offset_bytes,
                                           const LineSections& sections, std::string& problem);

/// The path of a file of the unit, directory and name joined; nullopt when there is no such file.
[[nodiscard]] std::optional<std::string> file_path(const LineHeader& header, std::uint64_t number);

} // namespace stallscope::isa::elf
