#pragma once

#include "view/window/panel.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::gui {

/// Panels that go well together.
enum class PanelPreset : std::uint8_t { lecture, explore, code };

/// Which panels stand beside each other, from the left, and how wide. One of them has the keyboard:
/// the active one.
class PanelSplit {
public:
  static constexpr std::size_t kMost = 3;
  /// Pixels of the design that a panel needs; where there is no room for all of them the active
  /// one is shown alone.
  static constexpr float kNarrowest = 300;

  /// `active` is shown: in the place of the one that was active before, where it is not yet.
  void follow(PanelId active);
  [[nodiscard]] const std::vector<PanelId>& panels() const { return panels_; }
  [[nodiscard]] bool shows(PanelId panel) const;
  /// Beside the others, on the right; instead of the last where there are kMost.
  void add(PanelId panel);
  /// The last one stays. Returns the panel that is active then.
  PanelId close(PanelId panel);
  void set(std::vector<PanelId> panels, std::vector<double> shares = {});
  /// Returns the panel that is active in it.
  PanelId choose(PanelPreset preset);
  /// Widths as parts of 1.
  [[nodiscard]] const std::vector<double>& shares() const { return shares_; }

  /// A panel and its place.
  struct Place {
    PanelId panel = PanelId::table;
    Rect rect;
    std::size_t slot = 0;
  };
  /// Where they are in a room, with what is between them, which is dragged to make them wider.
  std::vector<Place> places(Ui& ui, const Rect& room, PanelId active);

private:
  void drag(Ui& ui, const Rect& room, std::size_t slot, float x);

  std::vector<PanelId> panels_{PanelId::table};
  std::vector<double> shares_{1};
  std::size_t active_ = 0;
};

} // namespace stallscope::gui
