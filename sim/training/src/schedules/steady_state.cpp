#include "training/schedules/steady_state.hpp"

#include "sched/modulo/modulo.hpp"
#include "training/simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace stallscope::training {

namespace {

/// Limit of the work of a device for one micro-batch, in ticks of the greatest common divisor.
constexpr Ticks kMostWork = 20'000;
/// Limit of partial schedules of the exact search for shorter intervals.
constexpr std::uint64_t kMostVisited = 2'000'000;

constexpr std::array kKinds{Kind::forward, Kind::input_gradient, Kind::weight_gradient};

Ticks duration_of(const Stage& stage, Kind kind) {
  const Durations& d = stage.durations;
  return kind == Kind::forward          ? d.forward
         : kind == Kind::input_gradient ? d.input_gradient
                                        : d.weight_gradient;
}

sched::Node node_of(std::size_t stage, Kind kind) {
  const auto at = std::find(kKinds.begin(), kKinds.end(), kind) - kKinds.begin();
  return static_cast<sched::Node>(kKinds.size() * stage + static_cast<std::size_t>(at));
}

/// The pipeline as a loop: an iteration is a micro-batch, its operations are those of all stages.
class PipelineLoop {
public:
  PipelineLoop(const OrderProblem& problem, Ticks unit) : plan_(problem.plan), unit_(unit) {
    const std::size_t stages = plan_.stages.size();
    loop_.size = static_cast<sched::Node>(kKinds.size() * stages + 1);
    loop_.branch = loop_.size - 1; // takes nothing: it only ends the interval
    for (std::uint32_t device = 0; device < plan_.devices; ++device)
      loop_.resources.push_back({fmt::format("device {}", device), 1});
    loop_.uses.resize(loop_.size);
    for (std::size_t s = 0; s < stages; ++s) {
      for (const Kind kind : kKinds)
        if (const std::uint32_t cycles = ticks(duration_of(plan_.stages[s], kind)); cycles > 0)
          loop_.uses[node_of(s, kind)].push_back({plan_.stages[s].device, 0, cycles});
      edge(s, Kind::forward, s, Kind::input_gradient);
      edge(s, Kind::input_gradient, s, Kind::weight_gradient);
      if (s + 1 < stages) {
        edge(s, Kind::forward, s + 1, Kind::forward);
        edge(s + 1, Kind::input_gradient, s, Kind::input_gradient);
      }
      if (problem.most_chunks != 0)
        edge(s, Kind::weight_gradient, s, Kind::forward, problem.most_chunks / plan_.chunks);
    }
  }

  [[nodiscard]] const sched::ModuloProblem& loop() const { return loop_; }

private:
  [[nodiscard]] std::uint32_t ticks(Ticks time) const {
    return static_cast<std::uint32_t>(time / unit_);
  }
  /// `to` begins when `from`, of so many micro-batches before, has ended and its result is there.
  void edge(std::size_t from, Kind kind, std::size_t to, Kind next, std::uint32_t distance = 0) {
    const bool moves = plan_.stages[from].device != plan_.stages[to].device;
    sched::Edge edge;
    edge.from = node_of(from, kind);
    edge.to = node_of(to, next);
    edge.latency =
        ticks(duration_of(plan_.stages[from], kind)) + (moves ? ticks(plan_.transfer) : 0);
    edge.distance = distance;
    loop_.edges.push_back(edge);
  }

