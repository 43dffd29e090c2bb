#pragma once

#include "model/comparison/comparison.hpp"
#include "options.hpp"
#include "render_target.hpp"
#include "view/window/interface.hpp"

#include <string>

namespace stallscope::gui {

/// Draws what the interface shows now, `scale` times as large, beside the window, into `picture`.
/// Needs OpenGL and ImGui's backend for it; between two frames. What went wrong in a sentence, or
/// nothing.
[[nodiscard]] std::string draw_picture(unsigned scale, Comparison& runs, Interface& interface,
                                       Picture& picture);

/// The same as a PNG file.
[[nodiscard]] std::string save_picture(const std::string& file, unsigned scale, Comparison& runs,
                                       Interface& interface);

/// Renders what the options ask for (a picture, an animation, a series) and writes it; returns the
/// exit code.
[[nodiscard]] int write_pictures(const Options& options, Comparison& runs, Interface& interface);

} // namespace stallscope::gui
