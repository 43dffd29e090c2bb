#pragma once

#include "arguments/arguments.hpp"
#include "training/plan_files/load_plan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// A plan from a file (empty: none) and settings, which override the file; "-" is standard input.
/// The order must respect the memory limit, unless the order is to be searched.
[[nodiscard]] Result<training::TrainPlan>
try_plan(const std::string& file, const std::vector<training::PlanSetting>& settings,
         bool order_counts = true);
/// The same; prints all errors, and returns nothing if there are any.
[[nodiscard]] std::optional<training::TrainPlan>
load_plan(const std::string& file, const std::vector<training::PlanSetting>& settings,
          bool order_counts = true);

/// The subject of a command is a plan file, not a program.
[[nodiscard]] bool is_plan_file(std::string_view name);
/// The arguments of `train` for a command that was given a plan file as its program. Nothing, with
/// an error printed, if it was given options that plans do not have.
[[nodiscard]] std::optional<TrainCommand> train_command_for(const Subject& subject);

} // namespace stallscope::cli
