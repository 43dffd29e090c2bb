#pragma once

#include "machine/toml_report.hpp"
#include "machine/toml_value.hpp"

#include <vector>

namespace stallscope::machine {

/// Writes the settings into the tree, in order, as if they stood in the file; later ones win.
void apply_settings(Value& root, const std::vector<Setting>& settings, Report& report);

} // namespace stallscope::machine
