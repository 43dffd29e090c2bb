#include "view/widgets/focus.hpp"
#include "view/window/interface.hpp"

#include <algorithm>
#include <imgui_internal.h> // for the stack of popups
#include <iterator>
#include <utility>
#include <vector>

// Handling of Escape, undo and redo, outdated messages, and a run B of another program than A.
namespace stallscope::gui {

namespace {

constexpr const char* kOtherProgram = "###other_program";

const char* words_of(SceneChange change) {
  switch (change) {
  case SceneChange::program:
    return tr(Text::change_program);
  case SceneChange::order:
    return tr(Text::change_order);
  case SceneChange::machine:
    return tr(Text::change_machine);
  case SceneChange::options:
    return tr(Text::change_options);
  case SceneChange::run_b:
    return tr(Text::change_run_b);
  case SceneChange::panes:
  case SceneChange::none:
    break;
  }
  return tr(Text::change_panes);
}

/// A key or mouse button was pressed in this frame, or text was typed.
bool something_is_done() {
  const ImGuiIO& io = ImGui::GetIO();
  const auto pressed = [](const float* from, const float* to) {
    return std::find(from, to, 0.0F) != to; // seconds it has been down
  };
  return io.InputQueueCharacters.Size > 0 ||
         pressed(std::begin(io.KeysDownDuration), std::end(io.KeysDownDuration)) ||
         pressed(std::begin(io.MouseDownDuration), std::end(io.MouseDownDuration));
}

} // namespace

/// Escape applies to the topmost element: a question gets its harmless answer, a list or dialog
/// closes, a field restores its value (done by ImGui), a selection is cleared, a search ends.
void Interface::take_escape() {
  if (!ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false))
    return;
  if (const int open = ImGui::GetCurrentContext()->OpenPopupStack.Size; open > 0) {
    const bool list = open > 1; // a list opened from a dialog
    if (!list)
      dialogs_.take_escape(runs_, shared);
    ImGui::ClosePopupToLevel(open - 1, true);
    other_program_ = other_program_ && list;
    return;
  }
  if (ImGui::GetIO().WantTextInput)
    return;
  if (what_is_.end() || drop_focus())
    return;
  if (runs_.searching())
    runs_.cancel_search();
  for (const PanelId shown : split_.panels())
    if (PanelView* const view = panel_of(shown))
      (void)view->cancel_interaction(shared);
  shared.pinned_sentence.clear();
}

/// A message refers to the last action: the next action clears it.
void Interface::forget_messages() {
  const std::array<std::uint64_t, 2> versions{runs_.run(Side::a).version(),
                                              runs_.run(Side::b).version()};
  if (versions != versions_)
    shared.pinned_sentence.clear(); // refers to the previous run
  versions_ = versions;
  if (something_is_done()) {
    if (shared.message == said_)
      shared.message.clear();
    if (runs_.message() == searched_)
      runs_.forget_message();
  }
  said_ = shared.message;
  searched_ = runs_.message();
}

PaneLayout Interface::panes_now() const {
  PaneLayout panes(shared.arrangement);
  if (split_.panels().size() > 1)
    for (const PanelId panel : split_.panels())
      panes.panels.push_back(static_cast<std::uint8_t>(panel));
  return panes;
}

void Interface::restore(const PaneLayout& panes) {
  shared.arrangement = panes.arrangement;
  if (panes == panes_now())
    return;
  std::vector<PanelId> panels;
  for (const std::uint8_t panel : panes.panels)
    panels.push_back(static_cast<PanelId>(panel));
  if (panels.empty())
    panels.push_back(looks.panel);
  else if (std::find(panels.begin(), panels.end(), looks.panel) == panels.end())
    looks.panel = panels.front();
  split_.set(std::move(panels));
}

void Interface::follow_history() {
  if (runs_.run(Side::a).state() == Run::State::empty)
    return;
  history_.observe(runs_, panes_now(), static_cast<double>(ImGui::GetIO().DeltaTime));
  if (shared.undo_wish) {
    go_back(*shared.undo_wish);
    shared.undo_wish.reset();
  }
  shared.can_undo = history_.can_undo();
  const std::string& program = runs_.run(Side::a).spec().program.name;
  if (program == program_of_a_) {
    were_same_ = runs_.same_program();
    return;
  }
  other_program_ = runs_.has_b() && were_same_ &&
                   runs_.run(Side::a).spec().subject == runs_.run(Side::b).spec().subject;
  program_of_a_ = program;
}

void Interface::go_back(UndoWish wish) {
  const bool back = wish == UndoWish::undo;
  const auto step = back ? history_.undo() : history_.redo();
  if (!step) {
    shared.message = tr(back ? Text::nothing_to_undo : Text::nothing_to_redo);
    return;
  }
  if (step->scene.a.program != runs_.run(Side::a).spec().program)
    document_.go_back_to(step->scene.a);
  restore(step->scene.panes);
  go_to(step->scene, runs_);
  program_of_a_ = step->scene.a.program.name; // run B belongs to the restored scene
  other_program_ = false;
  shared.undone = true;
  shared.message = tr(back ? Text::undone : Text::redone, {words_of(step->change)});
}

/// Asks what to do with run B, which has the previous program of A.
void Interface::draw_other_program(Ui& ui) {
  if (!other_program_ || document_.question() != DocumentQuestion::none ||
      runs_.run(Side::a).busy())
    return;
  if (!runs_.has_b() || runs_.run(Side::a).state() != Run::State::ready || runs_.same_program()) {
    other_program_ = false;
    return;
  }
  if (!ImGui::IsPopupOpen(kOtherProgram))
    ImGui::OpenPopup(kOtherProgram);
  const RunSpec& a = runs_.run(Side::a).spec();
  const std::string words =
      tr(Text::b_is_other, {a.program.name, runs_.run(Side::b).spec().program.name});
  if (!begin_dialog(ui, kOtherProgram, tr(Text::run_b), ui.style.sizes.body * 36, 0))
    return;
  ui.style.fonts->show(words);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({1, ui.px(8)});
  if (plain_button("b_take_over", tr(Text::b_take_over), true) ||
      (!focus_in_sight() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false))) {
    RunSpec spec = runs_.run(Side::b).spec();
    spec.program = a.program;
    runs_.open_b(std::move(spec));
    other_program_ = false;
  }
  ImGui::SameLine();
  if (plain_button("b_close", tr(Text::b_close))) {
    runs_.close_b();
    other_program_ = false;
  }
  ImGui::SameLine();
  if (plain_button("b_leave", tr(Text::b_leave)))
    other_program_ = false;
  if (!other_program_)
    ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

} // namespace stallscope::gui
