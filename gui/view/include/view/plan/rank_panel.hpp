#pragma once

#include "model/cells/device_table.hpp"
#include "model/plan/collective_course.hpp"
#include "training/jobs/rank_groups.hpp"
#include "view/window/panel.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace stallscope::gui {

/// Layout of the ranks of a plan's devices: a block for each data parallel copy of the model, with
/// a column for each pipeline stage and a row for each tensor parallel device.
struct RankGrid {
  training::RankLayout layout;
  Rect area;
  float side = 0;         ///< side of a square
  std::size_t across = 1; ///< number of blocks side by side

  [[nodiscard]] Rect square(std::uint64_t rank) const;
};
/// The largest grid that fits into an area.
[[nodiscard]] RankGrid rank_grid(const training::RankLayout& layout, const Rect& area, float gap);

/// The devices of both plans with their ranks and groups, and their current operations; for
/// collectives the nodes and messages.
class RankPanel final : public PanelView {
public:
  void draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) override;

private:
  void draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared);
  static void draw_nodes(Ui& ui, const Rect& body, const Comparison& runs, Side side,
                         const CollectiveCourse& course);
  void draw_groups(Ui& ui, const RankGrid& grid, std::uint64_t rank, Shared& shared) const;

  std::array<DeviceTableModel, 2> tables_;
};

} // namespace stallscope::gui
