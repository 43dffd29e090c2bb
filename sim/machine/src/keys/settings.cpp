#include "keys/settings.hpp"

#include "base/trimmed.hpp"
#include "keys/keys.hpp"
#include "machine/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace stallscope::machine {

namespace {

bool is_toml_word(std::string_view word) {
  if (word == "true" || word == "false")
    return true;
  const std::string_view digits =
      word.front() == '-' || word.front() == '+' ? word.substr(1) : word;
  return !digits.empty() && std::all_of(digits.begin(), digits.end(),
                                        [](char c) { return (c >= '0' && c <= '9') || c == '_'; });
}

/// Quotes bare words, since quotes are awkward in shells: [EX->EX, MEM->EX] becomes ["EX->EX",
/// "MEM->EX"].
std::string with_quotes(std::string_view text) {
  constexpr std::string_view kStops = "[]{},=\"' \t";
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      const std::size_t end = std::min(text.find(c, i + 1), text.size() - 1);
      out += text.substr(i, end + 1 - i);
      i = end + 1;
    } else if (kStops.find(c) != std::string_view::npos) {
      out += c;
      ++i;
    } else {
      const std::size_t end = std::min(text.find_first_of(kStops, i), text.size());
      const std::string_view word = text.substr(i, end - i);
      if (is_toml_word(word)) {
        out += word;
      } else {
        out += '"';
        for (const char w : word)
          out.append(w == '\\' ? 2 : 1, w);
        out += '"';
      }
      i = end;
    }
  }
  return out;
}

void mark(Value& value, int setting, bool is_inside = false) {
  value.place = {0, 0, 1, setting, is_inside};
  for (Value& item : value.items)
    mark(item, setting, true);
  for (Member& member : value.members) {
    member.place = {0, 0, 1, setting, true};
    mark(member.value, setting, true);
  }
}

/// The value of a setting: TOML, or TOML after quoting bare words, or the whole text as a string.
std::optional<Value> parse_value(std::string_view text, int setting, Report& report) {
  const Place place{0, 0, 1, setting};
  if (text.find('\n') != std::string_view::npos || text.find('\r') != std::string_view::npos) {
    report.error(place, "the value has several lines", "one TOML value or a bare word");
    return std::nullopt;
  }
  for (const std::string& attempt : {std::string(text), with_quotes(text)}) {
    TomlResult result = read_toml("value = " + attempt);
    if (!result.tree || result.tree->members.size() != 1)
      continue;
    Value value = std::move(result.tree->members.front().value);
    mark(value, setting);
    return value;
  }
  constexpr std::string_view kStructure = "[]{}\"'#";
  if (text.find_first_of(kStructure) == std::string_view::npos && text.size() <= kMaxLineBytes) {
    Value value;
    value.kind = Value::Kind::text;
    value.text = text;
    mark(value, setting);
    return value;
  }
  report.error(place, fmt::format("{} is not a TOML value", in_quotes(text)),
               "a number, true, false, a word, a list [a, b] or a table {key = value}");
  return std::nullopt;
}

/// The operation class meant by an abbreviated or misspelt word: div, mul, csr, dvi.
std::optional<OpClass> class_meant(std::string_view word) {
  if (word.size() < 2)
    return std::nullopt;
  std::vector<std::string_view> short_names;
  for (std::size_t c = 0; c < kOpClassCount; ++c)
    short_names.push_back(isa::name(static_cast<OpClass>(c)).substr(0, word.size()));
  auto found = std::find(short_names.begin(), short_names.end(), word);
  if (found == short_names.end())
    found = std::find(short_names.begin(), short_names.end(), nearest_word(word, short_names));
  if (found == short_names.end())
    return std::nullopt;
  return static_cast<OpClass>(found - short_names.begin());
}

/// The name of the entry of [[unit]] or [[port]] that executes a class; empty when there is none.
std::string_view executes(const Value& list, OpClass op_class) {
  for (const Value& item : list.items) {
    const Member* operations = item.find("operations");
    const Member* name = item.find("name");
    if (operations == nullptr || name == nullptr)
      continue;
    for (const Value& word : operations->value.items) {
      OpClassSet classes;
      if (parse_op_classes(word.text, classes) &&
          (classes[static_cast<std::size_t>(op_class)] ||
           classes[static_cast<std::size_t>(isa::base_of(op_class))]))
        return name->value.text;
    }
  }
  return {};
}

