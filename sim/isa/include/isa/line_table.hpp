#pragma once

#include "base/input_limits.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// Machine code in [address, end) generated from one source line.
struct LineRow {
  std::uint64_t address = 0;
  std::uint64_t end = 0;    ///< past its last byte; equal to `address` if the line has no code,
                            ///< only a breakpoint location
  std::uint32_t file = 0;   ///< index into LineTable::files
  std::uint32_t line = 0;   ///< 1-based; 0 = code without a source line
  std::uint32_t column = 0; ///< 1-based, in bytes; 0 = the line as a whole
  bool statement = false;   ///< recommended breakpoint location (is_stmt)

  bool operator==(const LineRow&) const = default;
};

/// Limit of rows in a table; a program with more rows has no table, with a warning.
inline constexpr std::size_t kMaxLineRows = InputLimits::line_rows;

/// Limit of the total length of file names in a table; beyond it there is no table, with a warning.
inline constexpr std::size_t kMaxLineFileNameBytes = InputLimits::line_file_names;

/// Maps machine code to source lines, from the debug information of a program compiled with -g.
struct LineTable {
  /// Directory and name joined, as seen by the compiler, without duplicates. Absolute if the table
  /// contains absolute names: always in DWARF 5; in older versions relative names are relative to
  /// the compiler's working directory.
  std::vector<std::string> files;

  /// Sorted by address, not overlapping. Rows of the same address are in the compiler's order: the
  /// last one has the code.
  std::vector<LineRow> rows;

  [[nodiscard]] bool empty() const { return rows.empty(); }

  /// The row whose code includes the address; nullptr if there is none. Its line can be 0.
  [[nodiscard]] const LineRow* row_at(std::uint64_t address) const;

  /// Breakpoint addresses of the line, ascending: the first recommended location in each run of
  /// adjacent rows. Runs without a recommended location count only if the line has no other. Takes
  /// a pass over all rows.
  [[nodiscard]] std::vector<std::uint64_t> addresses_of(std::uint32_t file,
                                                        std::uint32_t line) const;

  /// The files whose path is `name` or ends with a slash and `name`: "sum.c" finds
  /// "/home/me/sum.c".
  [[nodiscard]] std::vector<std::uint32_t> files_named(std::string_view name) const;
};

} // namespace stallscope::isa
