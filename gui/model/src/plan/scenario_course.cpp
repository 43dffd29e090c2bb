#include "model/plan/scenario_course.hpp"

#include "model/plan/collective_course.hpp"
#include "plan/course_record.hpp"
#include "plan/scenario_keys.hpp"
#include "problem.hpp"
#include "training/lanes/task_graph.hpp"
#include "training/scenarios/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::gui {

namespace {

/// Tasks on lanes, run.
class ScenarioCourse final : public Course {
public:
  ScenarioCourse(training::Scenario scenario, const std::string& name,
                 std::optional<CollectiveCourse> collective)
      : graph_(std::move(scenario.graph)), run_(training::run_tasks(graph_)),
        collective_(std::move(collective)) {
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
  std::optional<CollectiveCourse> collective_;
  trace::RunRecord whole_;
  MemoryCurves memory_;
};

std::vector<training::LayerLoad> layers_in(const ScenarioValues& values, bool activations) {
  std::vector<training::LayerLoad> layers;
  for (std::uint64_t i = 0; i < values.number("layers"); ++i)
    layers.push_back({std::to_string(i + 1), values.number("forward"), values.number("backward"),
                      values.number("gradient"), values.number("gradient"),
                      activations ? values.number("activation") : 1,
                      activations ? values.number("kept") : 0});
  return layers;
}

training::Scenario data_parallel_of(const ScenarioValues& values) {
  const std::string& order = values.word("order");
  if (order == "sharded") {
    training::ShardedTask task;
    task.layers = layers_in(values, false);
    task.iterations = static_cast<std::uint32_t>(values.number("iterations"));
    task.prefetch = static_cast<std::uint32_t>(values.number("prefetch"));
    task.copies = values.number("copies");
    task.gather = task.reduce = {0, 1, 2}; // half an all-reduce
    return training::sharded_data_parallel(task);
  }
  training::DataParallelTask task;
  task.layers = layers_in(values, false);
  task.iterations = static_cast<std::uint32_t>(values.number("iterations"));
  task.order = order == "behind" ? training::GradientOrder::behind
               : order == "fifo" ? training::GradientOrder::fifo
                                 : training::GradientOrder::priority;
  task.bucket_bytes = values.number("bucket");
  task.slice_bytes = values.number("slice");
  task.barrier = order != "priority";
  task.optimizer = values.number("optimizer");
  return training::data_parallel(task);
}

training::Scenario tensor_parallel_of(const ScenarioValues& values) {
  training::TensorParallelTask task;
  task.layers = static_cast<std::uint32_t>(values.number("layers"));
  task.attention = values.number("attention");
  task.mlp = values.number("mlp");
  task.activation_bytes = values.number("activation");
  task.tiles = static_cast<std::uint32_t>(values.number("tiles"));
  task.sequence_parallel = values.word("kind") == "sequence";
  task.all_gather = {0, 1, 2};
  return training::tensor_parallel(task);
}

training::Scenario offload_of(const ScenarioValues& values) {
  training::OffloadTask task;
  task.layers = layers_in(values, true);
  task.iterations = static_cast<std::uint32_t>(values.number("iterations"));
  task.activations = values.word("activations") == "keep"   ? training::KeepActivations::keep
                     : values.word("activations") == "swap" ? training::KeepActivations::swap
                                                            : training::KeepActivations::recompute;
  task.prefetch = static_cast<std::uint32_t>(values.number("prefetch"));
  return training::offload(task);
}

training::Scenario server_of(const ScenarioValues& values) {
  training::ServerTask task;
  const std::uint64_t workers = values.number("workers");
  task.compute.assign(workers, values.number("compute"));
  task.compute.back() = values.number("slowest");
  task.iterations = static_cast<std::uint32_t>(values.number("iterations"));
  task.bytes = values.number("bytes");
  const std::string& mode = values.word("mode");
  task.synchrony = mode == "sync"      ? training::Synchrony::sync
                   : mode == "async"   ? training::Synchrony::async
                   : mode == "bounded" ? training::Synchrony::bounded
                                       : training::Synchrony::all_reduce;
  task.bound = static_cast<std::uint32_t>(values.number("bound"));
  task.update = values.number("update");
  task.servers = static_cast<std::uint16_t>(values.number("servers"));
  // Each node sends bytes / n in each of 2(n - 1) steps.
  task.all_reduce = {0, 2 * (workers - 1), workers};
  return training::parameter_server(task).scenario;
}

/// "a", "b" ... "z", "27" ...
std::string block_name(std::uint32_t block) {
  constexpr std::uint32_t kLetters = 26;
  return block < kLetters ? std::string(1, static_cast<char>('a' + block))
                          : std::to_string(block + 1);
}

/// A step a tick: messages on the lanes of their senders; what a node does next waits for all.
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

Result<std::shared_ptr<const Course>> collective_of(const ScenarioValues& values) {
  CollectiveCourse course;
  course.task.collective =
      training::collective_called(values.word("collective")).value_or(course.task.collective);
  course.task.algorithm =
      training::algorithm_called(values.word("algorithm")).value_or(course.task.algorithm);
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
  const std::string name = fmt::format("{} {}", training::name(course.task.collective),
                                       training::name(course.task.algorithm));
  return std::shared_ptr<const Course>(
      std::make_shared<ScenarioCourse>(std::move(scenario), name, std::move(course)));
}

} // namespace

Result<std::shared_ptr<const Course>> open_scenario(const RunSpec& spec) {
  const Result<ScenarioValues> values = ScenarioValues::of(spec);
  if (!values)
    return values.diagnostics();
  const std::string& name = spec.program.name;
  if (name == "collective")
    return collective_of(*values);
  training::Scenario scenario = name == "data-parallel"     ? data_parallel_of(*values)
                                : name == "tensor-parallel" ? tensor_parallel_of(*values)
                                : name == "offload"         ? offload_of(*values)
                                                            : server_of(*values);
  if (scenario.graph.lanes().size() >= kNoLane)
    return problem({}, fmt::format("{} lanes; a pane has at most {}", scenario.graph.lanes().size(),
                                   kNoLane - 1));
  return std::shared_ptr<const Course>(
      std::make_shared<ScenarioCourse>(std::move(scenario), name, std::nullopt));
}

} // namespace stallscope::gui
