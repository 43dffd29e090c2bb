#pragma once

#include "view/widgets/widgets.hpp"

#include <string>
#include <string_view>

namespace stallscope::gui {

// Keyboard focus: Tab moves through all buttons and fields in drawing order, Enter clicks. With an
// open overlay, only within it.

/// Moves to the next or previous element, when the frame is drawn.
void focus_next(bool backwards);
/// Clears the focus. False: no element was focused.
bool drop_focus();
[[nodiscard]] const std::string& focused();
/// The focused element is clicked in this frame.
void click_focused();

/// Makes an element focusable in the frame being drawn, and outlines it when focused. True: clicked
/// by Enter.
[[nodiscard]] bool takes_focus(const Ui& ui, std::string_view id, const Rect& rect);
/// To be called before all focusable elements of a frame.
void begin_focus_order();

} // namespace stallscope::gui
