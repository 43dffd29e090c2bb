#pragma once

#include "model/comparison.hpp"
#include "view/widgets.hpp"

#include <string>

namespace stallscope::gui {

/// The list that opens from a pane's heading: program, machine and order of its run. What is
/// clicked is simulated at once.
class RunChooser {
public:
  /// Opens it below a heading in this frame.
  void open(Side side, Point at);
  /// Draws it while it is open. Once a frame, in the window that open() was called in.
  void draw(Ui& ui, Comparison& runs);

private:
  void draw_programs(Ui& ui, RunSpec& spec, bool& changed);
  void draw_machines(Ui& ui, RunSpec& spec, bool& changed);
  void draw_orders(Ui& ui, RunSpec& spec, bool& changed);

  Side side_ = Side::a;
  Point at_;
  bool opening_ = false;
  std::string filter_;
};

} // namespace stallscope::gui
