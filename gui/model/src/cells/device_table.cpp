#include "model/cells/device_table.hpp"

#include "training/plan_files/plan_run.hpp"

#include <algorithm>
#include <optional>

namespace stallscope::gui {

namespace {

/// The digits after the last letter: "3" of "F3" and of "1F3".
std::string number_in(const std::string& label) {
  const std::size_t letter = label.find_last_not_of("0123456789");
  return letter == std::string::npos || letter + 1 == label.size() ? label
                                                                   : label.substr(letter + 1);
}

/// The digits before the first letter: the stage, of a device that has several.
std::optional<std::size_t> stage_in(const std::string& label) {
  const std::size_t letter = label.find_first_not_of("0123456789");
  if (letter == 0 || letter == std::string::npos || letter > 6)
    return std::nullopt;
  return static_cast<std::size_t>(std::stoul(label.substr(0, letter)));
}

} // namespace

float shade_of_stage(const training::Plan& plan, std::size_t stage) {
  if (stage >= plan.stages.size() || plan.stages.size() <= plan.devices)
    return 0;
  const training::Stage& at = plan.stages[stage];
  const auto last = static_cast<float>(plan.stages.size() / plan.devices - 1);
  return std::min(static_cast<float>(at.pipeline + at.part / plan.devices) / last, 1.0F);
}

Pattern pattern_of_kind(std::uint8_t color) {
  constexpr std::array kPatterns{Pattern::none,  Pattern::backslash, Pattern::dots,
                                 Pattern::bars,  Pattern::zigzag,    Pattern::grid,
                                 Pattern::cross, Pattern::lines};
  return kPatterns[color % kPatterns.size()];
}

const DeviceTableView& DeviceTableModel::visible(Run& run, std::uint64_t from, std::uint64_t to,
                                                 const LanesAsked& lanes) {
  if (of_ == &run && version_ == run.version() && view_.from == from && view_.to == to &&
      lanes_ == lanes && !view_.loading)
    return view_;
  of_ = &run;
  version_ = run.version();
  view_ = {};
  lanes_ = lanes;
  view_.from = from;
  view_.to = to;
  for (const Lane& lane : run.lanes())
    view_.lanes.push_back({lane.name, lane.is_unit, {}});
  const WindowPtr window = run.window(from, to);
  if (window == nullptr) {
    view_.loading = true;
    return view_;
  }
  const training::TrainRun* plan = run.course() == nullptr ? nullptr : run.course()->plan();
  const trace::RunRecord& record = window->record;
  const Timeline& timeline = window->timeline();
  view_.lanes.resize(timeline.lanes.size()); // in long runs the lanes of links are added when first
                                             // used
  for (std::size_t i = 0; i < timeline.lanes.size(); ++i)
    view_.lanes[i] = {timeline.lanes[i].name, timeline.lanes[i].is_unit, {}};
  const TimelineIndex::Rows rows = window->index.rows_in(Cycle{from}, Cycle{to});
  for (std::size_t i = rows.first; i < rows.last; ++i) {
    const OpRow& row = timeline.rows[i];
    for (const Span& span : timeline.spans_of(row)) {
      if (span.end.value <= from || span.begin.value >= to || !lanes.has(span.lane))
        continue;
      DeviceBlock block;
      block.begin = span.begin.value;
      block.end = span.end.value;
      block.op = row.op;
      block.color = color_of(record.color(row.op));
      block.label = number_of(row.op, row.wrong_path, record);
      block.number = number_in(block.label);
      if (const auto stage = plan == nullptr ? std::nullopt : stage_in(block.label))
        block.shade = shade_of_stage(plan->plan.plan, *stage);
      view_.shaded = view_.shaded || block.shade > 0;
      view_.kinds |= static_cast<std::uint8_t>(1U << (block.color % kTokenColors));
      view_.lanes[span.lane].blocks.push_back(std::move(block));
    }
  }
  for (const Gap& gap : timeline.gaps)
    if (gap.end.value > from && gap.begin.value < to && lanes.has(gap.lane))
      view_.lanes[gap.lane].blocks.push_back({gap.begin.value,
                                              gap.end.value,
                                              kNoOp,
                                              0,
                                              short_cause(gap.cause, record),
                                              {},
                                              gap.cause,
                                              0});
  for (DeviceLane& lane : view_.lanes)
    std::stable_sort(lane.blocks.begin(), lane.blocks.end(),
                     [](const DeviceBlock& a, const DeviceBlock& b) { return a.begin < b.begin; });
  return view_;
}

} // namespace stallscope::gui
