#pragma once

#include "model/comparison/comparison.hpp"
#include "model/files/settings.hpp"
#include "view/window/interface.hpp"

namespace stallscope::gui {

/// Takes over how the interface looked when it was left last.
void restore_looks(const Settings& settings, Interface& interface, Comparison& runs);
/// What there is to remember now; window sizes are kept as they are in `before`.
[[nodiscard]] Settings settings_now(const Settings& before, const Interface& interface,
                                    const Comparison& runs);

} // namespace stallscope::gui
