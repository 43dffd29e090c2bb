#include "machine/settings_list.hpp"

#include "base/check.hpp"
#include "dump/dump_text.hpp"
#include "keys/keys.hpp"
#include "keys/op_classes.hpp"
#include "machine/machine_file.hpp"
#include "machine/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::machine {

namespace {

/// Keys without an effect on the simulation.
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
  default: // dumps contain no other types
    return {};
  }
}

bool is_table_list(const Value& value) {
  return value.kind == Value::Kind::array && !value.items.empty() &&
         value.items.front().kind == Value::Kind::table;
}

class SettingsList {
public:
  /// Adds the settings at `value`: `key` as for --set, `known` without names and indices of tables.
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
      of = of.substr(0, of.rfind('.')); // removes the class of unit.latencies.divide
      spec =
          std::find_if(specs.begin(), specs.end(), [of](const KeySpec& s) { return s.name == of; });
    }
    STALLSCOPE_CHECK(spec != specs.end(), "a key of the dump that the table of keys does not know");
    SettingInfo info{key, toml(value), spec->words};
    info.timing = spec->timing;
    if (spec->name.size() < known.size())
      info.table = key.substr(0, key.size() - (known.size() - spec->name.size()));
    if (value.kind == Value::Kind::integer) {
      // Members of unit.latencies have the range of unit.latency, those of issue.limits no limit.
      const KeySpec& range = spec->max != 0                      ? *spec
                             : spec->name.ends_with("latencies") ? key_spec("unit.latency")
                                                                 : key_spec("unit.count");
      info.unit = range.unit;
      info.min = range.min;
      info.max = range.max;
    }
    list.push_back(std::move(info));
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

namespace {

/// Collects settings without duplicates.
class FasterSettings {
public:
  explicit FasterSettings(const Machine& machine) : machine_(machine) {}

  std::vector<Setting> all() {
    const std::vector<SettingInfo> list = settings_of(machine_);
    for (const SettingInfo& setting : list)
      if (setting.timing)
        add_for(setting, list);
    if (!machine_.dynamic) {
      add_paths();
      add_late_operations();
    } else if (!machine_.dynamic->bypasses.empty())
      add("bypass", "[]");
    // Excluded, because it changes the state in which a run begins rather than the timing: it
    // removes misses.
    if (!machine_.caches.levels.empty() && !machine_.caches.warm)
      add("main_memory.warm", "true");
    return std::move(settings_);
  }

private:
  void add(const std::string& key, std::string value) {
    const bool has = std::any_of(settings_.begin(), settings_.end(), [&](const Setting& s) {
      return s.key == key && s.value == value;
    });
    if (!has)
      settings_.push_back({key, std::move(value)});
  }

  void add_for(const SettingInfo& now, const std::vector<SettingInfo>& list) {
    if (now.key.ends_with(".latency"))
      add_latencies(now, list);
    if (!now.table.empty() && !now.table.ends_with(".latencies"))
      add(now.table, "{}");
    if (now.max != 0)
      return add_number(now);
    if (now.value == "true" || now.value == "false")
      return add(now.key, now.value == "true" ? "false" : "true");
    for (const std::string_view word : now.words)
      if (dumped::string(word) != now.value)
        add(now.key, std::string(word));
    if (now.value.starts_with('[') && now.value != "[]" && now.key != "forwarding.paths")
      add(now.key, "[]");
    const auto is_stage = [&now](const Stage& stage) {
      return dumped::string(stage.name) == now.value;
    };
    if ((now.key.starts_with("branch.") || now.key.ends_with(".result")) && now.words.empty() &&
        std::any_of(machine_.stages.begin(), machine_.stages.end(), is_stage))
      for (const Stage& stage : machine_.stages)
        if (!is_stage(stage))
          add(now.key, stage.name);
  }

  /// Adds the latency of a unit or port whose classes differ, and the latency of each class: the
  /// classes to which `latency` applies depend on how the file is written, and a setting is applied
  /// to the file.
  void add_latencies(const SettingInfo& now, const std::vector<SettingInfo>& list) {
    const std::string table = now.key.substr(0, now.key.size() - 1) + "ies";
    if (std::none_of(list.begin(), list.end(),
                     [&table](const SettingInfo& other) { return other.table == table; }))
      return;
    const std::string owner =
        now.key.substr(0, now.key.size() - std::string_view(".latency").size());
    for (const PortClassSet& classes : classes_of(owner))
      for (std::size_t i = 0; i < classes.size(); ++i)
        if (classes[i])
          add(fmt::format("{}.{}", table, port_class_name(i)), fmt::format("{}", now.min));
  }

