#pragma once

#include "model/analysis/machine_options.hpp"
#include "model/run/run.hpp"

#include <vector>

namespace stallscope::gui {

/// The keys of a plan as options with their values; an error when the plan cannot be read with its
/// settings, or, of one that is not large, has no order.
[[nodiscard]] Result<std::vector<MachineOption>> plan_options(const RunSpec& spec);

/// Settings that another size or schedule makes void: an order by hand goes with them.
[[nodiscard]] bool changes_order(const std::vector<machine::Setting>& before,
                                 const std::vector<machine::Setting>& after);

} // namespace stallscope::gui
