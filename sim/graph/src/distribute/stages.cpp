#include "graph/distribute/stages.hpp"

#include "base/utf8.hpp"
#include "graph/differentiate/differentiate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::graph {

namespace {

/// Minimum number of consecutive parts whose sums are at most `most`.
std::size_t parts_needed(const std::vector<Ticks>& ticks, Ticks most) {
  std::size_t parts = 1;
  Ticks sum = 0;
  for (const Ticks each : ticks) {
    if (sum + each > most) {
      ++parts;
      sum = 0;
    }
    sum += each;
  }
  return parts;
}

/// The minimum over all partitions into this many consecutive parts of the largest sum: the linear
/// partition problem, solved by bisection.
Ticks least_largest(const std::vector<Ticks>& ticks, std::size_t parts) {
  Ticks low = *std::max_element(ticks.begin(), ticks.end());
  Ticks high = 0;
  for (const Ticks each : ticks)
    high += each;
  while (low < high) {
    const Ticks middle = low + (high - low) / 2;
    if (parts_needed(ticks, middle) <= parts)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// Stage by node. A node created by a pass, without stage, is in the latest stage of its operands.
std::vector<std::uint32_t> stages_of(const Graph& graph, std::uint32_t stages) {
  std::vector<std::uint32_t> out(graph.nodes.size(), 0);
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    for (const NodeId in : node.inputs)
      out[id] = std::max(out[id], out[in]);
    if (node.stage >= 0)
      out[id] = std::min(static_cast<std::uint32_t>(node.stage), stages - 1);
  }
  return out;
}

/// By node: part of the backward graph, and required by another stage or for the gradient of an
/// input.
std::vector<bool> waited_for(const Graph& graph, const std::vector<std::uint32_t>& stage) {
  std::vector<bool> out(graph.nodes.size(), false);
  for (const Output& output : graph.outputs)
    if (output.name.starts_with("grad.")) {
      const NodeId of = graph.find(output.name.substr(5));
      if (of != kNoNode && graph.nodes[of].op == Op::input)
        out[output.node] = true;
    }
  for (NodeId id = static_cast<NodeId>(graph.nodes.size()); id-- > 0;)
    for (const NodeId in : graph.nodes[id].inputs)
      if (graph.nodes[id].backward && (out[id] || stage[in] != stage[id]))
        out[in] = true;
  return out;
}

std::vector<Ticks> largest_of(const std::vector<std::map<std::uint32_t, Ticks>>& by_device,
                              const std::vector<Ticks>& shared) {
  std::vector<Ticks> out = shared;
  for (std::size_t s = 0; s < out.size(); ++s) {
    Ticks largest = 0;
    for (const auto& [device, ticks] : by_device[s])
      largest = std::max(largest, ticks);
    out[s] += largest;
  }
  return out;
}

/// Transfer time between adjacent stages: the largest number of bytes of results that later stages
/// read.
Ticks transfer_ticks(const Graph& graph, const std::vector<std::uint32_t>& stage,
                     std::uint32_t stages, const DeviceModel& model) {
  std::vector<std::uint64_t> bytes(stages, 0);
  std::vector<std::uint32_t> last(graph.nodes.size(), 0);
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (!graph.nodes[id].backward)
      for (const NodeId in : graph.nodes[id].inputs)
        last[in] = std::max(last[in], stage[id]);
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (!is_source(graph.nodes[id].op) && !graph.nodes[id].backward)
      for (std::uint32_t s = stage[id]; s < last[id]; ++s)
        bytes[s] += result_bytes(graph.nodes[id]);
  const std::uint64_t most = *std::max_element(bytes.begin(), bytes.end());
  return (most + model.link_bytes_per_tick - 1) / model.link_bytes_per_tick;
}

} // namespace

std::vector<Ticks> backward_ticks(const Graph& graph, const std::string& of,
                                  const std::vector<std::string>& wrt, const DeviceModel& model) {
  std::vector<Ticks> out(graph.nodes.size(), 0);
  Graph marked = graph;
  for (NodeId id = 0; id < marked.nodes.size(); ++id)
    marked.nodes[id].stage = static_cast<std::int32_t>(id);
  const Graph simple = without_composites(marked);
  std::vector<NodeId> params;
  for (const std::string& name : wrt)
    if (const NodeId id = simple.find(name); id != kNoNode)
      params.push_back(id);
  const NodeId y = simple.find(of);
  if (y == kNoNode)
    return out;
  const Graph both = reverse(simple, y, params).graph;
  const std::vector<std::uint32_t> stage =
      stages_of(both, static_cast<std::uint32_t>(graph.nodes.size()));
  for (NodeId id = 0; id < both.nodes.size(); ++id)
    if (both.nodes[id].backward && !is_source(both.nodes[id].op) && !launches_nothing(both, id))
      out[stage[id]] += kernel_ticks(both, id, model);
  return out;
}

bool cut_into_stages(Graph& graph, std::uint32_t stages, const DeviceModel& model,
                     const std::vector<Ticks>& backward) {
  std::vector<NodeId> kernels;
  std::vector<Ticks> ticks;
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (!is_source(graph.nodes[id].op) && !launches_nothing(graph, id)) {
      kernels.push_back(id);
      ticks.push_back(kernel_ticks(graph, id, model));
    }
  // What is derived of a view counts with the kernel before it.
  for (std::size_t k = 0; k < kernels.size() && !backward.empty(); ++k) {
    const NodeId end =
        k + 1 < kernels.size() ? kernels[k + 1] : static_cast<NodeId>(graph.nodes.size());
    for (NodeId id = k == 0 ? 0 : kernels[k]; id < end; ++id)
      ticks[k] += backward[id];
  }
  if (stages == 0 || kernels.size() < stages)
    return false;
  const Ticks most = least_largest(ticks, stages);
  std::int32_t stage = 0;
  Ticks sum = 0;
  std::size_t k = 0;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (k < kernels.size() && kernels[k] == id) {
      // Starts a new stage when the current one is full, or when only one kernel is left for each
      // remaining stage.
      const bool none_left = kernels.size() - k <= stages - 1U - static_cast<std::uint32_t>(stage);
      if (k > 0 && sum > 0 && (sum + ticks[k] > most || none_left)) {
        ++stage;
        sum = 0;
      }
      sum += ticks[k++];
    }
    graph.nodes[id].stage = is_source(graph.nodes[id].op) ? -1 : stage;
  }
  return true;
}

