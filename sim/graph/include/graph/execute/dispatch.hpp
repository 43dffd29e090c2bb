#pragma once

#include "graph/execute/execute.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::graph {

/// The kernel of a node, as selected by a dispatcher: the most specific entry of the measured
/// times, otherwise the roofline model. Keys of entries, from specific to general: node name,
/// operator:type@device, operator@device, operator:type, operator.
struct KernelChoice {
  enum class Kind : std::uint8_t {
    view,     ///< no kernel: a view
    measured, ///< time from the entry `key`
    compute,  ///< roofline: bound by FLOP
    memory,   ///< roofline: bound by bytes
    collective,
  };
  Kind kind = Kind::view;
  std::string key; ///< entry of the measured times, if `measured`
  Ticks ticks = 0; ///< 0 for collectives
};
[[nodiscard]] std::string_view name(KernelChoice::Kind kind);
/// `device`: where a node that is not bound to one runs; -1: not known, so that no entry of a
/// device applies.
[[nodiscard]] KernelChoice choose_kernel(const Graph& graph, NodeId id, const DeviceModel& model,
                                         int device = -1);

/// Entries of the measured times that can hold for no kernel: of no operator and no result of the
/// graph, of no type, or of a device that does not exist. In the order of the file.
[[nodiscard]] Diagnostics unknown_times(const Graph& graph, const ExecuteOptions& options);

/// Operators with the same dispatch.
struct DispatchRow {
  std::string op;
  std::string device; ///< device number, or "all": the same kernel on all devices
  Type type = Type::f64;
  KernelChoice::Kind kind = KernelChoice::Kind::view;
  std::string key;
  std::uint64_t uses = 0;
  Ticks ticks = 0; ///< total of all uses
};
/// Rows sorted by operator, device, type.
[[nodiscard]] std::vector<DispatchRow> dispatch_table(const Graph& graph, const Execution& run,
                                                      const DeviceModel& model);

} // namespace stallscope::graph
