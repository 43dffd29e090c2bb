#pragma once

#include "view/window/interface.hpp"

namespace stallscope::gui {

/// Handles the keys that ImGui 1.86 has no names for, within a frame: keys are numbered as in GLFW
/// (upper-case ASCII where a key has a character). True: the window should close.
[[nodiscard]] bool take_window_keys(Interface& interface);

} // namespace stallscope::gui
