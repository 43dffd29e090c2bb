#pragma once

#include "view/window/interface.hpp"

namespace stallscope::gui {

/// Before ImGui's frame begins: what the interface needs, the fonts' texture included. In the
/// OpenGL context at hand, whose backend of ImGui's has been started. True: fonts have changed.
bool begin_lists(Interface& interface);

/// Draws the lists of the last frame into the buffer that is bound, in pixels from its corner.
void draw_lists(const Interface& interface, int width, int height);

} // namespace stallscope::gui
