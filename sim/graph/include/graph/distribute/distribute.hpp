#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <string>
#include <vector>

namespace stallscope::graph {

/// A value to be split over all devices along an axis.
struct SplitRequest {
  NodeId node = kNoNode;
  std::int64_t axis = 0;
};

/// An output of the original graph: a node, or a node of each device that has a part of it.
struct DistributedOutput {
  std::string name;
  std::vector<NodeId> nodes;
  std::int64_t axis = 0; ///< of several nodes: the axis of the parts
};

/// A graph with its nodes assigned to devices.
struct Distributed {
  Graph graph; ///< parts of an output are outputs of their own: grad.A@0, grad.A@1, ...
  std::uint64_t collectives = 0;
  std::vector<std::string> log; ///< a sentence for each split operation, and each collective
  std::vector<DistributedOutput> outputs; ///< in the order of the original graph
};

/// The graph with the outputs of the original one, parts put together: to compare values.
[[nodiscard]] Graph with_whole_outputs(const Distributed& distributed);

/// Splits params and inputs as requested, and the operators that depend on them as far as possible
/// without communication: element-wise operators, products and convolutions (by rows, columns,
/// images or channels; along what they sum into partial sums), their gradients, reductions, softmax
/// and norms along other axes, and changes of shape that keep the parts. Linear operators of
/// partial sums keep these. Where a value is needed whole, partial sums are combined by an
/// all-reduce, and parts by an all-gather. The gradient of a split param stays in the same parts
/// where it is made so. A split batch is data parallelism; weights split
/// alternately by columns and by rows are Megatron's tensor parallelism (Shoeybi et al. 2019); the
/// propagation of annotations follows GSPMD (Xu et al. 2021).
[[nodiscard]] Result<Distributed> distribute(const Graph& graph, std::uint32_t devices,
                                             const std::vector<SplitRequest>& requests);

} // namespace stallscope::graph
