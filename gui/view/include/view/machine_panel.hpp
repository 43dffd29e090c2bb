#pragma once

#include "model/machine_options.hpp"
#include "view/panel.hpp"

#include <cstdint>
#include <string>

namespace stallscope::gui {

/// Options of a run's machine as switches and sliders; every change is simulated at once.
class MachinePanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  /// The options that are listed with their values: a drawing, or data.
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  void draw_option(Ui& ui, const MachineOption& option, float width);
  /// True when the option was given another value.
  bool draw_control(const MachineOption& option, float width);

  MachineOptions options_;
  Side side_ = Side::a;
  std::uint64_t version_ = 0;
  std::string filter_;
  std::string remembered_; ///< machine and settings that the options were opened with
};

} // namespace stallscope::gui
