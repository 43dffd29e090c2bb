#pragma once

#include "training/plan_files/load_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// A plan from a file (empty: none) and settings, which override the file; "-" is standard input.
/// Prints all errors, and returns nothing if there are any. The order must respect the memory
/// limit, unless the order is to be searched.
[[nodiscard]] std::optional<training::TrainPlan>
load_plan(const std::string& file, const std::vector<training::PlanSetting>& settings,
          bool order_counts = true);

} // namespace stallscope::cli
