#pragma once

#include "training/plan_files/plan_run.hpp"

#include <string>
#include <vector>

namespace stallscope::training {

/// A change of a plan for the what-if analysis.
struct PlanChange {
  std::string name;                  ///< stable identifier: "transfer-0"
  std::string title;                 ///< "transfers take no time"
  std::vector<PlanSetting> settings; ///< over those of the plan
};

/// The changes that a plan allows: what a transfer costs, where there are any, and, where the order
/// is that of a named schedule, the number of micro-batches and the split of backward passes.
/// `order_given`: the order is fixed, by a file or by hand.
[[nodiscard]] std::vector<PlanChange> plan_changes(const TrainRun& run, bool order_given);

} // namespace stallscope::training
