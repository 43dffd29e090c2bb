#include "model/plan/scenario_course.hpp"

#include "language/translation.hpp"
#include "model/plan/collective_course.hpp"
#include "plan/course_record.hpp"
#include "problem.hpp"
#include "training/lanes/task_graph.hpp"
#include "training/models/model_file.hpp"
#include "training/scenarios/scenario_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

using training::ScenarioKey;
using training::ScenarioUse;
using training::ScenarioValue;
using training::ScenarioValues;

/// Collective operations, a scenario without a counterpart in sim/training.
constexpr std::string_view kCollective = "collective";
constexpr std::uint64_t kMostDrawnNodes = 64;
constexpr std::uint64_t kMostOfSlider = 1'000'000; ///< larger values use a text field

/// A run of tasks on lanes.
class ScenarioCourse final : public Course {
public:
  ScenarioCourse(training::Scenario scenario, training::TaskRun run, const std::string& name,
                 std::optional<CollectiveCourse> collective)
      : graph_(std::move(scenario.graph)), run_(std::move(run)),
        places_(training::places_of(graph_, run_)), collective_(std::move(collective)) {
    whole_ = training::task_record(graph_, run_, name);
    std::vector<bool> counted;
    for (const training::TaskLane& lane : graph_.lanes())
      counted.push_back(lane.is_device);
    add_lost(whole_, counted);
    if (std::any_of(graph_.tasks().begin(), graph_.tasks().end(),
                    [](const training::Task& task) { return task.allocates > 0; }))
      add_memory(scenario.held_bytes);
  }

  [[nodiscard]] trace::RunRecord record(std::uint64_t /*from*/,
                                        std::uint64_t /*to*/) const override {
    return whole_;
  }
  [[nodiscard]] std::uint64_t cycles() const override { return run_.makespan; }
  [[nodiscard]] std::uint64_t operations() const override { return whole_.timeline.rows.size(); }
  [[nodiscard]] const MemoryCurves& memory() const override { return memory_; }
  [[nodiscard]] const CollectiveCourse* collective() const override {
    return collective_ ? &*collective_ : nullptr;
  }

  [[nodiscard]] std::optional<std::vector<CauseLink>> why(LaneId lane,
                                                          std::uint64_t cycle) const override {
    std::vector<CauseLink> causes;
    const auto at = std::find(places_.lanes.begin(), places_.lanes.end(), lane);
    const auto own = static_cast<std::uint16_t>(at - places_.lanes.begin());
    if (lane == kNoLane || at == places_.lanes.end() || graph_.lanes()[own].slots != 1)
      return causes;
    training::LaneGap whole; // pieces with different reasons are one wait
    for (const training::LaneGap& gap : training::lane_gaps(graph_, run_, own)) {
      if (gap.begin != whole.end && whole.end <= cycle - 1)
        whole = gap;
      else if (gap.begin == whole.end)
        whole.end = gap.end;
    }
    if (cycle - 1 < whole.begin || cycle - 1 >= whole.end)
      return causes;
    for (const training::TaskLink& link : training::why_lane_waits(graph_, run_, own, whole)) {
      const training::Task& task = graph_.tasks()[link.task];
      causes.push_back({CauseLink::What::task, task.name, graph_.lanes()[task.lane].name,
                        std::max(link.begin, whole.begin) + 1, link.end + 1,
                        places_.lanes[task.lane], places_.numbers[link.task]});
    }
    return causes;
  }

private:
  void add_memory(std::uint64_t held) {
    constexpr std::size_t kActivations = 3;
    memory_.bytes = true;
    MemoryStrip strip;
    strip.device = "device";
    for (const training::TaskMemory& level : training::task_memory(graph_, run_, held)) {
      MemoryLevel now;
      now.cycle = level.time + 1;
      now.parts[0] = held;
      now.parts[kActivations] = level.bytes - held;
      strip.levels.push_back(now);
      if (level.bytes <= strip.peak)
        continue;
      strip.peak = level.bytes;
      strip.peak_cycle = now.cycle;
      strip.culprit =
          level.task == training::kNoTask ? std::string() : graph_.tasks()[level.task].name;
    }
    memory_.devices.push_back(std::move(strip));
    memory_.sum_up();
  }

