#pragma once

#include "graph/execute/execute.hpp"

#include <map>
#include <optional>
#include <vector>

namespace stallscope::graph {

/// What a device has of the source that a view reads: the slice that distribution has made for it,
/// else the source itself. Of other nodes the node that owns their storage, `source`.
[[nodiscard]] NodeId stored_part(const Graph& graph, NodeId id, NodeId source);

/// Allocated bytes of each device over time while kernels are placed, to enforce the memory limit.
/// A result is allocated from the start of its kernel to the end of its last reader; sources, or
/// the parts of them that kernels of the device read, all the time.
class MemoryUse {
public:
  MemoryUse(const Graph& graph, std::uint32_t devices, std::uint64_t limit);

  struct Room {
    Ticks begin = 0;
    NodeId freed_by = kNoNode; ///< the reader whose end freed the memory
  };
  /// Earliest time from `begin` on with enough memory for a node's result; none: never.
  [[nodiscard]] std::optional<Room> place(NodeId id, std::uint32_t device, Ticks begin);
  /// Records that a kernel reads its operands until `end`.
  void used(NodeId id, std::uint32_t device, Ticks end, const std::vector<NodeId>& operands);
  /// Bytes required when place() failed.
  [[nodiscard]] std::uint64_t needed() const { return needed_; }

private:
  void hold_sources();

  struct Held {
    std::uint64_t bytes = 0;
    Ticks until = 0;           ///< end of the last reader so far
    std::uint32_t readers = 0; ///< readers not placed yet
    NodeId last_reader = kNoNode;
  };
  const Graph& graph_;
  std::uint64_t limit_;
  std::vector<std::uint32_t> readers_;       ///< number of readers, by node
  std::vector<std::map<NodeId, Held>> held_; ///< by device
  std::uint64_t needed_ = 0;
};

} // namespace stallscope::graph
