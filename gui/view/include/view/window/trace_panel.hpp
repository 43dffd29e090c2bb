#pragma once

#include "model/language/strings.hpp"
#include "view/window/panel.hpp"

namespace stallscope::gui {

/// Replaces panels on a program or a machine for a run without them: says so, and names the panels
/// that show the run.
class TracePanel final : public PanelView {
public:
  explicit TracePanel(Text words = Text::trace_alone) : words_(words) {}
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;

private:
  Text words_;
};

} // namespace stallscope::gui
