#pragma once

#include "graph/execute/execute.hpp"

#include <vector>

namespace stallscope::graph {

/// Storage of a device that holds a result, for some time. Views have none of their own.
struct StorageBlock {
  NodeId node = kNoNode; ///< whose result is written there first
  std::uint32_t device = 0;
  std::uint64_t bytes = 0;
  Ticks from = 0;
  Ticks until = 0;              ///< exclusive
  bool resident = false;        ///< of a source: there from the beginning to the end
  std::vector<NodeId> in_place; ///< whose results have overwritten it, in order
};

struct LifetimeOptions {
  bool release = true;   ///< at the end of the last reader; false: nothing is released
  bool in_place = false; ///< element-wise kernels overwrite an operand that nobody reads later
};

struct MemoryCurve {
  std::vector<StorageBlock> blocks;                   ///< by `from`
  std::vector<std::pair<Ticks, std::uint64_t>> bytes; ///< from this tick on, of all devices
  std::uint64_t peak = 0;
  Ticks peak_at = 0;
  std::uint64_t at_peak_of(std::uint32_t device) const;
};

/// Bytes over time: a result is there from the beginning of its kernel to the end of its last
/// reader, outputs to the end, sources all the time.
[[nodiscard]] MemoryCurve memory_curve(const Graph& graph, const Execution& run,
                                       const LifetimeOptions& options);

/// How a node's elements lie in its storage.
struct StorageView {
  NodeId storage = kNoNode;          ///< the node that owns it
  std::int64_t offset = 0;           ///< elements
  std::vector<std::int64_t> strides; ///< elements; 0: repeated
};
/// By node. Transpose, slice, broadcast and (where rows stay rows) reshape share the storage of
/// their input.
[[nodiscard]] std::vector<StorageView> storage_views(const Graph& graph);

} // namespace stallscope::graph
