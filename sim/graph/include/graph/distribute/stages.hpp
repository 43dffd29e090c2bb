#pragma once

#include "graph/execute/execute.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::graph {

inline constexpr std::uint32_t kMostStages = 1024;

/// Cuts a graph without derivatives into stages behind each other, so that the longest takes the
/// fewest ticks: Node::stage, from 0, in the order of the nodes. Derivatives, passes and
/// distribution keep it. False: there are fewer kernels than stages.
[[nodiscard]] bool cut_into_stages(Graph& graph, std::uint32_t stages, const DeviceModel& model);

/// What `stallscope train` asks of a stage, in ticks of one copy of it.
struct StageTimes {
  std::vector<Ticks> forward;
  std::vector<Ticks> input_gradient;             ///< backward kernels that another stage waits for
  std::vector<Ticks> weight_gradient;            ///< the others
  std::vector<std::vector<std::string>> kernels; ///< names, forward
  Ticks transfer = 0; ///< of the largest of what one stage hands to the next
};
/// Of a graph that has been cut, and its run. Of several devices the slowest counts, and
/// collectives on top.
[[nodiscard]] StageTimes stage_times(const Graph& graph, const Execution& run, std::uint32_t stages,
                                     const DeviceModel& model);
/// As a plan file of `stallscope train`.
[[nodiscard]] std::string train_plan(const StageTimes& times, const std::string& graph);

} // namespace stallscope::graph
