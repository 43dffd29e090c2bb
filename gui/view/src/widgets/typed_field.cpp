#include "view/widgets/typed_field.hpp"

#include "base/trimmed.hpp"
#include "model/language/strings.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <imgui_stdlib.h>
#include <map>
#include <system_error>
#include <utility>

namespace stallscope::gui {

namespace {

/// The text of a field, and the value it was started from.
struct Draft {
  std::string text;
  std::string value;
  std::string problem;
  bool active = false;
};

std::map<std::string, Draft, std::less<>>& drafts() {
  static std::map<std::string, Draft, std::less<>> known; // global, as there is one interface
  return known;
}

Draft& draft_of(std::string_view id) {
  const auto found = drafts().find(id);
  return found != drafts().end() ? found->second
                                 : drafts().emplace(std::string(id), Draft{}).first->second;
}

} // namespace

void refuse(std::string_view id, std::string why) {
  draft_of(id).problem = std::move(why);
}

const std::string& problem_of(std::string_view id) {
  return draft_of(id).problem;
}

std::string text_in(std::string_view id) {
  return draft_of(id).text;
}

std::optional<Typed> typed_field(const Ui& ui, std::string_view id, const std::string& value,
                                 float width, const char* hint) {
  Draft& draft = draft_of(id);
  if (draft.value != value) { // changed elsewhere, or the input was accepted
    draft.value = value;
    if (draft.text != value)
      draft.problem.clear();
  }
  if (!draft.active && draft.problem.empty())
    draft.text = value;
  const bool wrong = !draft.problem.empty();
  if (wrong) {
    ImGui::PushStyleColor(ImGuiCol_Border, vec4(ui.colours().bad));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, ui.style.stroke_strong);
  }
  focus_field(ui, id);
  ImGui::SetNextItemWidth(width);
  const std::string label = fmt::format("##{}", id);
  const bool entered = ImGui::InputTextWithHint(label.c_str(), hint, &draft.text,
                                                ImGuiInputTextFlags_AutoSelectAll |
                                                    ImGuiInputTextFlags_EnterReturnsTrue);
  const bool hovered = ImGui::IsItemHovered();
  const bool left = leave_field(id) || ImGui::IsItemDeactivated();
  draft.active = ImGui::IsItemActive();
  if (wrong) {
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    if (hovered)
      tooltip(ui, draft.problem);
  }
  if (left && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) {
    draft.text = value;
    draft.problem.clear();
    return std::nullopt;
  }
  if (!entered && (!left || draft.text == value)) {
    if (left)
      draft.problem.clear();
    return std::nullopt;
  }
  draft.problem.clear();
  return Typed{draft.text, entered};
}

std::string why_no_number(std::string_view text, std::int64_t least, std::int64_t most,
                          std::int64_t& number) {
  text = trimmed(text);
  std::int64_t read = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (text.empty() || end != text.data() + text.size() || error == std::errc::invalid_argument)
    return tr(Text::no_number, {std::string(text)});
  if (error != std::errc() || read < least || read > most)
    return tr(Text::out_of_range,
              {std::string(text), fmt::format("{}", least), fmt::format("{}", most)});
  number = read;
  return {};
}

std::optional<std::int64_t> number_field(const Ui& ui, std::string_view id, std::int64_t value,
                                         std::int64_t least, std::int64_t most, float width) {
  const float square = ImGui::GetFrameHeight();
  const float gap = ui.px(4);
  std::optional<std::int64_t> taken;
  if (const auto typed = typed_field(ui, id, fmt::format("{}", value),
                                     std::max(square, width - 2 * (square + gap)))) {
    std::int64_t number = 0;
    if (std::string why = why_no_number(typed->text, least, most, number); !why.empty())
      refuse(id, std::move(why));
    else
      taken = number;
  }
  for (const auto& [sign, by] : {std::pair("−", -1), std::pair("+", 1)}) {
    ImGui::SameLine(0, gap);
    const std::string button = fmt::format("{}_{}", id, by < 0 ? "less" : "more");
    if (ImGui::Button(fmt::format("{}##{}", sign, button).c_str(), {square, square}))
      taken = std::clamp(taken.value_or(value) + by, least, most);
    keep_item_place(button);
  }
  return taken;
}

} // namespace stallscope::gui
