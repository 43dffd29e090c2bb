#pragma once

#include "base/go_on.hpp"
#include "base/result.hpp"
#include "model/run/course.hpp"
#include "model/run/run.hpp"
#include "training/plan_files/plan_run.hpp"

#include <memory>
#include <string>

namespace stallscope::gui {

/// The source of a run's plan: its file, schedule or order, and the settings.
[[nodiscard]] training::PlanSource plan_source(const RunSpec& spec);
/// Reads the files named by the plan source, the text that replaces one, or the order by hand.
[[nodiscard]] FileReader plan_reader(const RunSpec& spec);

/// Reads, verifies and simulates a plan. Deadlocks and invalid orders are errors; exceeding device
/// memory is a note in the record. Stopped by `go_on`: the error kInterrupted.
[[nodiscard]] Result<std::shared_ptr<const Course>> open_plan(const RunSpec& spec,
                                                              const GoOn& go_on = {});

/// Memory of all devices of a plan over time; of the first ones when `go_on` has stopped it.
[[nodiscard]] MemoryCurves memory_of(const training::TrainRun& run, const GoOn& go_on = {});

} // namespace stallscope::gui
