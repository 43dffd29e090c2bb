#pragma once

#include "training/simulation/simulate.hpp"
#include "transfer_lanes.hpp"

namespace stallscope::training {

/// The cycle of waits that a device which cannot go on is in, or leads to. `next`: by device, what
/// it cannot begin.
[[nodiscard]] Deadlock find_deadlock(const Plan& plan, const PassTable& passes,
                                     const Execution& run, const std::vector<OperationIndex>& next,
                                     const TransferLanes& lanes, std::uint32_t device);

} // namespace stallscope::training
