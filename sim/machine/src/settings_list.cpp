#include "machine/settings_list.hpp"

#include "base/check.hpp"
#include "dump_text.hpp"
#include "keys.hpp"
#include "machine/machine_file.hpp"
#include "machine/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::machine {

namespace {

/// Keys that say nothing of how the machine works.
constexpr std::array<std::string_view, 4> kOfTheFile{"name", "title", "description", "kind"};

std::string toml(const Value& value) {
  switch (value.kind) {
  case Value::Kind::boolean:
    return value.boolean ? "true" : "false";
  case Value::Kind::integer:
    return fmt::format("{}", value.integer);
  case Value::Kind::text:
    return dumped::string(value.text);
  case Value::Kind::array: {
    std::string out;
    for (const Value& item : value.items)
      out += (out.empty() ? "" : ", ") + toml(item);
    return "[" + out + "]";
  }
  case Value::Kind::table: {
    std::string out;
    for (const Member& member : value.members)
      out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", member.name, toml(member.value));
    return "{" + out + "}";
  }
  default: // a dump has no others
    return {};
  }
}

bool is_table_list(const Value& value) {
  return value.kind == Value::Kind::array && !value.items.empty() &&
         value.items.front().kind == Value::Kind::table;
}

class SettingsList {
public:
  /// The settings at `value`: `key` as --set takes it, `known` without names and numbers of tables.
  void add(const Value& value, const std::string& key, const std::string& known) {
    const auto join = [](const std::string& front, std::string_view name) {
      return front.empty() ? std::string(name) : fmt::format("{}.{}", front, name);
    };
    if (value.kind == Value::Kind::table && !value.members.empty()) {
      for (const Member& member : value.members)
        if (!key.empty() ||
            std::find(kOfTheFile.begin(), kOfTheFile.end(), member.name) == kOfTheFile.end())
          add(member.value, join(key, member.name), join(known, member.name));
      return;
    }
    if (is_table_list(value)) {
      for (std::size_t i = 0; i < value.items.size(); ++i) {
        const Member* name = value.items[i].find("name");
        add(value.items[i], join(key, name == nullptr ? std::to_string(i) : name->value.text),
            known);
      }
      return;
    }
    const auto& specs = key_specs();
    auto spec = std::find_if(specs.begin(), specs.end(),
                             [&known](const KeySpec& s) { return s.name == known; });
    for (std::string_view of = known; spec == specs.end() && of.find('.') != std::string::npos;) {
      of = of.substr(0, of.rfind('.')); // the class of unit.latencies.divide
      spec =
          std::find_if(specs.begin(), specs.end(), [of](const KeySpec& s) { return s.name == of; });
    }
    STALLSCOPE_CHECK(spec != specs.end(), "a key of the dump that the table of keys does not know");
    list.push_back({key, toml(value), spec->words});
  }

  std::vector<SettingInfo> list;
};

} // namespace

std::vector<SettingInfo> settings_of(const Machine& machine) {
  const TomlResult file = read_toml(dump(machine));
  STALLSCOPE_CHECK(file.tree.has_value(), "a dump that is no TOML");
  SettingsList settings;
  settings.add(*file.tree, "", "");
  return std::move(settings.list);
}

} // namespace stallscope::machine
