#include "view/analysis/machine_panel.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/plan/plan_options.hpp"
#include "training/schedules/schedules.hpp"
#include "view/widgets/choice_list.hpp"
#include "view/widgets/focus.hpp"
#include "view/widgets/typed_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <imgui_stdlib.h>
#include <string_view>
#include <tuple>
#include <vector>

namespace stallscope::gui {

namespace {

std::string key_of(const RunSpec& spec) {
  std::string key = spec.subject == Subject::program ? spec.machine : spec.program.name;
  for (const machine::Setting& setting : spec.settings)
    key += fmt::format("\n{}={}", setting.key, setting.value);
  return key;
}

/// A panel with less room than this is narrow, in letters of the body.
constexpr float kNarrowOptions = 36;

std::string field_of(const MachineOption& option) {
  return "option_" + option.key;
}

/// The meaning of an option in small letters beside its control, in at most two lines; longer texts
/// are cut.
void draw_meaning(Ui& ui, std::string_view words, float width, Colour colour) {
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
    draw_label(ui.canvas, {at.x, y, at.x + width + 1, y + line}, one, Face::text, size, colour,
               Align::left);
    y += line;
  }
  ImGui::Dummy({width, height});
}

/// A plan named by its schedule is renamed when the schedule changes.
void name_schedule(RunSpec& spec) {
  if (spec.subject != Subject::plan || training::find_schedule(spec.program.name) == nullptr)
    return;
  for (const machine::Setting& setting : spec.settings)
    if (setting.key == "schedule")
      spec.program.name = setting.value;
  std::erase_if(spec.settings,
                [](const machine::Setting& setting) { return setting.key == "schedule"; });
}

/// A text field for a list or a name; a rejected input stays, with the reason. True: the option has
/// changed.
bool draw_text(const Ui& ui, const MachineOption& option, MachineOptions& options, float width) {
  const std::string id = field_of(option);
  const std::string key = option.key; // a copy, since the option is destroyed by a change
  const auto typed = typed_field(ui, id, option.value, width, "");
  if (!typed || typed->text == option.value)
    return false;
  if (options.set(key, typed->text))
    return true;
  refuse(id, diagnostic_words(options.problems().front()));
  return false;
}

} // namespace

void MachinePanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  both_ = both_ && runs.has_b();
  side_ = both_ || !runs.has_b() ? Side::a : runs.active();
  const Rect body = draw_pane_heading(ui, area, runs, side_, shared);
  plate(ui, body);
  const RunSpec& spec = runs.run(side_).spec();
  const std::string key = key_of(spec);
  if (key != remembered_) {
    options_.open(spec);
    remembered_ = key;
  }
  const std::vector<MachineOption> before = options_.options();
  const float pad = ui.px(16);
  const float line = row_height(ui) + ui.px(4);
  const Rect bar{body.left + pad, body.top + ui.px(10), body.right - pad,
                 body.top + ui.px(10) + line};
  const float left = draw_sides(ui, bar, runs);
  draw_bar(ui, {left, bar.top, bar.right, bar.bottom}, shared);
  {
    ScrollArea scroll(ui, "machine_options",
                      {bar.left, bar.bottom + ui.px(10), body.right - ui.px(6), body.bottom});
    std::string group;
    const float room = scroll.width() - pad;
    std::vector<MachineOption> shown; // copies, since a change rebuilds the list
    for (const MachineOption* option : options_.matching(filter_))
      shown.push_back(*option);
    for (const MachineOption& option : shown) {
      if (option.group != group) {
        group = option.group;
        ImGui::Dummy({1, ui.px(4)});
        ImGui::PushFont(ui.style.fonts->at(Face::bold, ui.style.sizes.body));
        ImGui::TextColored(vec4(ui.colours().text_dim), "%s", group.c_str());
        ImGui::PopFont();
      }
      draw_option(scroll.ui(), option, room);
    }
  }
  apply(runs, before);
}

float MachinePanel::draw_sides(Ui& ui, const Rect& bar, Comparison& runs) {
  float x = bar.left;
  if (!runs.has_b())
    return x;
  const auto choice = [&](const char* id, const std::string& label, std::string_view tip,
                          bool chosen) {
    const float width = button_width(ui, label);
    const bool clicked = text_button(ui, id, label, {x, bar.top, x + width, bar.bottom}, tip,
                                     chosen ? Weight::chosen : Weight::normal);
    x += width + ui.px(4);
    return clicked;
  };
  for (const auto& [id, label, side] :
       {std::tuple("options_a", "A", Side::a), std::tuple("options_b", "B", Side::b)})
    if (choice(id, label, tr(side == Side::a ? Text::run_a : Text::run_b),
               !both_ && side_ == side)) {
      both_ = false;
      runs.set_active(side);
    }
  if (choice("options_both", tr(Text::options_of_both), tr(Text::options_of_both_tip), both_))
    both_ = true;
  return x + ui.px(12);
}

