#pragma once

#include "training/plan_files/load_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// A plan from a file (empty: none) and the settings behind it, which go over it; "-" is standard
/// input. Prints all that is wrong and gives nothing then.
/// Unless the order is to be found, it must keep the memory limit.
[[nodiscard]] std::optional<training::TrainPlan>
load_plan(const std::string& file, const std::vector<training::PlanSetting>& settings,
          bool order_counts = true);

} // namespace stallscope::cli