  /// The classes executed by the units or ports of a name, as in "unit.div".
  [[nodiscard]] std::vector<PortClassSet> classes_of(const std::string& owner) const {
    std::vector<PortClassSet> all;
    for (const Unit& unit : machine_.units)
      if (owner == "unit." + unit.name)
        all.push_back(port_classes(unit.operations));
    if (machine_.dynamic)
      for (const Port& port : machine_.dynamic->ports)
        if (owner == "port." + port.name)
          all.push_back(port.executes);
    for (PortClassSet& classes : all)
      classes.reset(nop_class()); // executed like integer
    return all;
  }

  void add_number(const SettingInfo& now) {
    const std::int64_t value = std::stoll(now.value);
    const auto with = [&](std::int64_t other) {
      if (other != value)
        add(now.key, fmt::format("{}", other));
    };
    if (now.unit == "cycles")
      return with(now.min);
    // 0 means unlimited for some keys and none for others; the caller finds out which value helps.
    constexpr std::int64_t kSome = 64;
    with(std::min(value == 0 ? kSome : 2 * value, now.max));
    // With twice as many, a wait may only go to another place: one more is another machine.
    if (value > 1 && is_occupied(now))
      with(std::min(value + 1, now.max));
    if (now.min == 0)
      with(0);
  }

  /// Instructions take a part of it each, for a time: entries of queues, stations and buffers,
  /// units, ports, width. The sizes of caches and prediction tables are others.
  static bool is_occupied(const SettingInfo& setting) {
    constexpr std::array<std::string_view, 6> kOfTables{"bytes", "bits",   "entries",
                                                        "ways",  "tables", "targets"};
    return std::find(kOfTables.begin(), kOfTables.end(), setting.unit) == kOfTables.end() &&
           !setting.key.starts_with("predictor.");
  }

  /// Adds classes that the late ALU does not execute, each separately.
  void add_late_operations() {
    if (machine_.late_stage == 0)
      return;
    for (std::size_t i = 0; i < machine_.late_operations.size(); ++i)
      if (OpClassSet more = machine_.late_operations; !more[i] && i != nop_class()) {
        more.set(i);
        add("late_alu.operations", dumped::list(words_for(more)));
      }
  }
  static std::size_t nop_class() { return static_cast<std::size_t>(isa::OpClass::nop); }

  /// Adds every possible forwarding path that the machine lacks: each separately, then all of them.
  void add_paths() {
    const auto text = [this](const ForwardingPath& path) {
      return fmt::format("\"{}->{}\"", machine_.stages[path.from].name,
                         machine_.stages[path.to].name);
    };
    std::vector<std::string> have;
    for (const ForwardingPath& path : machine_.paths)
      have.push_back(text(path));
    const auto offer = [&](const std::vector<std::string>& more) {
      std::vector<std::string> paths = have;
      paths.insert(paths.end(), more.begin(), more.end());
      add("forwarding.paths", fmt::format("[{}]", fmt::join(paths, ", ")));
    };
    std::vector<std::string> missing;
    const unsigned execute = machine_.stage_with(StageRole::execute);
    const unsigned memory = machine_.stage_with(StageRole::memory);
    for (unsigned from = execute; from + 1 < machine_.stages.size(); ++from)
      for (const unsigned to : {execute, machine_.resolve_stage, machine_.jump_register_stage,
                                machine_.late_stage, memory}) {
        const bool useful = to == execute ||
                            (to < execute && (to == machine_.resolve_stage ||
                                              to == machine_.jump_register_stage)) ||
                            (to == machine_.late_stage && to > execute) || to == memory;
        const std::string path = text({from, to});
        if (useful && std::find(have.begin(), have.end(), path) == have.end() &&
            std::find(missing.begin(), missing.end(), path) == missing.end())
          missing.push_back(path);
      }
    for (const std::string& path : missing)
      offer({path});
    if (missing.size() > 1)
      offer(missing);
  }

  const Machine& machine_;
  std::vector<Setting> settings_;
};

} // namespace

std::vector<Setting> faster_settings(const Machine& machine) {
  return FasterSettings(machine).all();
}

