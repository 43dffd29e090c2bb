#pragma once

#include "view/window/interface.hpp"

namespace stallscope::gui {

/// Prepares resources such as font textures before ImGui's frame begins. Needs a current OpenGL
/// context with ImGui's backend started. True: fonts have changed.
bool begin_lists(Interface& interface);

/// Rasterises the draw lists of the last frame into the bound buffer.
void draw_lists(const Interface& interface, int width, int height);

} // namespace stallscope::gui
