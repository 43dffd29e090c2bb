#include "view/widgets/commands.hpp"

#include "model/editor/fuzzy.hpp"
#include "model/language/strings.hpp"
#include "widgets/key_sheet.hpp"

#include <algorithm>
#include <imgui_stdlib.h>
#include <optional>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr const char* kPalette = "command_palette";
constexpr const char* kSheet = "cheat_sheet";

/// The commands whose titles have the letters of every word that was typed, in any order of the
/// words; the best matches first.
std::vector<const Command*> matching(const std::vector<Command>& commands, std::string_view typed) {
  std::vector<std::pair<int, const Command*>> found;
  for (const Command& command : commands) {
    std::optional<int> sum = 0;
    for (std::string_view rest = typed; sum && !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const std::optional<int> fit = fuzzy_fit(command.title, rest.substr(0, end));
      sum = fit ? std::optional(*sum + *fit) : std::nullopt;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (sum)
      found.emplace_back(*sum, &command);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Command*> best;
  best.reserve(found.size());
  for (const auto& [fit, command] : found)
    best.push_back(command);
  return best;
}

bool down_or_up(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
}

} // namespace

void CommandPalette::draw_list(Ui& ui, const std::vector<Command>& commands) {
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing())
    ImGui::SetKeyboardFocusHere();
  if (ImGui::InputTextWithHint("##command", tr(Text::command_hint), &filter_))
    chosen_ = 0;
  const std::vector<const Command*> found = matching(commands, filter_);
  if (down_or_up(ImGuiKey_DownArrow))
    ++chosen_;
  if (down_or_up(ImGuiKey_UpArrow) && chosen_ > 0)
    --chosen_;
  chosen_ = found.empty() ? 0 : std::min(chosen_, found.size() - 1);
  const Command* picked = nullptr;
  if (!found.empty() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false))
    picked = found[chosen_];
  begin_list(ui, "commands");
  for (std::size_t i = 0; i < found.size(); ++i) {
    const float right = ImGui::GetContentRegionMax().x;
    // One line is lit: the pointer chooses it when it moves, keys when they are pressed.
    const bool lit = i == chosen_;
    if (!lit)
      ImGui::PushStyleColor(ImGuiCol_HeaderHovered, 0);
    if (ImGui::Selectable((found[i]->title + "##" + std::to_string(i)).c_str(), lit))
      picked = found[i];
    if (!lit)
      ImGui::PopStyleColor();
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (ImGui::IsItemHovered() && (moved.x != 0 || moved.y != 0))
      chosen_ = i;
    if (lit)
      keep_item_place("command_chosen");
    if (found[i]->keys.empty())
      continue;
    ImGui::SameLine();
    ImGui::SetCursorPosX(right - ImGui::CalcTextSize(found[i]->keys.c_str()).x);
    ImGui::TextDisabled("%s", found[i]->keys.c_str());
  }
  end_list();
  if (picked == nullptr)
    return;
  ImGui::CloseCurrentPopup();
  picked->run();
}

bool CommandPalette::is_open() const {
  return opening_ || opening_sheet_ || ImGui::IsPopupOpen(kPalette) || ImGui::IsPopupOpen(kSheet);
}

void CommandPalette::draw(Ui& ui, const std::vector<Command>& commands) {
  if (opening_) {
    filter_.clear();
    chosen_ = 0;
    ImGui::OpenPopup(kPalette);
  }
  if (opening_sheet_)
    ImGui::OpenPopup(kSheet);
  opening_ = opening_sheet_ = false;
  place_in_the_middle(ui, ui.style.sizes.body * 34, ui.style.sizes.body * 28);
  if (ImGui::BeginPopup(kPalette)) {
    draw_list(ui, commands);
    ImGui::EndPopup();
  }
  draw_sheet(ui, commands);
}

void CommandPalette::draw_sheet(Ui& ui, const std::vector<Command>& commands) const {
  if (!ImGui::IsPopupOpen(kSheet))
    return;
  const ImVec2 room = ImGui::GetIO().DisplaySize;
  const float pad = ui.px(24);
  const float title = ui.style.sizes.large + ui.px(18);
  const KeySheet sheet(ui, commands, {room.x - 2 * pad - ui.px(40), room.y});
  place_in_the_middle(ui, sheet.size().x + 2 * pad + ui.px(14), sheet.size().y + title + 2 * pad);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
  const bool open = ImGui::BeginPopup(kSheet, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  if (!open)
    return;
  heading(ui, tr(Text::cheat_sheet), ui.style.sizes.large);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 place = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  {
    ScrollArea page(ui, "keys",
                    {from.x, place.y + pad + title, place.x + size.x - pad + ui.px(14),
                     place.y + size.y - pad + ui.px(8)});
    scroll_by_keys(ui.style.sizes.body * 3);
    sheet.draw(page.ui(), page.origin());
    page.set_size(1, sheet.size().y);
  }
  ImGui::EndPopup();
}

} // namespace stallscope::gui