  training::TaskGraph graph_;
  training::TaskRun run_;
  training::TaskPlaces places_; ///< in whole_
  std::optional<CollectiveCourse> collective_;
  trace::RunRecord whole_;
  MemoryCurves memory_;
};

/// "a", "b" ... "z", "27" ...
std::string block_name(std::uint32_t block) {
  constexpr std::uint32_t kLetters = 26;
  return block < kLetters ? std::string(1, static_cast<char>('a' + block))
                          : std::to_string(block + 1);
}

/// Steps as tasks of one tick: messages are on the lanes of their senders, and a step depends on
/// all messages of the previous one.
training::Scenario steps_as_tasks(const CollectiveCourse& course) {
  constexpr std::uint8_t kBlue = 1;
  constexpr std::uint8_t kGreen = 3;
  training::Scenario scenario;
  for (std::uint32_t node = 0; node < course.task.nodes; ++node)
    scenario.graph.add_lane({fmt::format("node {}", node), training::Dispatch::in_order, 1, true});
  std::vector<training::TaskId> before;
  for (const training::CollectiveStep& step : course.steps) {
    std::vector<training::TaskId> now;
    for (const training::Message& message : step) {
      std::string blocks;
      for (const std::uint32_t block : message.blocks)
        blocks += block_name(block);
      training::Task task;
      task.name =
          fmt::format("{} > {}: {}{}", message.from, message.to, message.added ? "+" : "", blocks);
      task.cell = fmt::format("{}{}>{}", message.added ? "+" : "", blocks, message.to);
      task.kind = message.added ? "reduce" : "copy";
      task.color = message.added ? kGreen : kBlue;
      task.lane = static_cast<std::uint16_t>(message.from);
      task.duration = 1;
      task.why = Reason::transfer;
      const training::TaskId id = scenario.graph.add(std::move(task));
      for (const training::TaskId needed : before)
        scenario.graph.need(id, needed);
      now.push_back(id);
    }
    before = std::move(now);
  }
  return scenario;
}

const std::vector<ScenarioKey>& collective_keys() {
  using enum ScenarioValue;
  static const std::vector<ScenarioKey> all{
      {"collective", word, "all-reduce", "What the nodes do together", 0, 0,
       training::collective_names()},
      {"algorithm", word, "ring", "How they do it", 0, 0, training::algorithm_names()},
      {"nodes", number, "4", "Nodes", 2, kMostDrawnNodes},
      {"group_size", number, "2", "Nodes of a group, of hierarchical", 1, kMostDrawnNodes},
      {"root", number, "0", "Of what comes from or goes to one node", 0, kMostDrawnNodes - 1}};
  return all;
}

/// The keys of a scenario of training, or of a collective.
const std::vector<ScenarioKey>& keys_of(std::string_view scenario) {
  const auto kind = training::scenario_called(scenario);
  return kind ? training::scenario_keys(*kind) : collective_keys();
}

Result<ScenarioValues> values_of(const RunSpec& spec) {
  std::vector<training::PlanSetting> settings;
  for (const machine::Setting& setting : spec.settings)
    settings.push_back({{}, setting.key, setting.value});
  return ScenarioValues::of(keys_of(spec.program.name), settings);
}

