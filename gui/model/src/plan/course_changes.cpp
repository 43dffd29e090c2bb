#include "model/plan/course_changes.hpp"

#include "base/check.hpp"
#include "graph/study/study.hpp"
#include "training/plan_files/plan_changes.hpp"
#include "training/schedules/schedules.hpp"

#include <algorithm>
#include <string_view>
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

/// The words of the window for the changes of plans.
Text words_of(std::string_view change) {
  constexpr std::pair<std::string_view, Text> kWords[] = {
      {"transfer-0", Text::whatif_transfer},
      {"link-double", Text::whatif_link},
      {"links-double", Text::whatif_fast_links},
      {"links-unlimited", Text::whatif_unlimited},
      {"micro-batch-more", Text::whatif_batch},
      {"micro-batches-half", Text::whatif_half_batches},
      {"split", Text::whatif_split},
  };
  for (const auto& [name, text] : kWords)
    if (name == change)
      return text;
  STALLSCOPE_CHECK(false, "every change of a plan has words");
  return Text::whatif_transfer;
}

std::vector<CourseChange> changes_of_plan(const RunSpec& spec, const training::TrainRun& run) {
  std::vector<CourseChange> all;
  for (const training::PlanChange& change : training::plan_changes(run, !spec.order.empty())) {
    RunSpec changed = spec;
    for (const training::PlanSetting& setting : change.settings) {
      // A subject that is named after its schedule has the schedule in its name, unless a setting
      // overrides it.
      const bool in_name =
          setting.key == "schedule" && training::find_schedule(changed.program.name) != nullptr;
      if (in_name)
        changed.program.name = setting.value;
      if (!in_name || setting_of(spec, setting.key))
        changed = with_setting(std::move(changed), setting.key, setting.value);
    }
    all.push_back({change.name, words_of(change.name), std::move(changed)});
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
