#pragma once

#include "model/comparison.hpp"
#include "model/table_model.hpp"
#include "view/panel.hpp"
#include "view/table_picture.hpp"
#include "view/widgets.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace stallscope::gui {

/// The occupancy tables of both runs.
class TablePanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;

private:
  /// What each run's table keeps from frame to frame.
  struct Pane {
    TableModel model;
    std::uint64_t top_cycle = 1;
    std::uint64_t followed_cycle = 0; ///< the cycle it last scrolled to
    float scroll_x = 0;
  };

  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  void draw_body(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  void react(Ui& ui, const TableLayout& layout, const TableView& table, Comparison& runs, Side side,
             Shared& shared, TableFrame& frame);

  std::array<Pane, 2> panes_;
};

} // namespace stallscope::gui
