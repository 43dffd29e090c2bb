#include "base/number.hpp"
#include "base/trimmed.hpp"
#include "graph/execute/execute.hpp"
#include "training/collectives/run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::graph {

Ticks collective_ticks(Op op, std::uint64_t bytes, std::uint32_t devices,
                       const DeviceModel& model) {
  if (devices == 1)
    return 1;
  training::CollectiveTask task;
  task.collective =
      op == Op::all_reduce ? training::Collective::all_reduce : training::Collective::all_gather;
  task.nodes = devices;
  task.bytes = bytes;
  training::TopologyOptions links;
  links.kind = training::TopologyKind::ring;
  links.nodes = devices;
  links.link = {0, model.link_bytes_per_tick * 1'000'000'000}; // one tick corresponds to 1 ns
  const training::Exact time = training::run_collective(task, training::Topology(links)).time_ns;
  return std::max<Ticks>(1, (time.numerator + time.denominator - 1) / time.denominator);
}

Result<MeasuredTimes> read_times(std::string_view text, std::string_view file) {
  MeasuredTimes out;
  Diagnostics problems;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    const std::string_view line = trimmed(whole);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty() || line.starts_with('#'))
      continue;
    const std::size_t comma = std::min(line.find(','), line.size());
    const std::string_view name = trimmed(line.substr(0, comma));
    const auto ticks =
        comma < line.size() ? parse_number(trimmed(line.substr(comma + 1))) : std::nullopt;
    const bool good = ticks && *ticks >= 1 && *ticks <= kMostTicks && !name.empty();
    // Columns count from the first character of the untrimmed line.
    const auto indent = static_cast<std::uint32_t>(line.data() - whole.data());
    if (good && out.ticks.try_emplace(std::string(name), *ticks).second) {
      out.at[std::string(name)] = {std::string(file), number, indent + 1};
      continue;
    }
    if (!good && number == 1 && comma < line.size())
      continue; // header line
    Diagnostic problem;
    problem.file = file;
    problem.line = number;
    problem.column =
        indent + static_cast<std::uint32_t>(!good && comma < line.size() ? comma + 2 : 1);
    problem.message = good ? fmt::format("the time of '{}' is said twice, first in line {}", name,
                                         out.at.at(std::string(name)).line)
                           : fmt::format("'{}' is no time of an operator", line);
    problem.expected = "an operator or a name, a comma, and whole ticks from 1: matmul,40";
    if (line.size() <= kMaxLineKept)
      problem.source_line = line;
    problems.push_back(std::move(problem));
  }
  if (!problems.empty())
    return problems;
  return out;
}

std::vector<NodeId> kernels_behind(const Graph& graph, NodeId id) {
  std::vector<NodeId> out;
  std::vector<NodeId> open = graph.nodes[id].inputs;
  for (std::size_t i = 0; i < open.size(); ++i) {
    NodeId from = open[i];
    while (!is_source(graph.nodes[from].op) && launches_nothing(graph, from) &&
           !graph.nodes[from].attributes.laid)
      from = graph.nodes[from].inputs[0];
    if (graph.nodes[from].attributes.laid)
      open.insert(open.end(), graph.nodes[from].inputs.begin(), graph.nodes[from].inputs.end());
    else if (std::find(out.begin(), out.end(), from) == out.end())
      out.push_back(from);
  }
  return out;
}

} // namespace stallscope::graph
