#pragma once

#include "elf/dwarf_line_header.hpp"
#include "isa/line_table.hpp"

#include <functional>

namespace stallscope::isa::elf {

/// What a pass over .debug_line found.
struct LineTableRead {
  LineTable table;
  std::size_t damaged_units = 0; ///< compilation units of which nothing or only a part was read
  std::string problem;           ///< of the first of them: "at offset 0x41: the header is cut off"
  std::string limit; ///< which limit the table goes beyond; it is empty then, and so is this else
};

/// Reads all line number programs. Code that is not wholly where `is_code(begin, end)` holds is
/// left out: linkers leave the lines of dropped functions in the table, at address 0. Where two
/// sequences claim the same code, the first one has it, for the same reason.
[[nodiscard]] LineTableRead
read_line_sections(const LineSections& sections,
                   const std::function<bool(std::uint64_t, std::uint64_t)>& is_code);

} // namespace stallscope::isa::elf
