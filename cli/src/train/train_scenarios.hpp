#pragma once

#include "arguments/train_arguments.hpp"
#include "training/scenarios/input.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::cli {

/// A scenario that has run.
struct ScenarioRun {
  std::string choice; ///< "fifo"
  training::Scenario scenario;
  training::TaskRun run;
  std::vector<training::TaskMemory> memory; ///< empty: nothing of the device is allocated
  training::Ticks busy = 0;                 ///< of all devices
  std::uint32_t devices = 0;
  /// Of the last iteration from the one before, or the makespan where there is one only.
  training::Ticks iteration = 0;
  /// What else there is to say: in JSON by its name.
  std::vector<std::pair<std::string, std::uint64_t>> numbers;
  std::vector<training::WorkerUpdate> updates;
  std::vector<std::uint32_t> staleness; ///< by update
  bool of_model = false;                ///< bytes are bytes, ticks nanoseconds
};

/// The option that chooses between variants, and its words.
struct ScenarioChoice {
  const char* option;
  std::vector<std::string_view> words;
};
[[nodiscard]] const ScenarioChoice& choice_of(TrainPart part);

/// Builds and runs one variant. Prints what is wrong and gives nothing then.
[[nodiscard]] std::optional<ScenarioRun>
run_scenario(TrainPart part, const TrainScenarioArguments& arguments, std::string_view choice);

} // namespace stallscope::cli
