#pragma once

#include "model/comparison/comparison.hpp"
#include "options.hpp"
#include "view/window/interface.hpp"

namespace stallscope::gui {

/// Opens the window and draws until it is closed; returns the exit code. `settings` are those read
/// at the start; changes are saved in `file` at intervals.
[[nodiscard]] int run_window(const Options& options, Comparison& runs, Interface& interface,
                             const Settings& settings, SettingsFile& file);

} // namespace stallscope::gui
