#pragma once

#include "view/widgets/widgets.hpp"

#include <string>
#include <string_view>

namespace stallscope::gui {

// What the keyboard is on: Tab goes through all buttons and fields in the order they are drawn in,
// Enter is a click. While something is open over the panels, only through what is in it.

/// To the next one, or the one before, when the frame is drawn.
void focus_next(bool backwards);
/// Nothing has the keyboard any more. False: nothing had.
bool drop_focus();
[[nodiscard]] const std::string& focused();
/// The focused one is clicked in this frame.
void click_focused();

/// Has something take part, in the frame being drawn, and outlines it while it has the keyboard.
/// True: it is clicked by Enter.
[[nodiscard]] bool takes_focus(const Ui& ui, std::string_view id, const Rect& rect);
/// Before everything that takes part is drawn.
void begin_focus_order();

} // namespace stallscope::gui
