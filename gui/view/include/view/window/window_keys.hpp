#pragma once

#include "view/window/interface.hpp"

namespace stallscope::gui {

/// Takes the keys that ImGui 1.86 has no names for, within a frame: the window numbers its keys as
/// GLFW does (ASCII, in capitals, where a key has a character). True: the window is to be closed.
[[nodiscard]] bool take_window_keys(Interface& interface);

} // namespace stallscope::gui
