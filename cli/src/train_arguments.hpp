#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// A key of a plan with its value as typed, and the option it comes from.
struct PlanSetting {
  std::string option; ///< "--devices", "--set devices"
  std::string key;
  std::string value;
};

/// What of a plan is shown, but for the format and how text looks.
struct TrainArguments {
  std::string plan; ///< file; empty: only options
  std::vector<PlanSetting> settings;
  std::string compare; ///< a schedule, an order file or a plan file
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool memory = false;
  bool stats = false;
  bool operations = false;
  bool describe = false;
  bool list = false;
  std::optional<std::uint64_t> until; ///< ticks
  std::string ticks;                  ///< "10:40", counted from 1
  std::string order_output;           ///< file for the order; empty: none
  // Of `train schedule`
  std::string with = "named,list,optimal";
  double seconds = 10;
};

} // namespace stallscope::cli
