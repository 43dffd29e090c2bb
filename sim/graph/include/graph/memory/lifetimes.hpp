#pragma once

#include "graph/execute/execute.hpp"

#include <vector>

namespace stallscope::graph {

/// Device memory that holds a result for an interval of time. Views have no block.
struct StorageBlock {
  NodeId node = kNoNode; ///< the first node whose result is stored in it
  std::uint32_t device = 0;
  std::uint64_t bytes = 0;
  Ticks from = 0;
  Ticks until = 0;              ///< exclusive
  bool resident = false;        ///< a source: allocated from the start to the end
  std::vector<NodeId> in_place; ///< nodes whose results overwrite it, in order
};

struct LifetimeOptions {
  bool release = true;   ///< releases a block at the end of its last reader; false: never
  bool in_place = false; ///< element-wise kernels overwrite an operand without later readers
};

struct MemoryCurve {
  std::vector<StorageBlock> blocks;                   ///< by `from`
  std::vector<std::pair<Ticks, std::uint64_t>> bytes; ///< bytes from a tick on, all devices
                                                      ///< together
  std::uint64_t peak = 0;
  Ticks peak_at = 0;
};

/// Allocated bytes over time: a result from the start of its kernel to the end of its last reader,
/// outputs to the end, sources all the time.
[[nodiscard]] MemoryCurve memory_curve(const Graph& graph, const Execution& run,
                                       const LifetimeOptions& options);

/// Layout of a node's elements in its storage.
struct StorageView {
  NodeId storage = kNoNode;          ///< the node that owns it
  std::int64_t offset = 0;           ///< in elements
  std::vector<std::int64_t> strides; ///< in elements; 0: the dimension is repeated
};
/// By node. Transpose, slice, broadcast and (if rows remain contiguous) reshape share the storage
/// of their input.
[[nodiscard]] std::vector<StorageView> storage_views(const Graph& graph);

} // namespace stallscope::graph
