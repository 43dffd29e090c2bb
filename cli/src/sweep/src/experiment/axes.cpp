#include "experiment/table_reader.hpp"

#include <fmt/format.h>

#include <limits>

namespace stallscope::sweep {

using machine::Member;
using machine::Value;

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", c);
    else
      out += c;
  }
  return out + "\"";
}

std::string toml_text(const Value& value) {
  std::string out;
  switch (value.kind) {
  case Value::Kind::boolean:
    return value.boolean ? "true" : "false";
  case Value::Kind::integer:
    return fmt::format("{}", value.integer);
  case Value::Kind::real:
    out = fmt::format("{}", value.real);
    return out.find_first_of(".en") == std::string::npos ? out + ".0" : out;
  case Value::Kind::text:
    return toml_string(value.text);
  case Value::Kind::array:
    for (const Value& item : value.items)
      out += (out.empty() ? "" : ", ") + toml_text(item);
    return "[" + out + "]";
  case Value::Kind::table:
    for (const Member& member : value.members)
      out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", toml_string(member.name),
                         toml_text(member.value));
    return "{" + out + "}";
  case Value::Kind::date:
    break;
  }
  return out;
}

namespace {

AxisValue axis_value(const Value& value) {
  AxisValue result;
  result.toml = toml_text(value);
  result.text = value.kind == Value::Kind::text ? value.text : result.toml;
  result.is_number = value.kind == Value::Kind::integer || value.kind == Value::Kind::real;
  return result;
}

AxisValue axis_value(std::int64_t number) {
  Value value;
  value.kind = Value::Kind::integer;
  value.integer = number;
  return axis_value(value);
}

/// { from = 1, to = 8, step = 1 } or { powers_of_two = [16, 256] }, as opposed to a table of keys.
bool is_range(const Value& value) {
  const auto number = [&value](std::string_view key) {
    const Member* member = value.find(key);
    return member != nullptr && member->value.kind == Value::Kind::integer;
  };
  const Member* powers = value.find("powers_of_two");
  return value.kind == Value::Kind::table &&
         (number("from") || number("to") ||
          (powers != nullptr && powers->value.kind == Value::Kind::array));
}

bool too_many(const Value& value, std::string_view key, std::uint64_t count,
              machine::Report& report) {
  if (count <= kMaxAxisValues)
    return false;
  report.error(value.place, fmt::format("'{}' has {} values", key, count),
               fmt::format("at most {}", kMaxAxisValues));
  return true;
}

std::vector<AxisValue> read_powers(const Value& value, std::string_view key,
                                   machine::Report& report) {
  std::vector<AxisValue> values;
  const Value& ends = value.find("powers_of_two")->value;
  const auto power = [](const Value& v) {
    return v.kind == Value::Kind::integer && v.integer > 0 && (v.integer & (v.integer - 1)) == 0;
  };
  for (const Value& end : ends.items)
    if (end.kind == Value::Kind::integer && !power(end)) {
      report.error(end.place, fmt::format("{} is no power of two", end.integer),
                   "the first and the last of them, such as { powers_of_two = [16, 256] }");
      return values;
    }
  if (value.members.size() != 1 || ends.items.size() != 2 || !power(ends.items[0]) ||
      !power(ends.items[1]) || ends.items[0].integer > ends.items[1].integer) {
    report.error(ends.place, fmt::format("the powers of two of '{}' have no two ends", key),
                 "the first and the last of them, such as { powers_of_two = [16, 256] }");
    return values;
  }
  for (std::int64_t v = ends.items[0].integer;; v *= 2) {
    values.push_back(axis_value(v));
    if (v == ends.items[1].integer)
      return values;
  }
}

std::vector<AxisValue> read_range(const Value& value, std::string_view key,
                                  machine::Report& report) {
  if (value.find("powers_of_two") != nullptr)
    return read_powers(value, key, report);
  const TableReader range(value, fmt::format("in the range of '{}'", key), {"from", "to", "step"},
                          report);
  std::vector<AxisValue> values;
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  for (const std::string_view end : {"from", "to"})
    if (range.find(end) == nullptr)
      report.error(value.place, fmt::format("the range of '{}' has no '{}'", key, end),
                   "both ends, such as { from = 1, to = 8 }");
  const auto from = range.integer("from", 0, kMost);
  const auto to = range.integer("to", 0, kMost);
  const bool step_given = range.find("step") != nullptr;
  const auto step = step_given ? range.integer("step", 1, kMost) : std::uint64_t{1};
  if (!from || !to || !step)
    return values;
  if (*from > *to) {
    report.error(value.place, fmt::format("the range of '{}' is empty", key), "from up to to");
    return values;
  }
  if (too_many(value, key, (*to - *from) / *step + 1, report))
    return values;
  for (std::uint64_t left = (*to - *from) / *step + 1, v = *from; left > 0; --left, v += *step)
    values.push_back(axis_value(static_cast<std::int64_t>(v)));
  return values;
}

/// One key with its values.
struct Line {
  std::string key;
  machine::Place place;
  std::vector<AxisValue> values;
};

/// The values of one key: a list, a range, or a single value. A list of lists has lists as values.
std::vector<AxisValue> read_values(const Value& value, std::string_view key,
                                   machine::Report& report) {
  std::vector<AxisValue> values;
  if (value.kind == Value::Kind::table)
    return read_range(value, key, report);
  if (value.kind == Value::Kind::date) {
    report.error(value.place, fmt::format("'{}' is a date", key), "values of the machine's key");
    return values;
  }
  if (value.kind != Value::Kind::array)
    return {axis_value(value)};
  if (value.items.empty())
    report.error(value.place, fmt::format("'{}' has no values", key),
                 "a list of values, a range { from = 1, to = 8 } or { powers_of_two = [16, 256] }");
  if (too_many(value, key, value.items.size(), report))
    return values;
  for (const Value& item : value.items) {
    AxisValue next = axis_value(item);
    const auto same = [&next](const AxisValue& v) { return v.toml == next.toml; };
    if (std::find_if(values.begin(), values.end(), same) != values.end())
      report.error(item.place, fmt::format("'{}' has the value {} twice", key, next.text),
                   "each value once");
    values.push_back(std::move(next));
  }
  return values;
}

/// Dotted keys nest tables: unit.alu.latency is a single key.
void read_lines(const Value& table, const std::string& prefix, machine::Report& report,
                std::vector<Line>& lines) {
  for (const Member& member : table.members) {
    const std::string key = prefix.empty() ? member.name : prefix + "." + member.name;
    if (member.value.kind == Value::Kind::table && !is_range(member.value)) {
      if (member.value.members.empty())
        report.error(member.place, fmt::format("'{}' has no values", key),
                     "a list of values, or a range");
      read_lines(member.value, key, report, lines);
    } else {
      lines.push_back({key, member.place, read_values(member.value, key, report)});
    }
  }
}

std::vector<Line> lines_of(const Value& table, machine::Report& report) {
  std::vector<Line> lines;
  if (table.kind == Value::Kind::table)
    read_lines(table, "", report, lines);
  else
    report.error(table.place, fmt::format("axes are {}", machine::shown(table)),
                 "a table of keys of the machine and their values");
  return lines;
}

} // namespace

