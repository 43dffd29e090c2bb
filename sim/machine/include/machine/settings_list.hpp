#pragma once

#include "machine/description.hpp"
#include "machine/machine_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A setting as it is on a machine.
struct SettingInfo {
  std::string key;   ///< as --set takes it: "unit.alu.latency", "bypass.0.cycles"
  std::string value; ///< TOML, on one line
  std::vector<std::string_view> words =
      {};                     ///< what it may be instead, where that is one of some words
  std::string_view unit = {}; ///< KeyInfo::unit of its key
  std::int64_t min = 0;       ///< of a whole number; max 0: it is none
  std::int64_t max = 0;
  std::string table =
      {};             ///< "unit.div.latencies" of its members; empty: no setting of a table of them
  bool timing = true; ///< false: it decides what programs do, or how runs are counted and ended
};

/// All that --set can change of a machine (but its names), in the order of a dump: each setting
/// with its own value leaves the machine as it is.
[[nodiscard]] std::vector<SettingInfo> settings_of(const Machine& machine);

/// Settings that may make a machine faster, one change each, from the declarations of all keys that
/// its kind knows: of cycles as few as there can be; of everything that is counted twice as much,
/// and no limit where 0 means that; flags the other way; every other word; lists without what they
/// forbid or lengthen, and with all forwarding paths, one by one and together. Not all of them make
/// a machine: parse_machine() says which.
[[nodiscard]] std::vector<Setting> faster_settings(const Machine& machine);

/// What --set has to say of `from` to make it `to`: those that differ, each with the value it has
/// there. Nothing when no settings do so (the machines differ in their parts).
[[nodiscard]] std::vector<Setting> settings_between(const Machine& from, const Machine& to);

} // namespace stallscope::machine
