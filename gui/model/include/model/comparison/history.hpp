#pragma once

#include "model/comparison/comparison.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::gui {

/// How the panes of two runs stand.
enum class Arrangement : std::uint8_t { side_by_side, stacked, single };

/// What is looked at: the runs, and how their panes stand.
struct Scene {
  RunSpec a;
  std::optional<RunSpec> b;
  Arrangement arrangement = Arrangement::side_by_side;
};

/// What of a scene is another than before; of several the first.
enum class SceneChange : std::uint8_t { none, program, order, machine, options, run_b, panes };

[[nodiscard]] Scene scene_of(const Comparison& runs, Arrangement arrangement);
[[nodiscard]] SceneChange change_between(const Scene& before, const Scene& after);

/// Undo and redo of whatever changes the scene. It is told what the scene is and finds out itself
/// what has changed: whoever changes it need not know of this.
class History {
public:
  /// Steps that are kept; the oldest go first.
  static constexpr std::size_t kMostSteps = 100;
  /// Texts that are typed within so many seconds of each other are one step.
  static constexpr double kTypingSeconds = 2;

  /// The scene as it is; `seconds` since the last call. Once a frame.
  void observe(const Comparison& runs, Arrangement arrangement, double seconds);
  /// The scene as it is, when what has changed is not to be undone: a lesson's next step.
  void accept(const Scene& now);

  [[nodiscard]] bool can_undo() const { return !before_.empty(); }
  [[nodiscard]] bool can_redo() const { return !behind_.empty(); }
  /// The scene to go to, and what is another in it; nothing when there is none.
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
  double since_text_ = kTypingSeconds; ///< seconds since a text has changed
};

/// Opens what differs in the scene.
void go_to(const Scene& scene, Comparison& runs);

} // namespace stallscope::gui
