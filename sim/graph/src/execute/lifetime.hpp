#pragma once

#include "graph/execute/execute.hpp"

#include <map>
#include <optional>
#include <vector>

namespace stallscope::graph {

/// Bytes of each device over time while kernels are placed, for a limit. A result is there from the
/// beginning of its kernel to the end of its last reader; sources that kernels of a device read are
/// there all the time.
class MemoryUse {
public:
  MemoryUse(const Graph& graph, std::uint32_t devices, std::uint64_t limit);

  struct Room {
    Ticks begin = 0;
    NodeId freed_by = kNoNode; ///< the reader whose end made the room
  };
  /// From `begin` on, when there is memory for a node's result; none: never.
  [[nodiscard]] std::optional<Room> place(NodeId id, std::uint32_t device, Ticks begin);
  /// A kernel has read its operands, until `end`.
  void used(NodeId id, std::uint32_t device, Ticks end, const std::vector<NodeId>& operands);
  /// Bytes that were needed where there was no room.
  [[nodiscard]] std::uint64_t needed() const { return needed_; }

private:
  struct Held {
    std::uint64_t bytes = 0;
    Ticks until = 0;           ///< of the last reader so far
    std::uint32_t readers = 0; ///< that have still to come
    NodeId last_reader = kNoNode;
  };
  const Graph& graph_;
  std::uint64_t limit_;
  std::vector<std::uint32_t> readers_;       ///< by node, all
  std::vector<std::map<NodeId, Held>> held_; ///< by device
  std::uint64_t needed_ = 0;
};

} // namespace stallscope::graph
