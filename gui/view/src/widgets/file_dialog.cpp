#include "view/widgets/file_dialog.hpp"

#include "model/language/strings.hpp"
#include "view/widgets/choice_list.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <imgui_stdlib.h>
#include <system_error>

namespace stallscope::gui {

namespace {

constexpr const char* kDialog = "###file_dialog";

} // namespace

void FileDialog::show(Purpose purpose, const std::string& file) {
  purpose_ = purpose;
  opening_ = true;
  problem_.clear();
  asks_to_replace_.clear();
  name_.clear();
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path path(file);
  if (!file.empty() && !fs::is_directory(path, ignored))
    name_ = path.filename().string();
  const std::string folder = fs::is_directory(path, ignored) ? file : path.parent_path().string();
  if (!folder.empty() && browser_.go_to(folder))
    return;
  if (browser_.folder().empty())
    (void)browser_.go_to(".");
  else
    browser_.refresh();
}

bool FileDialog::is_open() const {
  return opening_ || ImGui::IsPopupOpen(kDialog);
}

void FileDialog::fail(const std::string& why) {
  problem_ = why;
  opening_ = true;
}

std::optional<std::string> FileDialog::pick(const std::string& name) {
  problem_.clear();
  if (name.empty())
    return std::nullopt;
  if (purpose_ == Purpose::open)
    return browser_.pick(name);
  const std::string path = browser_.path_of(name);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    (void)browser_.go_to(path);
    return std::nullopt;
  }
  if (std::filesystem::exists(path, ignored) && asks_to_replace_ != path) {
    asks_to_replace_ = path;
    return std::nullopt;
  }
  return path;
}

void FileDialog::draw_path(Ui& ui) {
  if (plain_button("folder_up", "↑"))
    (void)browser_.up();
  if (ImGui::IsItemHovered())
    tooltip(ui, tr(Text::folder_up));
  const std::vector<PathPart> parts = browser_.parts();
  for (const PathPart& part : parts)
    ui.style.fonts->show(part.name);
  // The last components that fit.
  std::size_t first = parts.size();
  float room = ImGui::GetContentRegionAvail().x - ui.px(60);
  while (first > 0) {
    room -= ImGui::CalcTextSize(parts[first - 1].name.c_str()).x + ui.px(24);
    if (room < 0 && first < parts.size())
      break;
    --first;
  }
  for (std::size_t i = first; i < parts.size(); ++i) {
    ImGui::SameLine(0, ui.px(4));
    if (plain_button(fmt::format("folder_part_{}", i), parts[i].name)) {
      (void)browser_.go_to(parts[i].path);
      break;
    }
  }
}

std::optional<std::string> FileDialog::draw_files(Ui& ui, const ImVec2& size) {
  std::optional<std::string> chosen;
  begin_list(ui, "files", {size.x, size.y});
  if (browser_.entries().empty() && browser_.problem().empty())
    ImGui::TextDisabled("%s", tr(Text::folder_empty));
  const float sizes = ImGui::GetContentRegionMax().x;
  std::string go_to;
  for (const FileEntry& entry : browser_.entries()) {
    const std::string label = entry.folder ? entry.name + "/" : entry.name;
    ui.style.fonts->show(label);
    if (list_line(fmt::format("file_{}", entry.name), label, name_ == entry.name)) {
      name_ = entry.folder ? name_ : entry.name;
      asks_to_replace_.clear();
      if (entry.folder)
        go_to = entry.name;
      else if (purpose_ == Purpose::open)
        chosen = entry.name;
    }
    if (entry.folder)
      continue;
    const std::string bytes = bytes_in_words(entry.bytes);
    ImGui::SameLine(std::max(ui.px(80), sizes - ImGui::CalcTextSize(bytes.c_str()).x));
    ImGui::TextDisabled("%s", bytes.c_str());
  }
  end_list();
  if (!go_to.empty()) // after the loop, since it replaces the entries
    (void)browser_.go_to(browser_.path_of(go_to));
  return chosen ? pick(*chosen) : std::nullopt;
}