void MachinePanel::draw_bar(Ui& ui, const Rect& bar, Shared& shared) {
  const float search = std::min(ui.px(300), bar.width() * 0.4F);
  ImGui::SetCursorScreenPos({bar.left, bar.top});
  ImGui::SetNextItemWidth(search);
  focus_field(ui, "options_search");
  ImGui::InputTextWithHint("##options", tr(Text::options_search), &filter_);
  (void)leave_field("options_search");
  float right = bar.right;
  const auto button = [&](const char* id, Text words, const char* tip, bool enabled) {
    const float width = button_width(ui, tr(words));
    const Rect place{right - width, bar.top, right, bar.bottom};
    right -= width + ui.px(6);
    return text_button(ui, id, tr(words), place, tip, Weight::normal, enabled);
  };
  if (button("options_reset", Text::options_reset, "", !options_.settings().empty()))
    options_.reset();
  if (button("options_undo", Text::undo, "Ctrl Z", shared.can_undo))
    shared.undo_wish = UndoWish::undo;
  std::string words =
      options_.settings().empty()
          ? std::string()
          : tr(Text::options_changed, {fmt::format("{}", options_.settings().size())});
  const std::string wrong =
      options_.problems().empty() ? problem_ : diagnostic_words(options_.problems().front());
  const Rect rest{bar.left + search + ui.px(16), bar.top, right - ui.px(6), bar.bottom};
  const std::string& shown = wrong.empty() ? words : wrong;
  draw_label(ui.canvas, rest,
             elided(ui.canvas, shown, Face::text, ui.style.sizes.body, rest.width()), Face::text,
             ui.style.sizes.body, wrong.empty() ? ui.colours().text_dim : ui.colours().bad,
             Align::left);
  if (touch("options_state", rest).hovered)
    tooltip(ui, shown);
}

void MachinePanel::apply(Comparison& runs, const std::vector<MachineOption>& before) {
  RunSpec spec = runs.run(side_).spec();
  if (changes_order(spec.settings, options_.settings()))
    spec.order.clear();
  spec.settings = options_.settings();
  name_schedule(spec);
  const std::string now = key_of(spec);
  if (now == remembered_)
    return;
  const bool renamed = spec.program.name != runs.run(side_).spec().program.name;
  remembered_ = renamed ? std::string() : now; // another plan: its options are opened anew
  problem_.clear();
  if (side_ == Side::b) {
    runs.open_b(std::move(spec));
    return;
  }
  runs.open_a(std::move(spec));
  if (!both_)
    return;
  RunSpec other = runs.run(Side::b).spec();
  MachineOptions options;
  options.open(other);
  for (const MachineOption& was : before) {
    const MachineOption* is = options_.find(was.key);
    if (is == nullptr || is->value == was.value || options.find(was.key) == nullptr)
      continue;
    const std::string value = is->value;
    if (!options.set(was.key, value) && !options.problems().empty())
      problem_ = diagnostic_words(options.problems().front());
  }
  if (changes_order(other.settings, options.settings()))
    other.order.clear();
  other.settings = options.settings();
  name_schedule(other);
  runs.open_b(std::move(other));
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
  // In a narrow panel name, control and meaning are below each other.
  const bool narrow = width < ui.style.sizes.body * kNarrowOptions;
  const float left = narrow ? 0 : width * 0.22F; // of the control
  if (!narrow) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(start + left);
  }
  const bool changed = draw_control(ui, option, width * (narrow ? 0.5F : 0.26F));
  if (!changed) { // otherwise the list has been rebuilt
    // A subset has no meaning beside it, since its choices need the width: the meaning is below.
    const bool below = narrow || option.control == Control::subset;
    if (below)
      ImGui::Dummy({1, 1});
    else
      ImGui::SameLine();
    ImGui::SetCursorPosX(start + (below ? left : width * 0.52F));
    const std::string wrong = option.control == Control::slider || option.control == Control::text
                                  ? problem_of(field_of(option))
                                  : std::string();
    draw_meaning(ui, wrong.empty() ? option.meaning() : wrong,
                 below ? width * 0.98F - left : width * 0.46F,
                 wrong.empty() ? ui.colours().text_dim : ui.colours().bad);
    if (ImGui::IsItemHovered())
      tooltip(ui, wrong.empty() ? option.meaning() : wrong);
  }
  ImGui::PopID();
}

bool MachinePanel::draw_control(const Ui& ui, const MachineOption& option, float width) {
  const std::string key = option.key; // a copy, since the option is destroyed by a change
  ImGui::SetNextItemWidth(width);
  switch (option.control) {
  case Control::toggle: {
    bool on = option.on();
    return check_box(ui, field_of(option), "##toggle", on) && options_.set_on(key, on);
  }
  case Control::slider: {
    const std::string id = field_of(option);
    const auto number = number_field(ui, id, option.number(), option.least, option.most, width);
    if (!number)
      return false;
    if (options_.set_number(key, *number))
      return true;
    refuse(id, diagnostic_words(options_.problems().front()));
    return false;
  }
  case Control::text:
    return draw_text(ui, option, options_, width);
  case Control::choice: {
    const std::vector<std::string> choices = option.choices;
    const auto now = std::find(choices.begin(), choices.end(), option.value);
    const auto taken = choice_list(
        ui, field_of(option), option.value, choices,
        now == choices.end() ? std::nullopt
                             : std::optional(static_cast<std::size_t>(now - choices.begin())));
    return taken && options_.set(key, choices[*taken]);
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
      if (check_box(ui, fmt::format("option_{}_{}", key, choices[i]), choices[i].c_str(), in))
        return options_.set_in(key, choices[i], in);
    }
    return false;
  }
  }
  return false;
}

} // namespace stallscope::gui
