#pragma once

#include "machine/description.hpp"
#include "machine/machine_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::machine {

/// A setting with its value on a machine.
struct SettingInfo {
  std::string key;                          ///< as for --set: "unit.alu.latency", "bypass.0.cycles"
  std::string value;                        ///< the value as TOML, on one line
  std::vector<std::string_view> words = {}; ///< alternatives, when the value is one of several
                                            ///< words
  std::string_view unit = {};               ///< KeyInfo::unit of its key
  std::int64_t min = 0;                     ///< integers: smallest value; max 0: not an integer
  std::int64_t max = 0;
  std::string table = {}; ///< key of the table's members, "unit.div.latencies"; empty: not a
                          ///< setting of such a table
  bool timing = true; ///< false: it affects the behaviour of programs, or how runs are counted and
                      ///< ended, not timing
};

/// All settings of a machine (except its names), in the order of a dump: setting each to its own
/// value changes nothing.
[[nodiscard]] std::vector<SettingInfo> settings_of(const Machine& machine);

/// Single settings that may make a machine faster, derived from the declarations of all keys of its
/// kind: minimum cycles; doubled sizes, and unlimited where 0 means that; one more as well of what
/// instructions take parts of (entries, units, ports, width), if there is more than one; inverted
/// flags; every other word; lists without their restrictions or delays, and with all forwarding
/// paths, one by one and together. parse_machine() detects those that are invalid.
[[nodiscard]] std::vector<Setting> faster_settings(const Machine& machine);

/// The settings that turn `from` into `to`, with the values of `to`. nullopt when settings cannot
/// do so, because the machines have different parts.
[[nodiscard]] std::vector<Setting> settings_between(const Machine& from, const Machine& to);

} // namespace stallscope::machine
