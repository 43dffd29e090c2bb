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

  /// Starts a new unit with new file numbers.
  void begin_unit() { unit_files_.clear(); }

  /// The index in the table of a file of the current unit.
  std::uint32_t file_index(const LineHeader& header, std::uint64_t number);

  /// Adds a row to the current sequence; each row extends to the next.
  void add_row(const LineRow& row);

  /// Ends the current sequence before `end`.
  void end_sequence(std::uint64_t end);

  /// Discards the current sequence.
  void drop_sequence() { table_.rows.resize(sequence_begin_); }

  /// A limit is reached: `limit` names it, and no more rows are added.
  [[nodiscard]] bool is_full() const { return !limit_.empty(); }
  [[nodiscard]] const std::string& limit() const { return limit_; }

  [[nodiscard]] LineTable build() &&;

private:
  bool claim(std::uint64_t begin, std::uint64_t end);
  std::uint32_t index_of_path(std::string path);

  std::function<bool(std::uint64_t, std::uint64_t)> is_code_;
  LineTable table_;
  std::size_t sequence_begin_ = 0;                 ///< earlier rows belong to complete sequences
  std::map<std::uint64_t, std::uint64_t> claimed_; ///< begin and end of every accepted sequence
  std::unordered_map<std::uint64_t, std::uint32_t> unit_files_;
  std::unordered_map<std::string, std::uint32_t> indices_;
  std::size_t name_bytes_ = 0;
  std::string limit_;
};

} // namespace stallscope::isa::elf
