#pragma once

#include "base/go_on.hpp"
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

/// A plan, read, with its stages assigned to devices, and verified.
struct TrainPlan {
  Plan plan;
  Verified verified;
  std::uint32_t most_chunks = 0; ///< memory limit of a device in activations, in chunks; 0: none
  /// A model on a cluster: durations are in ns. None: durations are user-defined, in arbitrary
  /// units.
  std::optional<Job> job;
  JobCosts costs;                   ///< of the job
  std::uint64_t link_percent = 100; ///< speed of its links, of the cluster's
  Plan without_job;                 ///< the plan before apply_job
  bool show_out_of_memory = false;  ///< exceeding device memory is shown and does not end the run
  Diagnostic memory_place;          ///< location in the plan file of the device memory, if given
                                    ///< there
};

/// Source of a plan.
struct PlanSource {
  std::string file;                  ///< plan file; empty: none
  std::vector<PlanSetting> settings; ///< override the file's values
  bool order_counts = true;          ///< false: the order is yet to be searched and need not
                                     ///< respect the memory limit
  GoOn go_on = {};                   ///< false: the plan is not read to its end, which is a problem
};

/// The plan, read and verified, or all problems. `read_file` reads the plan file and what the plan
/// names: an order, a model, a cluster. A file named by a plan file must be a regular file; "-" is
/// refused there (`streams`).
[[nodiscard]] Result<TrainPlan> load_plan(const PlanSource& source, const FileReader& read_file);

} // namespace stallscope::training
