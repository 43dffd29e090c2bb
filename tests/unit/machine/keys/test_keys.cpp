#include "machine/settings_list.hpp"
#include "unit/machine/machine_text.hpp"

#include <map>
#include <set>

using namespace stallscope;
using namespace stallscope::machine;

namespace {

/// A machine of each kind with every list of tables in it, so that all keys of the kind have a
/// value.
Machine full_machine(bool dynamic) {
  const Setting cache{"cache", "[{name=L1, serves=both, next=L2}, {name=L2, size=262144}]"};
  return dynamic ? load_machine("ooo-4", {cache, {"bypass", "[{from=loads, to=integer}]"}}).value()
                 : load_machine("mips-5-fp", {cache}).value();
}

/// Values other than the present one, nearest first: numbers, their limits and powers of two; the
/// other words.
std::vector<std::string> other_values(const SettingInfo& setting) {
  if (setting.value == "true" || setting.value == "false")
    return {setting.value == "true" ? "false" : "true"};
  std::vector<std::string> values;
  for (const std::string_view word : setting.words)
    if (setting.value != '"' + std::string(word) + '"')
      values.emplace_back(word);
  if (setting.max == 0)
    return values;
  const std::int64_t now = std::stoll(setting.value);
  for (const std::int64_t other :
       {now + 1, now - 1, 2 * now, now / 2, setting.min, setting.max, std::int64_t{64}})
    if (other != now && other >= setting.min && other <= setting.max)
      values.push_back(std::to_string(other));
  return values;
}

std::map<std::string, std::string> values_of(const Machine& machine) {
  std::map<std::string, std::string> values;
  for (const SettingInfo& setting : settings_of(machine))
    values[setting.key] = setting.value;
  return values;
}

/// Keys whose value another one follows where it is not given.
bool is_followed(std::string_view key) {
  return key == "branch.resolve" || key.ends_with(".latency") || key.ends_with(".latencies") ||
         key.ends_with(".pipelined");
}

} // namespace

TEST_CASE("keys: each is declared once, with its meaning in both languages") {
  std::set<std::string_view> names;
  for (const KeyInfo& key : machine_keys()) {
    INFO(key.name);
    CHECK(names.insert(key.name).second);
    CHECK(key.chinese_meaning.size() > 3);
    CHECK(std::any_of(key.chinese_meaning.begin(), key.chinese_meaning.end(),
                      [](char c) { return static_cast<unsigned char>(c) >= 0x80; }));
    CHECK(key.chinese_meaning != key.meaning);
  }
}

TEST_CASE("keys: setting one changes its own field, and no other") {
  for (const bool dynamic : {false, true}) {
    const Machine machine = full_machine(dynamic);
    const std::map<std::string, std::string> before = values_of(machine);
    std::size_t changed_alone = 0;
    std::size_t of_plain_value = 0;
    for (const SettingInfo& setting : settings_of(machine)) {
      const std::vector<std::string> values = other_values(setting);
      if (values.empty() || !setting.table.empty() || is_followed(setting.key))
        continue;
      ++of_plain_value;
      for (const std::string& value : values) {
        const Result<Machine> changed = with_settings(machine, {{setting.key, value}});
        if (!changed)
          continue; // contradicts another key
        INFO(machine.name << ": " << setting.key << " = " << value);
        CHECK_FALSE(*changed == machine);
        for (const auto& [key, now] : values_of(*changed)) {
          INFO("and " << key);
          if (key == setting.key)
            CHECK((now == value || now == '"' + value + '"'));
          else
            CHECK(now == before.at(key));
        }
        ++changed_alone;
        break;
      }
    }
    INFO(machine.name << ": " << changed_alone << " of " << of_plain_value);
    CHECK(of_plain_value > 60);
    CHECK(10 * changed_alone >
          9 * of_plain_value); // the others contradict whatever they are set to
  }
}

TEST_CASE("keys: an unknown key is reported once, in tables of both kinds of machines too") {
  for (const char* preset : {"mips-5", "ooo-4"})
    for (const char* key : {"memory.nothing", "branch.nothing", "limits.nothing", "btb.nothing"}) {
      const Result<Machine> read = load_machine(preset, {{key, "1"}});
      INFO(preset << ": " << key);
      REQUIRE_FALSE(read.ok());
      CHECK(read.diagnostics().size() == 1);
    }
}
