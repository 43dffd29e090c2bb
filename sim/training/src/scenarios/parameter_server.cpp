#include "tasks.hpp"
#include "training/scenarios/input.hpp"

#include <algorithm>

namespace stallscope::training {

namespace {

class ServerBuilder {
public:
  explicit ServerBuilder(const ServerTask& task) : task_(task) {
    TaskGraph& graph = out_.scenario.graph;
    slowest_ = static_cast<std::size_t>(std::max_element(task.compute.begin(), task.compute.end()) -
                                        task.compute.begin());
    for (std::size_t i = 0; i < task.compute.size(); ++i)
      workers_.push_back(
          graph.add_lane({"worker " + std::to_string(i), Dispatch::in_order, 1, true}));
    if (task.synchrony == Synchrony::all_reduce) {
      network_ = graph.add_lane({"ring", Dispatch::fifo, 1, false});
      return;
    }
    network_ = graph.add_lane({"server out", Dispatch::fifo, 1, false});
    receive_ = graph.add_lane({"server in", Dispatch::fifo, 1, false});
    server_ = graph.add_lane({"server", Dispatch::fifo, 1, false});
  }

  ServerScenario build() {
    for (std::uint32_t i = 0; i < task_.iterations; ++i)
      task_.synchrony == Synchrony::all_reduce ? ring(i) : through_server(i);
    constexpr std::array kTitles{"parameter server, synchronous", "parameter server, asynchronous",
                                 "parameter server, bounded staleness", "all-reduce"};
    out_.scenario.title = kTitles[static_cast<std::size_t>(task_.synchrony)];
    out_.together = task_.synchrony == Synchrony::sync;
    return std::move(out_);
  }

private:
  TaskGraph& graph() { return out_.scenario.graph; }
  [[nodiscard]] static std::string tag(std::size_t worker, std::uint32_t iteration) {
    return std::to_string(worker) + "." + std::to_string(iteration);
  }

  TaskId compute(std::size_t worker, std::uint32_t iteration) {
    const TaskId id = graph().add(
        {"iteration " + std::to_string(iteration) + " of worker " + std::to_string(worker),
         "C" + std::to_string(iteration), "compute", kForwardColor, workers_[worker],
         task_.compute[worker], 0,
         task_.synchrony == Synchrony::async ? Reason::gradient : Reason::barrier, 0, 0});
    if (worker == slowest_)
      out_.scenario.iterations.push_back(id);
    return id;
  }

  void ring(std::uint32_t iteration) {
    const TaskId before = last_;
    std::vector<TaskId> all;
    for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
      all.push_back(compute(worker, iteration));
      if (before != kNoTask)
        graph().need(all.back(), before);
    }
    last_ = graph().add(wire_task(network_, "all-reduce of iteration " + std::to_string(iteration),
                                  "A" + std::to_string(iteration), task_.all_reduce.of(task_.bytes),
                                  0, Reason::barrier));
    for (const TaskId needed : all)
      graph().need(last_, needed);
  }

  /// Updates that must precede a worker's pull.
  [[nodiscard]] std::vector<TaskId> needed_by(std::size_t worker, std::uint32_t iteration) const {
    std::vector<TaskId> needed;
    for (const WorkerUpdate& update : out_.updates) {
      const bool own = update.worker == worker && update.iteration + 1 == iteration;
      const bool of_all = task_.synchrony == Synchrony::sync
                              ? update.iteration + 1 == iteration
                              : task_.synchrony == Synchrony::bounded &&
                                    std::uint64_t{update.iteration} + task_.bound + 1 == iteration;
      if (own || of_all)
        needed.push_back(update.update);
    }
    return needed;
  }

  void through_server(std::uint32_t iteration) {
    const std::uint64_t bytes = (task_.bytes + task_.servers - 1) / task_.servers;
    std::vector<WorkerUpdate> now;
    for (std::uint32_t worker = 0; worker < workers_.size(); ++worker) {
      WorkerUpdate update{worker, iteration, kNoTask, kNoTask};
      update.pull =
          graph().add(wire_task(network_, "parameters to worker " + tag(worker, iteration),
                                "p" + tag(worker, iteration), task_.wire.of(bytes)));
      for (const TaskId needed : needed_by(worker, iteration))
        graph().need(update.pull, needed);
      const TaskId computed = compute(worker, iteration);
      graph().need(computed, update.pull);
      const TaskId push = graph().add(
          wire_task(receive_, "gradients of worker " + tag(worker, iteration),
                    "g" + tag(worker, iteration), task_.wire.of(bytes), 0,
                    task_.synchrony == Synchrony::async ? Reason::transfer : Reason::barrier));
      graph().need(push, computed);
      update.update = graph().add(
          {"update by worker " + tag(worker, iteration), "U" + tag(worker, iteration),
           "optimizer_step", kHostColor, server_, task_.update, 0,
           task_.synchrony == Synchrony::async ? Reason::transfer : Reason::barrier, 0, 0});
      graph().need(update.update, push);
      now.push_back(update);
    }
    out_.updates.insert(out_.updates.end(), now.begin(), now.end());
  }

  const ServerTask& task_;
  ServerScenario out_;
  std::vector<std::uint16_t> workers_;
  std::size_t slowest_ = 0; ///< the worker whose iterations are those of all
  std::uint16_t network_ = 0;
  std::uint16_t receive_ = 0;
  std::uint16_t server_ = 0;
  TaskId last_ = kNoTask;
};

} // namespace

ServerScenario parameter_server(const ServerTask& task) {
  return ServerBuilder(task).build();
}

std::vector<std::uint32_t> staleness_of(const ServerScenario& scenario, const TaskRun& run) {
  // Updates in the order in which the server applied them.
  std::vector<std::size_t> order(scenario.updates.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return run.end[scenario.updates[a].update] < run.end[scenario.updates[b].update];
  });
  std::vector<std::uint32_t> stale(order.size(), 0);
  if (scenario.together)
    return stale;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const WorkerUpdate& own = scenario.updates[order[k]];
    for (std::size_t j = 0; j < k; ++j)
      stale[order[k]] += run.end[scenario.updates[order[j]].update] > run.start[own.pull] ? 1 : 0;
  }
  return stale;
}

} // namespace stallscope::training
