#include "view/window/panel_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr float kBetweenPanels = 14; ///< pixels of the design
constexpr double kLeastShare = 0.15;

} // namespace

bool PanelSplit::shows(PanelId panel) const {
  return std::find(panels_.begin(), panels_.end(), panel) != panels_.end();
}

void PanelSplit::follow(PanelId active) {
  const auto found = std::find(panels_.begin(), panels_.end(), active);
  if (found != panels_.end())
    active_ = static_cast<std::size_t>(found - panels_.begin());
  else
    panels_[active_] = active;
}

void PanelSplit::set(std::vector<PanelId> panels, std::vector<double> shares) {
  std::vector<PanelId> once;
  for (const PanelId panel : panels)
    if (once.size() < kMost && std::find(once.begin(), once.end(), panel) == once.end())
      once.push_back(panel);
  if (once.empty())
    return;
  panels_ = std::move(once);
  active_ = std::min(active_, panels_.size() - 1);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  const bool usable = shares.size() == panels_.size() && sum > 0 &&
                      std::all_of(shares.begin(), shares.end(),
                                  [sum](double share) { return share / sum >= kLeastShare / 2; });
  shares_.assign(panels_.size(), 1.0 / static_cast<double>(panels_.size()));
  for (std::size_t i = 0; usable && i < shares.size(); ++i)
    shares_[i] = shares[i] / sum;
}

void PanelSplit::add(PanelId panel) {
  if (shows(panel))
    return;
  std::vector<PanelId> panels = panels_;
  if (panels.size() == kMost) // the last one that is not active is removed
    panels.erase(panels.begin() +
                 static_cast<std::ptrdiff_t>(active_ + 1 == kMost ? kMost - 2 : kMost - 1));
  panels.push_back(panel);
  set(std::move(panels));
}

PanelId PanelSplit::close(PanelId panel) {
  std::vector<PanelId> panels = panels_;
  if (panels.size() > 1)
    std::erase(panels, panel);
  const PanelId before = panels_[active_];
  set(std::move(panels));
  follow(shows(before) ? before : panels_[active_]);
  return panels_[active_];
}

PanelId PanelSplit::choose(PanelPreset preset) {
  switch (preset) {
  case PanelPreset::lecture:
    set({PanelId::table, PanelId::processor}, {0.5, 0.5});
    break;
  case PanelPreset::explore:
    set({PanelId::diagram, PanelId::table, PanelId::structures}, {0.4, 0.3, 0.3});
    break;
  case PanelPreset::code:
    set({PanelId::editor, PanelId::table}, {0.45, 0.55});
    break;
  }
  active_ = 0;
  return panels_.front();
}

/// Moves the separator between two panels to x.
void PanelSplit::drag(Ui& ui, const Rect& room, std::size_t slot, float x) {
  const double before =
      std::accumulate(shares_.begin(), shares_.begin() + static_cast<std::ptrdiff_t>(slot), 0.0);
  const double both = shares_[slot] + shares_[slot + 1];
  const double least =
      std::max(kLeastShare, static_cast<double>(ui.px(kNarrowest) / std::max(room.width(), 1.0F)));
  if (both < 2 * least)
    return;
  const double at = static_cast<double>((x - room.left) / room.width()) - before;
  shares_[slot] = std::clamp(at, least, both - least);
  shares_[slot + 1] = both - shares_[slot];
}

std::vector<PanelSplit::Place> PanelSplit::places(Ui& ui, const Rect& room, PanelId active) {
  follow(active);
  const auto count = static_cast<float>(panels_.size());
  if (panels_.size() == 1 || room.width() < count * ui.px(kNarrowest))
    return {{active, room, 0}};
  const Palette& c = ui.colours();
  const float gap = ui.px(kBetweenPanels);
  std::vector<Place> all;
  float x = room.left;
  for (std::size_t i = 0; i < panels_.size(); ++i) {
    const bool last = i + 1 == panels_.size();
    const float end = last ? room.right : x + room.width() * static_cast<float>(shares_[i]);
    all.push_back({panels_[i], {x, room.top, last ? end : end - gap, room.bottom}, i});
    x = end;
    if (last)
      break;
    const Rect between{end - gap, room.top, end, room.bottom};
    const Touch state = touch(fmt::format("split_{}", i), between);
    if (state.hovered || state.held)
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ui.canvas.line({between.centre().x, between.top}, {between.centre().x, between.bottom},
                   state.hovered || state.held ? c.accent : c.line, ui.style.stroke_strong);
    if (state.held)
      drag(ui, room, i, state.pointer.x + gap / 2);
  }
  return all;
}

} // namespace stallscope::gui
