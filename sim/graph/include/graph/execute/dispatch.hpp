#pragma once

#include "graph/execute/execute.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::graph {

/// What runs for a node, as a dispatcher looks it up: the most special entry of measured times,
/// else the roofline. Entries are called by node, operator:type@device, operator@device,
/// operator:type or operator; the device only of nodes that are bound to one.
struct KernelChoice {
  enum class Kind : std::uint8_t {
    view,     ///< no kernel
    measured, ///< by the entry `key`
    compute,  ///< the roofline's FLOP are what takes longest
    memory,   ///< its bytes are
    collective,
  };
  Kind kind = Kind::view;
  std::string key; ///< of `measured`
  Ticks ticks = 0; ///< not of collectives
};
[[nodiscard]] std::string_view name(KernelChoice::Kind kind);
[[nodiscard]] KernelChoice choose_kernel(const Graph& graph, NodeId id, const DeviceModel& model);

/// Operators that are dispatched alike.
struct DispatchRow {
  std::string op;
  std::string device; ///< number, or "all": it runs wherever the scheduler puts it
  Type type = Type::f64;
  KernelChoice::Kind kind = KernelChoice::Kind::view;
  std::string key;
  std::uint64_t uses = 0;
  Ticks ticks = 0; ///< of all uses
};
/// operator x device x type, in that order.
[[nodiscard]] std::vector<DispatchRow> dispatch_table(const Graph& graph, const Execution& run,
                                                      const DeviceModel& model);

} // namespace stallscope::graph
