#include "order_graph.hpp"

#include <algorithm>
#include <queue>

namespace stallscope::training {

OrderGraph::OrderGraph(const OrderProblem& problem)
    : plan_(problem.plan), micro_batches_(problem.plan.micro_batches),
      on_device_(problem.plan.devices), stages_on_(problem.plan.devices) {
  const auto stages = static_cast<StageId>(plan_.stages.size());
  for (StageId s = 0; s < stages; ++s)
    stages_on_[plan_.stages[s].device].push_back(s);
  if (problem.most_chunks != 0 && problem.most_chunks < micro_batches_ && stages == plan_.devices &&
      problem.held.whole())
    memory_ = problem.most_chunks;
  const std::size_t count = std::size_t{stages} * kSteps * micro_batches_;
  duration_.assign(count, 0);
  head_.assign(count, 0);
  tail_.assign(count, 0);
  for (StageId s = 0; s < stages; ++s)
    for (const Step step : {Step::forward, Step::input, Step::weight})
      for (std::uint32_t b = 0; b < micro_batches_; ++b) {
        const Durations& d = plan_.stages[s].durations;
        duration_[index(s, step, b)] = step == Step::forward ? d.forward
                                       : step == Step::input ? d.input_gradient
                                                             : d.weight_gradient;
        on_device_[plan_.stages[s].device].push_back(index(s, step, b));
      }
  // Micro-batch by micro-batch, down, up and the weight gradients: every operation behind those
  // that it waits for.
  const auto each = [&](std::uint32_t b, const auto& act) {
    for (StageId s = 0; s < stages; ++s)
      act(s, Step::forward, b);
    for (StageId s = stages; s-- > 0;)
      act(s, Step::input, b);
    for (StageId s = 0; s < stages; ++s)
      act(s, Step::weight, b);
  };
  for (std::uint32_t b = 0; b < micro_batches_; ++b)
    each(b, [&](StageId s, Step step, std::uint32_t batch) {
      head_[index(s, step, batch)] = head_of(s, step, batch);
    });
  const auto each_back = [&](std::uint32_t b, const auto& act) {
    for (StageId s = 0; s < stages; ++s)
      act(s, Step::weight, b);
    for (StageId s = 0; s < stages; ++s)
      act(s, Step::input, b);
    for (StageId s = stages; s-- > 0;)
      act(s, Step::forward, b);
  };
  for (std::uint32_t b = micro_batches_; b-- > 0;)
    each_back(b, [&](StageId s, Step step, std::uint32_t batch) {
      tail_[index(s, step, batch)] = tail_of(s, step, batch);
    });
}

Ticks OrderGraph::hop(std::size_t a, std::size_t b) const {
  return plan_.stages[a].device != plan_.stages[b].device ? plan_.transfer : 0;
}

std::vector<OrderGraph::Run> OrderGraph::device_predecessors(StageId s, Step step,
                                                             std::uint32_t b) const {
  std::vector<Run> runs;
  for (const StageId u : stages_on_[plan_.stages[s].device]) {
    const bool up = step != Step::forward;
    runs.push_back({u, Step::forward, 0, up || u < s ? b + 1 : u == s ? b : 0});
    runs.push_back({u, Step::input, 0,
                    !up                                         ? 0
                    : u > s || (u == s && step == Step::weight) ? b + 1
                    : u == s                                    ? b
                                                                : 0});
    if (u == s && step == Step::weight)
      runs.push_back({u, Step::weight, 0, b});
    if (memory_ != 0 && b >= memory_ && step != Step::weight) {
      const std::uint32_t freed = b - memory_ + 1; // W of so many micro-batches has ended
      runs.push_back({u, Step::weight, 0, freed});
      if (!up)
        runs.push_back({u, Step::input, 0, freed});
    }
  }
  return runs;
}

std::vector<OrderGraph::Run> OrderGraph::device_successors(StageId s, Step step,
                                                           std::uint32_t b) const {
  std::vector<Run> runs;
  const std::uint32_t m = micro_batches_;
  for (const StageId u : stages_on_[plan_.stages[s].device]) {
    if (step == Step::forward) {
      runs.push_back({u, Step::forward, u > s ? b : u == s ? b + 1 : m, m});
      runs.push_back({u, Step::input, b, m});
      runs.push_back({u, Step::weight, b, m});
    } else if (step == Step::input) {
      runs.push_back({u, Step::input, u < s ? b : u == s ? b + 1 : m, m});
      runs.push_back({u, Step::weight, u <= s ? b : m, m});
    } else if (u == s) {
      runs.push_back({u, Step::weight, b + 1, m});
    }
    if (memory_ != 0 && step != Step::forward && b + memory_ < m) {
      runs.push_back({u, Step::forward, b + memory_, m});
      if (step == Step::weight)
        runs.push_back({u, Step::input, b + memory_, m});
    }
  }
  return runs;
}

/// The time that the operations take one after the other, none before its release.
Ticks OrderGraph::packed(const std::vector<Run>& runs, const std::vector<Ticks>& release) const {
  sorted_.clear();
  for (const Run& run : runs)
    for (std::uint32_t b = run.from; b < run.until; ++b) {
      const std::uint32_t op = index(run.stage, run.step, b);
      sorted_.emplace_back(release[op], duration_[op]);
    }
  std::sort(sorted_.begin(), sorted_.end());
  Ticks end = 0;
  for (const auto& [from, duration] : sorted_)
    end = std::max(end, from) + duration;
  return end;
}

Ticks OrderGraph::head_of(StageId s, Step step, std::uint32_t b) const {
  Ticks head = packed(device_predecessors(s, step, b), head_);
  const auto after = [&](StageId u, Step other, std::uint32_t batch) {
    const std::uint32_t op = index(u, other, batch);
    head = std::max(head, head_[op] + duration_[op] + hop(u, s));
  };
  if (step == Step::forward && s > 0)
    after(static_cast<StageId>(s - 1), Step::forward, b);
  if (step == Step::input && s + 1U < plan_.stages.size())
    after(static_cast<StageId>(s + 1), Step::input, b);
  return head;
}

Ticks OrderGraph::tail_of(StageId s, Step step, std::uint32_t b) const {
  Ticks tail = packed(device_successors(s, step, b), tail_);
  const auto before = [&](StageId u, Step other, std::uint32_t batch) {
    const std::uint32_t op = index(u, other, batch);
    tail = std::max(tail, tail_[op] + duration_[op] + hop(u, s));
  };
  if (step == Step::forward && s + 1U < plan_.stages.size())
    before(static_cast<StageId>(s + 1), Step::forward, b);
  if (step == Step::input && s > 0)
    before(static_cast<StageId>(s - 1), Step::input, b);
  return tail;
}

bool has_order_graph(const OrderProblem& problem) {
  constexpr std::uint64_t kMost = 4'000'000;
  const Plan& plan = problem.plan;
  return std::uint64_t{plan.micro_batches} * plan.micro_batches * plan.stages.size() <= kMost;
}

Ticks preemptive_makespan(const OrderGraph& graph, std::uint32_t device) {
  std::vector<std::uint32_t> ops = graph.on_device(device);
  std::sort(ops.begin(), ops.end(),
            [&graph](std::uint32_t a, std::uint32_t b) { return graph.head(a) < graph.head(b); });
  std::priority_queue<std::pair<Ticks, Ticks>> ready; // tail and what is left
  Ticks now = 0;
  Ticks makespan = 0;
  std::size_t next = 0;
  while (next < ops.size() || !ready.empty()) {
    if (ready.empty())
      now = std::max(now, graph.head(ops[next]));
    for (; next < ops.size() && graph.head(ops[next]) <= now; ++next)
      ready.emplace(graph.tail(ops[next]), graph.duration(ops[next]));
    const auto [tail, left] = ready.top();
    ready.pop();
    const Ticks until =
        next < ops.size() ? std::min(now + left, graph.head(ops[next])) : now + left;
    if (until < now + left)
      ready.emplace(tail, now + left - until);
    else
      makespan = std::max(makespan, until + tail);
    now = until;
  }
  return makespan;
}

} // namespace stallscope::training
