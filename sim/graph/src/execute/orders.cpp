#include "graph/execute/orders.hpp"

#include "sched/dependence/dependence.hpp"
#include "sched/optimal/task_graph.hpp"

#include <algorithm>
#include <unordered_map>

namespace stallscope::graph {

namespace {

/// The kernels of a graph in node order, with the predecessors of each.
struct KernelOrder {
  std::vector<NodeId> kernels;
  std::vector<std::vector<std::uint32_t>> before;

  explicit KernelOrder(const Graph& graph) {
    std::unordered_map<NodeId, std::uint32_t> number;
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      if (is_source(graph.nodes[id].op) || launches_nothing(graph, id))
        continue;
      std::vector<std::uint32_t> own;
      for (const NodeId from : kernels_behind(graph, id))
        if (const auto found = number.find(from); found != number.end())
          own.push_back(found->second);
      number[id] = static_cast<std::uint32_t>(kernels.size());
      kernels.push_back(id);
      before.push_back(std::move(own));
    }
  }
};

void list_rest(const KernelOrder& order, std::vector<bool>& done, std::vector<NodeId>& prefix,
               std::size_t most, std::vector<std::vector<NodeId>>& out) {
  if (prefix.size() == order.kernels.size()) {
    out.push_back(prefix);
    return;
  }
  for (std::size_t i = 0; i < order.kernels.size() && out.size() < most; ++i) {
    if (done[i] || !std::all_of(order.before[i].begin(), order.before[i].end(),
                                [&done](std::uint32_t from) { return done[from]; }))
      continue;
    done[i] = true;
    prefix.push_back(order.kernels[i]);
    list_rest(order, done, prefix, most, out);
    prefix.pop_back();
    done[i] = false;
  }
}

} // namespace

OrderCount count_orders(const Graph& graph) {
  const KernelOrder order(graph);
  sched::DependenceGraph dependences;
  dependences.block.count = static_cast<std::uint32_t>(order.kernels.size());
  for (std::uint32_t to = 0; to < order.before.size(); ++to)
    for (const std::uint32_t from : order.before[to]) {
      sched::Edge edge;
      edge.from = from;
      edge.to = to;
      dependences.edges.push_back(edge);
    }
  dependences.index();
  const sched::LegalOrders found = sched::count_legal_orders(dependences);
  if (!found.exact && found.log10_at_most < 0.3) // fewer than two, as of a chain
    return {true, 1, 0, 0};
  return {found.exact, found.count, found.log10_at_least, found.log10_at_most};
}

std::vector<std::vector<NodeId>> list_orders(const Graph& graph, std::size_t most) {
  const KernelOrder order(graph);
  std::vector<std::vector<NodeId>> out;
  std::vector<bool> done(order.kernels.size(), false);
  std::vector<NodeId> prefix;
  if (order.kernels.size() <= 1000) // limit of the recursion depth
    list_rest(order, done, prefix, most, out);
  return out;
}

BestSchedule best_schedule(const Graph& graph, const ExecuteOptions& options,
                           const Execution& known, double seconds) {
  const KernelOrder order(graph);
  sched::TaskGraph tasks;
  tasks.before = order.before;
  tasks.machines = options.streams;
  for (const NodeId id : order.kernels)
    tasks.duration.push_back(kernel_ticks(graph, id, options.model, 0));
  Ticks first = known.makespan;
  Ticks last = 0;
  for (const Task& task : known.tasks)
    if (task.kind == TaskKind::kernel) {
      first = std::min(first, task.start);
      last = std::max(last, task.end);
    }
  const Ticks launched = options.style == Style::whole ? options.model.graph_launch : first;
  const sched::TaskSchedule found =
      sched::search_task_graph(tasks, last - std::min(last, launched), seconds);
  BestSchedule best{found.lower_bound, found.makespan, found.proven, found.visited, {}};
  for (const std::uint32_t task : found.order)
    best.order.push_back(order.kernels[task]);
  return best;
}

} // namespace stallscope::graph
