#pragma once

// Bypass network: extra delays of results from some units to others ([[bypass]]).

#include "core/out_of_order/window_plan.hpp"
#include "core/out_of_order/window_state.hpp"

namespace stallscope::core {

/// The delays of a machine; the plan must have its ports and stations already.
[[nodiscard]] BypassDelays bypass_delays(const machine::Dynamic& machine, const WindowPlan& plan);

/// Bypass network: the extra cycles until `to`, which is in its station, can use the result of
/// `from`, executing or executed.
[[nodiscard]] inline unsigned bypass_cycles(const BypassDelays& bypass, const WindowOp& from,
                                            const WindowOp& to) {
  if (from.planned->ports == 0) // it uses no unit
    return 0;
  return bypass.cycles[bypass.made_in[from.port][from.planned->port_class]]
                      [bypass.used_in[to.station][to.planned->port_class]];
}

/// First cycle in which the nearest consumers can use a result whose time is known. With bypassing
/// it counts from the end of execution, even when the result has been written back since.
[[nodiscard]] inline std::uint64_t leaves_unit(const machine::Dynamic& machine,
                                               const WindowOp& from) {
  return machine.wakeup == machine::Wakeup::bypass ? from.ends_at + 1 - machine.read_cycles
                                                   : from.written_at + 1;
}

} // namespace stallscope::core
