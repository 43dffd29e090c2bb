#include "view/graph/graph_panel.hpp"

#include "graph/tune/cache_use.hpp"
#include "model/language/strings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr std::size_t kMostLines = 6; ///< limit of rewrites listed: the last ones

void open_spec(Comparison& runs, Side side, RunSpec spec) {
  if (side == Side::b)
    runs.open_b(std::move(spec));
  else
    runs.open_a(std::move(spec));
}

float small_line(const Ui& ui) {
  return ui.style.sizes.small + ui.px(6);
}

void small_label(Ui& ui, const Rect& rect, std::string_view words, Align align) {
  draw_label(ui.canvas, rect,
             elided(ui.canvas, words, Face::text, ui.style.sizes.small, rect.right - rect.left),
             Face::text, ui.style.sizes.small, ui.colours().text, align);
}

/// A heat map of two parameters: the darker, the fewer cycles. The point below the pointer.
std::optional<std::size_t> draw_heat_table(Ui& ui, const Rect& area, const graph::HeatTable& table,
                                           const graph::Tuned& tuned, std::string_view title,
                                           const Touch& state) {
  const float line = small_line(ui);
  const float left = area.left + ui.px(36);
  const float top = area.top + line;
  const auto rows = static_cast<float>(table.rows.size());
  const float high = std::min(ui.px(46), (area.height() - 2 * line) / rows);
  const float wide =
      std::min(ui.px(86), (area.right - left) / static_cast<float>(table.columns.size()));
  small_label(ui, {area.left, area.top, area.right, top}, title, Align::left);
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    small_label(ui,
                {area.left, top + high * static_cast<float>(row), left - ui.px(6),
                 top + high * static_cast<float>(row + 1)},
                std::to_string(table.rows[row]), Align::right);
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const float at = left + wide * static_cast<float>(column);
    small_label(ui, {at, top + high * rows, at + wide, top + high * rows + line},
                std::to_string(table.columns[column]), Align::centre);
  }
  std::optional<std::size_t> over;
  for (const graph::HeatTable::Cell& cell : table.cells) {
    const float x = left + wide * static_cast<float>(cell.column);
    const float y = top + high * static_cast<float>(cell.row);
    const Rect rect{x, y, x + wide - ui.px(2), y + high - ui.px(2)};
    const std::uint64_t cycles = tuned.points[cell.point].cycles;
    const auto heat = static_cast<float>(graph::heat_of(tuned, cycles));
    ui.canvas.fill(rect, ui.colours().accent.faded(0.75F * (1 - heat)));
    if (cell.point == tuned.best)
      ui.canvas.outline(rect, ui.colours().text, ui.px(2));
    small_label(ui, rect, std::to_string(cycles), Align::centre);
    if (state.hovered && rect.contains(state.pointer))
      over = cell.point;
  }
  return over;
}

} // namespace

void GraphPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
}

void GraphPanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  const Run& run = runs.run(side);
  if (!draw_run_state(ui, body, run) || run.course() == nullptr || run.course()->graph() == nullptr)
    return;
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  pane.model.open(run);
  if (pane.version != run.version()) {
    pane.version = run.version();
    pane.zoom = 1;
    pane.moved = {};
  }
  const Rect inside = body.inset(ui.px(12));
  const float below = draw_rewrites(ui, inside, runs, side);
  const Rect rest{inside.left, below, inside.right, inside.bottom};
  if (run.course()->graph()->tuned)
    draw_tuning(ui, rest, *run.course()->graph()->tuned, shared);
  else
    draw_picture(ui, rest, runs, side, shared);
}

void GraphPanel::draw_tuning(Ui& ui, const Rect& area, const graph::Tuned& tuned, Shared& shared) {
  const graph::TunePoint& best = tuned.points[tuned.best];
  small_label(
      ui, {area.left, area.top, area.right, area.top + small_line(ui)},
      tr(Text::tune_totals, {fmt::format("{} x {} x {}", tuned.size.m, tuned.size.n, tuned.size.k),
                             fmt::format("{}", tuned.naive.cycles), fmt::format("{}", best.cycles),
                             fmt::format("{}", tuned.points.size()), fmt::format("{}", tuned.bound),
                             graph::text_of(best.schedule)}),
      Align::left);
  constexpr std::array<Text, 3> kTitles{Text::tune_blocks, Text::tune_tiles, Text::tune_sum};
  const std::vector<graph::HeatTable> tables = graph::heat_tables(tuned);
  const float top = area.top + small_line(ui);
  const float each = (area.bottom - top) / static_cast<float>(tables.size());
  const Touch state = touch("tuning", area);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const float from = top + each * static_cast<float>(i);
    const auto over = draw_heat_table(ui, {area.left, from, area.right, from + each}, tables[i],
                                      tuned, tr(kTitles[i]), state);
    if (over)
      shared.sentence = tr(Text::tune_point, {graph::text_of(tuned.points[*over].schedule),
                                              std::to_string(tuned.points[*over].cycles),
                                              std::to_string(tuned.points[*over].misses)});
  }
}

