#include "model/cells/cell_chain.hpp"
#include "view/diagram/diagram_panel.hpp"
#include "view/looks/token.hpp"
#include "view/table/reason_plate.hpp"

#include <algorithm>

// The cause chain of the selected operation in a diagram.
namespace stallscope::gui {

RunPlace DiagramPanel::waiting_in(Run& run, std::uint64_t now) {
  const WindowPtr window = run.window(now, now + 1);
  if (window == nullptr)
    return {};
  const Timeline part = window->index.slice(Cycle{now}, Cycle{now + 1});
  OpId first;
  for (const OpRow& row : part.rows)
    for (const Span& span : part.spans_of(row)) {
      if (now < span.begin.value || span.end.value <= now)
        continue;
      if (span.cause.why != Reason::none)
        return {now, row.op};
      first = first ? first : row.op;
    }
  return {now, first};
}

void DiagramPanel::draw_chain(Ui& ui, const DiagramLayout& layout, Comparison& runs, Side side,
                              Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  pane.plate = {};
  if (!shared.show_chain || !pane.chosen)
    return;
  Run& run = runs.run(side);
  const WindowPtr window = run.window(pane.chosen_cycle, pane.chosen_cycle + 1);
  if (window == nullptr)
    return;
  const auto cell = place_of(window->timeline(), pane.chosen, pane.chosen_cycle);
  if (!cell)
    return;
  const DiagramCamera& camera = pane.model.camera;
  const auto place = [&](OpId op, std::uint64_t begin, std::uint64_t end) {
    const auto row = static_cast<double>(pane.model.row_of(op));
    return Rect{layout.x(camera, static_cast<double>(begin)), layout.y(camera, row),
                layout.x(camera, static_cast<double>(std::max(end, begin + 1))),
                layout.y(camera, row + 1)}
        .inset(ui.px(2));
  };
  const CellChainView chain = cell_chain(run, *cell, true);
  ui.canvas.push_clip(layout.body);
  std::vector<Rect> path;
  Rect waits = place(cell->op, cell->cycle, cell->cycle + 1);
  for (const ChainLinkView& link : chain.links) {
    if (!link.cell.op || link.cell.lane == kNoLane)
      continue;
    // later cycles are hidden
    const std::uint64_t end = std::min(link.end, runs.cycle(side) + 1);
    if (end <= link.begin)
      continue; // an event without duration
    const Rect rect = place(link.cell.op, link.begin, end);
    draw_cause(ui.canvas, ui.style, waits, rect);
    path.push_back(rect);
    waits = rect;
  }
  ui.canvas.pop_clip();
  Cause cause;
  for (const Span& span : window->timeline().spans_of(*window->timeline().find(cell->op)))
    if (span.begin.value <= cell->cycle && cell->cycle < span.end.value)
      cause = span.cause;
  const ReasonPlate plate = draw_reason_plate(
      ui, place(cell->op, cell->cycle, cell->cycle + 1), layout.body, layout.body,
      {pane.model.explain(run, {cell->cycle, cell->op}), chain, true, true, cause.why, path});
  pane.plate = plate.rect;
  if (!plate.clicked || !plate.clicked->op)
    return;
  if (plate.clicked->cycle > runs.cycle(side)) {
    runs.set_active(side);
    runs.transport().seek(plate.clicked->cycle);
    pane.followed_cycle = runs.cycle(side);
  }
  pane.chosen = plate.clicked->op;
  pane.chosen_cycle = plate.clicked->cycle;
  pane.model.center(run, pane.chosen, pane.chosen_cycle);
  pane.model.clamp(run);
  shared.pinned_sentence = pane.model.explain(run, {pane.chosen_cycle, pane.chosen});
}

} // namespace stallscope::gui
