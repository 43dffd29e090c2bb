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
  std::string focused;
  bool clicked = false;
};

FocusOrder& keyboard() {
  static FocusOrder all; // global, as there is one interface
  return all;
}

bool popup_is_open() {
  return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0;
}

bool is_in_popup() {
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  return window != nullptr && (window->RootWindow->Flags & ImGuiWindowFlags_Popup) != 0;
}

} // namespace

void begin_focus_order() {
  FocusOrder& focus = keyboard();
  focus.last = std::exchange(focus.order, {});
  focus.clicked = false;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    focus.focused.clear();
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
}

bool drop_focus() {
  return !std::exchange(keyboard().focused, {}).empty();
}

const std::string& focused() {
  return keyboard().focused;
}

void click_focused() {
  keyboard().clicked = !keyboard().focused.empty();
}

bool takes_focus(const Ui& ui, std::string_view what, const Rect& rect) {
  if (rect.width() < 1 || rect.height() < 1 || popup_is_open() != is_in_popup())
    return false;
  FocusOrder& focus = keyboard();
  const std::string id = PlaceScope::name(what);
  focus.order.emplace_back(id);
  if (focus.focused != id)
    return false;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGuiCanvas canvas(list, *ui.style.fonts);
  canvas.outline(rect.inset(-ui.px(2)), ui.colours().arrow, ui.style.stroke_strong, ui.px(7));
  return std::exchange(focus.clicked, false);
}

} // namespace stallscope::gui
