#include "sched/schedule.hpp"

#include "base/check.hpp"
#include "data_flow/register_pressure.hpp"
#include "list_scheduling/list_schedulers.hpp"
#include "optimal/bounds.hpp"
#include "sched/optimal/optimal.hpp"
#include "sched/target/latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace stallscope::sched {

namespace {

Decided source_order(const Problem& problem, bool /*steps*/) {
  Decided source;
  source.order.resize(problem.graph().size());
  std::iota(source.order.begin(), source.order.end(), 0U);
  return source;
}

template <LectureRule kRule> Decided by_rule(const Problem& problem, bool steps) {
  return lecture_list(problem, kRule, steps);
}

template <Direction kDirection, bool kPressureAware>
Decided by_list(const Problem& problem, bool steps) {
  return list_schedule(problem, kDirection, kPressureAware, steps);
}

struct Scheduler {
  SchedulerInfo info;
  Decided (*decide)(const Problem& problem, bool steps); ///< nullptr: `optimal`, which needs all
};

/// The one declaration of each scheduler, in teaching order.
constexpr std::array kTable = std::to_array<Scheduler>({
    {{"source", "the order of the source"}, source_order},
    {{"topological", "a topological order, depth first, without a look at the pipeline"},
     [](const Problem& problem, bool) { return topological_order(problem); }},
    {{"non-interfering", "first what has no interlock with the instruction before it"},
     by_rule<LectureRule::non_interfering>},
    {{"most-dependents", "first what most others depend on"},
     by_rule<LectureRule::most_dependents>},
    {{"weighted", "edges weighted with the waiting time; first what may start earliest"},
     by_rule<LectureRule::weighted>},
    {{"combined", "of what may start, first what most others depend on"},
     by_rule<LectureRule::combined>},
    {{"critical-path", "list scheduling, longest way to the end first"},
     by_list<Direction::forward, false>},
    {{"forward", "the same with regard to the registers in use"},
     by_list<Direction::forward, true>},
    {{"backward", "the same from the end"}, by_list<Direction::backward, true>},
    {{"bidirectional", "from both ends, the one with less slack each time"},
     by_list<Direction::both, true>},
    {{"hennessy-gross", "post-pass reorganisation with look-ahead by one (1983)"}, hennessy_gross},
    {{"gibbons-muchnick",
      "what interlocks with its successors first, then what has most of them (1986)"},
     gibbons_muchnick},
    {{"optimal", "the fewest cycles, proven by branch and bound"}, nullptr},
});

} // namespace

const std::vector<SchedulerInfo>& schedulers() {
  static const std::vector<SchedulerInfo> infos = [] {
    std::vector<SchedulerInfo> list;
    for (const Scheduler& scheduler : kTable)
      list.push_back(scheduler.info);
    return list;
  }();
  return infos;
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

Schedule optimal(const Problem& problem, const ScheduleOptions& options) {
  std::vector<std::vector<Node>> known;
  for (const Scheduler& scheduler : kTable)
    if (scheduler.decide != nullptr)
      known.push_back(scheduler.decide(problem, false).order);
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
  const auto found = std::find_if(kTable.begin(), kTable.end(), [scheduler](const Scheduler& one) {
    return one.info.name == scheduler;
  });
  STALLSCOPE_CHECK(found != kTable.end(), "a scheduler that is in no list");
  Schedule schedule;
  if (found->decide == nullptr) {
    schedule = optimal(problem, options);
  } else {
    Decided decided = found->decide(problem, options.steps);
    schedule = problem.evaluate(scheduler, std::move(decided.order));
    schedule.steps = std::move(decided.steps);
  }
  const std::string wrong =
      illegality(problem.block(), schedule.order, options.hints, problem.graph().folding);
  STALLSCOPE_CHECK(wrong.empty(), wrong.c_str());
  return schedule;
}

} // namespace stallscope::sched
