#include "model/plan/course_changes.hpp"

#include "graph/study/study.hpp"
#include "training/plan_files/plan_run.hpp"
#include "training/schedules/schedules.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

RunSpec with_setting(RunSpec spec, const std::string& key, const std::string& value) {
  std::erase_if(spec.settings, [&key](const machine::Setting& s) { return s.key == key; });
  spec.settings.push_back({key, value});
  return spec;
}

bool setting_of(const RunSpec& spec, std::string_view key) {
  return std::any_of(spec.settings.begin(), spec.settings.end(),
                     [key](const machine::Setting& s) { return s.key == key; });
}

std::vector<CourseChange> changes_of_plan(const RunSpec& spec, const training::TrainRun& run) {
  const training::Plan& plan = run.plan.plan;
  std::vector<CourseChange> all;
  const auto add = [&all](std::string name, Text words, RunSpec changed) {
    all.push_back({std::move(name), words, std::move(changed)});
  };
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  const training::Ticks transfer = plan.transfer / plan.ticks_per_unit;
  const bool given = !run.plan.job.has_value(); // the durations are given, not derived from a model
  if (given && transfer > 0)
    add("transfer-0", Text::whatif_transfer, with_setting(spec, "transfer", "0"));
  if (given && transfer > 1)
    add("link-double", Text::whatif_link, with_setting(spec, "transfer", number(transfer / 2)));
  if (plan.transfer > 0 && plan.links != training::LinkSharing::unlimited)
    add("links-unlimited", Text::whatif_unlimited, with_setting(spec, "links", "unlimited"));
  const training::ScheduleInfo* info = training::find_schedule(plan.schedule);
  if (info == nullptr || !spec.order.empty())
    return all; // the order is fixed by a file
  RunSpec more = with_setting(spec, "micro_batches", number(plan.micro_batches + 1U));
  add("micro-batch-more", Text::whatif_batch, std::move(more));
  if (plan.micro_batches >= 2)
    add("micro-batches-half", Text::whatif_half_batches,
        with_setting(spec, "micro_batches", number(plan.micro_batches / 2)));
  if (!info->split && plan.chunks == 1) {
    RunSpec split = spec.program.name.ends_with(".toml") || setting_of(spec, "schedule")
                        ? with_setting(spec, "schedule", "zb-h1")
                        : spec;
    if (training::find_schedule(split.program.name) != nullptr)
      split.program.name = "zb-h1";
    add("split", Text::whatif_split, std::move(split));
  }
  return all;
}

std::vector<CourseChange> changes_of_graph(const RunSpec& spec, const graph::GraphRun& run) {
  std::vector<CourseChange> all;
  const bool eager = run.options.style == graph::Style::eager;
  if (run.options.model.launch > 0 || run.options.model.graph_launch > 0)
    all.push_back({"launch-0", Text::whatif_launch,
                   with_setting(with_setting(spec, "launch", "0"), "graph_launch", "0")});
  all.push_back({"stream-more", Text::whatif_stream,
                 with_setting(spec, "streams", std::to_string(run.options.streams + 1U))});
  if (eager)
    all.push_back({"static", Text::whatif_whole, with_setting(spec, "style", "static")});
  if (!run.optimized)
    all.push_back({"passes", Text::whatif_all_passes, with_setting(spec, "passes", "all")});
  return all;
}

} // namespace

std::vector<CourseChange> course_changes(const Run& run) {
  if (run.course() == nullptr)
    return {};
  if (const training::TrainRun* plan = run.course()->plan())
    return changes_of_plan(run.spec(), *plan);
  if (const graph::GraphRun* graph = run.course()->graph())
    return changes_of_graph(run.spec(), *graph);
  return {};
}

} // namespace stallscope::gui