std::optional<std::string>
FileDialog::draw_recent(const Ui& ui, const std::vector<std::string>& recent, const ImVec2& size) {
  std::optional<std::string> chosen;
  begin_list(ui, "recent", {size.x, size.y});
  ImGui::TextDisabled("%s", tr(Text::open_recent));
  for (std::size_t i = 0; i < recent.size(); ++i) {
    const std::string name = std::filesystem::path(recent[i]).filename().string();
    ui.style.fonts->show(recent[i]);
    if (list_line(fmt::format("recent_{}", i), name, false))
      chosen = recent[i];
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", recent[i].c_str());
  }
  end_list();
  return chosen ? pick(*chosen) : std::nullopt;
}

std::optional<std::string> FileDialog::draw_name(Ui& ui) {
  std::optional<std::string> chosen;
  const bool saves = purpose_ == Purpose::save;
  const char* words = tr(saves ? Text::save : Text::open);
  const bool replaces = !asks_to_replace_.empty() && browser_.path_of(name_) == asks_to_replace_;
  const char* does = replaces ? tr(Text::replace) : words;
  const ImGuiStyle& look = ImGui::GetStyle();
  const float buttons = ImGui::CalcTextSize(does).x + ImGui::CalcTextSize(tr(Text::cancel)).x +
                        4 * look.FramePadding.x + 2 * look.ItemSpacing.x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - buttons);
  if (ImGui::IsWindowAppearing())
    ImGui::SetKeyboardFocusHere();
  focus_field(ui, "file_name");
  const bool entered = ImGui::InputTextWithHint("##name", tr(Text::file_name), &name_,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  (void)leave_field("file_name");
  if (entered)
    chosen = pick(name_);
  ImGui::SameLine();
  if (plain_button("dialog_ok", does, true))
    chosen = pick(name_);
  ImGui::SameLine();
  if (plain_button("dialog_cancel", tr(Text::cancel)))
    ImGui::CloseCurrentPopup();
  bool all = browser_.all_files();
  if (check_box(ui, "all_files", tr(Text::all_files), all))
    browser_.show_all_files(all);
  std::string say = !problem_.empty() ? problem_ : browser_.problem();
  if (replaces)
    say = tr(Text::overwrite, {asks_to_replace_});
  ImGui::SameLine();
  ui.style.fonts->show(say);
  ui.style.fonts->show(name_);
  ImGui::PushStyleColor(ImGuiCol_Text, vec4(ui.colours().bad));
  ImGui::TextUnformatted(say.c_str());
  ImGui::PopStyleColor();
  return chosen;
}

std::optional<std::string> FileDialog::draw(Ui& ui, const std::vector<std::string>& recent) {
  if (opening_)
    ImGui::OpenPopup(kDialog);
  opening_ = false;
  if (!ImGui::IsPopupOpen(kDialog))
    return std::nullopt;
  const char* title = tr(purpose_ == Purpose::open ? Text::open_file : Text::save_as);
  const float body = ui.style.sizes.body;
  if (!begin_dialog(ui, kDialog, title, body * 48, body * 32))
    return std::nullopt;
  draw_path(ui);
  const float lines = 2.1F * ImGui::GetFrameHeightWithSpacing();
  const float height = std::max(ui.px(60), ImGui::GetContentRegionAvail().y - lines);
  const float side = recent.empty() ? 0 : ImGui::GetContentRegionAvail().x * 0.3F;
  std::optional<std::string> chosen;
  if (!recent.empty()) {
    chosen = draw_recent(ui, recent, {side, height});
    ImGui::SameLine();
  }
  if (auto file = draw_files(ui, {0, height}))
    chosen = file;
  if (auto file = draw_name(ui))
    chosen = file;
  if (chosen)
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return chosen;
}

} // namespace stallscope::gui
