#pragma once

#include "model/comparison.hpp"
#include "options.hpp"
#include "view/interface.hpp"

namespace stallscope::gui {

/// What the interface shows now, `scale` times as large, drawn beside the window. Needs OpenGL and
/// ImGui's backend for it; between two frames. What went wrong in a sentence, or nothing.
[[nodiscard]] std::string save_picture(const std::string& file, unsigned scale, Comparison& runs,
                                       Interface& interface);

/// Renders one picture and writes it; returns the exit code.
[[nodiscard]] int write_picture(const Options& options, Comparison& runs, Interface& interface);

} // namespace stallscope::gui
