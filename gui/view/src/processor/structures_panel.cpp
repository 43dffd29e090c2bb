#include "view/processor/structures_panel.hpp"

#include "model/language/strings.hpp"
#include "processor/structures_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace stallscope::gui {

void StructuresPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
  draw_edit(ui, runs);
}

void StructuresPanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side,
                                Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  Run& run = runs.run(side);
  if (!draw_run_state(ui, body, run))
    return;
  const auto index = static_cast<std::size_t>(side);
  if (programs_[index] != run.shared_program()) {
    programs_[index] = run.shared_program();
    models_[index].go_to_data(run);
    tables_[index].forget_widths();
  }
  const StructuresView& view = models_[index].visible(run, runs.cycle(side));
  ScrollArea scroll(ui, side == Side::a ? "structures_a" : "structures_b", body);
  Ui& inner = scroll.ui();
  const float pad = ui.px(16);
  const Point origin = scroll.origin();
  const Rect column{origin.x + pad, origin.y, origin.x + scroll.width() - ui.px(8), body.bottom};
  float y = origin.y + ui.px(8);
  if (run.edit_count() > 0) {
    const Rect line{column.left, y, column.right, y + row_height(ui)};
    draw_label(inner.canvas, line, tr(Text::edit_logged, {fmt::format("{}", run.edit_count())}),
               Face::text, ui.style.sizes.body, ui.colours().warning, Align::right);
  }
  y = draw_registers(inner, column, y, view, side);
  const StructureTables::Extent tables = tables_[index].draw(inner, column, y, view.tables);
  y = tables.bottom;
  y = draw_calls(inner, column, y, run, runs.cycle(side), side);
  y = draw_output(inner, column, y, view);
  y = draw_memory(inner, column, y, view, run, side);
  const float wanted = tables.right > column.right ? tables.right - origin.x + pad : 1;
  scroll.set_size(wanted, y - origin.y + ui.px(12));
}

float StructuresPanel::draw_registers(Ui& ui, const Rect& column, float top,
                                      const StructuresView& view, Side side) {
  if (view.registers.empty())
    return top;
  const Palette& c = ui.colours();
  const float height = row_height(ui);
  draw_section_title(ui, {column.left, top, column.right, top + height}, tr(Text::panel_registers));
  top += height;
  const float wanted = ui.style.sizes.body * 11;
  const auto columns =
      static_cast<std::size_t>(std::max(1.0F, (column.width() + ui.px(10)) / (wanted + ui.px(10))));
  const float width = column.width() / static_cast<float>(columns);
  for (std::size_t i = 0; i < view.registers.size(); ++i) {
    const RegisterLine& one = view.registers[i];
    const float left = column.left + width * static_cast<float>(i % columns);
    const float y = top + height * static_cast<float>(i / columns);
    const Rect cell{left, y, left + width - ui.px(10), y + height - ui.px(2)};
    const Touch state = touch(fmt::format("reg_{}_{}", static_cast<int>(side), one.reg), cell);
    if (one.changed)
      mark_change(ui, cell);
    else if (state.hovered)
      ui.canvas.fill(cell, c.raised, ui.px(3));
    draw_label(ui.canvas, {cell.left + ui.px(6), cell.top, cell.right, cell.bottom}, one.name,
               Face::bold, ui.style.sizes.body, c.text_dim, Align::left);
    draw_label(ui.canvas,
               {cell.left + ui.style.sizes.body * 3, cell.top, cell.right - ui.px(6), cell.bottom},
               one.value, one.changed ? Face::bold : Face::text, ui.style.sizes.body, c.text,
               Align::right);
    if (state.hovered)
      tooltip(ui, one.hex);
    if (!state.clicked)
      continue;
    edited_side_ = side;
    edited_ = one.reg;
    edited_name_ = one.name;
    value_ = one.value;
    problem_.clear();
    opening_ = true;
  }
  const std::size_t lines = (view.registers.size() + columns - 1) / columns;
  return top + height * static_cast<float>(lines) + ui.px(10);
}

float StructuresPanel::draw_calls(Ui& ui, const Rect& column, float top, const Run& run,
                                  std::uint64_t cycle, Side side) {
  const std::vector<CallFrame> frames = calls_[static_cast<std::size_t>(side)].at(run, cycle);
  if (frames.size() < 2) // no calls
    return top;
  const float height = row_height(ui);
  draw_section_title(ui, {column.left, top, column.right, top + height}, tr(Text::call_stack));
  top += height;
  constexpr std::size_t kMostShown = 24;
  for (std::size_t i = 0; i < std::min(frames.size(), kMostShown); ++i) {
    std::string words = frames[i].function;
    if (frames[i].line > 0)
      words += fmt::format("  ({})", tr(Text::line, {fmt::format("{}", frames[i].line)}));
    draw_label(ui.canvas, {column.left + ui.px(6), top, column.right, top + height}, words,
               i == 0 ? Face::bold : Face::text, ui.style.sizes.body,
               i == 0 ? ui.colours().text : ui.colours().text_dim, Align::left);
    top += height * 0.85F;
  }
  if (frames.size() > kMostShown)
    draw_label(ui.canvas, {column.left + ui.px(6), top, column.right, top + height},
               fmt::format("… {}", frames.size() - kMostShown), Face::text, ui.style.sizes.body,
               ui.colours().text_dim, Align::left);
  return top + height;
}

float StructuresPanel::draw_output(Ui& ui, const Rect& column, float top,
                                   const StructuresView& view) const {
  if (view.output.empty())
    return top;
  const float height = row_height(ui);
  draw_section_title(ui, {column.left, top, column.right, top + height}, tr(Text::panel_output));
  // the last bytes
  const std::size_t shown = std::min<std::size_t>(view.output.size(), 2000);
  return draw_paragraph(ui.canvas, {column.left, top + height}, column.width(),
                        std::string_view(view.output).substr(view.output.size() - shown),
                        Face::mono, ui.style.sizes.small,
                        view.new_output > 0 ? ui.colours().warning : ui.colours().text) +
         ui.px(12);
}

Result<std::string> StructuresPanel::exported(const Style& /*style*/, Comparison& runs,
                                              ExportFormat format) {
  ExportRequest what;
  what.structures = true;
  what.to_cycle = std::max<std::uint64_t>(runs.transport().cycle(), 1);
  return export_runs(runs, what, format);
}

} // namespace stallscope::gui
