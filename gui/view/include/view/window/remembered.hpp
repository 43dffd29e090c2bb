#pragma once

#include "model/comparison/comparison.hpp"
#include "model/files/settings.hpp"
#include "view/window/interface.hpp"

namespace stallscope::gui {

/// Applies the saved looks of the last session.
void restore_looks(const Settings& settings, Interface& interface, Comparison& runs);
/// The current settings to save; window sizes are copied from `before`.
[[nodiscard]] Settings settings_now(const Settings& before, const Interface& interface,
                                    const Comparison& runs);

} // namespace stallscope::gui
