#include "view/commands.hpp"

#include "model/strings.hpp"

#include <algorithm>
#include <cctype>
#include <imgui_stdlib.h>

namespace stallscope::gui {

namespace {

constexpr const char* kPalette = "command_palette";
constexpr const char* kSheet = "cheat_sheet";

bool matches(std::string_view title, std::string_view part) {
  return std::search(title.begin(), title.end(), part.begin(), part.end(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) ==
                  std::tolower(static_cast<unsigned char>(b));
         }) != title.end();
}

void place_in_the_middle(const Ui& ui, float width, float height) {
  const ImVec2 room = ImGui::GetIO().DisplaySize;
  const ImVec2 size{std::min(width, room.x - ui.px(20)), std::min(height, room.y - ui.px(20))};
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowPos({(room.x - size.x) / 2, (room.y - size.y) / 3});
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
  std::vector<const Command*> found;
  for (const Command& command : commands)
    if (matches(command.title, filter_))
      found.push_back(&command);
  if (down_or_up(ImGuiKey_DownArrow))
    ++chosen_;
  if (down_or_up(ImGuiKey_UpArrow) && chosen_ > 0)
    --chosen_;
  chosen_ = found.empty() ? 0 : std::min(chosen_, found.size() - 1);
  const Command* picked = nullptr;
  if (!found.empty() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false))
    picked = found[chosen_];
  ImGui::BeginChild("commands");
  for (std::size_t i = 0; i < found.size(); ++i) {
    const float right = ImGui::GetContentRegionAvail().x;
    const float start = ImGui::GetCursorPosX();
    if (ImGui::Selectable((found[i]->title + "##" + std::to_string(i)).c_str(), i == chosen_))
      picked = found[i];
    if (found[i]->keys.empty())
      continue;
    ImGui::SameLine();
    ImGui::SetCursorPosX(start + right - ImGui::CalcTextSize(found[i]->keys.c_str()).x - ui.px(4));
    ImGui::TextDisabled("%s", found[i]->keys.c_str());
  }
  ImGui::EndChild();
  if (picked == nullptr)
    return;
  ImGui::CloseCurrentPopup();
  picked->run();
}

void CommandPalette::draw_sheet(Ui& ui, const std::vector<Command>& commands) {
  ImGui::PushFont(ui.style.fonts->at(Face::bold, ui.style.sizes.large));
  ImGui::TextUnformatted(tr(Text::cheat_sheet));
  ImGui::PopFont();
  ImGui::Dummy({1, ui.px(6)});
  if (!ImGui::BeginTable("keys", 4))
    return;
  ImGui::TableSetupColumn("a", ImGuiTableColumnFlags_WidthFixed, ui.style.sizes.body * 6);
  ImGui::TableSetupColumn("b", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("c", ImGuiTableColumnFlags_WidthFixed, ui.style.sizes.body * 6);
  ImGui::TableSetupColumn("d", ImGuiTableColumnFlags_WidthStretch);
  for (const Command& command : commands) {
    if (command.keys.empty())
      continue;
    ImGui::TableNextColumn();
    ImGui::TextColored(vec4(ui.colours().accent), "%s", command.keys.c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(command.title.c_str());
  }
  ImGui::EndTable();
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
  place_in_the_middle(ui, ui.style.sizes.body * 32, ui.style.sizes.body * 24);
  if (ImGui::BeginPopup(kPalette)) {
    draw_list(ui, commands);
    ImGui::EndPopup();
  }
  place_in_the_middle(ui, ui.style.sizes.body * 46, ui.style.sizes.body * 24);
  if (ImGui::BeginPopup(kSheet)) {
    draw_sheet(ui, commands);
    ImGui::EndPopup();
  }
}

} // namespace stallscope::gui
