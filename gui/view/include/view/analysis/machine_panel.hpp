#pragma once

#include "model/analysis/machine_options.hpp"
#include "view/window/panel.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Options of a run's machine as switches and sliders; every change is simulated at once.
class MachinePanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  /// The options that are listed with their values: a drawing, or data.
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  void draw_bar(Ui& ui, const Rect& bar, Shared& shared);
  /// Whose options these are: A's, B's, or both runs'.
  float draw_sides(Ui& ui, const Rect& bar, Comparison& runs);
  /// Opens the run again with what has been changed, and with "both" the other one as well.
  void apply(Comparison& runs, const std::vector<MachineOption>& before);
  void draw_option(Ui& ui, const MachineOption& option, float width);
  /// True when the option was given another value.
  bool draw_control(const Ui& ui, const MachineOption& option, float width);

  MachineOptions options_;
  Side side_ = Side::a;
  bool both_ = false;   ///< what is changed is changed in both runs
  std::string problem_; ///< why the other run's machine cannot be changed likewise
  std::string filter_;
  std::string remembered_; ///< machine and settings that the options were opened with
};

} // namespace stallscope::gui
