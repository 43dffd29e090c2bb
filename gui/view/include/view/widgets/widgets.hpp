#pragma once

#include "view/canvas/imgui_canvas.hpp"
#include "view/looks/icons.hpp"
#include "view/looks/style.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Context for drawing a frame.
struct Ui {
  const Style& style;
  Canvas& canvas;

  [[nodiscard]] float px(float design_pixels) const { return style.px(design_pixels); }
  [[nodiscard]] const Palette& colours() const { return style.colours; }
};

/// State of pointer and buttons over a rectangle.
struct Touch {
  bool hovered = false;
  bool pressed = false; ///< the button was pressed on it in this frame
  bool clicked = false; ///< the button was pressed and released on it
  bool held = false;    ///< the button was pressed on it and is still down
  bool right_clicked = false;
  Point pointer;
};
/// Takes part in ImGui's hover test: the topmost element wins. `id` is unique in the window.
Touch touch(std::string_view id, const Rect& rect);
/// The area of a clickable element in the last frame that had it.
[[nodiscard]] std::optional<Rect> place_of(std::string_view id);
/// Registers the area of a display-only element.
void keep_place(std::string_view id, const Rect& rect);
/// During its lifetime the names of elements get a prefix ("2/table_a"), for a panel beside another
/// one.
class PlaceScope {
public:
  PlaceScope(std::string_view id, std::string prefix);
  ~PlaceScope();
  PlaceScope(const PlaceScope&) = delete;
  PlaceScope& operator=(const PlaceScope&) = delete;

  /// The name with the prefix of the current scope.
  [[nodiscard]] static std::string name(std::string_view id);

private:
  std::string outer_;
};
/// The names of all elements at a point, in the current or the previous frame: the smallest first.
[[nodiscard]] std::vector<std::string> names_at(Point point);
/// The element is in the frame that was started last.
[[nodiscard]] bool in_sight(std::string_view id);

/// Shows an explanation beside the pointer, with line breaks at `columns` characters.
void tooltip(const Ui& ui, std::string_view text);
/// Explanations are stored instead of shown while `keep` is true.
void keep_tooltips(bool keep);
/// The stored explanation, which is cleared.
[[nodiscard]] std::string take_tooltip();

enum class Weight : std::uint8_t { quiet, normal, chosen };

/// A button with an icon. True when clicked.
bool icon_button(Ui& ui, std::string_view id, Icon icon, const Rect& rect, std::string_view tip,
                 Weight weight = Weight::quiet, bool enabled = true);
/// A button with a label. True when clicked.
bool text_button(Ui& ui, std::string_view id, std::string_view label, const Rect& rect,
                 std::string_view tip = {}, Weight weight = Weight::normal, bool enabled = true);
/// A button and a list entry as ImGui widgets, for dialogs with ImGui's layout. True when clicked.
/// `main`: the default choice.
bool plain_button(std::string_view id, std::string_view label, bool main = false);
bool list_line(std::string_view id, std::string_view label, bool chosen);
/// A scrolled list of entries, with padding; end_list() must follow in any case.
void begin_list(const Ui& ui, const char* id, Point size = {});
void end_list();
/// Positions the next window in the middle, a third down, as large as fits.
void place_in_the_middle(const Ui& ui, float width, float height);
/// A modal dialog with a title; `height` 0: as high as its content. True: it is open, and
/// ImGui::EndPopup() must follow.
bool begin_dialog(const Ui& ui, const char* id, std::string_view title, float width, float height);
/// A bold line of text.
void heading(const Ui& ui, std::string_view words, float size);
/// Registers the area of ImGui's last item for place_of().
void keep_item_place(std::string_view id);
/// Width of a button with this label.
[[nodiscard]] float button_width(const Ui& ui, std::string_view label);

/// A non-interactive label on a coloured background; returns its right end.
float badge(Ui& ui, Point left_centre, std::string_view text, Colour colour, float size);

/// The background of a panel.
void plate(Ui& ui, const Rect& rect);

/// Height of a line in lists and tables.
[[nodiscard]] inline float row_height(const Ui& ui) {
  return ui.style.sizes.body + ui.px(15);
}
/// The title of a section of a panel.
void draw_section_title(Ui& ui, const Rect& line, std::string_view words);

/// A scrolled area of a panel. Draw with ui() from origin() on during its lifetime, then pass the
/// size of the content to set_size().
class ScrollArea {
public:
  ScrollArea(Ui& outer, std::string_view id, const Rect& rect);
  ~ScrollArea();
  ScrollArea(const ScrollArea&) = delete;
  ScrollArea& operator=(const ScrollArea&) = delete;

  [[nodiscard]] Ui& ui() { return ui_; }
  /// Origin of the content, in display coordinates.
  [[nodiscard]] Point origin() const { return origin_; }
  /// Width of the area without the scrollbar.
  [[nodiscard]] float width() const { return width_; }
  void set_size(float width, float height);

private:
  bool begun_;
  Point origin_;
  float width_;
  ImGuiCanvas canvas_;
  Ui ui_;
};

/// Scrolls the area being drawn by arrows, the page keys, Home and End; `line`: the step of an
/// arrow.
void scroll_by_keys(float line);

} // namespace stallscope::gui
