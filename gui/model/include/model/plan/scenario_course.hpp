#pragma once

#include "base/result.hpp"
#include "model/analysis/machine_options.hpp"
#include "model/run/course.hpp"
#include "model/run/run.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Scenarios of training, by name: one device of many with its links and its host ("data-parallel",
/// "tensor-parallel", "offload"), workers with a parameter server ("server"), and collective
/// operations ("collective").
[[nodiscard]] const std::vector<std::string_view>& scenario_names();
[[nodiscard]] bool is_scenario(std::string_view name);

[[nodiscard]] Result<std::shared_ptr<const Course>> open_scenario(const RunSpec& spec);
/// The keys of a scenario with their values.
[[nodiscard]] Result<std::vector<MachineOption>> scenario_options(const RunSpec& spec);

} // namespace stallscope::gui
