#include "view/machine_panel.hpp"

#include "model/strings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <imgui_stdlib.h>
#include <string_view>
#include <vector>

namespace stallscope::gui {

namespace {

std::string key_of(const RunSpec& spec) {
  std::string key = spec.machine;
  for (const machine::Setting& setting : spec.settings)
    key += fmt::format("\n{}={}", setting.key, setting.value);
  return key;
}

/// In small letters beside a control, in two lines where one is too short; the end of a third is
/// cut.
void draw_meaning(Ui& ui, std::string_view words, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  const float size = ui.style.sizes.small;
  const float line = size + ui.px(1.5F);
  std::vector<std::string> lines = broken(ui.canvas, words, Face::text, size, width);
  if (lines.size() > 2) {
    lines[1] = elided(ui.canvas, lines[1] + " …", Face::text, size, width);
    lines.resize(2);
  }
  float y = at.y + (height - line * static_cast<float>(lines.size())) / 2;
  for (const std::string& one : lines) {
    draw_label(ui.canvas, {at.x, y, at.x + width + 1, y + line}, one, Face::text, size,
               ui.colours().text_dim, Align::left);
    y += line;
  }
  ImGui::Dummy({width, height});
}

} // namespace

void MachinePanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  side_ = runs.has_b() ? runs.active() : Side::a;
  const Rect body = draw_pane_heading(ui, area, runs, side_, shared);
  plate(ui, body);
  const Run& run = runs.run(side_);
  const std::string key = key_of(run.spec());
  if (key != remembered_) {
    options_.open(run.spec().machine, run.spec().settings);
    remembered_ = key;
  }
  const float pad = ui.px(16);
  const float line = row_height(ui) + ui.px(4);
  const Rect bar{body.left + pad, body.top + ui.px(10), body.right - pad,
                 body.top + ui.px(10) + line};
  ImGui::SetCursorScreenPos({bar.left, bar.top});
  ImGui::SetNextItemWidth(ui.px(300));
  ImGui::InputTextWithHint("##options", tr(Text::options_search), &filter_);
  const std::string reset = tr(Text::options_reset);
  const float width = button_width(ui, reset);
  if (text_button(ui, "options_reset", reset, {bar.right - width, bar.top, bar.right, bar.bottom},
                  {}, Weight::normal, !options_.settings().empty()))
    options_.reset();
  std::string words =
      options_.settings().empty()
          ? std::string()
          : tr(Text::options_changed, {fmt::format("{}", options_.settings().size())});
  if (!options_.problems().empty())
    words = options_.problems().front().message;
  draw_label(ui.canvas, {bar.left + ui.px(316), bar.top, bar.right - width - ui.px(12), bar.bottom},
             words, Face::text, ui.style.sizes.body,
             options_.problems().empty() ? ui.colours().text_dim : ui.colours().bad, Align::left);
  {
    ScrollArea scroll(ui, "machine_options",
                      {bar.left, bar.bottom + ui.px(10), body.right - ui.px(6), body.bottom});
    std::string group;
    const float room = scroll.width() - pad;
    for (const MachineOption* option : options_.matching(filter_)) {
      if (option->group != group) {
        group = option->group;
        ImGui::Dummy({1, ui.px(4)});
        ImGui::PushFont(ui.style.fonts->at(Face::bold, ui.style.sizes.body));
        ImGui::TextColored(vec4(ui.colours().text_dim), "%s", group.c_str());
        ImGui::PopFont();
      }
      draw_option(scroll.ui(), *option, room);
    }
  }
  RunSpec spec = run.spec();
  spec.settings = options_.settings();
  const std::string now = key_of(spec);
  if (now == remembered_)
    return;
  remembered_ = now;
  if (side_ == Side::a)
    runs.open_a(std::move(spec));
  else
    runs.open_b(std::move(spec));
}

void MachinePanel::draw_option(Ui& ui, const MachineOption& option, float width) {
  ImGui::PushID(option.key.c_str());
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  if (option.changed())
    ImGui::TextColored(vec4(ui.colours().warning), "%s", option.label.c_str());
  else
    ImGui::TextUnformatted(option.label.c_str());
  if (ImGui::IsItemHovered())
    tooltip(ui, fmt::format("{}\n{}", option.key, option.meaning()));
  const std::string label = option.label;
  ImGui::SameLine();
  ImGui::SetCursorPosX(start + width * 0.22F);
  const bool changed = draw_control(option, width * 0.26F);
  if (!changed) {                          // a change has made the list of options anew
    if (option.control == Control::subset) // as wide as its words: what it means stands below
      ImGui::Dummy({1, 1});
    else
      ImGui::SameLine();
    ImGui::SetCursorPosX(start + width * (option.control == Control::subset ? 0.22F : 0.52F));
    draw_meaning(ui, option.meaning(), width * (option.control == Control::subset ? 0.76F : 0.46F));
    if (ImGui::IsItemHovered())
      tooltip(ui, option.meaning());
  }
  ImGui::PopID();
}

bool MachinePanel::draw_control(const MachineOption& option, float width) {
  const std::string key = option.key; // the option goes when it is changed
  ImGui::SetNextItemWidth(width);
  switch (option.control) {
  case Control::toggle: {
    bool on = option.on();
    return ImGui::Checkbox("##toggle", &on) && options_.set_on(key, on);
  }
  case Control::slider: {
    auto number = static_cast<int>(option.number());
    const auto least = static_cast<int>(std::max<std::int64_t>(option.least, -1'000'000));
    const auto most = static_cast<int>(std::min<std::int64_t>(option.most, 1'000'000'000));
    return ImGui::InputInt("##number", &number, 1, 10, ImGuiInputTextFlags_EnterReturnsTrue) &&
           options_.set_number(key, std::clamp(number, least, most));
  }
  case Control::choice: {
    bool changed = false;
    if (!ImGui::BeginCombo("##choice", option.value.c_str()))
      return false;
    const std::vector<std::string> choices = option.choices;
    for (const std::string& choice : choices)
      if (!changed && ImGui::Selectable(choice.c_str(), option.value == choice))
        changed = options_.set(key, choice);
    ImGui::EndCombo();
    return changed;
  }
  case Control::subset: {
    const float left = ImGui::GetCursorPosX();
    const std::vector<std::string> choices = option.choices;
    std::vector<bool> chosen;
    for (const std::string& choice : choices)
      chosen.push_back(option.has(choice));
    for (std::size_t i = 0; i < choices.size(); ++i) {
      bool in = chosen[i];
      if (i > 0)
        ImGui::SameLine();
      if (i > 0 && ImGui::GetContentRegionAvail().x < ImGui::GetFrameHeight() * 4) {
        ImGui::NewLine();
        ImGui::SetCursorPosX(left);
      }
      if (ImGui::Checkbox(choices[i].c_str(), &in))
        return options_.set_in(key, choices[i], in);
    }
    return false;
  }
  }
  return false;
}

} // namespace stallscope::gui
