#include "sweep/export.hpp"

#include "base/csv.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace stallscope::sweep {

namespace {

using Json = nlohmann::ordered_json;

/// Prefixes of the columns expanded from a JSON column.
std::string_view prefix_of(Column column) {
  return column == Column::settings ? "set."
         : column == Column::ledger ? "ledger."
         : column == Column::cpi    ? "cpi."
                                    : "count.";
}

void flatten(const Json& json, const std::string& name,
             const std::function<void(const std::string&, const Json&)>& take) {
  if (!json.is_object())
    return take(name, json);
  for (const auto& [key, value] : json.items())
    flatten(value, name.empty() ? key : name + "." + key, take);
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

bool is_json(std::size_t column) {
  return columns()[column].type == CellType::json;
}

/// Keys of the JSON columns in any row, in order of occurrence.
class Header {
public:
  void add(const Row& row) {
    for (std::size_t i = 0; i < kColumnCount; ++i)
      if (is_json(i))
        for (const auto& [name, value] : flat_members(row.text(static_cast<Column>(i))))
          if (seen_[i].emplace(name, names_[i].size()).second)
            names_[i].push_back(name);
  }
  [[nodiscard]] const std::vector<std::string>& names(std::size_t column) const {
    return names_[column];
  }
  [[nodiscard]] std::string line(const ExportOptions& options) const {
    std::string line;
    const auto add = [&line](std::string_view name) {
      line += (line.empty() ? "" : ",") + csv_field(name);
    };
    for (std::size_t i = 0; i < kColumnCount; ++i) {
      if (columns()[i].host && !options.host)
        continue;
      if (!is_json(i))
        add(columns()[i].name);
      for (const std::string& name : names_[i])
        add(std::string(prefix_of(static_cast<Column>(i))) + name);
    }
    return line + "\n";
  }

private:
  std::array<std::vector<std::string>, kColumnCount> names_;
  std::array<std::map<std::string, std::size_t>, kColumnCount> seen_;
};

std::string csv_line(const Row& row, const Header& header, const ExportOptions& options) {
  std::string line;
  bool first = true;
  const auto add = [&](std::string_view text) {
    line += (std::exchange(first, false) ? "" : ",") + csv_field(text);
  };
  for (std::size_t i = 0; i < kColumnCount; ++i) {
    if (columns()[i].host && !options.host)
      continue;
    if (!is_json(i)) {
      add(to_text(row.cells[i]));
      continue;
    }
    std::map<std::string, std::string> values;
    for (auto& [name, value] : flat_members(row.text(static_cast<Column>(i))))
      values.emplace(std::move(name), std::move(value));
    for (const std::string& name : header.names(i)) {
      const auto found = values.find(name);
      add(found == values.end() ? std::string_view() : std::string_view(found->second));
    }
  }
  return line + "\n";
}

std::string json_line(const Row& row, const ExportOptions& options) {
  Json line = Json::object();
  for (std::size_t i = 0; i < kColumnCount; ++i) {
    const ColumnInfo& column = columns()[i];
    if (column.host && !options.host)
      continue;
    const std::string name(column.name);
    const Cell& cell = row.cells[i];
    if (is_json(i)) {
      const Json json = Json::parse(row.text(static_cast<Column>(i)), nullptr, false);
      if (json.is_object())
        flatten(json, "", [&](const std::string& member, const Json& value) {
          if (!value.is_object())
            line[std::string(prefix_of(static_cast<Column>(i))) + member] = value;
        });
    } else if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
      line[name] = *integer;
    } else if (const auto* real = std::get_if<double>(&cell)) {
      line[name] = *real;
    } else if (const auto* text = std::get_if<std::string>(&cell)) {
      line[name] = *text;
    } else {
      line[name] = nullptr;
    }
  }
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::vector<std::pair<std::string, std::string>> flat_members(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> members;
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_object() && !json.empty())
    flatten(json, "", [&members](const std::string& name, const Json& value) {
      if (!value.is_object())
        members.emplace_back(name, text_of(value));
    });
  return members;
}

Diagnostics export_rows(Database& database, const ExportOptions& options,
                        const std::function<bool(std::string_view)>& write) {
  bool going_on = true;
  Header header;
  if (options.format == ExportFormat::csv) {
    if (Diagnostics problems = database.for_each([&header](Row&& row) { header.add(row); });
        !problems.empty())
      return problems;
    going_on = write(header.line(options));
  }
  return database.for_each([&](Row&& row) {
    if (going_on)
      going_on = write(options.format == ExportFormat::csv ? csv_line(row, header, options)
                                                           : json_line(row, options));
  });
}

} // namespace stallscope::sweep
