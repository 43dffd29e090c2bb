#pragma once

#include "model/comparison/comparison.hpp"
#include "view/widgets/widgets.hpp"

#include <string>

namespace stallscope::gui {

/// The input field for a cycle, an instruction, a line, an address or a label to go to.
class GoToBox {
public:
  void open() { opening_ = true; }
  /// Call in every frame.
  void draw(Ui& ui, Comparison& runs);

private:
  bool opening_ = false;
  std::string text_;
  std::string problem_;
};

} // namespace stallscope::gui
