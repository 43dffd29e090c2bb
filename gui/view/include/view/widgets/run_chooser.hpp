#pragma once

#include "model/comparison/comparison.hpp"
#include "view/widgets/widgets.hpp"

#include <optional>
#include <string>

namespace stallscope::gui {

/// The menu of a pane's heading: program, machine and order of its run. Each choice starts a
/// simulation.
class RunChooser {
public:
  /// Opens the menu in this frame below a heading; without heading in the middle of the window.
  void open(Side side, const std::optional<Rect>& heading);
  /// Draws the menu while it is open. Call once per frame, in the window in which open() was
  /// called.
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
