#include "view/plan/rank_panel.hpp"

#include "model/language/strings.hpp"
#include "training/plan_files/plan_run.hpp"
#include "view/plan/collective_picture.hpp"
#include "view/plan/device_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

namespace {

constexpr std::size_t kTensor = static_cast<std::size_t>(training::Axis3D::tensor);
constexpr std::size_t kData = static_cast<std::size_t>(training::Axis3D::data);
constexpr std::size_t kPipeline = static_cast<std::size_t>(training::Axis3D::pipeline);
constexpr float kBlockGap = 1.2F; ///< gap between two blocks, in squares

training::RankLayout layout_of(const training::TrainRun& run) {
  training::RankLayout layout;
  layout.sizes[kPipeline] = run.plan.plan.devices;
  if (run.plan.job) {
    layout.sizes[kTensor] = static_cast<std::uint32_t>(run.plan.job->spread.tensor_parallel);
    layout.sizes[kData] = static_cast<std::uint32_t>(run.plan.job->spread.data_parallel);
  }
  return layout;
}

} // namespace

RankGrid rank_grid(const training::RankLayout& layout, const Rect& area, float gap) {
  RankGrid grid{layout, area, 0, 1};
  const auto columns = static_cast<float>(layout.sizes[kPipeline]);
  const auto rows = static_cast<float>(layout.sizes[kTensor]);
  const auto blocks = static_cast<float>(layout.sizes[kData]);
  for (std::size_t across = 1; across <= layout.sizes[kData]; ++across) {
    const auto a = static_cast<float>(across);
    const float down = std::ceil(blocks / a);
    const float side = std::min((area.width() - gap) / (a * (columns + kBlockGap)),
                                (area.height() - gap) / (down * (rows + kBlockGap)));
    if (side > grid.side) {
      grid.side = side;
      grid.across = across;
    }
  }
  grid.side = std::min(grid.side, gap * 6);
  return grid;
}

Rect RankGrid::square(std::uint64_t rank) const {
  const auto place = training::place_of(layout, rank);
  const auto block = static_cast<std::size_t>(place[kData]);
  const float left = area.left + (static_cast<float>(block % across) *
                                      (static_cast<float>(layout.sizes[kPipeline]) + kBlockGap) +
                                  static_cast<float>(place[kPipeline])) *
                                     side;
  const float top = area.top + (static_cast<float>(block / across) *
                                    (static_cast<float>(layout.sizes[kTensor]) + kBlockGap) +
                                static_cast<float>(place[kTensor])) *
                                   side;
  return {left, top, left + side, top + side};
}

void RankPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
}

/// The three groups in which a rank communicates, each with its colour and dash.
void RankPanel::draw_groups(Ui& ui, const RankGrid& grid, std::uint64_t rank,
                            Shared& shared) const {
  const Palette& c = ui.colours();
  const auto own = training::place_of(grid.layout, rank);
  const std::array<Colour, 3> colours{c.accent, c.good, c.warning};
  for (std::uint64_t other = 0; other < grid.layout.ranks(); ++other) {
    const auto place = training::place_of(grid.layout, other);
    std::size_t differs = 0;
    std::size_t axis = 0;
    for (std::size_t i = 0; i < 3; ++i)
      if (place[i] != own[i]) {
        ++differs;
        axis = i;
      }
    if (differs == 1)
      ui.canvas.outline(grid.square(other).inset(ui.px(1)), colours[axis],
                        ui.style.stroke_strong * 1.5F, ui.px(3));
  }
  ui.canvas.outline(grid.square(rank).inset(ui.px(1)), c.text, ui.style.stroke_strong * 1.5F,
                    ui.px(3));
  shared.sentence = fmt::format("{}: {} {}, {} {}, {} {}", rank, tr(Text::figure_tensor_group),
                                own[kTensor], tr(Text::figure_data_group), own[kData],
                                tr(Text::figure_pipeline_group), own[kPipeline]);
}

