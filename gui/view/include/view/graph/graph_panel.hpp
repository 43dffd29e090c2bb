#pragma once

#include "model/graph/graph_model.hpp"
#include "view/scheduling/graph_picture.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <optional>

namespace stallscope::gui {

/// The computation graph of both runs in layers, with the progress of execution, and the rewrites
/// of the passes one by one; of a tuned product the measured schedules as heat maps.
class GraphPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;

private:
  struct Pane {
    GraphModel model;
    float zoom = 1; ///< relative to the scale that fits the graph
    Point moved;    ///< offset in pixels
    std::uint64_t version = 0;
  };

  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  void draw_picture(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  static void draw_tuning(Ui& ui, const Rect& area, const graph::Tuned& tuned, Shared& shared);
  float draw_rewrites(Ui& ui, const Rect& area, Comparison& runs, Side side);

  std::array<Pane, 2> panes_;
};

} // namespace stallscope::gui
