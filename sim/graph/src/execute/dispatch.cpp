#include "graph/execute/dispatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace stallscope::graph {

std::string_view name(KernelChoice::Kind kind) {
  constexpr std::array<std::string_view, 5> kNames{"view", "measured", "compute", "memory",
                                                   "collective"};
  return kNames[static_cast<std::size_t>(kind)];
}

KernelChoice choose_kernel(const Graph& graph, NodeId id, const DeviceModel& model, int device) {
  const Node& node = graph.nodes[id];
  if (launches_nothing(graph, id))
    return {};
  if (info(node.op).kind == OpClass::collective)
    return {KernelChoice::Kind::collective, "", 0};
  if (!model.measured.empty()) {
    const std::string_view op = operator_name(node);
    const std::string typed = fmt::format("{}:{}", op, name(node.type));
    std::vector<std::string> keys{node.name};
    if (node.device >= 0)
      device = node.device;
    if (device >= 0)
      for (const std::string_view of : {std::string_view(typed), op})
        keys.push_back(fmt::format("{}@{}", of, device));
    keys.push_back(typed);
    keys.emplace_back(op);
    for (const std::string& key : keys)
      if (const auto found = model.measured.find(key); found != model.measured.end())
        return {KernelChoice::Kind::measured, key, found->second};
  }
  const auto up = [](std::uint64_t amount, std::uint64_t rate) {
    return (amount + rate - 1) / rate;
  };
  const std::uint64_t flop =
      node.op == Op::conv2d
          ? flop_with_lanes(flop_of(graph, id), node.shape.back(), model.vector_lanes)
          : flop_of(graph, id);
  const Ticks compute = up(flop, model.flop_per_tick);
  const Ticks memory = up(bytes_of(graph, id), model.bytes_per_tick);
  return {compute > memory ? KernelChoice::Kind::compute : KernelChoice::Kind::memory, "",
          std::max({Ticks{1}, compute, memory})};
}

Ticks kernel_ticks(const Graph& graph, NodeId id, const DeviceModel& model, int device) {
  return std::max<Ticks>(1, choose_kernel(graph, id, model, device).ticks);
}

std::optional<Diagnostic> unknown_time(const Graph& graph, const DeviceModel& model) {
  std::set<std::string_view> names;
  for (std::size_t op = 0; op < kOpCount; ++op)
    names.insert(info(static_cast<Op>(op)).name);
  for (const Node& node : graph.nodes) {
    names.insert(operator_name(node));
    names.insert(node.name);
  }
  for (const auto& [key, ticks] : model.measured) {
    const std::string_view op = std::string_view(key).substr(0, key.find_first_of(":@"));
    if (names.contains(op) || names.contains(key))
      continue;
    Diagnostic out;
    out.message = fmt::format("--times: '{}' is no operator, and no result of {}", key, graph.name);
    out.expected = "an operator of --describe, with :type and @device, or a name of the graph";
    out.suggestion = nearest_word(op, {names.begin(), names.end()});
    return out;
  }
  return std::nullopt;
}

std::vector<DispatchRow> dispatch_table(const Graph& graph, const Execution& run,
                                        const DeviceModel& model) {
  std::map<std::tuple<std::string, std::string, Type, KernelChoice::Kind, std::string>, DispatchRow>
      rows;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (is_source(node.op))
      continue;
    const TaskIndex at = run.kernel_of[id];
    const int device =
        at == kNoTask ? node.device : static_cast<int>(run.lanes[run.tasks[at].lane].device);
    const KernelChoice choice = choose_kernel(graph, id, model, device);
    DispatchRow row;
    row.op = operator_name(node);
    row.device = node.device < 0 && choice.key.find('@') == std::string::npos
                     ? "all"
                     : std::to_string(device);
    row.type = node.type;
    row.kind = choice.kind;
    row.key = choice.key;
    DispatchRow& sum =
        rows.try_emplace({row.op, row.device, row.type, row.kind, row.key}, row).first->second;
    ++sum.uses;
    if (const TaskIndex task = run.kernel_of[id]; task != kNoTask)
      sum.ticks += run.tasks[task].end - run.tasks[task].start;
  }
  std::vector<DispatchRow> out;
  for (auto& [key, row] : rows)
    out.push_back(std::move(row));
  return out;
}

} // namespace stallscope::graph
