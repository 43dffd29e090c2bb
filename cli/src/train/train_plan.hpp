#pragma once

#include "arguments/train_arguments.hpp"
#include "training/formats/order_file.hpp"
#include "training/plan/verify.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// A plan that has been read, laid out and verified.
struct TrainPlan {
  training::Plan plan;
  training::Verified verified;
  std::uint32_t most_chunks = 0; ///< activations that a device has memory for, in chunks; 0: any
};

/// Reads a plan from a file (empty: none) and the settings behind it, which go over it. Prints all
/// that is wrong and gives nothing then.
/// Unless the order is to be found, it must keep the memory limit.
[[nodiscard]] std::optional<TrainPlan> load_plan(const std::string& file,
                                                 const std::vector<PlanSetting>& settings,
                                                 bool order_counts = true);

/// Every key of a plan file, in order.
struct PlanKeyInfo {
  const char* name;
  const char* type;
  const char* standard; ///< the default
  const char* meaning;
};
[[nodiscard]] const std::vector<PlanKeyInfo>& plan_keys();

} // namespace stallscope::cli