std::vector<Axis> read_crossed(const Value& table, machine::Report& report) {
  std::vector<Axis> axes;
  for (Line& line : lines_of(table, report)) {
    if (line.values.empty())
      continue; // an error has been reported
    Axis axis{{line.key}, {file_place(line.place)}, {}};
    for (AxisValue& value : line.values)
      axis.rows.push_back({std::move(value)});
    axes.push_back(std::move(axis));
  }
  return axes;
}

std::optional<Axis> read_zipped(const Value& table, machine::Report& report) {
  std::vector<Line> lines = lines_of(table, report);
  if (lines.empty()) {
    report.error(table.place, "nothing is zipped", "keys whose lists are equally long");
    return std::nullopt;
  }
  Axis axis;
  axis.rows.resize(lines.front().values.size());
  for (Line& line : lines) {
    if (line.values.empty())
      return std::nullopt; // an error has been reported
    if (line.values.size() != axis.rows.size()) {
      report.error(line.place,
                   fmt::format("'{}' has {} values, and '{}' has {}", line.key, line.values.size(),
                               lines.front().key, axis.rows.size()),
                   "lists of the same length in one [[zip]]");
      return std::nullopt;
    }
    axis.keys.push_back(line.key);
    axis.places.push_back(file_place(line.place));
    for (std::size_t i = 0; i < line.values.size(); ++i)
      axis.rows[i].push_back(std::move(line.values[i]));
  }
  return axis;
}

} // namespace stallscope::sweep
