#pragma once

#include "training/scenarios/input.hpp"
#include "training/scenarios/scenario_keys.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::training {

/// The result of a scenario.
struct ScenarioRun {
  std::string choice; ///< the variant: "fifo"
  Scenario scenario;
  TaskRun run;
  std::vector<TaskMemory> memory; ///< empty: no task allocates device memory
  Ticks busy = 0;                 ///< sum over all devices
  std::uint32_t devices = 0;
  /// Distance of the starts of the last two iterations, or the makespan if there is only one.
  Ticks iteration = 0;
  /// Further results, by their name in JSON.
  std::vector<std::pair<std::string, std::uint64_t>> numbers;
  std::vector<WorkerUpdate> updates;
  std::vector<std::uint32_t> staleness; ///< by update
  bool of_model = false;                ///< true: bytes and nanoseconds of a model; false:
                                        ///< arbitrary units
};

/// Builds and runs one variant, a word of the kind's first key; or the problems of its values.
[[nodiscard]] Result<ScenarioRun> run_scenario(ScenarioKind kind, const ScenarioValues& values,
                                               std::string_view choice);

} // namespace stallscope::training
