#pragma once

#include "arguments/train_arguments.hpp"
#include "training/jobs/planner.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::cli {

/// All points of a space, with the outcomes of those that ran.
struct PlannerResult {
  training::PlanSpace space;
  std::vector<training::PlanPoint> points;
  std::vector<training::PlanOutcome> outcomes; ///< by point
  std::uint64_t ran = 0;
};

[[nodiscard]] nlohmann::ordered_json plan_point_json(const training::PlanPoint& p);
/// The Pareto front of time and memory, and the fastest points.
[[nodiscard]] std::string planner_text(const PlannerResult& run, const TrainPlannerArguments& a);
/// Documented in cli/JSON.md.
[[nodiscard]] std::string planner_json(const PlannerResult& run);
[[nodiscard]] std::string planner_csv(const PlannerResult& run);
/// The points as commands, without outcomes.
[[nodiscard]] std::string planner_dry_text(const PlannerResult& run);

} // namespace stallscope::cli
