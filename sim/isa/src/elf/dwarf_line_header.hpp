#pragma once

#include "elf/byte_reader.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::elf {

/// The sections of a line table; those missing in a program are empty.
struct LineSections {
  std::span<const std::uint8_t> line;     ///< .debug_line
  std::span<const std::uint8_t> line_str; ///< .debug_line_str, DWARF 5
  std::span<const std::uint8_t> str;      ///< .debug_str
};

struct FileEntry {
  std::string_view name;
  std::uint64_t directory = 0; ///< number of a directory of the unit
};

/// Parameters for reading the line number program of one compilation unit (DWARF 5, section 6.2.4;
/// the same section of versions 2 to 4 describes the differences).
struct LineHeader {
  unsigned version = 0;
  unsigned offset_bytes = 4; ///< 8 in 64-bit DWARF
  std::uint8_t min_instruction_bytes = 1;
  std::uint8_t max_operations = 1; ///< per instruction; more than 1 only for VLIW machines
  bool default_is_statement = true;
  std::int8_t line_base = 0;
  std::uint8_t line_range = 1;
  std::uint8_t opcode_base = 1;
  std::span<const std::uint8_t> opcode_lengths; ///< number of operands of standard opcode i + 1
  std::vector<std::string_view> directories;    ///< 0 is the directory of the compilation, in
                                                ///< version 5 only
  std::vector<FileEntry> files;                 ///< numbered from 1 before version 5, from 0 in it
};

/// Reads a header after unit_length; the reader is then at the first opcode. On failure returns
/// nullopt and describes it in `problem`.
std::optional<LineHeader> read_line_header(ByteReader& reader, unsigned offset_bytes,
                                           const LineSections& sections, std::string& problem);

/// The path of a file of the unit, directory and name joined; nullopt if the file does not exist.
[[nodiscard]] std::optional<std::string> file_path(const LineHeader& header, std::uint64_t number);

} // namespace stallscope::isa::elf
