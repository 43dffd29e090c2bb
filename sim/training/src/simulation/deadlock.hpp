#pragma once

#include "training/simulation/simulate.hpp"
#include "transfer_lanes.hpp"

namespace stallscope::training {

/// The cycle of waits that contains a blocked device, or that it waits for. `next`: by device, the
/// operation that cannot start.
[[nodiscard]] Deadlock find_deadlock(const Plan& plan, const PassTable& passes,
                                     const Execution& run, const std::vector<OperationIndex>& next,
                                     const TransferLanes& lanes, std::uint32_t device);

} // namespace stallscope::training
