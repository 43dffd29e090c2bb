#include "view/widgets/choice_list.hpp"

#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <imgui_internal.h> // to open a combo by key

namespace stallscope::gui {

namespace {

/// Moves the marked choice by arrow keys. True: Enter chooses it.
bool take_list_keys(std::size_t& marked, std::size_t count) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (pressed(ImGuiKey_DownArrow) && marked + 1 < count)
    ++marked;
  if (pressed(ImGuiKey_UpArrow) && marked > 0)
    --marked;
  return pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter);
}

} // namespace

std::optional<std::size_t> choice_list(const Ui& ui, std::string_view id,
                                       const std::string& preview,
                                       const std::vector<std::string>& choices,
                                       std::optional<std::size_t> chosen,
                                       const std::function<std::string(std::size_t)>& tip_of) {
  static std::size_t marked = 0; // one list is open at a time
  const std::string label = fmt::format("##{}", id);
  if (next_takes_focus(ui, id))
    ImGui::ActivateItem(ImGui::GetID(label.c_str())); // in the next frame
  const bool open = ImGui::BeginCombo(label.c_str(), preview.empty() ? "-" : preview.c_str());
  if (!open) {
    keep_item_place(id);
    return std::nullopt;
  }
  const bool appears = ImGui::IsWindowAppearing();
  if (appears)
    marked = chosen.value_or(0);
  std::optional<std::size_t> taken;
  const std::size_t before = marked;
  if (!appears && take_list_keys(marked, choices.size()) && marked < choices.size())
    taken = marked;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::string words = fmt::format("{}##{}", choices[i].empty() ? "-" : choices[i], i);
    if (ImGui::Selectable(words.c_str(), i == marked))
      taken = i;
    if (i == marked && (appears || marked != before))
      ImGui::SetScrollHereY();
    if (tip_of && ImGui::IsItemHovered())
      tooltip(ui, tip_of(i));
  }
  if (taken)
    ImGui::CloseCurrentPopup();
  ImGui::EndCombo();
  return taken;
}

bool check_box(const Ui& ui, std::string_view id, const char* label, bool& on) {
  const bool by_key = next_takes_focus(ui, id);
  const bool clicked = ImGui::Checkbox(label, &on);
  keep_item_place(id);
  if (by_key)
    on = !on;
  return clicked || by_key;
}

} // namespace stallscope::gui
