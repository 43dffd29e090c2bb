// The elements around the panels: buttons and saved cycles above, the list of panels on the left,
// the status line below.
#include "model/run/run_words.hpp"
#include "view/widgets/focus.hpp"
#include "view/window/interface.hpp"
#include "window/panel_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace stallscope::gui {

namespace {

/// Number of lines: two if a label is too wide and has a space.
std::size_t line_count(const Ui& ui, float width, std::string_view words, Face face) {
  const bool fits = ui.canvas.text_width(words, face, ui.style.sizes.small) <= width;
  return fits || words.find(' ') == std::string_view::npos ? 1 : 2;
}

/// An icon with a label below, centred in an area.
void draw_rail_entry(Ui& ui, const Rect& place, Icon icon, std::string_view words, bool chosen) {
  const Palette& c = ui.colours();
  const float size = ui.style.sizes.small;
  const Face face = chosen ? Face::bold : Face::text;
  const float line = size + ui.px(1);
  const std::size_t lines = line_count(ui, place.width(), words, face);
  const float sign = ui.px(24);
  const float gap = ui.px(3);
  float y = place.centre().y - (sign + gap + line * static_cast<float>(lines)) / 2;
  draw_icon(ui.canvas, icon, {place.left, y, place.right, y + sign},
            chosen ? c.accent : c.text_dim);
  y += sign + gap;
  const std::size_t space = lines == 1 ? words.size() : words.find(' ');
  for (const std::string_view part :
       {words.substr(0, space), words.substr(std::min(space + 1, words.size()))}) {
    draw_label(ui.canvas, {place.left, y, place.right, y + line}, part, face, size,
               chosen ? c.text : c.text_dim);
    y += line;
  }
}

/// The title of the panel shown for a subject.
Text title_of(const PanelEntry& entry, Subject subject) {
  if (subject == Subject::program || is_recorded(subject))
    return entry.title;
  switch (entry.id) {
  case PanelId::machine:
    return Text::panel_options;
  case PanelId::processor:
    return subject == Subject::graph ? Text::graph : Text::ledger_devices;
  case PanelId::schedule:
    return subject == Subject::graph ? Text::passes_title : entry.title;
  default:
    return entry.title;
  }
}

/// Pointer and wheel actions of a panel that are not obvious.
std::optional<Text> hint_of(PanelId panel, Subject subject) {
  const bool counts = counts_cycles(subject);
  switch (panel) {
  case PanelId::table:
    return Text::hint_table;
  case PanelId::diagram:
    return Text::hint_diagram;
  case PanelId::schedule:
    return subject == Subject::plan ? std::nullopt : std::optional(Text::hint_schedule);
  case PanelId::ledger:
    return Text::hint_ledger;
  case PanelId::lines:
    return counts ? std::optional(Text::hint_lines) : std::nullopt;
  case PanelId::structures:
    return counts ? std::optional(Text::hint_structures) : std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace

void Interface::draw_top(Ui& ui, const Rect& rect) {
  const Palette& c = ui.colours();
  ui.canvas.fill(rect, c.surface);
  ui.canvas.line({rect.left, rect.bottom}, {rect.right, rect.bottom}, c.line, style_.stroke);
  const float side = ui.px(38);
  float x = rect.right - ui.px(10) - side;
  const float y = rect.centre().y - side / 2;
  const auto next = [&]() {
    const Rect place{x, y, x + side, y + side};
    x -= side + ui.px(4);
    return place;
  };
  if (icon_button(ui, "present", Icon::present, next(),
                  fmt::format("{} (F11)", tr(Text::presenter_mode)),
                  looks.presenter ? Weight::chosen : Weight::quiet))
    looks.presenter = !looks.presenter;
  if (icon_button(ui, "theme", Icon::theme, next(),
                  fmt::format("{}: {}", tr(Text::theme), tr(theme(looks.theme).title))))
    looks.theme = kThemes[(static_cast<std::size_t>(looks.theme) + 1) % kThemes.size()];
  const Language following =
      kLanguages[(static_cast<std::size_t>(looks.language) + 1) % kLanguages.size()];
  if (text_button(ui, "language", table_of(following).mark, next(),
                  has_chinese() ? tr(Text::language_label) : tr(Text::font_missing), Weight::quiet,
                  has_chinese()))
    looks.language = following;
  if (icon_button(ui, "help", Icon::help, next(), fmt::format("{} (?)", tr(Text::cheat_sheet))))
    palette_.open_cheat_sheet();
  const Rect export_place = next();
  if (icon_button(ui, "export", Icon::export_picture, export_place, tr(Text::export_menu)))
    export_opening_ = true;
  if (std::exchange(export_opening_, false))
    ImGui::OpenPopup("export");
  ImGui::SetNextWindowPos({export_place.left - ui.px(120), export_place.bottom + ui.px(4)});
  draw_export(ui);
  if (runs_.has_b()) {
    x -= ui.px(10);
    draw_arrangements(ui, next);
  }
  // Between the name and the buttons: the saved cycles, if they fit.
  const float left = rect.left + ui.px(18);
  const std::string_view name = tr(Text::app_title);
  const float name_width = ui.canvas.text_width(name, Face::bold, style_.sizes.large) + 1;
  const float buttons = x + side - ui.px(10);
  const bool both = draw_saved(ui, {left, rect.top, buttons, rect.bottom}, name_width + ui.px(20));
  if (both)
    draw_label(ui.canvas, {left, rect.top, std::min(left + name_width, buttons), rect.bottom}, name,
               Face::bold, style_.sizes.large, c.text, Align::left);
}

void Interface::draw_arrangements(Ui& ui, const std::function<Rect()>& next) {
  const std::array<std::pair<Arrangement, std::pair<Icon, Text>>, 3> arrangements{
      {{Arrangement::single, {Icon::single, Text::layout_single}},
       {Arrangement::stacked, {Icon::stacked, Text::layout_stacked}},
       {Arrangement::side_by_side, {Icon::side_by_side, Text::layout_side_by_side}}}};
  for (const auto& [arrangement, look] : arrangements)
    if (icon_button(ui, fmt::format("arrange_{}", static_cast<int>(arrangement)), look.first,
                    next(), tr(look.second),
                    shared.arrangement == arrangement ? Weight::chosen : Weight::quiet))
      shared.arrangement = arrangement;
}

/// Centred in the window if that is free, otherwise in the available space. False: drawn without
/// the name on the left, whose `name_width` it uses.
bool Interface::draw_saved(Ui& ui, const Rect& room, float name_width) {
  const auto total = runs_.total_saved();
  const auto so_far = runs_.cycles_saved();
  if ((!so_far && !total) || shared.lesson.hides_totals())
    return true;
  const bool at_end = runs_.transport().cycle() >= runs_.transport().last_cycle();
  const std::int64_t saved = at_end && total ? *total : so_far.value_or(0);
  const Palette& c = ui.colours();
  const Colour colour = saved > 0 ? c.good : saved < 0 ? c.bad : c.text_dim;
  const std::string number = grouped(static_cast<std::uint64_t>(saved < 0 ? -saved : saved));
  const std::string words =
      saved > 0   ? tr(at_end ? Text::saved_total : Text::saved_so_far, {number})
      : saved < 0 ? tr(at_end ? Text::lost_total : Text::lost_so_far, {number})
                  : tr(at_end ? Text::saved_none_total : Text::saved_none_so_far);
  float size = style_.sizes.large;
  const auto width = [&]() { return ui.canvas.text_width(words, Face::bold, size) + ui.px(20); };
  const bool beside_name = width() <= room.width() - name_width;
  const float from = room.left + (beside_name ? name_width : 0);
  if (width() > room.right - from)
    size = style_.sizes.small;
  if (width() > room.right - from)
    return true; // only the name fits
  const float middle = ImGui::GetIO().DisplaySize.x / 2 - width() / 2;
  const float left = std::clamp(middle, from, room.right - width());
  const float right = badge(ui, {left, room.centre().y}, words, colour, size);
  keep_place("saved", {left, room.top, right, room.bottom});
  return beside_name;
}

void Interface::draw_rail(Ui& ui, const Rect& rect) {
  const Palette& c = ui.colours();
  ui.canvas.fill(rect, c.surface);
  ui.canvas.line({rect.right, rect.top}, {rect.right, rect.bottom}, c.line, style_.stroke);
  // Labels are omitted if two lines of text do not fit below each icon.
  const float room = (rect.height() - ui.px(16)) / static_cast<float>(kPanels.size()) - ui.px(4);
  const float wanted = ui.px(42) + 2 * style_.sizes.small;
  const bool words = !looks.presenter && !is_narrow() && room >= ui.px(40) + style_.sizes.small;
  const float height = std::min(words ? wanted : rect.width(), room);
  float y = rect.top + ui.px(8);
  for (const PanelEntry& entry : kPanels) {
    const Rect place{rect.left + ui.px(6), y, rect.right - ui.px(6), y + height};
    const bool chosen = entry.id == looks.panel;
    const Text title = title_of(entry, shown_subject());
    const Touch state = touch(fmt::format("panel_{}", entry.name), place);
    const bool beside = !chosen && split_.shows(entry.id);
    if (chosen || beside || state.hovered)
      ui.canvas.fill(place, mixed(c.surface, c.accent, chosen ? 0.22F : 0.1F), ui.px(8));
    if (words)
      draw_rail_entry(ui, place, entry.icon, tr(title), chosen);
    else
      draw_icon(ui.canvas, entry.icon, place.inset(height * 0.2F), chosen ? c.accent : c.text_dim);
    if (state.hovered)
      tooltip(ui, words ? std::string(tr(Text::panel_beside_tip))
                        : fmt::format("{}\n{}", tr(title), tr(Text::panel_beside_tip)));
    const bool by_key = takes_focus(ui, fmt::format("panel_{}", entry.name), place);
    if (state.clicked && ImGui::GetIO().KeyShift && entry.id == looks.panel)
      looks.panel = split_.close(entry.id);
    else if (state.clicked && ImGui::GetIO().KeyShift && beside)
      (void)split_.close(entry.id);
    else if (state.clicked && ImGui::GetIO().KeyShift)
      split_.add(entry.id);
    else if (by_key || state.clicked)
      looks.panel = entry.id;
    y += height + ui.px(4);
  }
}

Rect Interface::draw_busy(Ui& ui, const Rect& line) {
  constexpr float kPatience = 0.5F; // seconds before background work is shown
  if (runs_.searching())
    shared.busy = {tr(Text::searching), runs_.search_progress(), [this] { runs_.cancel_search(); }};
  else if (document_.compiling())
    shared.busy = {tr(Text::compile_running, {document_.editor().name()}), -1,
                   [this] { document_.stop_compiling(); }};
  else if (export_busy)
    shared.busy = export_busy;
  for (const Side side : {Side::a, Side::b}) {
    Run& run = runs_.run(side);
    const Subject subject = run.spec().subject;
    if ((side == Side::a || runs_.has_b()) && subject != Subject::program && run.busy())
      shared.busy = {tr(is_recorded(subject) ? Text::trace_reading : Text::course_computing,
                        {run.spec().program.name}),
                     -1, [&run] { run.cancel(); }};
  }
  busy_seconds_ = shared.busy ? busy_seconds_ + ImGui::GetIO().DeltaTime : 0;
  if (busy_seconds_ < kPatience)
    return line;
  const float button = button_width(ui, tr(Text::stop));
  const float half = row_height(ui) / 2;
  const Rect place{line.right - button, line.centre().y - half, line.right, line.centre().y + half};
  std::string words = shared.busy->words;
  if (shared.busy->progress >= 0)
    words += fmt::format(" {:.0f} %", shared.busy->progress * 100);
  const float width = ui.canvas.text_width(words, Face::text, ui.style.sizes.body) + ui.px(10);
  const float left = std::max(line.left, place.left - width);
  draw_label(ui.canvas, {left, line.top, place.left - ui.px(8), line.bottom}, words, Face::text,
             ui.style.sizes.body, ui.colours().accent, Align::right);
  if (text_button(ui, "busy_stop", tr(Text::stop), place) && shared.busy->stop)
    shared.busy->stop();
  return {line.left, line.top, left - ui.px(12), line.bottom};
}

void Interface::draw_sentence(Ui& ui, const Rect& whole) {
  const Rect rect = draw_busy(ui, whole);
  const std::string& words = !shared.sentence.empty()          ? shared.sentence
                             : !shared.pinned_sentence.empty() ? shared.pinned_sentence
                             : !runs_.message().empty()        ? runs_.message()
                                                               : shared.message;
  const bool devices = looks.panel == PanelId::table && !counts_cycles(shown_subject());
  const std::optional<Text> hint =
      devices ? Text::hint_devices : hint_of(looks.panel, shown_subject());
  if (words.empty() && hint && !looks.presenter)
    draw_label(ui.canvas, rect, tr(*hint), Face::text, style_.sizes.small, ui.colours().text_dim,
               Align::left);
  else
    draw_label(ui.canvas, rect, words, Face::text, style_.sizes.body, ui.colours().text,
               Align::left);
}

} // namespace stallscope::gui
