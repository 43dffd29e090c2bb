#pragma once

#include "view/canvas/imgui_canvas.hpp"
#include "view/looks/icons.hpp"
#include "view/looks/style.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// What every panel draws with in a frame.
struct Ui {
  const Style& style;
  Canvas& canvas;

  [[nodiscard]] float px(float design_pixels) const { return style.px(design_pixels); }
  [[nodiscard]] const Palette& colours() const { return style.colours; }
};

/// Pointer and buttons over a rectangle.
struct Touch {
  bool hovered = false;
  bool pressed = false; ///< the button has just gone down on it
  bool clicked = false; ///< went down and up on it
  bool held = false;    ///< went down on it and is still down
  bool right_clicked = false;
  Point pointer;
};
/// Takes part in ImGui's hover test: the topmost element wins. `id` is unique in the window.
Touch touch(std::string_view id, const Rect& rect);
/// The area of a clickable element in the last frame that had it.
[[nodiscard]] std::optional<Rect> place_of(std::string_view id);
/// The same for display-only elements.
void keep_place(std::string_view id, const Rect& rect);
/// While it lives all of that is known by names with a prefix ("2/table_a"): of a panel that stands
/// beside another one.
class PlaceScope {
public:
  PlaceScope(std::string_view id, std::string prefix);
  ~PlaceScope();
  PlaceScope(const PlaceScope&) = delete;
  PlaceScope& operator=(const PlaceScope&) = delete;

  /// A name as it is known in this scope.
  [[nodiscard]] static std::string name(std::string_view id);

private:
  std::string outer_;
};
/// The names of all elements of the present frame, or the one before, at a point: the smallest
/// first.
[[nodiscard]] std::vector<std::string> names_at(Point point);
/// It is in the frame that was begun last.
[[nodiscard]] bool in_sight(std::string_view id);

/// Shows an explanation beside the pointer, with line breaks at `columns` characters.
void tooltip(const Ui& ui, std::string_view text);
/// From now on explanations are kept instead of shown, or shown again.
void keep_tooltips(bool keep);
/// The explanation that was kept last, once.
[[nodiscard]] std::string take_tooltip();

enum class Weight : std::uint8_t { quiet, normal, chosen };

/// A button with a sign. True when it was clicked.
bool icon_button(Ui& ui, std::string_view id, Icon icon, const Rect& rect, std::string_view tip,
                 Weight weight = Weight::quiet, bool enabled = true);
/// A button with words.
bool text_button(Ui& ui, std::string_view id, std::string_view label, const Rect& rect,
                 std::string_view tip = {}, Weight weight = Weight::normal, bool enabled = true);
/// A button and a line of a list of ImGui's own, for dialogs: where their layout leads to. True
/// when it was clicked. `main`: what is most likely meant.
bool plain_button(std::string_view id, std::string_view label, bool main = false);
bool list_line(std::string_view id, std::string_view label, bool chosen);
/// A list of such lines, scrolled, with room around them; `end_list()` whatever it returns.
void begin_list(const Ui& ui, const char* id, Point size = {});
void end_list();
/// For the window that begins next: in the middle, a third down, as large as there is room.
void place_in_the_middle(const Ui& ui, float width, float height);
/// A dialog over everything, with its title; `height` 0: as high as what is in it. True: it is
/// open, and ImGui::EndPopup() ends it.
bool begin_dialog(const Ui& ui, const char* id, std::string_view title, float width, float height);
/// A line of words in bold.
void heading(const Ui& ui, std::string_view words, float size);
/// Keeps where ImGui's last item was, for place_of().
void keep_item_place(std::string_view id);
/// Width that a button with these words needs.
[[nodiscard]] float button_width(const Ui& ui, std::string_view label);

/// A plate with words on it, to be looked at only; returns its right end.
float badge(Ui& ui, Point left_centre, std::string_view text, Colour colour, float size);

/// The ground of a panel.
void plate(Ui& ui, const Rect& rect);

/// Of a line in lists and tables.
[[nodiscard]] inline float row_height(const Ui& ui) {
  return ui.style.sizes.body + ui.px(15);
}
/// The title of a part of a panel.
void draw_section_title(Ui& ui, const Rect& line, std::string_view words);

/// A part of a panel that is longer than the room for it. Draw with ui() from origin() on while it
/// lives, then say with set_size() how much that was.
class ScrollArea {
public:
  ScrollArea(Ui& outer, std::string_view id, const Rect& rect);
  ~ScrollArea();
  ScrollArea(const ScrollArea&) = delete;
  ScrollArea& operator=(const ScrollArea&) = delete;

  [[nodiscard]] Ui& ui() { return ui_; }
  /// Of what is drawn, on the display.
  [[nodiscard]] Point origin() const { return origin_; }
  /// Of the room, without the scrollbar.
  [[nodiscard]] float width() const { return width_; }
  void set_size(float width, float height);

private:
  bool begun_;
  Point origin_;
  float width_;
  ImGuiCanvas canvas_;
  Ui ui_;
};

} // namespace stallscope::gui
