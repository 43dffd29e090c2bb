#pragma once

#include "view/window/panel.hpp"

namespace stallscope::gui {

/// Replaces panels on a program or a machine for a trace without them: says so, and names the
/// panels that show the trace.
class TracePanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;
  [[nodiscard]] Result<std::string> exported(const Style& style, Comparison& runs,
                                             ExportFormat format) override;
};

} // namespace stallscope::gui