namespace {

using SettingInfos = std::vector<SettingInfo>;

SettingInfos::const_iterator find_setting(const SettingInfos& list, const std::string& key) {
  return std::find_if(list.begin(), list.end(),
                      [&key](const SettingInfo& s) { return s.key == key; });
}

/// The settings to be removed, and those that differ. A removed member of a table gets its default;
/// for latencies by class the default is the port's or unit's `latency`: with `by_default` the
/// member is set to that latency, otherwise the table is emptied and its other members are set
/// again.
std::vector<Setting> differences(const SettingInfos& before, const SettingInfos& after,
                                 bool by_default) {
  std::vector<Setting> settings;
  const auto has = [&settings](const std::string& key) {
    return std::any_of(settings.begin(), settings.end(),
                       [&key](const Setting& s) { return s.key == key; });
  };
  const auto add = [&](const std::string& key, const std::string& value) {
    if (!has(key))
      settings.push_back({key, value});
  };
  constexpr std::string_view kLatencies = ".latencies";
  for (const SettingInfo& now : before) {
    if (find_setting(after, now.key) != after.end())
      continue;
    if (now.key.starts_with("bypass.") || now.key.starts_with("cache.")) { // the whole list
      add(now.key.substr(0, now.key.find('.')), "[]");
      continue;
    }
    if (now.key.starts_with("main_memory.") || now.key.find("_tlb.") != std::string::npos) {
      if (now.key.ends_with("_tlb.entries") && now.value != "0")
        add(now.key, "0");
      continue; // without caches the other settings have no effect
    }
    if (by_default && now.table.ends_with(kLatencies))
      if (const auto latency = find_setting(
              after, now.table.substr(0, now.table.size() - kLatencies.size()) + ".latency");
          latency != after.end()) {
        add(now.key, latency->value);
        continue;
      }
    add(now.table.empty() ? now.key : now.table, "{}");
  }
  for (const SettingInfo& then : after)
    if (const auto now = find_setting(before, then.key);
        now == before.end() || now->value != then.value || (!then.table.empty() && has(then.table)))
      add(then.key, then.value);
  return settings;
}

/// The latencies of ports that differ, class by class: the classes to which `latency` applies
/// depend on how a file is written. A refinement follows its class as long as it has no latency of
/// its own.
std::vector<Setting> latencies_of_classes(const Machine& from, const Machine& to,
                                          const SettingInfos& before) {
  std::vector<Setting> settings;
  for (std::size_t p = 0; p < to.dynamic->ports.size(); ++p) {
    const Port& port = to.dynamic->ports[p];
    const auto differs = [&](std::size_t i) {
      return port.executes[i] && port.latency_cycles[i] != from.dynamic->ports[p].latency_cycles[i];
    };
    for (std::size_t i = 0; i < kPortClassCount; ++i) {
      if (!differs(i))
        continue;
      const std::string key = fmt::format("port.{}.latencies.{}", port.name, port_class_name(i));
      const std::size_t base =
          i < isa::kOpClassCount
              ? static_cast<std::size_t>(isa::base_of(static_cast<isa::OpClass>(i)))
              : i;
      const bool follows = base != i && differs(base) &&
                           port.latency_cycles[base] == port.latency_cycles[i] &&
                           find_setting(before, key) == before.end();
      if (!follows)
        settings.push_back({key, fmt::format("{}", port.latency_cycles[i])});
    }
  }
  return settings;
}

bool is_port_latency(const std::string& key) {
  return key.starts_with("port.") &&
         (key.ends_with(".latency") || key.find(".latencies") != std::string::npos);
}

} // namespace

std::vector<Setting> settings_between(const Machine& from, const Machine& to) {
  const SettingInfos before = settings_of(from);
  const SettingInfos after = settings_of(to);
  std::vector<std::vector<Setting>> ways{differences(before, after, true),
                                         differences(before, after, false)};
  if (from.dynamic && to.dynamic && from.dynamic->ports.size() == to.dynamic->ports.size()) {
    std::vector<Setting> by_class = latencies_of_classes(from, to, before);
    for (const Setting& other : ways.front())
      if (!is_port_latency(other.key))
        by_class.push_back(other);
    ways.insert(ways.begin(), std::move(by_class));
  }
  for (const std::vector<Setting>& settings : ways)
    if (const Result<Machine> made = with_settings(from, settings); made && *made == to)
      return settings;
  return {};
}

} // namespace stallscope::machine