float GraphPanel::draw_rewrites(Ui& ui, const Rect& area, Comparison& runs, Side side) {
  const Palette& c = ui.colours();
  const Run& run = runs.run(side);
  const graph::GraphRun& of = *run.course()->graph();
  const graph::Totals all = graph::totals(of.graph);
  const float line = ui.style.sizes.small + ui.px(6);
  float y = area.top;
  const auto say = [&](const std::string& words, Colour colour, Face face) {
    draw_label(ui.canvas, {area.left, y, area.right, y + line},
               elided(ui.canvas, words, face, ui.style.sizes.small, area.width()), face,
               ui.style.sizes.small, colour, Align::left);
    y += line;
  };
  say(tr(Text::graph_totals, {fmt::format("{}", all.operations), fmt::format("{}", all.kernels),
                              fmt::format("{}", all.flop), fmt::format("{}", all.bytes)}),
      c.text_dim, Face::text);
  if (!of.optimized)
    return y + ui.px(4);
  const auto& rewrites = of.optimized->rewrites;
  const float height = row_height(ui);
  const auto back = GraphModel::with_rewrites(run, -1);
  const auto next = GraphModel::with_rewrites(run, 1);
  const char* const ids[] = {side == Side::a ? "rewrite_back_a" : "rewrite_back_b",
                             side == Side::a ? "rewrite_next_a" : "rewrite_next_b"};
  if (icon_button(ui, ids[0], Icon::step_back, {area.left, y, area.left + height, y + height},
                  tr(Text::passes_title), Weight::normal, back.has_value()))
    open_spec(runs, side, *back);
  if (icon_button(ui, ids[1], Icon::step,
                  {area.left + height + ui.px(4), y, area.left + 2 * height + ui.px(4), y + height},
                  tr(Text::passes_title), Weight::normal, next.has_value()))
    open_spec(runs, side, *next);
  draw_label(ui.canvas, {area.left + 2 * height + ui.px(14), y, area.right, y + height},
             rewrites.empty() ? std::string(tr(Text::passes_before))
                              : fmt::format("{} {}: {}", tr(Text::passes_title), rewrites.size(),
                                            rewrites.back().pass),
             Face::bold, ui.style.sizes.body, c.text, Align::left);
  y += height + ui.px(4);
  const std::size_t first = rewrites.size() > kMostLines ? rewrites.size() - kMostLines : 0;
  for (std::size_t i = first; i < rewrites.size(); ++i)
    say(fmt::format("{} {}: {}", i + 1, rewrites[i].pass, rewrites[i].what),
        i + 1 == rewrites.size() ? c.accent : c.text_dim, Face::text);
  return y + ui.px(4);
}

void GraphPanel::draw_picture(Ui& ui, const Rect& area, Comparison& runs, Side side,
                              Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  const Run& run = runs.run(side);
  const GraphLayout& layout = pane.model.layout();
  GraphPlace place = fitted(layout, area, ui.style);
  const Touch state = touch(side == Side::a ? "graph_a" : "graph_b", area);
  const ImGuiIO& io = ImGui::GetIO();
  if (state.hovered && io.MouseWheel != 0)
    pane.zoom = std::clamp(pane.zoom * std::pow(1.2F, io.MouseWheel), 0.2F, 12.0F);
  if (state.held)
    pane.moved = pane.moved + Point{io.MouseDelta.x, io.MouseDelta.y};
  const Point middle = area.centre();
  place.origin = Point{middle.x + (place.origin.x - middle.x) * pane.zoom + pane.moved.x,
                       middle.y + (place.origin.y - middle.y) * pane.zoom + pane.moved.y};
  place.scale *= pane.zoom;
  place.scale_y *= pane.zoom;
  const std::uint64_t now = runs.cycle(side);
  GraphFrame frame;
  frame.colour = [&](sched::Node node) {
    return ui.colours().operations[pane.model.nodes()[node].color];
  };
  frame.taken = [&](sched::Node node) { return pane.model.ended(run, node, now); };
  frame.available = [&](sched::Node node) {
    return pane.model.begun(run, node, now) && !pane.model.ended(run, node, now);
  };
  for (const GraphBox& box : layout.boxes) {
    if (pane.model.nodes()[box.node].changed)
      frame.chosen = box.node;
    if (state.hovered && place.box(box).contains(state.pointer))
      frame.hovered = box.node;
  }
  if (frame.hovered)
    shared.sentence = pane.model.words_of(run, *frame.hovered);
  const bool moved = io.MouseDragMaxDistanceSqr[0] > 16; // the click ends a drag
  if (frame.hovered && state.clicked && !moved && pane.model.is_folded()) {
    pane.model.unfold(run, *frame.hovered);
    return; // the layout is another one
  }
  ui.canvas.push_clip(area);
  draw_graph(ui.canvas, ui.style, layout, place, frame);
  ui.canvas.pop_clip();
}

} // namespace stallscope::gui
