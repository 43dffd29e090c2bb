#pragma once

#include "train/train_plan.hpp"
#include "training/plan_files/plan_run.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::cli {

using training::TrainPlan;
using training::TrainRun;

/// Optional parts of a report.
struct TrainView {
  bool memory = false;
  bool operations = false;
};

/// The statistics of a run, and one line per device.
[[nodiscard]] std::string train_text(const TrainRun& run, const TrainView& view);
/// Documented in cli/README.md. `record`: JSON of the table and diagram, empty: none.
[[nodiscard]] std::string train_json(const TrainRun& run, const TrainView& view,
                                     const std::string& record);
[[nodiscard]] std::string train_comparison_json(const std::string& a, const std::string& b,
                                                const TrainRun& run_a, const TrainRun& run_b,
                                                const nlohmann::ordered_json& difference);
/// One line per device.
[[nodiscard]] std::string train_csv(const TrainRun& run);
/// JSON of a plan that ended in a deadlock.
[[nodiscard]] std::string deadlock_json(const TrainPlan& plan, const training::Deadlock& deadlock);

} // namespace stallscope::cli
