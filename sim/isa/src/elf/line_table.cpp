#include "isa/line_table.hpp"

#include <algorithm>

namespace stallscope::isa {

const LineRow* LineTable::row_at(std::uint64_t address) const {
  auto after = std::upper_bound(rows.begin(), rows.end(), address,
                                [](std::uint64_t at, const LineRow& r) { return at < r.address; });
  if (after == rows.begin())
    return nullptr;
  const LineRow& row = *--after;
  return address < row.end ? &row : nullptr;
}

std::vector<std::uint64_t> LineTable::addresses_of(std::uint32_t file, std::uint32_t line) const {
  std::vector<std::uint64_t> recommended;
  std::vector<std::uint64_t> others;
  const auto is_of_line = [&](const LineRow& r) { return r.file == file && r.line == line; };
  for (auto row = rows.begin(); row != rows.end();) {
    if (!is_of_line(*row)) {
      ++row;
      continue;
    }
    const auto begin = row;
    do {
      ++row;
    } while (row != rows.end() && is_of_line(*row) && std::prev(row)->end == row->address);
    const auto statement = std::find_if(begin, row, [](const LineRow& r) { return r.statement; });
    if (statement != row)
      recommended.push_back(statement->address);
    else
      others.push_back(begin->address);
  }
  auto& addresses = recommended.empty() ? others : recommended;
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  return std::move(addresses);
}

std::vector<std::uint32_t> LineTable::files_named(std::string_view name) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    const std::string_view path = files[i];
    if (name.empty() || path.size() < name.size() || path.substr(path.size() - name.size()) != name)
      continue;
    if (path.size() == name.size() || path[path.size() - name.size() - 1] == '/')
      found.push_back(i);
  }
  return found;
}

} // namespace stallscope::isa
