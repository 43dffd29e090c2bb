#pragma once

#include "model/comparison/comparison.hpp"
#include "options.hpp"
#include "view/window/interface.hpp"

namespace stallscope::gui {

/// Writes the panel's content as a drawing or as data, without a display and without OpenGL;
/// returns the exit code.
[[nodiscard]] int write_export(const Options& options, Comparison& runs, Interface& interface);

} // namespace stallscope::gui
