#include "view/widgets/focus.hpp"

#include <algorithm>
#include <imgui_internal.h> // to detect popups
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

struct FocusOrder {
  std::vector<std::string> order; ///< elements of the frame being drawn
  std::vector<std::string> last;  ///< elements of the previous frame
  bool in_popup = false;          ///< those of `order` are in what is open over the panels
  std::string focused;
  bool clicked = false;
  bool moved = false;            ///< by a key: the element is scrolled into sight
  FocusAct act = FocusAct::none; ///< to be done when the element is drawn
  const Style* style = nullptr;  ///< of the frame being drawn
};

FocusOrder& keyboard() {
  static FocusOrder all; // global, as there is one interface
  return all;
}

bool popup_is_open() {
  return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0;
}

/// Of the scrolled area being drawn.
void scroll_to(const Rect& rect) {
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  if (window == nullptr || (window->Flags & ImGuiWindowFlags_ChildWindow) == 0 ||
      (rect.top >= window->InnerRect.Min.y && rect.bottom <= window->InnerRect.Max.y))
    return;
  ImGui::SetScrollFromPosY(rect.centre().y - window->Pos.y, 0.5F);
}

bool is_in_popup() {
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  return window != nullptr && (window->RootWindow->Flags & ImGuiWindowFlags_Popup) != 0;
}

} // namespace

void begin_focus_order(const Style& style) {
  FocusOrder& focus = keyboard();
  focus.style = &style;
  focus.last = std::exchange(focus.order, {});
  if (std::exchange(focus.in_popup, false) != popup_is_open())
    focus.last.clear(); // what has opened or closed has not been drawn yet
  focus.clicked = false;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    (void)drop_focus();
}

void focus_next(bool backwards) {
  FocusOrder& focus = keyboard();
  const auto& all = focus.last.empty() ? focus.order : focus.last;
  if (all.empty())
    return;
  const auto found = std::find(all.begin(), all.end(), focus.focused);
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  const std::ptrdiff_t at = found == all.end() ? (backwards ? 0 : -1) : found - all.begin();
  focus.focused = all[static_cast<std::size_t>((at + (backwards ? count - 1 : 1)) % count)];
  focus.act = FocusAct::none;
  focus.moved = true;
}

void focus_on(std::string_view id, FocusAct act) {
  FocusOrder& focus = keyboard();
  focus.focused = id;
  focus.act = act;
  focus.moved = true;
}

bool focus_in_sight() {
  const FocusOrder& focus = keyboard();
  return std::find(focus.last.begin(), focus.last.end(), focus.focused) != focus.last.end();
}

bool drop_focus() {
  keyboard().act = FocusAct::none;
  return !std::exchange(keyboard().focused, {}).empty();
}

const std::string& focused() {
  return keyboard().focused;
}

void click_focused() {
  keyboard().clicked = !keyboard().focused.empty();
}

namespace {

bool takes_focus_in(const Style& style, std::string_view what, const Rect& rect) {
  if (rect.width() < 1 || rect.height() < 1 || popup_is_open() != is_in_popup())
    return false;
  FocusOrder& focus = keyboard();
  if (std::exchange(focus.in_popup, is_in_popup()) != is_in_popup())
    focus.order.clear();
  const std::string id = PlaceScope::name(what);
  focus.order.emplace_back(id);
  if (focus.focused != id)
    return false;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGuiCanvas canvas(list, *style.fonts);
  canvas.outline(rect.inset(-style.px(2)), style.colours.arrow, style.stroke_strong, style.px(7));
  if (std::exchange(focus.moved, false))
    scroll_to(rect);
  const bool clicks = std::exchange(focus.act, FocusAct::none) == FocusAct::click;
  return std::exchange(focus.clicked, false) || clicks;
}

} // namespace

bool takes_focus(const Ui& ui, std::string_view id, const Rect& rect) {
  return takes_focus_in(ui.style, id, rect);
}

bool item_takes_focus(std::string_view id) {
  const Style* style = keyboard().style;
  const ImVec2 first = ImGui::GetItemRectMin();
  const ImVec2 last = ImGui::GetItemRectMax();
  return style != nullptr && takes_focus_in(*style, id, {first.x, first.y, last.x, last.y});
}

bool next_takes_focus(const Ui& ui, std::string_view id) {
  return takes_focus(ui, id, place_of(PlaceScope::name(id)).value_or(Rect{}));
}

void focus_field(const Ui& ui, std::string_view id) {
  const bool types = keyboard().act == FocusAct::type && keyboard().focused == PlaceScope::name(id);
  if (next_takes_focus(ui, id) || types)
    ImGui::SetKeyboardFocusHere();
}

bool leave_field(std::string_view id) {
  keep_item_place(id);
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (!ImGui::IsItemActive() ||
      (!pressed(ImGuiKey_Tab) && (!is_in_popup() || !pressed(ImGuiKey_DownArrow))))
    return false;
  ImGui::ClearActiveID();
  keyboard().focused = PlaceScope::name(id);
  focus_next(ImGui::GetIO().KeyShift);
  keyboard().act = FocusAct::type;
  return true;
}

} // namespace stallscope::gui
