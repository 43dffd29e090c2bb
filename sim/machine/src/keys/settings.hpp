#pragma once

#include "machine/toml_report.hpp"
#include "machine/toml_value.hpp"

#include <vector>

namespace stallscope::machine {

/// Merges the settings into the tree, in order, as if they were in the file; later ones override.
void apply_settings(Value& root, const std::vector<Setting>& settings, Report& report);

} // namespace stallscope::machine
