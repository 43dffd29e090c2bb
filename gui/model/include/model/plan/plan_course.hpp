#pragma once

#include "base/result.hpp"
#include "model/run/course.hpp"
#include "model/run/run.hpp"
#include "training/plan_files/plan_run.hpp"

#include <memory>
#include <string>

namespace stallscope::gui {

/// Where the plan of a run comes from: its file, schedule or order, and the settings.
[[nodiscard]] training::PlanSource plan_source(const RunSpec& spec);
/// Reads what that source names: files, the text that stands for one, the order made by hand.
[[nodiscard]] training::ReadPlanFile plan_reader(const RunSpec& spec);

/// Reads, verifies and simulates a plan. A deadlock and an order that breaks rules are errors; a
/// device that is too small is a note of the record.
[[nodiscard]] Result<std::shared_ptr<const Course>> open_plan(const RunSpec& spec);

/// What all devices of a plan hold over time.
[[nodiscard]] MemoryCurves memory_of(const training::TrainRun& run);

} // namespace stallscope::gui