  const Plan& plan_;
  Ticks unit_;
  sched::ModuloProblem loop_;
};

/// The greatest common divisor of all times.
Ticks common_unit(const Plan& plan) {
  Ticks unit = plan.transfer;
  for (const Stage& stage : plan.stages)
    for (const Kind kind : kKinds)
      unit = std::gcd(unit, duration_of(stage, kind));
  return std::max<Ticks>(unit, 1);
}

/// The order that the schedule makes of all micro-batches. What takes no time goes first.
FoundOrder order_of(const Plan& plan, const std::vector<std::int32_t>& times,
                    std::uint32_t interval) {
  struct TimedOperation {
    std::int64_t time;
    bool takes_time;
    Operation operation;
  };
  std::vector<std::vector<TimedOperation>> devices(plan.devices);
  for (StageId s = 0; s < plan.stages.size(); ++s)
    for (const Kind kind : kKinds)
      for (std::uint32_t batch = 0; batch < plan.micro_batches; ++batch)
        devices[plan.stages[s].device].push_back(
            {std::int64_t{times[node_of(s, kind)]} + std::int64_t{interval} * batch,
             duration_of(plan.stages[s], kind) > 0,
             {kind, false, s, batch}});
  FoundOrder found{"modulo", plan, 0, 0};
  found.plan.operations.clear();
  found.plan.first_operation.assign(1, 0);
  for (std::vector<TimedOperation>& timed : devices) {
    std::stable_sort(timed.begin(), timed.end(),
                     [](const TimedOperation& a, const TimedOperation& b) {
                       return std::tie(a.time, a.takes_time) < std::tie(b.time, b.takes_time);
                     });
    for (const TimedOperation& entry : timed)
      found.plan.operations.push_back(entry.operation);
    found.plan.first_operation.push_back(static_cast<OperationIndex>(found.plan.operations.size()));
  }
  found.makespan = simulate(found.plan, verify(found.plan)).makespan;
  return found;
}

} // namespace

std::optional<SteadyState> steady_state(const OrderProblem& problem, std::string& why_not) {
  const Plan& plan = problem.plan;
  const Ticks unit = common_unit(plan);
  Ticks work = 0;
  for (const Stage& stage : plan.stages)
    work += stage.durations.forward + stage.durations.input_gradient +
            stage.durations.weight_gradient + 2 * plan.transfer;
  if (work / unit > kMostWork) {
    why_not = fmt::format("a micro-batch takes {} ticks, and modulo schedules count at most {}; "
                          "--tick makes them longer",
                          work / unit, kMostWork);
    return std::nullopt;
  }
  if (problem.most_chunks != 0 && !problem.held.whole()) {
    why_not = "its memory limit is one of whole activations, from F to W";
    return std::nullopt;
  }
  if (problem.most_chunks != 0 && problem.most_chunks < plan.chunks) {
    why_not = "there is no memory for one micro-batch";
    return std::nullopt;
  }
  const PipelineLoop pipeline(problem, unit);
  const sched::ModuloProblem& loop = pipeline.loop();
  const sched::MinimumInterval least = sched::minimum_interval(loop);
  sched::ModuloSchedule schedule = sched::schedule_iterative(loop);
  for (std::uint32_t interval = least.interval();
       schedule.interval == 0 || interval < schedule.interval; ++interval) {
    const sched::IntervalProof proof = sched::search_interval(loop, interval, kMostVisited);
    if (proof.times)
      schedule = {"exact", interval, *proof.times, 0, {}};
    if (!proof.decided || proof.times)
      break;
  }
  if (schedule.interval == 0) {
    why_not = "no modulo schedule was found";
    return std::nullopt;
  }
  SteadyState state;
  state.interval = schedule.interval * unit;
  state.by_work = least.resources * unit;
  state.busiest = static_cast<std::uint32_t>(least.bottleneck);
  state.by_memory = problem.most_chunks == 0 ? 0 : least.recurrences * unit;
  state.proven = schedule.interval == least.interval();
  state.in_flight = schedule.stages();
  for (StageId s = 0; s < plan.stages.size(); ++s)
    for (const Kind kind : kKinds)
      state.kernel.push_back({plan.stages[s].device,
                              {kind, false, s, 0},
                              schedule.row(node_of(s, kind)) * unit,
                              schedule.stage(node_of(s, kind))});
  std::stable_sort(state.kernel.begin(), state.kernel.end(),
                   [](const KernelStep& a, const KernelStep& b) {
                     return std::tie(a.device, a.time) < std::tie(b.device, b.time);
                   });
  state.order = order_of(plan, schedule.times, schedule.interval);
  return state;
}

} // namespace stallscope::training
