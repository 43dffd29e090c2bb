#pragma once

#include "model/analysis/machine_options.hpp"
#include "view/window/panel.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Options of a run's machine as switches and sliders; every change starts a new simulation.
class MachinePanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  /// The listed options with their values, as a drawing or as data.
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  void draw_bar(Ui& ui, const Rect& bar, Shared& shared);
  /// Selects whose options are shown: A's, B's, or those of both runs.
  float draw_sides(Ui& ui, const Rect& bar, Comparison& runs);
  /// Reopens the run with the changed options, and with "both" also the other run.
  void apply(Comparison& runs, const std::vector<MachineOption>& before);
  void draw_option(Ui& ui, const MachineOption& option, float width);
  /// True when the option's value has changed.
  bool draw_control(const Ui& ui, const MachineOption& option, float width);

  MachineOptions options_;
  Side side_ = Side::a;
  bool both_ = false;   ///< changes apply to both runs
  std::string problem_; ///< why the change cannot be applied to the other run's machine
  std::string filter_;
  std::string remembered_; ///< machine and settings that the options were opened with
};

} // namespace stallscope::gui
