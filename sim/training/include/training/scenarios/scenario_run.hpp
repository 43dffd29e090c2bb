#pragma once

#include "training/scenarios/input.hpp"
#include "training/scenarios/scenario_keys.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::training {

/// A scenario that has run.
struct ScenarioRun {
  std::string choice; ///< "fifo"
  Scenario scenario;
  TaskRun run;
  std::vector<TaskMemory> memory; ///< empty: nothing of the device is allocated
  Ticks busy = 0;                 ///< of all devices
  std::uint32_t devices = 0;
  /// Of the last iteration from the one before, or the makespan where there is one only.
  Ticks iteration = 0;
  /// What else there is to say: in JSON by its name.
  std::vector<std::pair<std::string, std::uint64_t>> numbers;
  std::vector<WorkerUpdate> updates;
  std::vector<std::uint32_t> staleness; ///< by update
  bool of_model = false;                ///< bytes are bytes, ticks nanoseconds
};

/// Builds and runs one variant, a word of the kind's first key; or what is wrong with its values.
[[nodiscard]] Result<ScenarioRun> run_scenario(ScenarioKind kind, const ScenarioValues& values,
                                               std::string_view choice);

} // namespace stallscope::training
