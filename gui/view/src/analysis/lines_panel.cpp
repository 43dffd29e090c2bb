#include "view/analysis/lines_panel.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "view/analysis/lines_picture.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <tuple>

namespace stallscope::gui {

namespace {

std::string sentence_of(const LinesView& view, const LineRow& row) {
  std::string words = tr(Text::lines_sentence,
                         {row.place.empty() ? std::string(tr(Text::lines_unknown)) : row.place,
                          grouped(row.cycles), grouped(view.cycles), grouped(row.instructions)});
  return row.held == Reason::none ? words
                                  : tr(Text::lines_sentence_held,
                                       {words, reason_title(row.held), grouped(row.held_cycles)});
}

} // namespace

void LinesPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
}

void LinesPanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  Run& run = runs.run(side);
  if (!draw_run_state(ui, body, run))
    return;
  const LinesView* const view =
      models_[static_cast<std::size_t>(side)].visible(run, runs.cycle(side));
  if (view == nullptr) {
    draw_paragraph(ui.canvas, {body.left + ui.px(18), body.top + ui.px(18)},
                   body.width() - ui.px(36),
                   tr(LinesModel::has_lines(run) ? Text::lines_counting : Text::lines_none),
                   Face::text, ui.style.sizes.body, ui.colours().text_dim);
    return;
  }
  const Rect column = body.inset(ui.px(14));
  const float top = draw_orders(ui, column, column.top, *view, side);
  const Rect below{column.left, top, column.right, column.bottom};
  ScrollArea scroll(ui, side == Side::a ? "lines_a" : "lines_b", below);
  const Point origin = scroll.origin();
  const Rect rows{origin.x, origin.y, origin.x + scroll.width() - ui.px(6), below.bottom};
  LinesFrame frame;
  frame.visible = below;
  frame.hovered = touch_rows(scroll.ui(), rows, below, *view, runs, side, shared);
  frame.seen = side == Side::a ? shared.line_seen : 0;
  draw_lines(scroll.ui().canvas, ui.style, rows, *view, frame);
  scroll.set_size(scroll.width() - ui.px(4),
                  line_row(ui.style, rows, view->rows.size()).bottom - origin.y);
}

float LinesPanel::draw_orders(Ui& ui, const Rect& column, float top, const LinesView& view,
                              Side side) {
  LinesModel& model = models_[static_cast<std::size_t>(side)];
  const float bottom = top + row_height(ui);
  float x = column.left;
  for (const auto& [order, name, words, tip] :
       {std::tuple(LinesModel::Order::cost, "cost", Text::lines_by_cost, Text::lines_by_cost_tip),
        std::tuple(LinesModel::Order::place, "place", Text::lines_by_place,
                   Text::lines_by_place_tip)}) {
    const float width = button_width(ui, tr(words));
    if (text_button(ui, fmt::format("line_by_{}_{}", name, side == Side::a ? "a" : "b"), tr(words),
                    {x, top, x + width, bottom}, tr(tip),
                    model.order() == order ? Weight::chosen : Weight::quiet))
      model.set_order(order);
    x += width + ui.px(4);
  }
  if (!view.whole)
    draw_label(ui.canvas, {x + ui.px(8), top, column.right, bottom},
               tr(Text::lines_stretch, {grouped(view.from), grouped(view.to)}), Face::text,
               ui.style.sizes.body, ui.colours().text_dim, Align::left);
  return bottom + ui.px(8);
}

std::optional<std::size_t> LinesPanel::touch_rows(Ui& ui, const Rect& area, const Rect& visible,
                                                  const LinesView& view, Comparison& runs,
                                                  Side side, Shared& shared) const {
  std::optional<std::size_t> hovered;
  for (std::size_t i = 0; i < view.rows.size(); ++i) {
    const Rect place = line_row(ui.style, area, i);
    if (!place.meets(visible))
      continue;
    const LineRow& row = view.rows[i];
    const std::string name = fmt::format("line_{}_{}", static_cast<int>(side), i);
    const Touch state = touch(name, place);
    const bool by_key = takes_focus(ui, name, place);
    if (state.hovered) {
      hovered = i;
      shared.sentence = sentence_of(view, row);
      if (side == Side::a)
        shared.line_pointed = row.line;
    }
    if (!state.clicked && !by_key)
      continue;
    runs.set_active(side);
    const bool forwards = !ImGui::GetIO().KeyShift;
    const std::uint64_t cycle = runs.cycle(side);
    (void)LinesModel::walk(runs.run(side), row.file, row.line, cycle, forwards,
                           [&runs](std::optional<RunPlace> found) {
                             if (found)
                               runs.transport().seek(found->cycle);
                           });
  }
  return hovered;
}

Result<std::string> LinesPanel::exported(const Style& /*style*/, Comparison& runs,
                                         ExportFormat format) {
  const Side side = runs.active();
  Run& run = runs.run(side);
  LinesModel& model = models_[static_cast<std::size_t>(side)];
  if (!LinesModel::has_lines(run))
    return nothing_to_export();
  for (int i = 0; i < 2 && model.visible(run, runs.cycle(side)) == nullptr; ++i) {
    run.wait(); // records the stretch, which is then counted
    (void)model.visible(run, runs.cycle(side));
    model.wait();
  }
  if (model.visible(run, runs.cycle(side)) == nullptr)
    return nothing_to_export();
  return export_lines(run, model.costs(), format);
}

} // namespace stallscope::gui
