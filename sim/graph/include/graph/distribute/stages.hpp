#pragma once

#include "graph/execute/execute.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::graph {

inline constexpr std::uint32_t kMostStages = 1024;

/// Ticks of the kernels that reverse mode adds for each node of a graph without derivatives, by
/// node: those with the node's stage in the backward graph.
[[nodiscard]] std::vector<Ticks> backward_ticks(const Graph& graph, const std::string& of,
                                                const std::vector<std::string>& wrt,
                                                const DeviceModel& model);

/// Partitions a graph without derivatives into consecutive pipeline stages, minimising the ticks of
/// the longest one, forward and (`backward`, by node) backward: sets Node::stage, from 0, in node
/// order. Differentiation, passes and distribution preserve Node::stage. False: fewer kernels than
/// stages.
[[nodiscard]] bool cut_into_stages(Graph& graph, std::uint32_t stages, const DeviceModel& model,
                                   const std::vector<Ticks>& backward = {});

/// The stage times of a plan for `stallscope train`, in ticks of one copy of the stage.
struct StageTimes {
  std::vector<Ticks> forward;
  std::vector<Ticks> input_gradient;             ///< backward kernels that another stage depends on
  std::vector<Ticks> weight_gradient;            ///< the other backward kernels
  std::vector<std::vector<std::string>> kernels; ///< names of forward kernels, by stage
  Ticks transfer = 0; ///< time to send the largest result between adjacent stages
};
/// Stage times of a partitioned graph and its run: for several devices the maximum over devices,
/// plus collectives.
[[nodiscard]] StageTimes stage_times(const Graph& graph, const Execution& run, std::uint32_t stages,
                                     const DeviceModel& model);
/// The plan file of `stallscope train`.
[[nodiscard]] std::string train_plan(const StageTimes& times, const std::string& graph);

} // namespace stallscope::graph
