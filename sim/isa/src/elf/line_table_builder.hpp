#pragma once

#include "elf/dwarf_line_header.hpp"
#include "isa/line_table.hpp"

#include <functional>
#include <map>
#include <unordered_map>

namespace stallscope::isa::elf {

/// Collects rows sequence by sequence into a table without overlap.
class LineTableBuilder {
public:
  explicit LineTableBuilder(std::function<bool(std::uint64_t, std::uint64_t)> is_code)
      : is_code_(std::move(is_code)) {}

  /// File numbers mean something else from here on.
  void begin_unit() { unit_files_.clear(); }

  /// The index in the table of a file of the current unit.
  std::uint32_t file_index(const LineHeader& header, std::uint64_t number);

  /// A row of the current sequence; each reaches to the next.
  void add_row(const LineRow& row);

  /// The current sequence ends before `end`.
  void end_sequence(std::uint64_t end);

  /// Forgets the current sequence.
  void drop_sequence() { table_.rows.resize(sequence_begin_); }

  /// A limit is reached, `limit` says which, and nothing more is taken.
  [[nodiscard]] bool is_full() const { return !limit_.empty(); }
  [[nodiscard]] const std::string& limit() const { return limit_; }

  [[nodiscard]] LineTable build() &&;

private:
  bool claim(std::uint64_t begin, std::uint64_t end);
  std::uint32_t index_of_path(std::string path);

  std::function<bool(std::uint64_t, std::uint64_t)> is_code_;
  LineTable table_;
  std::size_t sequence_begin_ = 0;                 ///< rows before it are of complete sequences
  std::map<std::uint64_t, std::uint64_t> claimed_; ///< begin and end of every sequence taken
  std::unordered_map<std::uint64_t, std::uint32_t> unit_files_;
  std::unordered_map<std::string, std::uint32_t> indices_;
  std::size_t name_bytes_ = 0;
  std::string limit_;
};

} // namespace stallscope::isa::elf
