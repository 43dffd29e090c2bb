#include "model/cells/cell_chain.hpp"
#include "view/looks/token.hpp"
#include "view/plan/device_panel.hpp"
#include "view/table/reason_plate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

// The chain of causes of the chosen cell of a plan or graph.
namespace stallscope::gui {

void DevicePanel::draw_reason(Ui& ui, const DeviceLayout& layout, const DeviceTableView& table,
                              const Rect& sight, Comparison& runs, Side side, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  pane.plate = {};
  const std::optional<TableCellId> cell =
      cursor_ && side == runs.active() ? cursor_ : pane.cells.pinned();
  if (!shared.show_chain || table.loading || !cell || cell->lane >= table.lanes.size())
    return;
  Run& run = runs.run(side);
  const DeviceBlock* block = block_at(table, cell->lane, cell->cycle);
  ReasonWordsView words{pane.cells.explain(run, *cell),
                        cell_chain(run, *cell, true),
                        true,
                        true,
                        block == nullptr ? Reason::none : block->cause.why,
                        {}};
  const Rect body = layout.body();
  const Rect seen{body.left, std::max(body.top, sight.top), body.right,
                  std::min(body.bottom, sight.bottom)};
  ui.canvas.push_clip(seen);
  Rect waits = place_of_cell(ui.style, layout, table, *cell);
  for (const ChainLinkView& link : words.chain.links) {
    if (link.cell.lane >= table.lanes.size() || link.end <= link.begin)
      continue; // on no lane, or an event without duration
    const Rect place = layout.place(link.cell.lane, link.begin, link.end).inset(ui.px(1.5F));
    draw_cause(ui.canvas, ui.style, waits, place);
    words.path.push_back(place);
    waits = place;
  }
  ui.canvas.pop_clip();
  const Rect room{body.left, layout.axis().bottom, body.right, sight.bottom};
  const ReasonPlate plate =
      draw_reason_plate(ui, place_of_cell(ui.style, layout, table, *cell), room, sight, words);
  pane.plate = plate.rect;
  if (!plate.clicked)
    return;
  runs.set_active(side);
  if (plate.clicked->cycle > runs.cycle(side))
    runs.transport().seek(plate.clicked->cycle);
  cursor_.reset();
  if (pane.cells.pinned() != *plate.clicked)
    pane.cells.pin(*plate.clicked);
  shared.pinned_sentence = pane.cells.explain(run, *plate.clicked);
}

} // namespace stallscope::gui