/// The figure of a collective at the current step.
void RankPanel::draw_nodes(Ui& ui, const Rect& body, const Comparison& runs, Side side,
                           const CollectiveCourse& course) {
  const std::uint64_t step = runs.cycle(side);
  const Rect title{body.left + ui.px(16), body.top + ui.px(8), body.right - ui.px(16),
                   body.top + ui.px(8) + row_height(ui)};
  draw_label(
      ui.canvas, title,
      fmt::format(
          "{} · {}",
          tr(Text::figure_collective, {std::string(training::name(course.task.collective)),
                                       std::string(training::name(course.task.algorithm)),
                                       fmt::format("{}", course.task.nodes)}),
          tr(Text::figure_step, {fmt::format("{}", step), fmt::format("{}", course.steps.size())})),
      Face::bold, ui.style.sizes.body, ui.colours().text_dim, Align::left);
  draw_collective(
      ui.canvas, ui.style,
      {body.left + ui.px(16), title.bottom, body.right - ui.px(16), body.bottom - ui.px(12)},
      course, step, static_cast<float>(runs.glide(side)));
}

void RankPanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  Run& run = runs.run(side);
  if (!draw_run_state(ui, body, run) || run.course() == nullptr)
    return;
  if (const CollectiveCourse* collective = run.course()->collective())
    return draw_nodes(ui, body, runs, side, *collective);
  if (run.course()->plan() == nullptr)
    return;
  const Palette& c = ui.colours();
  const training::RankLayout layout = layout_of(*run.course()->plan());
  const float pad = ui.px(16);
  const Rect title{body.left + pad, body.top + ui.px(8), body.right - pad,
                   body.top + ui.px(8) + row_height(ui)};
  draw_label(ui.canvas, title,
             tr(Text::figure_groups,
                {fmt::format("{}", layout.sizes[kData]), fmt::format("{}", layout.sizes[kPipeline]),
                 fmt::format("{}", layout.sizes[kTensor])}),
             Face::bold, ui.style.sizes.body, c.text_dim, Align::left);
  const Rect room{body.left + pad, title.bottom + ui.px(8), body.right - pad, body.bottom - pad};
  const RankGrid grid = rank_grid(layout, room, ui.px(16));
  if (grid.side < 3) {
    draw_label(ui.canvas, room, fmt::format("{}", layout.ranks()), Face::bold, ui.style.sizes.huge,
               c.text_dim);
    return;
  }
  const std::uint64_t now =
      std::clamp<std::uint64_t>(runs.cycle(side), 1, std::max<std::uint64_t>(run.last_cycle(), 1));
  const DeviceTableView& table = tables_[static_cast<std::size_t>(side)].visible(run, now, now + 1);
  const Touch state = touch(side == Side::a ? "ranks_a" : "ranks_b", room);
  std::optional<std::uint64_t> hovered;
  for (std::uint64_t rank = 0; rank < layout.ranks(); ++rank) {
    const Rect square = grid.square(rank);
    const std::size_t device = training::place_of(layout, rank)[kPipeline];
    const DeviceBlock* block = runs.cycle(side) == 0 ? nullptr : block_at(table, device, now);
    const bool busy = block != nullptr && block->op;
    const Colour ground = busy ? c.operations[block->color] : c.raised;
    const Rect inside = square.inset(std::min(ui.px(2), square.width() / 8));
    ui.canvas.fill(inside, ground, ui.px(3));
    if (busy)
      ui.canvas.hatch(inside, pattern_of_kind(block->color), ink_on(ground).faded(0.2F), ui.px(7),
                      ui.px(1.2F));
    if (state.hovered && square.contains(state.pointer))
      hovered = rank;
    const std::string words = fmt::format("{}", rank);
    if (ui.canvas.text_width(words, Face::text, ui.style.sizes.small) < inside.width())
      draw_label(ui.canvas, inside, words, Face::text, ui.style.sizes.small,
                 busy ? ink_on(ground) : c.text_dim);
  }
  if (hovered)
    draw_groups(ui, grid, *hovered, shared);
}

} // namespace stallscope::gui
