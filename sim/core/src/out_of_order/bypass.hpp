#pragma once

// Results that take longer from some units to others ([[bypass]]).

#include "core/out_of_order/window_plan.hpp"
#include "core/out_of_order/window_state.hpp"

namespace stallscope::core {

/// Of the machine of a plan that has its ports and stations already.
[[nodiscard]] BypassDelays bypass_delays(const machine::Dynamic& machine, const WindowPlan& plan);

/// By how many cycles later a result can be used than others can: it has been made, or is being
/// made, by `from`, and `to` is in its station.
[[nodiscard]] inline unsigned bypass_cycles(const BypassDelays& bypass, const WindowOp& from,
                                            const WindowOp& to) {
  if (from.planned->ports == 0) // of no unit
    return 0;
  return bypass.cycles[bypass.made_in[from.port][from.planned->port_class]]
                      [bypass.used_in[to.station][to.planned->port_class]];
}

/// First cycle in which a result that is known to come can be used by the nearest units: over the
/// bypass also when it has been written since, as its way to others began then.
[[nodiscard]] inline std::uint64_t leaves_unit(const machine::Dynamic& machine,
                                               const WindowOp& from) {
  return machine.wakeup == machine::Wakeup::bypass ? from.ends_at + 1 - machine.read_cycles
                                                   : from.written_at + 1;
}

} // namespace stallscope::core
