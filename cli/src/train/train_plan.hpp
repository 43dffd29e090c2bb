#pragma once

#include "train/train_keys.hpp"
#include "training/formats/order_file.hpp"
#include "training/jobs/job.hpp"
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
  /// A model on a cluster: durations are nanoseconds. None: they are given, in units of their own.
  std::optional<training::Job> job;
  training::JobCosts costs;        ///< of the job
  training::Plan without_job;      ///< as it was before the job
  bool show_out_of_memory = false; ///< a device that is too small ends nothing
};

/// Reads a plan from a file (empty: none) and the settings behind it, which go over it. Prints all
/// that is wrong and gives nothing then.
/// Unless the order is to be found, it must keep the memory limit.
[[nodiscard]] std::optional<TrainPlan> load_plan(const std::string& file,
                                                 const std::vector<PlanSetting>& settings,
                                                 bool order_counts = true);

} // namespace stallscope::cli
