#include "sched/schedule.hpp"

#include "base/check.hpp"
#include "data_flow/register_pressure.hpp"
#include "list_scheduling/list_schedulers.hpp"
#include "optimal/bounds.hpp"
#include "sched/optimal/optimal.hpp"
#include "sched/target/latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace stallscope::sched {

const std::vector<SchedulerInfo>& schedulers() {
  static const std::vector<SchedulerInfo> kSchedulers{
      {"source", "the order of the source"},
      {"topological", "a topological order, depth first, without a look at the pipeline"},
      {"non-interfering", "first what waits for nobody and so holds nobody up"},
      {"most-dependents", "first what most others depend on"},
      {"weighted", "edges weighted with the waiting time; first what may start earliest"},
      {"combined", "of what may start, first what most others depend on"},
      {"critical-path", "list scheduling, longest way to the end first"},
      {"forward", "the same with regard to the registers in use"},
      {"backward", "the same from the end"},
      {"bidirectional", "from both ends, the one with less slack each time"},
      {"hennessy-gross", "post-pass reorganisation with look-ahead by one (1983)"},
      {"optimal", "the fewest cycles, proven by branch and bound"},
  };
  return kSchedulers;
}

std::uint32_t Schedule::stall_cycles() const {
  return std::accumulate(stalls.begin(), stalls.end(), 0U);
}

Problem::Problem(DependenceGraph graph, const Target& target)
    : graph_(std::move(graph)), target_(target), measures_(measure(graph_)),
      ops_(pipeline_ops(graph_.block, graph_.folding)),
      live_values_(std::make_shared<const LiveValues>(graph_.block)) {
  LatencyTable& latencies = target_.latencies();
  least_distances_.reserve(graph_.edges.size());
  for (const Edge& edge : graph_.edges)
    least_distances_.push_back(latencies.least_distance(graph_.block, edge));
  const Bounds bounds(graph_, least_distances_, target_.model());
  lower_bound_ = static_cast<std::uint32_t>(std::max(0, bounds.root_length()));
}

Schedule Problem::evaluate(std::string_view name, std::vector<Node> order) const {
  Schedule schedule;
  schedule.name = name;
  schedule.order = std::move(order);
  PipelineModel& model = target_.scratch_model();
  model.start(ops_, &schedule.stalls);
  schedule.issue_cycles.reserve(schedule.order.size());
  for (const Node node : schedule.order)
    schedule.issue_cycles.push_back(static_cast<std::uint32_t>(model.place(node).issue));
  schedule.cycles = static_cast<std::uint32_t>(model.cycles());
  schedule.lower_bound = std::min(lower_bound_, schedule.cycles);
  schedule.proven = schedule.cycles == schedule.lower_bound;
  schedule.registers = registers_used(*live_values_, schedule.order);
  return schedule;
}

namespace {

Decided decide(const Problem& problem, std::string_view name, const ScheduleOptions& options) {
  const bool steps = options.steps;
  if (name == "topological")
    return topological_order(problem);
  if (name == "non-interfering")
    return lecture_list(problem, LectureRule::non_interfering, steps);
  if (name == "most-dependents")
    return lecture_list(problem, LectureRule::most_dependents, steps);
  if (name == "weighted")
    return lecture_list(problem, LectureRule::weighted, steps);
  if (name == "combined")
    return lecture_list(problem, LectureRule::combined, steps);
  if (name == "critical-path")
    return list_schedule(problem, Direction::forward, false, steps);
  if (name == "forward")
    return list_schedule(problem, Direction::forward, true, steps);
  if (name == "backward")
    return list_schedule(problem, Direction::backward, true, steps);
  if (name == "bidirectional")
    return list_schedule(problem, Direction::both, true, steps);
  if (name == "hennessy-gross")
    return hennessy_gross(problem, steps);
  STALLSCOPE_CHECK(name == "source", "a scheduler that is in no list");
  Decided source;
  source.order.resize(problem.graph().size());
  std::iota(source.order.begin(), source.order.end(), 0U);
  return source;
}

Schedule optimal(const Problem& problem, const ScheduleOptions& options) {
  std::vector<std::vector<Node>> known;
  for (const SchedulerInfo& info : schedulers())
    if (info.name != "optimal")
      known.push_back(decide(problem, info.name, {}).order);
  const SearchResult found = search_optimal(problem, known, options.optimal_seconds);
  Schedule schedule = problem.evaluate("optimal", found.order);
  schedule.lower_bound = found.lower_bound;
  schedule.proven = found.proven;
  schedule.note =
      found.proven ? fmt::format("proven after {} partial orders", found.visited)
                   : fmt::format("stopped after {} partial orders: at least {} cycles, at most {}",
                                 found.visited, found.lower_bound, schedule.cycles);
  return schedule;
}

} // namespace

Schedule make_schedule(const Problem& problem, std::string_view scheduler,
                       const ScheduleOptions& options) {
  Schedule schedule;
  if (scheduler == "optimal") {
    schedule = optimal(problem, options);
  } else {
    Decided decided = decide(problem, scheduler, options);
    schedule = problem.evaluate(scheduler, std::move(decided.order));
    schedule.steps = std::move(decided.steps);
  }
  const std::string wrong =
      illegality(problem.block(), schedule.order, options.hints, problem.graph().folding);
  STALLSCOPE_CHECK(wrong.empty(), wrong.c_str());
  return schedule;
}

} // namespace stallscope::sched
