#pragma once

#include "elf/dwarf_line_header.hpp"
#include "isa/line_table.hpp"

#include <functional>

namespace stallscope::isa::elf {

/// Result of reading .debug_line.
struct LineTableRead {
  LineTable table;
  std::size_t damaged_units = 0; ///< compilation units that were not read or read only in part
  std::string problem;           ///< of the first damaged unit: "at offset 0x41: the header is cut
                                 ///< off"
  std::string limit; ///< the limit that the table exceeds; the table and the other fields are then
                     ///< empty
};

/// Reads all line number programs. Code that is not completely inside a range where `is_code(begin,
/// end)` is true is omitted: linkers leave the lines of dropped functions in the table, at address
/// 0. If two sequences claim the same code, the first one is used, for the same reason.
[[nodiscard]] LineTableRead
read_line_sections(const LineSections& sections,
                   const std::function<bool(std::uint64_t, std::uint64_t)>& is_code);

} // namespace stallscope::isa::elf
