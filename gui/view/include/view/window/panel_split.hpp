#pragma once

#include "view/window/panel.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::gui {

/// Predefined combinations of panels.
enum class PanelPreset : std::uint8_t { lecture, explore, code };

/// The panels shown side by side, from the left, with their widths. One of them, the active one,
/// has the keyboard focus.
class PanelSplit {
public:
  static constexpr std::size_t kMost = 3;
  /// Minimum width of a panel in design pixels; if not all panels fit, only the active one is
  /// shown.
  static constexpr float kNarrowest = 300;

  /// Shows `active`: if not visible, it replaces the previously active panel.
  void follow(PanelId active);
  [[nodiscard]] const std::vector<PanelId>& panels() const { return panels_; }
  [[nodiscard]] bool shows(PanelId panel) const;
  /// Adds a panel on the right; with kMost panels it replaces the last one.
  void add(PanelId panel);
  /// Closes a panel unless it is the only one. Returns the active panel.
  PanelId close(PanelId panel);
  void set(std::vector<PanelId> panels, std::vector<double> shares = {});
  /// Returns the active panel of the combination.
  PanelId choose(PanelPreset preset);
  /// Widths as fractions of 1.
  [[nodiscard]] const std::vector<double>& shares() const { return shares_; }

  /// A panel and its area.
  struct Place {
    PanelId panel = PanelId::table;
    Rect rect;
    std::size_t slot = 0;
  };
  /// The areas of the panels; the separators between them can be dragged to change the widths.
  std::vector<Place> places(Ui& ui, const Rect& room, PanelId active);

private:
  void drag(Ui& ui, const Rect& room, std::size_t slot, float x);

  std::vector<PanelId> panels_{PanelId::table};
  std::vector<double> shares_{1};
  std::size_t active_ = 0;
};

} // namespace stallscope::gui