/// The suggested key when a class was given instead of a unit: unit.core.latencies.divide for
/// unit.div.latency. Empty otherwise.
std::string with_class(const Value& list, std::string_view path, std::string_view word,
                       std::string_view behind) {
  const std::optional<OpClass> op_class = class_meant(word);
  const std::string_view owner = op_class ? executes(list, *op_class) : std::string_view();
  if (owner.empty())
    return {};
  const std::vector<std::string_view>& keys = known_members(path);
  const std::string_view given = behind.substr(0, behind.find('.'));
  const bool known = std::find(keys.begin(), keys.end(), given) != keys.end();
  const std::string_view key = known ? given : nearest_word(given, keys);
  if (key == "latency")
    return fmt::format("{}.{}.latencies.{}", path, owner, isa::name(*op_class));
  return fmt::format("{}.{}{}{}", path, owner, key.empty() ? "" : ".", known ? behind : key);
}

/// The only class that a word names or abbreviates: div, divide.
std::optional<OpClass> class_abbreviated(std::string_view word) {
  std::optional<OpClass> found;
  for (std::size_t c = 0; c < kOpClassCount; ++c) {
    const auto op_class = static_cast<OpClass>(c);
    const std::string_view name = isa::name(op_class);
    if (name == word)
      return op_class;
    if (word.size() < 2 || !name.starts_with(word) || isa::base_of(op_class) != op_class)
      continue;
    if (found)
      return std::nullopt;
    found = op_class;
  }
  return found;
}

bool is_named(const Value& item, std::string_view name) {
  const Member* member = item.find("name");
  return member != nullptr && member->value.text == name;
}

/// When no unit is called div and a single unit executes divisions, "unit.div.latency" denotes the
/// latency of all its divisions, whatever their operands: "unit.core.latencies.divide". The key
/// itself otherwise.
std::string with_owner_of_class(Value& root, const std::string& key) {
  constexpr std::string_view kEnd = ".latency";
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos || !key.ends_with(kEnd) || key.size() <= dot + 1 + kEnd.size())
    return key;
  const std::string_view word =
      trimmed(std::string_view(key).substr(dot + 1, key.size() - dot - 1 - kEnd.size()));
  Member* list = root.find(trimmed(std::string_view(key).substr(0, dot)));
  const std::optional<OpClass> op_class = class_abbreviated(word);
  if (list == nullptr || list->value.kind != Value::Kind::array || !op_class)
    return key;
  Value* owner = nullptr;
  for (Value& item : list->value.items) {
    if (is_named(item, word))
      return key;
    Value alone;
    alone.kind = Value::Kind::array;
    alone.items.push_back(item);
    if (executes(alone, *op_class).empty())
      continue;
    if (owner != nullptr)
      return key;
    owner = &item;
  }
  if (owner == nullptr)
    return key;
  // Refinements of the class, such as divide_word of divide, then have the same latency.
  for (const char* table : {"operand_latency", "latencies"})
    if (Member* own = owner->find(table))
      std::erase_if(own->value.members, [&](const Member& member) {
        const auto of = isa::op_class_from_name(member.name);
        return of && (*of == *op_class || isa::base_of(*of) == *op_class);
      });
  return fmt::format("{}.{}.latencies.{}", list->name, owner->find("name")->value.text,
                     isa::name(*op_class));
}

/// A table of a list: by name (`unit.alu`), or by index from 0 for tables without names
/// (`bypass.0`). `behind`: the part of the key after it.
Value* element(Value& list, std::string_view path, std::string_view name, std::string_view behind,
               const Place& place, Report& report) {
  std::vector<std::string_view> names;
  for (Value& item : list.items) {
    const Member* member = item.find("name");
    if (member == nullptr || member->value.kind != Value::Kind::text)
      continue;
    if (member->value.text == name)
      return &item;
    names.push_back(member->value.text);
  }
  if (names.empty() && !list.items.empty() && list.items.front().kind == Value::Kind::table) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    if (error == std::errc() && end == name.data() + name.size() && index < list.items.size())
      return &list.items[index];
    report.error(place, fmt::format("'{}' has no entry {}", path, in_quotes(name)),
                 list.items.size() == 1
                     ? fmt::format("{}.0, the only one", path)
                     : fmt::format("a number from 0 to {}", list.items.size() - 1));
    return nullptr;
  }
  const std::string message = fmt::format("'{}' has no entry named {}", path, in_quotes(name));
  const std::string expected =
      names.empty() ? "a list of tables with names" : "one of " + joined(names);
  const std::string_view near = nearest_word(name, names);
  report.error(place, message, expected,
               near.empty() ? with_class(list, path, name, behind) : std::string(near));
  return nullptr;
}

