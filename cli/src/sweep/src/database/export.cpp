#include "sweep/export.hpp"

#include "base/csv.hpp"
#include "base/input_limits.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <utility>

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

/// A member of a JSON column: nested names are joined by dots, lists are one value.
struct Member {
  std::string name;
  std::string text;
  std::string json; ///< the value as JSON
};

/// Collects the members of a JSON object while parsing; no value tree is built, so that depth and
/// number take no memory. Stops at content that sweeps do not write: deep nesting, very many or
/// long names.
class MemberReader final : public nlohmann::json_sax<Json> {
public:
  bool null() override { return value("null", "null"); }
  bool boolean(bool b) override { return value(b ? "true" : "false", b ? "true" : "false"); }
  bool number_integer(number_integer_t n) override { return number(Json(n)); }
  bool number_unsigned(number_unsigned_t n) override { return number(Json(n)); }
  bool number_float(number_float_t n, const string_t& /*text*/) override { return number(Json(n)); }
  bool string(string_t& text) override { return value(text, Json(text).dump()); }
  bool binary(binary_t& /*bytes*/) override { return false; }
  bool start_object(std::size_t /*elements*/) override {
    if (in_list())
      return begin('{');
    begins_.push_back(path_.size());
    return is_within(begins_.size() <= InputLimits::database_depth, PassedLimit::depth);
  }
  bool end_object() override {
    if (in_list())
      return end('}');
    begins_.pop_back();
    return true;
  }
  bool start_array(std::size_t /*elements*/) override { return !begins_.empty() && begin('['); }
  bool end_array() override { return end(']'); }
  bool key(string_t& name) override {
    if (in_list()) {
      separate();
      list_ += Json(name).dump() + ":";
      behind_name_ = true;
      return true;
    }
    path_.resize(begins_.back());
    path_ += path_.empty() ? name : "." + name;
    return is_within(path_.size() <= InputLimits::database_name, PassedLimit::depth);
  }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return false;
  }

  std::vector<Member> members;
  PassedLimit passed = PassedLimit::none;

private:
  bool is_within(bool within, PassedLimit limit) {
    if (!within)
      passed = limit;
    return within;
  }
  [[nodiscard]] bool in_list() const { return !first_.empty(); }
  void separate() {
    if (std::exchange(behind_name_, false))
      return;
    if (!first_.back())
      list_ += ',';
    first_.back() = false;
  }
  bool begin(char sign) {
    if (in_list())
      separate();
    list_ += sign;
    first_.push_back(true);
    return is_within(first_.size() <= InputLimits::database_depth, PassedLimit::depth);
  }
  bool end(char sign) {
    list_ += sign;
    first_.pop_back();
    if (in_list())
      return true;
    const std::string list = std::exchange(list_, {});
    return value(list, list);
  }
  bool number(const Json& n) {
    const std::string text = n.dump();
    return value(text, text);
  }
  bool value(const std::string& text, const std::string& json) {
    if (in_list()) {
      separate();
      list_ += json;
      return true;
    }
    if (begins_.empty())
      return false; // not an object
    members.push_back({path_, text, json});
    return is_within(members.size() <= InputLimits::database_members, PassedLimit::members);
  }

  std::vector<std::size_t> begins_; ///< lengths of path_ at the enclosing objects
  std::string path_;                ///< name of the next value
  std::string list_;                ///< text of the current list
  std::vector<bool> first_;         ///< by enclosing list or object within a list: no element yet
  bool behind_name_ = false;        ///< after the name of a member of an object in a list
};

std::vector<Member> members_of(std::string_view text, PassedLimit* passed) {
  MemberReader reader;
  if (!Json::sax_parse(text, &reader))
    reader.members.clear();
  if (passed != nullptr && reader.passed != PassedLimit::none)
    *passed = reader.passed;
  return std::move(reader.members);
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
        for (const auto& [name, value] : flat_members(row.text(static_cast<Column>(i)), &passed_))
          if (seen_[i].emplace(name, names_[i].size()).second)
            names_[i].push_back(name);
    std::size_t all = 0;
    for (const auto& names : names_)
      all += names.size();
    if (all > InputLimits::database_members)
      passed_ = PassedLimit::members;
  }
  [[nodiscard]] PassedLimit passed() const { return passed_; }
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
  PassedLimit passed_ = PassedLimit::none;
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

std::string json_line(const Row& row, const ExportOptions& options, PassedLimit& passed) {
  std::string line;
  std::set<std::string> seen;
  const auto add = [&](const std::string& name, std::string_view json) {
    if (seen.insert(name).second)
      line += fmt::format("{}{}:{}", line.empty() ? "{" : ",", Json(name).dump(), json);
  };
  for (std::size_t i = 0; i < kColumnCount; ++i) {
    const ColumnInfo& column = columns()[i];
    if (column.host && !options.host)
      continue;
    const std::string name(column.name);
    const Cell& cell = row.cells[i];
    if (is_json(i)) {
      for (const Member& member : members_of(row.text(static_cast<Column>(i)), &passed))
        add(std::string(prefix_of(static_cast<Column>(i))) + member.name, member.json);
    } else if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
      add(name, Json(*integer).dump());
    } else if (const auto* real = std::get_if<double>(&cell)) {
      add(name, Json(*real).dump());
    } else if (const auto* text = std::get_if<std::string>(&cell)) {
      add(name, Json(*text).dump(-1, ' ', false, Json::error_handler_t::replace));
    } else {
      add(name, "null");
    }
  }
  return line + "}\n";
}

} // namespace

std::vector<std::pair<std::string, std::string>> flat_members(std::string_view text,
                                                              PassedLimit* passed) {
  std::vector<std::pair<std::string, std::string>> members;
  for (Member& member : members_of(text, passed))
    members.emplace_back(std::move(member.name), std::move(member.text));
  return members;
}

Diagnostic refusal_of(PassedLimit passed) {
  Diagnostic problem;
  problem.message =
      passed == PassedLimit::members
          ? fmt::format("its rows have more than {} different parameters, accounts and counts",
                        InputLimits::database_members)
          : fmt::format(
                "a cell of it has more than {} objects and lists within each other, or names "
                "of more than {} bytes",
                InputLimits::database_depth, InputLimits::database_name);
  problem.expected = "a database of 'stallscope sweep'";
  return problem;
}

Diagnostics export_rows(Database& database, const ExportOptions& options,
                        const std::function<bool(std::string_view)>& write) {
  bool going_on = true;
  Header header;
  if (options.format == ExportFormat::csv) {
    if (Diagnostics problems = database.for_each([&header](Row&& row) {
          if (header.passed() == PassedLimit::none)
            header.add(row);
        });
        !problems.empty())
      return problems;
    if (header.passed() != PassedLimit::none)
      return {refusal_of(header.passed())};
    going_on = write(header.line(options));
  }
  PassedLimit passed = PassedLimit::none;
  Diagnostics problems = database.for_each([&](Row&& row) {
    if (!going_on || passed != PassedLimit::none)
      return;
    const std::string line = options.format == ExportFormat::csv ? csv_line(row, header, options)
                                                                 : json_line(row, options, passed);
    if (passed == PassedLimit::none)
      going_on = write(line);
  });
  if (passed != PassedLimit::none)
    problems.push_back(refusal_of(passed));
  return problems;
}

} // namespace stallscope::sweep
