#include "view/table_panel.hpp"

#include <algorithm>

// Why a cell of a table stands still: large, beside the cell.
namespace stallscope::gui {

namespace {

constexpr float kReasonColumns = 30; ///< width in letters' heights at most

/// Of an operation that is held, or of the slot that stands empty.
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

/// Below the cell, or above it where there is no room.
Rect beside(const Rect& cell, const Rect& room, float width, float height, float gap) {
  const float left =
      std::clamp(cell.centre().x - width / 2, room.left, std::max(room.left, room.right - width));
  float top = cell.bottom + gap;
  if (top + height > room.bottom && cell.top - gap - height >= room.top)
    top = cell.top - gap - height;
  return {left, top, left + width, top + height};
}

} // namespace

void TablePanel::draw_reason(Ui& ui, const TableLayout& layout, const TableView& table, Run& run,
                             Side side) {
  const TableModel& model = panes_[static_cast<std::size_t>(side)].model;
  // Of one cell at a time: the pinned one's arrow would cross what is pointed at.
  const std::optional<TableCellId> cell = pointed_ ? pointed_ : model.pinned();
  if (!cell)
    return;
  const Cause cause = cause_at(table, *cell);
  if (cause.why == Reason::none)
    return;
  if (const auto culprit = model.culprit_cell(run, *cell))
    draw_culprit(ui.canvas, ui.style, layout, table, *cell, *culprit);
  const Palette& c = ui.colours();
  const float size = ui.style.sizes.large;
  const float pad = ui.px(12);
  const Rect room = layout.body();
  const float widest = std::min(room.width(), size * kReasonColumns) - 2 * pad;
  const std::string words = model.explain(run, *cell);
  ui.style.fonts->show(words);
  const auto lines = broken(ui.canvas, words, Face::bold, size, widest);
  float width = 0;
  for (const std::string& line : lines)
    width = std::max(width, ui.canvas.text_width(line, Face::bold, size));
  const float line = size * 1.35F;
  const Rect plate = beside(layout.cell(cell->cycle, cell->lane), room, width + 2 * pad,
                            line * static_cast<float>(lines.size()) + pad, ui.px(8));
  keep_place("reason_by_cell", plate);
  const Colour colour = ui.style.reason(cause.why);
  ui.canvas.push_clip(layout.area());
  ui.canvas.fill(plate, mixed(c.raised, colour, 0.1F), ui.px(8));
  ui.canvas.outline(plate, colour, ui.style.stroke_strong, ui.px(8));
  float y = plate.top + pad / 2;
  for (const std::string& one : lines) {
    draw_label(ui.canvas, {plate.left + pad, y, plate.right, y + line}, one, Face::bold, size,
               c.text, Align::left);
    y += line;
  }
  ui.canvas.pop_clip();
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
