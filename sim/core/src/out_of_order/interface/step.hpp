#pragma once

// The cycle of a dynamically scheduled core for those outside it that give it their own effects
// policy.

#include "out_of_order/out_of_order_pipeline.hpp"

namespace stallscope::core {

/// Steps a cycle, and at most `idle_cycles` idle cycles behind it. `effects`: a sink that is the
/// effects policy as well, with the functions of DirectEffects.
template <class Effects>
void step_cycle(const OutOfOrderCore& core, OutOfOrderState& state, Effects& effects,
                std::uint64_t idle_cycles) {
  OutOfOrderPipeline<Effects, GeneralPolicies>(core, state, effects).step(idle_cycles);
}

} // namespace stallscope::core
