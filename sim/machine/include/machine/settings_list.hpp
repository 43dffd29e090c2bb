#pragma once

#include "machine/description.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A setting as it is on a machine.
struct SettingInfo {
  std::string key;                     ///< as --set takes it: "unit.alu.latency", "bypass.0.cycles"
  std::string value;                   ///< TOML, on one line
  std::vector<std::string_view> words; ///< what it may be instead, where that is one of some words
};

/// All that --set can change of a machine (but its names), in the order of a dump: each setting
/// with its own value leaves the machine as it is.
[[nodiscard]] std::vector<SettingInfo> settings_of(const Machine& machine);

} // namespace stallscope::machine
