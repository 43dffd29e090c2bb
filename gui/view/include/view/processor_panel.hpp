#pragma once

#include "model/processor_model.hpp"
#include "view/panel.hpp"
#include "view/processor_picture.hpp"

#include <array>

namespace stallscope::gui {

/// The processors of both runs as living block diagrams.
class ProcessorPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;

private:
  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);

  std::array<ProcessorModel, 2> models_;
};

} // namespace stallscope::gui
