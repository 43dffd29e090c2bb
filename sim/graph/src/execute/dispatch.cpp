#include "graph/execute/dispatch.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
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

namespace {

/// An entry of the measured times: operator[:type][@device].
struct EntryParts {
  std::string_view op;
  std::optional<std::string_view> type;
  std::optional<std::string_view> device;
};

EntryParts parts_of(std::string_view key) {
  EntryParts out;
  if (const std::size_t at = key.find('@'); at != std::string_view::npos) {
    out.device = key.substr(at + 1);
    key = key.substr(0, at);
  }
  if (const std::size_t colon = key.find(':'); colon != std::string_view::npos) {
    out.type = key.substr(colon + 1);
    key = key.substr(0, colon);
  }
  out.op = key;
  return out;
}

/// Column of a part of an entry behind the entry's own.
std::uint32_t column_in(std::string_view key, std::string_view part) {
  return static_cast<std::uint32_t>(part.data() - key.data());
}

constexpr std::array<std::string_view, 4> kTypeNames{"f64", "f32", "f16", "i32"};

/// The problem of an entry that is no name of the graph; an empty message: none.
Diagnostic problem_of(std::string_view key, const std::set<std::string_view>& names,
                      const std::string& graph, std::uint32_t devices) {
  const EntryParts parts = parts_of(key);
  Diagnostic out;
  if (!names.contains(parts.op)) {
    out.message = fmt::format("--times: '{}' is no operator, and no result of {}", key, graph);
    out.expected = "an operator of --describe, with :type and @device, or a name of the graph";
    out.suggestion = nearest_word(parts.op, {names.begin(), names.end()});
  } else if (parts.type &&
             std::find(kTypeNames.begin(), kTypeNames.end(), *parts.type) == kTypeNames.end()) {
    out.column = column_in(key, *parts.type);
    out.message = fmt::format("--times: unknown type '{}' of '{}'", *parts.type, key);
    out.expected = fmt::format("{}", fmt::join(kTypeNames, ", "));
    out.suggestion = nearest_word(*parts.type, {kTypeNames.begin(), kTypeNames.end()});
  } else if (const auto number = parts.device ? parse_number(*parts.device) : std::nullopt;
             parts.device && (!number || *number >= devices)) {
    out.column = column_in(key, *parts.device);
    out.message = fmt::format("--times: there is no device '{}' of '{}'", *parts.device, key);
    out.expected = devices == 1 ? std::string("device 0, or more --devices")
                                : fmt::format("devices 0 to {}", devices - 1);
  }
  return out;
}

} // namespace

Diagnostics unknown_times(const Graph& graph, const ExecuteOptions& options) {
  std::set<std::string_view> names;
  std::set<std::string_view> results;
  for (std::size_t op = 0; op < kOpCount; ++op)
    names.insert(info(static_cast<Op>(op)).name);
  for (const Node& node : graph.nodes) {
    names.insert(operator_name(node)); // also of other frameworks
    results.insert(node.name);
  }
  names.insert(results.begin(), results.end());
  Diagnostics out;
  for (const auto& [key, ticks] : options.model.measured) {
    Diagnostic problem = results.contains(key) || names.contains(key)
                             ? Diagnostic{}
                             : problem_of(key, names, graph.name, options.devices);
    if (problem.message.empty())
      continue;
    const auto place = options.model.measured_at.find(key);
    if (place == options.model.measured_at.end()) {
      problem.column = 0;
    } else {
      problem.file = place->second.file;
      problem.line = place->second.line;
      problem.column += place->second.column;
    }
    out.push_back(std::move(problem));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.line < b.line; });
  return out;
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
