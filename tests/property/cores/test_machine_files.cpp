// A random machine and the one that its dump describes are the same.

#include "core/out_of_order/out_of_order_core.hpp"
#include "machine/machine_file.hpp"
#include "machine/settings_list.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "property/generators/random_machine.hpp"
#include "property/invariants.hpp"
#include "property/kernel_program.hpp"
#include "sanitized.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::property;

namespace {

/// Reads a dump, which must be without problems.
machine::Machine reread(const std::string& text) {
  const Result<machine::Machine> again = machine::parse_machine("dump", text);
  INFO(format(again.diagnostics()) << text);
  REQUIRE(again.ok());
  return *again;
}

/// Every setting of a machine, with its own value, leaves it as it is: each alone, and all.
void check_settings(const machine::Machine& machine) {
  const std::string text = machine::dump(machine);
  std::vector<machine::Setting> all;
  for (const machine::SettingInfo& setting : machine::settings_of(machine)) {
    const machine::Setting written =
        machine::parse_setting(setting.key + "=" + setting.value).value();
    const Result<machine::Machine> same = machine::parse_machine("dump", text, {written});
    INFO(written.key << "=" << written.value << format(same.diagnostics()) << text);
    REQUIRE(same.ok());
    CHECK(*same == machine);
    all.push_back(written);
  }
  CHECK(machine::parse_machine("dump", text, all).value() == machine);
}

} // namespace

TEST_CASE("settings of random machines, with their own values, change nothing") {
  Random random(882'000);
  for (unsigned i = 0; i < random_cases(40U); ++i) {
    check_settings(reread(random_machine(random, true)));
    check_settings(random_dynamic_machine(random));
  }
}

TEST_CASE("a setting of a random machine changes that setting and no other") {
  // Numbers of cycles, which cannot contradict other keys: each increased by one.
  Random random(883'000);
  unsigned changed = 0;
  for (unsigned i = 0; i < 60; ++i) {
    const machine::Machine before = reread(random_machine(random, false));
    const std::vector<machine::SettingInfo> settings = machine::settings_of(before);
    for (const machine::SettingInfo& setting : settings) {
      if (!setting.key.ends_with(".stalls") && !setting.key.ends_with("main_memory.latency"))
        continue;
      const std::string more = std::to_string(std::stoul(setting.value) + 1);
      const Result<machine::Machine> after =
          machine::parse_machine("dump", machine::dump(before), {{setting.key, more}});
      REQUIRE(after.ok());
      const std::vector<machine::SettingInfo> now = machine::settings_of(*after);
      REQUIRE(now.size() == settings.size());
      for (std::size_t k = 0; k < now.size(); ++k)
        CHECK(now[k].value == (now[k].key == setting.key ? more : settings[k].value));
      ++changed;
    }
  }
  CHECK(changed > 40);
}

TEST_CASE("dumps of random dynamically scheduled machines describe them", "[out_of_order]") {
  Random random(881'000);
  for (unsigned i = 0; i < 400; ++i) {
    const machine::Machine machine = random_dynamic_machine(random);
    const std::string text = machine::dump(machine);
    const machine::Machine again = reread(text);
    CHECK(machine::dump(again) == text);
    CHECK(again == machine);
  }
}

TEST_CASE("programs take the same cycles on a dumped machine", "[out_of_order]") {
  for_each_case(881'000, 40, [&](const Case& c) {
    INFO(c.described());
    Random random(c.seed);
    const machine::Machine machine = random_dynamic_machine(random);
    const DynamicRun before = run_dynamic(c.program, machine, kCaseCycles);
    const DynamicRun after = run_dynamic(c.program, reread(machine::dump(machine)), kCaseCycles);
    CHECK(after.state->cycle == before.state->cycle);
    CHECK(after.state->counters.fetched == before.state->counters.fetched);
    CHECK(after.state->occupancy == before.state->occupancy);
  });
}
