#include "model/cells/cell_chain.hpp"
#include "view/table/reason_plate.hpp"
#include "view/table/table_panel.hpp"

#include <algorithm>

// The cause of a cell, in large letters beside the cell.
namespace stallscope::gui {

namespace {

/// The cause of a stalled operation, or of a free slot.
Cause cause_at(const TableView& table, const TableCellId& id) {
  for (const TableRowView& row : table.rows) {
    if (row.cycle != id.cycle || id.lane >= row.cells.size())
      continue;
    const TableCellView& cell = row.cells[id.lane];
    if (!id.op)
      return cell.gap;
    for (const TableToken& token : cell.tokens)
      if (token.op == id.op)
        return token.cause;
  }
  return {};
}

} // namespace

std::optional<TableCellId> TablePanel::chosen_cell(const TableView& table, Side side) const {
  if (cursor_ && cursor_->side == side)
    return cell_of(*cursor_, table);
  return panes_[static_cast<std::size_t>(side)].model.pinned();
}

void TablePanel::draw_reason(Ui& ui, const TableLayout& layout, const TableView& table,
                             Comparison& runs, Side side, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  Run& run = runs.run(side);
  const auto chosen = chosen_cell(table, side);
  pane.plate = {};
  // Of one cell at a time: the arrow of the pinned cell would cross that of the hovered one.
  const bool unfolded = shared.show_chain && chosen;
  const std::optional<TableCellId> cell = unfolded   ? chosen
                                          : pointed_ ? pointed_
                                                     : pane.model.pinned();
  if (!cell)
    return;
  const Cause cause = cause_at(table, *cell);
  if (cause.why == Reason::none && !unfolded)
    return;
  ReasonWordsView words{pane.model.explain(run, *cell),
                        cell_chain(run, *cell, unfolded),
                        unfolded,
                        cell == chosen,
                        cause.why,
                        {}};
  if (unfolded)
    words.path = draw_chain(ui.canvas, ui.style, layout, table, *cell, words.chain.links);
  else if (const auto culprit = pane.model.culprit_cell(run, *cell))
    draw_culprit(ui.canvas, ui.style, layout, table, *cell, *culprit);
  const ReasonPlate plate = draw_reason_plate(ui, layout.cell(cell->cycle, cell->lane),
                                              layout.body(), layout.area(), words);
  if (words.touchable && unfolded)
    pane.plate = plate.rect;
  if (plate.clicked)
    go_to(*plate.clicked, runs, side, shared, std::max<std::uint64_t>(layout.rows(), 1));
}

void TablePanel::go_to(const TableCellId& cell, Comparison& runs, Side side, Shared& shared,
                       std::uint64_t rows) {
  if (cell.cycle > runs.cycle(side)) {
    runs.set_active(side);
    runs.transport().seek(cell.cycle);
  }
  TableModel& model = panes_[static_cast<std::size_t>(side)].model;
  if (cursor_)
    trail_.push_back(*cursor_);
  else if (const auto& from = model.pinned())
    trail_.push_back({side, from->cycle, from->lane, 0, from->op});
  cursor_ = Cursor{side, cell.cycle, cell.lane, 0, cell.op};
  if (model.pinned() != cell)
    model.pin(cell);
  shared.pinned_sentence = model.explain(runs.run(side), cell);
  keep_in_sight(scroll_of(runs, side), cell.cycle, rows);
}

void TablePanel::reveal_culprit(Comparison& runs, Side side, const TableLayout& layout,
                                const TableCellId& waits) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  if (!pane.model.pinned())
    return;
  const auto culprit = pane.model.culprit_cell(runs.run(side), waits);
  if (!culprit)
    return;
  const std::uint64_t rows = std::max<std::uint64_t>(layout.rows(), 1);
  Scroll& scroll = scroll_of(runs, side);
  if (culprit->cycle < scroll.top_cycle && waits.cycle < culprit->cycle + rows)
    scroll.top_cycle = culprit->cycle;
  const Rect cell = layout.cell(culprit->cycle, culprit->lane);
  const Rect body = layout.body();
  if (cell.left < body.left)
    pane.scroll_x = std::max(0.0F, pane.scroll_x - (body.left - cell.left));
  else if (cell.right > body.right)
    pane.scroll_x = std::min(layout.overflow(), pane.scroll_x + cell.right - body.right);
}

} // namespace stallscope::gui