StageTimes stage_times(const Graph& graph, const Execution& run, std::uint32_t stages,
                       const DeviceModel& model) {
  const std::vector<std::uint32_t> stage = stages_of(graph, stages);
  const std::vector<bool> waited = waited_for(graph, stage);
  enum Part : std::size_t { kForward, kInput, kWeight, kParts };
  std::vector<std::vector<std::map<std::uint32_t, Ticks>>> by_device(
      kParts, std::vector<std::map<std::uint32_t, Ticks>>(stages));
  std::vector<std::vector<Ticks>> shared(kParts, std::vector<Ticks>(stages, 0));
  StageTimes out;
  out.kernels.resize(stages);
  for (const Task& task : run.tasks) {
    if (task.kind != TaskKind::kernel && task.kind != TaskKind::collective)
      continue;
    const Node& node = graph.nodes[task.node];
    const Part part = !node.backward ? kForward : waited[task.node] ? kInput : kWeight;
    const std::uint32_t s = stage[task.node];
    if (task.kind == TaskKind::collective)
      shared[part][s] += task.end - task.start;
    else
      by_device[part][s][run.lanes[task.lane].device] += task.end - task.start;
  }
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (run.kernel_of[id] != kNoTask && !graph.nodes[id].backward)
      out.kernels[stage[id]].push_back(graph.nodes[id].name);
  out.forward = largest_of(by_device[kForward], shared[kForward]);
  out.input_gradient = largest_of(by_device[kInput], shared[kInput]);
  out.weight_gradient = largest_of(by_device[kWeight], shared[kWeight]);
  out.transfer = transfer_ticks(graph, stage, stages, model);
  return out;
}

std::string train_plan(const StageTimes& times, const std::string& graph) {
  std::string out = fmt::format(
      "# Kernels of {} in ticks, in stages behind each other, for 'stallscope train'.\n",
      clean(graph));
  for (std::size_t s = 0; s < times.kernels.size(); ++s) {
    out += fmt::format("# stage {}: ", s);
    for (std::size_t i = 0; i < times.kernels[s].size() && i < 8; ++i)
      out += fmt::format("{}{}", i == 0 ? "" : ", ", clean(times.kernels[s][i]));
    if (times.kernels[s].size() > 8)
      out += fmt::format(" and {} more", times.kernels[s].size() - 8);
    out += '\n';
  }
  // Each duration in the plan is at least one tick.
  const auto row = [&out](const char* key, std::vector<Ticks> ticks) {
    for (Ticks& each : ticks)
      each = std::max<Ticks>(1, each);
    out += fmt::format("{} = [{}]\n", key, fmt::join(ticks, ", "));
  };
  out += fmt::format("devices = {}\n", times.forward.size());
  row("forward", times.forward);
  row("input_gradient", times.input_gradient);
  row("weight_gradient", times.weight_gradient);
  return out + fmt::format("transfer = {}\n", times.transfer);
}

} // namespace stallscope::graph
