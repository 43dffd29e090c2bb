#pragma once

#include "model/comparison/comparison.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// Arrangement of the panes of two runs.
enum class Arrangement : std::uint8_t { side_by_side, stacked, single };

/// The arrangement of panes, and the panels beside each other.
struct PaneLayout {
  Arrangement arrangement = Arrangement::side_by_side;
  /// Numbers of the panels, from the left; empty for a single panel, which is chosen without undo.
  std::vector<std::uint8_t> panels;

  explicit(false) PaneLayout(Arrangement arranged = Arrangement::side_by_side,
                             std::vector<std::uint8_t> beside = {})
      : arrangement(arranged), panels(std::move(beside)) {}
  bool operator==(const PaneLayout&) const = default;
};

/// The state covered by undo: the runs, and the layout of their panes.
struct Scene {
  RunSpec a;
  std::optional<RunSpec> b;
  PaneLayout panes;
};

/// The first part of a scene that has changed.
enum class SceneChange : std::uint8_t { none, program, order, machine, options, run_b, panes };

[[nodiscard]] Scene scene_of(const Comparison& runs, const PaneLayout& panes);
[[nodiscard]] SceneChange change_between(const Scene& before, const Scene& after);

/// Undo and redo for all changes of the scene. It compares successive scenes, so that code that
/// changes the scene need not record anything.
class History {
public:
  /// Limit of undo steps; the oldest are dropped.
  static constexpr std::size_t kMostSteps = 100;
  /// Text changes within this many seconds form one step.
  static constexpr double kTypingSeconds = 2;

  /// Records the current scene; `seconds` since the last call. Call once per frame.
  void observe(const Comparison& runs, const PaneLayout& panes, double seconds);
  /// Records the current scene without an undo step, as for a lesson's next step.
  void accept(const Scene& now);

  [[nodiscard]] bool can_undo() const { return !before_.empty(); }
  [[nodiscard]] bool can_redo() const { return !behind_.empty(); }
  /// The scene to restore, and the part that changes; nothing when there is no step.
  struct Step {
    Scene scene;
    SceneChange change = SceneChange::none;
  };
  [[nodiscard]] std::optional<Step> undo();
  [[nodiscard]] std::optional<Step> redo();

private:
  [[nodiscard]] std::optional<Step> move(std::vector<Scene>& from, std::vector<Scene>& to);

  std::optional<Scene> now_;
  std::vector<Scene> before_;
  std::vector<Scene> behind_;
  double since_text_ = kTypingSeconds; ///< seconds since the last text change
};

/// Opens the runs that differ from the current ones.
void go_to(const Scene& scene, Comparison& runs);

} // namespace stallscope::gui
