#pragma once

#include "model/comparison/comparison.hpp"
#include "options.hpp"
#include "render_target.hpp"
#include "view/window/interface.hpp"

#include <string>

namespace stallscope::gui {

/// Renders the current interface at `scale` into `picture`, independent of the window. Needs OpenGL
/// with ImGui's backend; must not be called within a frame. Returns the error as a sentence, or an
/// empty string.
[[nodiscard]] std::string draw_picture(unsigned scale, Comparison& runs, Interface& interface,
                                       Picture& picture);

/// Renders the current interface into a PNG file.
[[nodiscard]] std::string save_picture(const std::string& file, unsigned scale, Comparison& runs,
                                       Interface& interface);

/// Renders and writes the output that the options request (a picture, an animation, a series);
/// returns the exit code.
[[nodiscard]] int write_pictures(const Options& options, Comparison& runs, Interface& interface);

} // namespace stallscope::gui
