#pragma once

#include "view/widgets/widgets.hpp"

#include <cstddef>

namespace stallscope::gui {

/// A first look around: five steps, each beside what it is about, which stays light while all else
/// is darkened. Left by Escape, by its button, or by a click elsewhere.
class Tour {
public:
  static constexpr std::size_t kSteps = 5;

  void start() { opening_ = true; }
  /// It was shown once.
  [[nodiscard]] bool seen() const { return seen_; }
  void set_seen(bool seen) { seen_ = seen; }
  [[nodiscard]] std::size_t step() const { return step_; } ///< from 0
  /// In every frame, behind all that it points at.
  void draw(Ui& ui);

private:
  void draw_step(Ui& ui);

  bool opening_ = false;
  bool seen_ = false;
  std::size_t step_ = 0;
};

} // namespace stallscope::gui
