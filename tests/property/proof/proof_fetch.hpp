#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "property/proof/proof.hpp"

namespace stallscope::property {

/// The cycle after a state: if fetch loses slots for a cause, it is stepped in a copy without that
/// (an entry more in the queue that is full, the branch decided, the line there). More is fetched
/// on the right path, or fetch waits for something else.
void prove_fetch_room(const core::OutOfOrderCore& core, const core::OutOfOrderState& state,
                      const Timeline& timeline, Proof& proof);

/// Removes from a state, or from the machine that steps it, what keeps fetch from going on. False:
/// it is in neither.
bool remove_fetch_obstacle(core::OutOfOrderState& state, machine::Machine& machine,
                           const Cause& cause);

} // namespace stallscope::property
