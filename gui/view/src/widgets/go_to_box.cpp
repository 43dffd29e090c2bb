#include "view/widgets/go_to_box.hpp"

#include "model/comparison/destination.hpp"
#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"

#include <imgui_stdlib.h>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr const char* kBox = "go_to";

} // namespace

void GoToBox::draw(Ui& ui, Comparison& runs) {
  const bool opens = std::exchange(opening_, false);
  if (opens) {
    text_.clear();
    problem_.clear();
    ImGui::OpenPopup(kBox);
  }
  if (!ImGui::IsPopupOpen(kBox))
    return;
  const float width = ui.style.sizes.body * 30;
  place_in_the_middle(ui, width, ui.style.sizes.body * 9);
  if (!ImGui::BeginPopup(kBox))
    return;
  heading(ui, tr(Text::go_to), ui.style.sizes.body);
  if (opens)
    ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##go_to", tr(Text::go_to_example), &text_,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  keep_item_place("go_to_field");
  const isa::Program* program = runs.run(runs.active()).program();
  if (entered && program != nullptr) {
    const Result<Destination> to =
        parse_destination(text_, *program, runs.run(runs.active()).last_cycle());
    if (to) {
      runs.go_to(*to);
      ImGui::CloseCurrentPopup();
    } else {
      problem_ = diagnostic_words(to.diagnostics().front());
      ImGui::SetKeyboardFocusHere(-1); // to correct the input
    }
  }
  ImGui::PushTextWrapPos(0);
  if (problem_.empty()) {
    ImGui::TextDisabled("%s", tr(Text::go_to_hint));
  } else {
    ui.style.fonts->show(problem_);
    ImGui::PushStyleColor(ImGuiCol_Text, vec4(ui.colours().bad));
    ImGui::TextUnformatted(problem_.c_str());
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
  ImGui::EndPopup();
}

} // namespace stallscope::gui
