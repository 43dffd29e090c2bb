#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <string>
#include <vector>

namespace stallscope::graph {

/// A value that is split over all devices along an axis.
struct SplitRequest {
  NodeId node = kNoNode;
  std::int64_t axis = 0;
};

/// What of a graph runs where.
struct Distributed {
  Graph graph;
  std::uint64_t collectives = 0;
  std::vector<std::string>
      log; ///< a sentence for each operation that is split, and each collective
};

/// Splits params and inputs as asked for, and what is computed from them as far as it can be done
/// without talking: element-wise operators, products (by rows of the left and columns of the right
/// operand; of what is summed over partial sums), reductions, softmax and convolutions along other
/// axes. Partial sums become whole by an all-reduce; where a split value is needed whole, it is
/// all-gathered. So a batch that is split is data parallelism, and weights that are split by
/// columns and the next by rows are Megatron's (Shoeybi et al. 2019); annotations that are carried
/// on are GSPMD's (Xu et al. 2021).
[[nodiscard]] Result<Distributed> distribute(const Graph& graph, std::uint32_t devices,
                                             const std::vector<SplitRequest>& requests);

} // namespace stallscope::graph
