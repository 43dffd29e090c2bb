#include "base/check.hpp"
#include "core/in_order/plan.hpp"
#include "core/out_of_order/window_plan.hpp"
#include "machine/machine_file.hpp"
#include "machine/settings_list.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

// Any bytes are a machine that survives being written out, or problems that can be printed. The
// part behind a NUL byte is a --set.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stallscope;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t nul = all.find('\0');
  std::vector<machine::Setting> settings;
  if (nul != std::string_view::npos)
    if (Result<machine::Setting> setting = machine::parse_setting(all.substr(nul + 1)))
      settings.push_back(*setting);
  const Result<machine::Machine> parsed =
      machine::parse_machine("input.toml", all.substr(0, nul), settings);
  (void)format(parsed.diagnostics());
  if (!parsed) {
    STALLSCOPE_CHECK(has_errors(parsed.diagnostics()), "a failure says why");
    return 0;
  }
  const Result<machine::Machine> again =
      machine::parse_machine("dump.toml", machine::dump(*parsed));
  STALLSCOPE_CHECK(again.ok() && *again == *parsed, "a dump says the same machine");
  settings.clear();
  for (const machine::SettingInfo& setting : machine::settings_of(*parsed)) {
    const Result<machine::Setting> written =
        machine::parse_setting(setting.key + "=" + setting.value);
    STALLSCOPE_CHECK(written.ok(), "a setting in a list can be written");
    settings.push_back(*written);
  }
  const Result<machine::Machine> same =
      machine::parse_machine("dump.toml", machine::dump(*parsed), settings);
  STALLSCOPE_CHECK(same.ok() && *same == *parsed, "settings with their own values change nothing");
  if (parsed->dynamic) { // which checks what it is given
    STALLSCOPE_CHECK(!core::make_window_plan(*parsed).ports.empty(),
                     "what passes the checks can be built");
    return 0;
  }
  const core::PipelinePlan plan = core::make_plan(*parsed);
  STALLSCOPE_CHECK(plan.lanes.size() <= machine::kMaxLanes, "what passes the checks can be built");
  return 0;
}
