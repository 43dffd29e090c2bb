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

/// A graph with its nodes assigned to devices.
struct Distributed {
  Graph graph;
  std::uint64_t collectives = 0;
  std::vector<std::string> log; ///< a sentence for each split operation, and each collective
};

/// Splits params and inputs as requested, and the operators that depend on them as far as possible
/// without communication: element-wise operators, products and convolutions (by rows, columns,
/// images or channels; along what they sum into partial sums), their gradients, reductions, softmax
/// and norms along other axes, and changes of shape that keep the parts. Linear operators of
/// partial sums keep these. Where a value is needed whole, partial sums are combined by an
/// all-reduce, and parts by an all-gather. A split batch is data parallelism; weights split
/// alternately by columns and by rows are Megatron's tensor parallelism (Shoeybi et al. 2019); the
/// propagation of annotations follows GSPMD (Xu et al. 2021).
[[nodiscard]] Result<Distributed> distribute(const Graph& graph, std::uint32_t devices,
                                             const std::vector<SplitRequest>& requests);

} // namespace stallscope::graph
