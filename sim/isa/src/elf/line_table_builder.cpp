#include "elf/line_table_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa::elf {

std::uint32_t LineTableBuilder::file_index(const LineHeader& header, std::uint64_t number) {
  const auto known = unit_files_.find(number);
  if (known != unit_files_.end())
    return known->second;
  auto path = file_path(header, number);
  if (!path)
    return index_of_path("?"); // not stored: the number of missing file numbers is unlimited
  const std::uint32_t index = index_of_path(std::move(*path));
  unit_files_.emplace(number, index);
  return index;
}

std::uint32_t LineTableBuilder::index_of_path(std::string path) {
  const auto next = static_cast<std::uint32_t>(table_.files.size());
  const auto [place, is_new] = indices_.try_emplace(std::move(path), next);
  if (!is_new)
    return place->second;
  name_bytes_ += place->first.size();
  if (name_bytes_ > kMaxLineFileNameBytes)
    limit_ = fmt::format("its file names take more than {} MiB", kMaxLineFileNameBytes >> 20);
  table_.files.push_back(place->first);
  return next;
}

void LineTableBuilder::add_row(const LineRow& row) {
  if (table_.rows.size() >= kMaxLineRows) {
    limit_ = fmt::format("it has more than {} rows", kMaxLineRows);
    return;
  }
  table_.rows.push_back(row);
}

/// Reserves [begin, end) for the current sequence; false if another sequence contains a part of it.
bool LineTableBuilder::claim(std::uint64_t begin, std::uint64_t end) {
  const auto after = claimed_.lower_bound(begin);
  if (after != claimed_.end() && after->first < end)
    return false;
  if (after != claimed_.begin() && std::prev(after)->second > begin)
    return false;
  claimed_.emplace(begin, end);
  return true;
}

void LineTableBuilder::end_sequence(std::uint64_t end) {
  const auto begin = table_.rows.begin() + static_cast<std::ptrdiff_t>(sequence_begin_);
  const auto by_address = [](const LineRow& a, const LineRow& b) { return a.address < b.address; };
  // DWARF requires ascending addresses in a sequence; some compilers violate this.
  if (!std::is_sorted(begin, table_.rows.end(), by_address))
    std::stable_sort(begin, table_.rows.end(), by_address);
  // Rows at or after the end have no code; their addresses belong to the next sequence.
  while (table_.rows.size() > sequence_begin_ && table_.rows.back().address >= end)
    table_.rows.pop_back();
  if (table_.rows.size() == sequence_begin_)
    return;
  const std::uint64_t first = table_.rows[sequence_begin_].address;
  if (!is_code_(first, end) || !claim(first, end))
    return drop_sequence();
  for (std::size_t i = sequence_begin_; i < table_.rows.size(); ++i)
    table_.rows[i].end = i + 1 < table_.rows.size() ? table_.rows[i + 1].address : end;
  sequence_begin_ = table_.rows.size();
}

LineTable LineTableBuilder::build() && {
  const auto by_address = [](const LineRow& a, const LineRow& b) { return a.address < b.address; };
  if (!std::is_sorted(table_.rows.begin(), table_.rows.end(), by_address))
    std::stable_sort(table_.rows.begin(), table_.rows.end(), by_address);
  return std::move(table_);
}

} // namespace stallscope::isa::elf
