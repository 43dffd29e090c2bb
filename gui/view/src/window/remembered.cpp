#include "view/window/remembered.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

/// Letter size at text_scale 1: settings store pixels, looks a factor.
constexpr double kDesignFontPx = 18;

constexpr std::array<std::pair<Arrangement, const char*>, 3> kLayouts{
    {{Arrangement::side_by_side, "side_by_side"},
     {Arrangement::stacked, "stacked"},
     {Arrangement::single, "single"}}};

} // namespace

void restore_looks(const Settings& settings, Interface& interface, Comparison& runs) {
  Looks& looks = interface.looks;
  looks.theme = settings.theme;
  looks.language = settings.language;
  looks.presenter = settings.presenter;
  interface.shared.hide_future = settings.hide_future;
  looks.text_scale = static_cast<float>(settings.font_px / kDesignFontPx);
  std::vector<PanelId> panels;
  for (const std::string& name : settings.panels)
    if (const auto panel = panel_named(name))
      panels.push_back(*panel);
  interface.split().set(panels, settings.panel_shares);
  if (!panels.empty())
    looks.panel = panel_named(settings.active_panel).value_or(panels.front());
  for (const auto& [arrangement, name] : kLayouts)
    if (settings.layout == name)
      interface.shared.arrangement = arrangement;
  interface.tour().set_seen(settings.tour_seen);
  interface.document().set_recent(settings.recent);
  for (const auto& [side, run] : {std::pair(0U, settings.run_a), std::pair(1U, settings.run_b)})
    if (run) {
      interface.shared.bookmarks[side] = {*run, run->bookmarks};
      interface.shared.bookmarks[side].run.bookmarks.clear();
    }
  runs.set_lock(settings.lock);
  runs.transport().set_speed(settings.speed);
  runs.transport().set_animated(settings.animations);
}

Settings settings_now(const Settings& before, const Interface& interface, const Comparison& runs) {
  Settings settings = before;
  const Looks& looks = interface.looks;
  settings.theme = looks.theme;
  settings.language = looks.language;
  settings.presenter = looks.presenter;
  settings.hide_future = interface.shared.hide_future;
  settings.font_px = static_cast<double>(looks.text_scale) * kDesignFontPx;
  settings.panels.clear();
  for (const PanelId panel : interface.split().panels())
    settings.panels.push_back(panel_name(panel));
  settings.panel_shares = interface.split().shares();
  settings.active_panel = panel_name(looks.panel);
  for (const auto& [arrangement, name] : kLayouts)
    if (interface.shared.arrangement == arrangement)
      settings.layout = name;
  settings.recent = interface.document().recent();
  settings.lock = runs.lock();
  settings.tour_seen = interface.tour().seen();
  settings.speed = runs.transport().speed();
  const auto remembered = [&](Side side) -> std::optional<RememberedRun> {
    const Run& run = runs.run(side);
    if (run.state() != Run::State::ready || run.spec().program.text)
      return std::nullopt; // an unsaved text cannot be reopened by name
    RememberedRun what = remember(run.spec());
    const BookmarkList& list = interface.shared.bookmarks[static_cast<std::size_t>(side)];
    if (list.run == what)
      what.bookmarks = list.marks;
    return what;
  };
  settings.run_a = remembered(Side::a);
  settings.run_b = runs.has_b() ? remembered(Side::b) : std::nullopt;
  return settings;
}

} // namespace stallscope::gui
