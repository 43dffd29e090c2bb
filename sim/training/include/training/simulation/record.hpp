#pragma once

#include "trace/run_record.hpp"
#include "training/simulation/simulate.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::training {

/// What of a run becomes a record: ticks [from, until).
struct RecordWindow {
  Ticks from = 0;
  Ticks until = kNotYet;
  bool timeline = true; ///< else only the ledger and the numbers
};

/// Lanes that a record can have.
inline constexpr std::size_t kMostLanes = kNoLane;
/// Devices, and links that take time.
[[nodiscard]] std::size_t lanes_of(const Plan& plan);

/// A run of a plan as any other: devices, and links that take time, are lanes; tick t is cycle
/// t + 1; the ledger has one slot a device. Operations are numbered by their begin, then by device.
[[nodiscard]] trace::RunRecord run_record(const Plan& plan, const Verified& verified,
                                          const Execution& execution,
                                          const std::vector<DeviceAccount>& accounts,
                                          const RecordWindow& window);

} // namespace stallscope::training