Result<std::shared_ptr<const Course>> collective_of(const ScenarioValues& values) {
  CollectiveCourse course;
  course.task.collective =
      training::collective_called(values.text("collective")).value_or(course.task.collective);
  course.task.algorithm =
      training::algorithm_called(values.text("algorithm")).value_or(course.task.algorithm);
  course.task.nodes = static_cast<std::uint32_t>(values.number("nodes"));
  course.task.root = static_cast<std::uint32_t>(values.number("root"));
  course.task.group_size = static_cast<std::uint32_t>(values.number("group_size"));
  if (const auto refused = training::refusal(course.task)) {
    Diagnostic wrong = problem({}, refused->message);
    wrong.expected = refused->expected;
    return wrong;
  }
  course.steps = training::steps_of(course.task);
  training::Scenario scenario = steps_as_tasks(course);
  training::TaskRun run = training::run_tasks(scenario.graph);
  const std::string name = fmt::format("{} {}", training::name(course.task.collective),
                                       training::name(course.task.algorithm));
  return std::shared_ptr<const Course>(std::make_shared<ScenarioCourse>(
      std::move(scenario), std::move(run), name, std::move(course)));
}

Control control_of(const ScenarioKey& key, const MachineOption& option) {
  if (key.value == ScenarioValue::flag)
    return Control::toggle;
  if (!option.choices.empty())
    return Control::choice;
  return key.value == ScenarioValue::number && key.most <= kMostOfSlider ? Control::slider
                                                                         : Control::text;
}

MachineOption option_of(const ScenarioKey& key, const std::string& scenario,
                        const std::string& value) {
  MachineOption option;
  option.key = key.name;
  option.group = scenario;
  option.label = key.name;
  option.words = in_all_languages(key.meaning, [&](const Translation& in) {
    return std::string(in.scenario_key(scenario, key.name));
  });
  option.value = value;
  option.choices = {key.words.begin(), key.words.end()};
  if (key.name == "model") {
    option.choices.emplace_back(); // numbers are given, without a model
    for (const training::ModelInfo& model : training::models())
      option.choices.emplace_back(model.name);
  }
  option.control = control_of(key, option);
  option.least = static_cast<std::int64_t>(std::min(key.least, kMostOfSlider));
  option.most = static_cast<std::int64_t>(std::min(key.most, kMostOfSlider));
  return option;
}

/// The key is used: some keys only without a model, others only with one.
bool counts(const ScenarioKey& key, const ScenarioValues& values) {
  return key.use == ScenarioUse::always ||
         values.text("model").empty() == (key.use == ScenarioUse::with_numbers);
}

} // namespace

const std::vector<std::string_view>& scenario_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all = training::scenario_names();
    all.push_back(kCollective);
    return all;
  }();
  return names;
}

bool is_scenario(std::string_view name) {
  return name == kCollective || training::scenario_called(name);
}

Result<std::vector<MachineOption>> scenario_options(const RunSpec& spec) {
  const Result<ScenarioValues> values = values_of(spec);
  if (!values)
    return values.diagnostics();
  std::vector<MachineOption> options;
  for (const ScenarioKey& key : keys_of(spec.program.name))
    if (counts(key, *values))
      options.push_back(option_of(key, spec.program.name, values->text(key.name)));
  return options;
}

Result<std::shared_ptr<const Course>> open_scenario(const RunSpec& spec) {
  const Result<ScenarioValues> values = values_of(spec);
  if (!values)
    return values.diagnostics();
  const auto kind = training::scenario_called(spec.program.name);
  if (!kind)
    return collective_of(*values);
  const std::string_view chooses = training::scenario_keys(*kind).front().name;
  auto run = training::run_scenario(*kind, *values, values->text(chooses));
  if (!run)
    return run.diagnostics();
  if (run->scenario.graph.lanes().size() >= kNoLane)
    return problem({}, fmt::format("{} lanes; a pane has at most {}",
                                   run->scenario.graph.lanes().size(), kNoLane - 1));
  return std::shared_ptr<const Course>(std::make_shared<ScenarioCourse>(
      std::move(run->scenario), std::move(run->run), spec.program.name, std::nullopt));
}

} // namespace stallscope::gui
