#pragma once

// Bypass network: extra delays of results from some units to others ([[bypass]]).

#include "core/out_of_order/window_plan.hpp"
#include "core/out_of_order/window_state.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

/// The delays of a machine; the plan must have its ports and stations already.
[[nodiscard]] BypassDelays bypass_delays(const machine::Dynamic& machine, const WindowPlan& plan);

/// Bypass network: the extra cycles until `to`, which is in its station, can use the result of
/// `from`, executing or executed.
[[nodiscard]] inline unsigned bypass_cycles(const BypassDelays& bypass, const WindowOp& from,
                                            const WindowOp& to) {
  if (from.planned->ports == 0) // the producer uses no unit
    return 0;
  return bypass.cycles[bypass.made_in[from.port][from.planned->port_class]]
                      [bypass.used_in[to.station][to.planned->port_class]];
}

/// The same for a consumer in the front end, whose station is not known yet: the smallest delay
/// over the stations it could enter. The station field of its slot is that of an earlier micro-op.
[[nodiscard]] inline unsigned least_bypass_cycles(const BypassDelays& bypass, const WindowOp& from,
                                                  const WindowOp& to) {
  if (from.planned->ports == 0)
    return 0;
  unsigned least = bypass.most;
  for (unsigned left = to.planned->stations; left != 0; left &= left - 1) {
    const auto station = static_cast<unsigned>(std::countr_zero(left));
    const unsigned made = bypass.made_in[from.port][from.planned->port_class];
    const unsigned used = bypass.used_in[station][to.planned->port_class];
    least = std::min<unsigned>(least, bypass.cycles[made][used]);
  }
  return least;
}

/// First cycle in which the consumers without an extra delay can use a result whose time is known.
/// On machines with bypassing the cycle is counted from the end of execution, even when the result
/// has been written back since.
[[nodiscard]] inline std::uint64_t leaves_unit(const machine::Dynamic& machine,
                                               const WindowOp& from) {
  return machine.wakeup == machine::Wakeup::bypass ? from.ends_at + 1 - machine.read_cycles
                                                   : from.written_at + 1;
}

} // namespace stallscope::core
