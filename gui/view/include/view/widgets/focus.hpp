#pragma once

#include "view/widgets/widgets.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

// Keyboard focus: Tab moves through all buttons and fields in drawing order, Enter clicks. With an
// open overlay, only within it.

/// Moves to the next or previous element, when the frame is drawn; scrolled areas follow.
void focus_next(bool backwards);
/// What is done with an element that gets the focus, when it is drawn.
enum class FocusAct : std::uint8_t { none, click, type };
/// Moves to an element by name. `type`: into it, if it is a field.
void focus_on(std::string_view id, FocusAct act);
/// Clears the focus. False: no element was focused.
bool drop_focus();
[[nodiscard]] const std::string& focused();
/// The focused element is clicked in this frame.
void click_focused();

/// Makes an element focusable in the frame being drawn, and outlines it when focused. True: clicked
/// by Enter.
[[nodiscard]] bool takes_focus(const Ui& ui, std::string_view id, const Rect& rect);
/// The same for a widget of ImGui that is drawn next, by the place it had in the previous frame
/// (keep_item_place()).
[[nodiscard]] bool next_takes_focus(const Ui& ui, std::string_view id);
/// The same for the widget of ImGui that was drawn last.
[[nodiscard]] bool item_takes_focus(std::string_view id);
/// Before a text field of ImGui: gives it the keyboard when Enter, or Tab from another field, asks
/// for it.
void focus_field(const Ui& ui, std::string_view id);
/// Behind a text field of ImGui: keeps its place, and lets Tab leave it for the next element, above
/// a list the arrow down, too. True: it has been left so.
bool leave_field(std::string_view id);
/// To be called before all focusable elements of a frame, which are drawn in this style.
void begin_focus_order(const Style& style);
/// The focused element was drawn in the previous frame: Enter is for it.
[[nodiscard]] bool focus_in_sight();

} // namespace stallscope::gui
