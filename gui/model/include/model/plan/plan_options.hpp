#pragma once

#include "model/analysis/machine_options.hpp"
#include "model/run/run.hpp"

#include <vector>

namespace stallscope::gui {

/// The keys of a plan as options with their values; an error when the plan cannot be read with its
/// settings, or when its order, tried for small plans only, is invalid.
[[nodiscard]] Result<std::vector<MachineOption>> plan_options(const RunSpec& spec);

/// The settings change sizes or schedule, which invalidates an order by hand.
[[nodiscard]] bool changes_order(const std::vector<machine::Setting>& before,
                                 const std::vector<machine::Setting>& after);

} // namespace stallscope::gui
