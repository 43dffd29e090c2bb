#pragma once

#include "view/widgets/widgets.hpp"

#include <cstddef>

namespace stallscope::gui {

/// An introduction to the window in five steps, each beside the elements it explains, while the
/// rest is darkened. Ended by Escape, its button, or a click elsewhere.
class Tour {
public:
  static constexpr std::size_t kSteps = 5;

  void start() { opening_ = true; }
  /// The tour has been shown.
  [[nodiscard]] bool seen() const { return seen_; }
  void set_seen(bool seen) { seen_ = seen; }
  [[nodiscard]] std::size_t step() const { return step_; } ///< from 0
  /// Call in every frame, after all elements it refers to.
  void draw(Ui& ui);

private:
  void draw_step(Ui& ui);

  bool opening_ = false;
  bool seen_ = false;
  std::size_t step_ = 0;
};

} // namespace stallscope::gui
