#pragma once

#include "view/window/panel.hpp"

namespace stallscope::gui {

/// In the place of panels about a program or a machine, of a trace that has neither: says so, and
/// what shows it.
class TracePanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;
};

} // namespace stallscope::gui
