#pragma once

#include "base/read_file.hpp"
#include "training/formats/order_file.hpp"
#include "training/jobs/job.hpp"
#include "training/plan/verify.hpp"
#include "training/plan_files/plan_keys.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// A plan that has been read, laid out and verified.
struct TrainPlan {
  Plan plan;
  Verified verified;
  std::uint32_t most_chunks = 0; ///< activations that a device has memory for, in chunks; 0: any
  /// A model on a cluster: durations are nanoseconds. None: they are given, in units of their own.
  std::optional<Job> job;
  JobCosts costs;                  ///< of the job
  Plan without_job;                ///< as it was before the job
  bool show_out_of_memory = false; ///< a device that is too small ends nothing
  Diagnostic memory_place;         ///< in the plan file, what says how large devices are; or none
};

/// Reads what a plan names: a plan file, an order file; `expected` says which, for messages. What a
/// plan file names itself has to be a plain file, and "-" is none (`streams`).
using ReadPlanFile = std::function<Result<std::string>(
    const std::string& name, std::size_t most_bytes, std::string_view expected, Streams streams)>;

/// Where a plan comes from.
struct PlanSource {
  std::string file;                  ///< plan file; empty: none
  std::vector<PlanSetting> settings; ///< they go over it
  bool order_counts = true;          ///< otherwise it is to be found, and keeps no memory limit yet
};

/// A plan, read, laid out and verified, or everything wrong with it.
[[nodiscard]] Result<TrainPlan> load_plan(const PlanSource& source, const ReadPlanFile& read_file);

} // namespace stallscope::training
