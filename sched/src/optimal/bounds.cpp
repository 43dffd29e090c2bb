#include "optimal/bounds.hpp"

#include "target/class_index.hpp"

#include <algorithm>
#include <numeric>

namespace stallscope::sched {

Bounds::Bounds(const DependenceGraph& graph, const std::vector<std::uint32_t>& least_distances,
               const PipelineModel& model)
    : graph_(graph), distances_(least_distances) {
  const machine::Machine& machine = model.machine();
  const std::uint32_t n = graph.size();
  tails_.resize(n);
  for (Node node = n; node-- > 0;) {
    tails_[node] = model.tail_of(graph.block.instruction(node).op_class);
    for (std::uint32_t i = graph.first_out[node]; i < graph.first_out[node + 1]; ++i) {
      const std::uint32_t e = graph.out_edges[i];
      tails_[node] = std::max(tails_[node],
                              static_cast<std::int32_t>(distances_[e]) + tails_[graph.edges[e].to]);
    }
  }

  const auto class_of = [&graph](Node node) { return graph.block.instruction(node).op_class; };
  std::vector<Node> users(n);
  std::iota(users.begin(), users.end(), 0U);
  std::uint32_t alone = 1;
  if (!machine.overlap && n > 0) { // no overlap: one instruction at a time, with its minimum
                                   // latency
    std::int32_t shortest = model.tail_of(class_of(0));
    for (Node node = 1; node < n; ++node)
      shortest = std::min(shortest, model.tail_of(class_of(node)));
    const unsigned execute = machine.stage_with(machine::StageRole::execute);
    alone = static_cast<std::uint32_t>(std::max(1, shortest + 1)) + execute;
  }
  resources_.reserve(1 + machine.units.size() + machine.pairing_limits.size());
  resources_.push_back({machine.width, alone, users});
  for (unsigned u = 0; u < machine.units.size(); ++u) {
    users.clear();
    std::uint32_t cycles = 0;
    for (Node node = 0; node < n; ++node)
      if (const isa::OpClass c = class_of(node); model.unit_of(c) == u) {
        users.push_back(node);
        const std::uint32_t holds = machine.units[u].pipelined ? 1 : model.latency_of(c);
        cycles = cycles == 0 ? holds : std::min(cycles, holds);
      }
    add(machine.units[u].count, cycles, users);
  }
  for (const machine::PairingLimit& rule : machine.pairing_limits) {
    users.clear();
    for (Node node = 0; node < n; ++node)
      if (rule.classes[at(class_of(node))])
        users.push_back(node);
    add(rule.limit, 1, users);
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

/// Resources with a copy for every user, or at least as wide as the issue width, add no bound.
void Bounds::add(std::uint32_t copies, std::uint32_t cycles, std::vector<Node>& users) {
  const Resource& width = resources_.front();
  if (users.size() > copies && (cycles > 1 || width.cycles > 1 || copies < width.copies))
    resources_.push_back({copies, cycles, users});
}

/// Unit-time jobs: of the available ones the longest tail first (Jackson's rule), which is optimal.
std::int32_t Bounds::unit_jobs(std::uint32_t copies) {
  std::int32_t longest = 0;
  ready_.clear();
  std::size_t next = 0;
  for (std::int32_t cycle = 0; next < jobs_.size() || !ready_.empty(); ++cycle) {
    if (ready_.empty())
      cycle = std::max(cycle, jobs_[next].release);
    while (next < jobs_.size() && jobs_[next].release <= cycle) {
      ready_.push_back(jobs_[next++]);
      std::push_heap(ready_.begin(), ready_.end());
    }
    for (std::uint32_t copy = 0; copy < copies && !ready_.empty(); ++copy) {
      longest = std::max(longest, cycle + ready_.front().tail);
      std::pop_heap(ready_.begin(), ready_.end());
      ready_.pop_back();
    }
  }
  return longest;
}

/// Longer jobs, for which Jackson's rule gives no bound: the total of all jobs from a release time
/// on, divided by the copies, plus their shortest tail.
std::int32_t Bounds::long_jobs(std::uint32_t copies, std::uint32_t cycles) const {
  std::int32_t longest = 0;
  std::int32_t shortest_tail = jobs_.empty() ? 0 : jobs_.back().tail;
  for (std::size_t i = jobs_.size(); i-- > 0;) {
    shortest_tail = std::min(shortest_tail, jobs_[i].tail);
    const auto rounds = static_cast<std::int32_t>((jobs_.size() - i - 1) / copies);
    longest =
        std::max({longest, jobs_[i].release + jobs_[i].tail,
                  jobs_[i].release + rounds * static_cast<std::int32_t>(cycles) + shortest_tail});
  }
  return longest;
}

std::int32_t Bounds::length(const std::vector<std::int32_t>& release,
                            const std::vector<bool>& placed) {
  std::int32_t longest = 0;
  for (const Resource& resource : resources_) {
    jobs_.clear();
    for (const Node node : resource.users)
      if (!placed[node])
        jobs_.push_back({release[node], tails_[node]});
    std::sort(jobs_.begin(), jobs_.end(),
              [](const Job& a, const Job& b) { return a.release < b.release; });
    longest = std::max(longest, resource.cycles == 1 ? unit_jobs(resource.copies)
                                                     : long_jobs(resource.copies, resource.cycles));
  }
  return longest;
}

} // namespace stallscope::sched
