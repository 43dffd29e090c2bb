#include "bounds.hpp"

#include "class_index.hpp"

#include <algorithm>
#include <queue>

namespace stallscope::sched {

Bounds::Bounds(const DependenceGraph& graph, const machine::Machine& described,
               const PipelineModel& model)
    : graph_(graph) {
  const machine::Machine& machine = model.machine();
  const std::uint32_t n = graph.size();
  LatencyTable latencies(described);
  distances_.reserve(graph.edges.size());
  for (const Edge& edge : graph.edges)
    distances_.push_back(latencies.least_distance(graph.block, edge));
  tails_.resize(n);
  for (Node node = n; node-- > 0;) {
    tails_[node] = model.tail_of(graph.block.instruction(node).op_class);
    for (std::uint32_t i = graph.first_out[node]; i < graph.first_out[node + 1]; ++i) {
      const std::uint32_t e = graph.out_edges[i];
      tails_[node] = std::max(tails_[node],
                              static_cast<std::int32_t>(distances_[e]) + tails_[graph.edges[e].to]);
    }
  }

  Resource width{machine.width, 1, std::vector<bool>(n, true)};
  if (!machine.overlap && n > 0) { // one instruction at a time, each at least so long
    std::int32_t shortest = model.tail_of(graph.block.instruction(0).op_class);
    for (Node node = 1; node < n; ++node)
      shortest = std::min(shortest, model.tail_of(graph.block.instruction(node).op_class));
    const unsigned execute = machine.stage_with(machine::StageRole::execute);
    width.cycles = static_cast<std::uint32_t>(std::max(1, shortest + 1)) + execute;
  }
  resources_.push_back(std::move(width));
  for (unsigned u = 0; u < machine.units.size(); ++u) {
    Resource unit{machine.units[u].count, 0, std::vector<bool>(n, false)};
    for (Node node = 0; node < n; ++node)
      if (const isa::OpClass c = graph.block.instruction(node).op_class; model.unit_of(c) == u) {
        unit.uses[node] = true;
        const std::uint32_t holds = machine.units[u].pipelined ? 1 : model.latency_of(c);
        unit.cycles = unit.cycles == 0 ? holds : std::min(unit.cycles, holds);
      }
    if (unit.cycles > 0 && (machine.units.size() > 1 || unit.cycles > 1))
      resources_.push_back(std::move(unit));
  }
  for (const machine::PairingLimit& rule : machine.pairing_limits) {
    Resource limit{rule.limit, 1, std::vector<bool>(n, false)};
    for (Node node = 0; node < n; ++node)
      limit.uses[node] = rule.classes[at(graph.block.instruction(node).op_class)];
    resources_.push_back(std::move(limit));
  }
  first_issue_ = static_cast<std::int32_t>(machine.stage_with(machine::StageRole::execute)) +
                 static_cast<std::int32_t>(machine.fetch_latency_cycles);
  std::vector<std::int32_t> release(n, first_issue_);
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    release[graph.edges[e].to] =
        std::max(release[graph.edges[e].to],
                 release[graph.edges[e].from] + static_cast<std::int32_t>(distances_[e]));
  root_ = length(release, std::vector<bool>(n, false));
}

namespace {

struct Job {
  std::int32_t release;
  std::int32_t tail;
  bool operator<(const Job& other) const { return tail < other.tail; }
};

/// Each job takes a cycle: of those that can start, the one with the longest tail goes first, which
/// is the best there is. `jobs` are sorted by release.
std::int32_t unit_jobs(const std::vector<Job>& jobs, std::uint32_t copies) {
  std::int32_t longest = 0;
  std::priority_queue<Job> ready;
  std::size_t next = 0;
  for (std::int32_t cycle = 0; next < jobs.size() || !ready.empty(); ++cycle) {
    if (ready.empty())
      cycle = std::max(cycle, jobs[next].release);
    while (next < jobs.size() && jobs[next].release <= cycle)
      ready.push(jobs[next++]);
    for (std::uint32_t copy = 0; copy < copies && !ready.empty(); ++copy) {
      longest = std::max(longest, cycle + ready.top().tail);
      ready.pop();
    }
  }
  return longest;
}

/// Each job takes longer, where that rule would not be a bound: all jobs from one release on need
/// their copies one behind the other, then the shortest tail among them.
std::int32_t long_jobs(const std::vector<Job>& jobs, std::uint32_t copies, std::uint32_t cycles) {
  std::int32_t longest = 0;
  std::int32_t shortest_tail = jobs.empty() ? 0 : jobs.back().tail;
  for (std::size_t i = jobs.size(); i-- > 0;) {
    shortest_tail = std::min(shortest_tail, jobs[i].tail);
    const auto rounds = static_cast<std::int32_t>((jobs.size() - i - 1) / copies);
    longest =
        std::max({longest, jobs[i].release + jobs[i].tail,
                  jobs[i].release + rounds * static_cast<std::int32_t>(cycles) + shortest_tail});
  }
  return longest;
}

} // namespace

std::int32_t Bounds::length(const std::vector<std::int32_t>& release,
                            const std::vector<bool>& placed) const {
  std::int32_t longest = 0;
  std::vector<Job> jobs;
  for (const Resource& resource : resources_) {
    jobs.clear();
    for (Node node = 0; node < graph_.size(); ++node)
      if (!placed[node] && resource.uses[node])
        jobs.push_back({release[node], tails_[node]});
    std::sort(jobs.begin(), jobs.end(),
              [](const Job& a, const Job& b) { return a.release < b.release; });
    longest =
        std::max(longest, resource.cycles == 1 ? unit_jobs(jobs, resource.copies)
                                               : long_jobs(jobs, resource.copies, resource.cycles));
  }
  return longest;
}

} // namespace stallscope::sched
