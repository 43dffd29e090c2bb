#include "view/widgets/document_dialogs.hpp"

#include "model/language/strings.hpp"
#include "view/widgets/focus.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

constexpr const char* kQuestion = "###question";

} // namespace

void DocumentDialogs::open() {
  files_.show(FileDialog::Purpose::open,
              document_.editor().has_file() ? document_.editor().name() : std::string());
}

void DocumentDialogs::save_as() {
  files_.show(FileDialog::Purpose::save, document_.suggested_file());
}

void DocumentDialogs::save(Comparison& runs, Shared& shared) {
  if (!document_.editor().has_file())
    save_as();
  else if (document_.save(runs))
    shared.message = tr(Text::export_done, {document_.editor().name()});
  else
    shared.message = document_.editor().problem();
}

void DocumentDialogs::take_file(const std::string& file, Comparison& runs, Shared& shared) {
  if (files_.purpose() == FileDialog::Purpose::open) {
    document_.open(file, runs);
    shared.message.clear();
  } else if (document_.save_as(file, runs)) {
    shared.message = tr(Text::export_done, {file});
  } else {
    files_.fail(document_.editor().problem());
  }
}

void DocumentDialogs::draw_question(Ui& ui, Comparison& runs, Shared& shared) {
  const DocumentQuestion question = document_.question();
  if (question == DocumentQuestion::none || files_.is_open())
    return;
  if (!ImGui::IsPopupOpen(kQuestion))
    ImGui::OpenPopup(kQuestion);
  const std::string name = document_.editor().name();
  const bool restores = question == DocumentQuestion::restore;
  const std::string words = restores ? tr(Text::autosave_found, {document_.found()->saved_at})
                            : question == DocumentQuestion::closing
                                ? tr(Text::unsaved_closing, {name})
                                : tr(Text::unsaved_replaced, {name});
  const std::string title = restores ? std::string(tr(Text::restore)) : name;
  if (!begin_dialog(ui, kQuestion, title, ui.style.sizes.body * 34, 0))
    return;
  ui.style.fonts->show(words);
  ui.style.fonts->show(restores ? document_.found()->name : name);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(words.c_str());
  if (restores)
    ImGui::TextDisabled("%s", document_.found()->name.c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({1, ui.px(8)});
  bool answered = true;
  const auto down = [](ImGuiKey key) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
  };
  if (plain_button("question_yes", tr(restores ? Text::restore : Text::save), true) ||
      (!focus_in_sight() && down(ImGuiKey_Enter))) {
    if (restores)
      document_.restore(runs);
    else
      save(runs, shared);
  } else if (ImGui::SameLine(); plain_button("question_discard", tr(Text::unsaved_discard))) {
    document_.discard();
  } else if (ImGui::SameLine();
             !restores && plain_button("question_keep", tr(Text::keep_editing))) {
    document_.keep(runs);
    shared.wanted_panel = PanelId::editor;
  } else {
    answered = false;
  }
  if (answered)
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void DocumentDialogs::take_escape(Comparison& runs, Shared& shared) {
  const DocumentQuestion question = document_.question();
  if (files_.is_open() || question == DocumentQuestion::none)
    return;
  if (question == DocumentQuestion::restore) {
    document_.postpone();
    return;
  }
  document_.keep(runs);
  shared.wanted_panel = PanelId::editor;
}

void DocumentDialogs::draw(Ui& ui, Comparison& runs, Shared& shared) {
  if (shared.file_wish) {
    const FileWish wish = *shared.file_wish;
    shared.file_wish.reset();
    if (wish == FileWish::open)
      open();
    else if (wish == FileWish::save)
      save(runs, shared);
    else
      save_as();
  }
  draw_question(ui, runs, shared);
  if (const auto file = files_.draw(ui, document_.recent()))
    take_file(*file, runs, shared);
  if (std::string words = document_.take_message(); !words.empty())
    shared.message = std::move(words);
}

} // namespace stallscope::gui
