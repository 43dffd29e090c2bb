#include "model/cells/device_table.hpp"

#include "training/plan_files/plan_run.hpp"

#include <algorithm>
#include <string_view>

namespace stallscope::gui {

namespace {

/// The digits after the last letter: "3" of "F3" and of "1F3".
std::string number_in(const std::string& label) {
  const std::size_t letter = label.find_last_not_of("0123456789");
  return letter == std::string::npos || letter + 1 == label.size() ? label
                                                                   : label.substr(letter + 1);
}

/// What a narrow block shows: of operations of plans the micro-batch.
std::string number_of(const training::Operation* operation, const std::string& label) {
  return operation != nullptr && training::has_micro_batch(operation->kind)
             ? std::to_string(operation->micro_batch)
             : number_in(label);
}

/// The name of a kernel without its return type, namespaces and template arguments.
std::string kernel_name(std::string name) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (std::size_t at = name.find(kUnnamed); at != std::string::npos; at = name.find(kUnnamed))
    name.erase(at, kUnnamed.size());
  name.resize(std::min(name.find_first_of("<("), name.size()));
  if (const std::size_t space = name.find_last_of(' '); space + 1 < name.size())
    name.erase(0, space + 1); // of npos: nothing
  if (const std::size_t inner = name.rfind("::"); inner != std::string::npos)
    name.erase(0, inner + 2);
  return name;
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
  const Course* course = run.course();
  const training::TrainRun* plan = course == nullptr ? nullptr : course->plan();
  const bool measured = run.spec().subject == Subject::measured;
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
      const training::Operation* operation = plan == nullptr ? nullptr : course->operation(row.op);
      block.number = number_of(operation, block.label);
      if (operation != nullptr)
        block.shade = shade_of_stage(plan->plan.plan, operation->stage);
      if (measured && block.label == block.number) // a kernel of no pass has a number only
        block.label = kernel_name(record.legend.text(row.instruction));
      view_.shaded = view_.shaded || block.shade > 0;
      view_.kinds |= static_cast<std::uint8_t>(1U << (block.color % kTokenColors));
      view_.lanes[span.lane].blocks.push_back(std::move(block));
    }
  }
  for (std::size_t lane = 0; lane < view_.lanes.size(); ++lane) {
    const auto id = static_cast<LaneId>(lane);
    const TimelineIndex::Rows gaps =
        lanes.has(id) ? window->index.gaps_in(id, Cycle{from}, Cycle{to}) : TimelineIndex::Rows{};
    for (std::size_t i = gaps.first; i < gaps.last; ++i) {
      const Gap& gap = timeline.gaps[i];
      view_.lanes[lane].blocks.push_back({gap.begin.value,
                                          gap.end.value,
                                          kNoOp,
                                          0,
                                          short_cause(gap.cause, record),
                                          {},
                                          gap.cause,
                                          0});
    }
  }
  for (DeviceLane& lane : view_.lanes)
    std::stable_sort(lane.blocks.begin(), lane.blocks.end(),
                     [](const DeviceBlock& a, const DeviceBlock& b) { return a.begin < b.begin; });
  return view_;
}

} // namespace stallscope::gui
