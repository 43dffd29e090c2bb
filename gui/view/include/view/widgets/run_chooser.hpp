#pragma once

#include "model/comparison/comparison.hpp"
#include "view/widgets/widgets.hpp"

#include <optional>
#include <string>

namespace stallscope::gui {

/// The list that opens from a pane's heading: program, machine and order of its run. What is
/// clicked is simulated at once.
class RunChooser {
public:
  /// Opens it in this frame below a heading; in the middle of the window where there is none.
  void open(Side side, const std::optional<Rect>& heading);
  /// Draws it while it is open. Once a frame, in the window that open() was called in.
  void draw(Ui& ui, Comparison& runs);

private:
  void draw_programs(Ui& ui, RunSpec& spec, bool& changed);
  void draw_machines(Ui& ui, RunSpec& spec, bool& changed);
  void draw_orders(Ui& ui, RunSpec& spec, bool& changed);
  /// Named schedules of plans; examples of graphs.
  void draw_courses(Ui& ui, RunSpec& spec, bool& changed);

  Side side_ = Side::a;
  std::optional<Rect> heading_;
  bool opening_ = false;
  std::string filter_;
};

} // namespace stallscope::gui