/// A key of a table, to be named as an example.
std::string_view key_in(const Value& table) {
  for (const Member& member : table.members)
    if (member.name == "latency" || member.name == "cycles" || member.name == "count")
      return member.name;
  return table.members.empty() ? std::string_view("KEY") : table.members.back().name;
}

/// Reports a list of tables that the machine does not have: in-order machines have units,
/// dynamically scheduled ones ports.
void report_no_list(const Value& table, std::string_view key, std::string_view behind,
                    const Place& place, Report& report) {
  const std::string_view other = key == "unit" ? "port" : key == "port" ? "unit" : "";
  const Member* list = other.empty() ? nullptr : table.find(other);
  if (list == nullptr)
    return report.error(
        place, fmt::format("the machine has no [[{}]]", key),
        fmt::format("the whole list, such as {}=[{{{} = ...}}]", key, known_members(key).front()));
  std::vector<std::string_view> names;
  for (const Value& item : list->value.items)
    if (const Member* name = item.find("name"))
      names.push_back(name->value.text);
  const std::size_t dot = std::min(behind.find('.'), behind.size());
  const std::string_view word = behind.substr(0, dot);
  const std::string_view rest = behind.substr(std::min(dot + 1, behind.size()));
  report.error(
      place,
      fmt::format("the machine has no [[{}]]: what executes is called [[{}]] there", key, other),
      fmt::format("{}.NAME with one of {}", other, joined(names)),
      with_class(list->value, other, word, rest));
}

void apply(Value& root, const Setting& setting, int index, Report& report) {
  const Place place{0, 0, 1, index};
  std::optional<Value> value = parse_value(trimmed(setting.value), index, report);
  if (!value)
    return;
  Value* at = &root;
  const std::string key = with_owner_of_class(root, setting.key);
  std::string_view left = key;
  std::string path;
  if (std::count(left.begin(), left.end(), '.') > 8)
    return report.error(place, "the key has too many parts",
                        "a key such as pipeline.width or unit.alu.latency");
  while (true) {
    const std::size_t dot = left.find('.');
    const std::string_view part = trimmed(left.substr(0, dot));
    const bool last = dot == std::string_view::npos;
    if (part.empty())
      return report.error(place, "a part of the key is empty",
                          "a key such as pipeline.width or unit.alu.latency");
    Value* next = nullptr;
    if (at->kind == Value::Kind::array) {
      next =
          element(*at, path, part, last ? std::string_view() : left.substr(dot + 1), place, report);
      if (next == nullptr)
        return;
      if (last)
        return report.error(
            place, fmt::format("'{}.{}' is a table", path, part),
            fmt::format("one of its keys, such as {}.{}.{}", path, part, key_in(*next)));
    } else if (at->kind == Value::Kind::table) {
      Member* member = at->find(part);
      const std::string full = path.empty() ? std::string(part) : fmt::format("{}.{}", path, part);
      if (member == nullptr && !last && is_list_of_tables(full))
        return report_no_list(*at, full, left.substr(dot + 1), place, report);
      if (member == nullptr) {
        at->members.push_back({std::string(part), place, Value{}});
        member = &at->members.back();
        member->value.place = place;
      }
      next = &member->value;
      if (last) {
        member->place = place;
        *next = std::move(*value);
        return;
      }
    } else {
      return report.error(place, fmt::format("'{}' is {} and has no key {}", path,
                                             kind_name(at->kind), in_quotes(part)));
    }
    if (!path.empty())
      path += '.';
    path += part;
    at = next;
    left.remove_prefix(dot + 1);
  }
}

} // namespace

void apply_settings(Value& root, const std::vector<Setting>& settings, Report& report) {
  for (std::size_t i = 0; i < settings.size(); ++i)
    apply(root, settings[i], static_cast<int>(i), report);
}

Result<Setting> parse_setting(std::string_view text) {
  Diagnostic d;
  d.expected = "key=value, such as branch.predictor=taken";
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    d.message = fmt::format("the setting {} has no '='", in_quotes(text));
    return d;
  }
  Setting setting{std::string(trimmed(text.substr(0, equals))),
                  std::string(trimmed(text.substr(equals + 1)))};
  if (setting.key.empty() || setting.value.empty()) {
    d.message = fmt::format("the setting {} has no {}", in_quotes(text),
                            setting.key.empty() ? "key" : "value");
    return d;
  }
  return setting;
}

} // namespace stallscope::machine
