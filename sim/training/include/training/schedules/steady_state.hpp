#pragma once

#include "training/schedules/search.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::training {

/// An operation of the kernel: what one micro-batch does on a device, modulo the interval.
struct KernelStep {
  std::uint32_t device = 0;
  Operation operation;     ///< of micro-batch 0
  Ticks time = 0;          ///< from the start of the interval
  std::uint32_t stage = 0; ///< intervals since the micro-batch began
};

/// The steady state of a pipeline as a modulo schedule: every `interval` ticks a micro-batch
/// begins, and all do the same at the same distance (sched/modulo).
struct SteadyState {
  Ticks interval = 0;             ///< ticks; the initiation interval
  Ticks by_work = 0;              ///< lower bound: the work of the busiest device (ResMII)
  std::uint32_t busiest = 0;      ///< that device
  Ticks by_memory = 0;            ///< lower bound: time for which a micro-batch holds memory, over
                                  ///< the micro-batches that fit (RecMII); 0: no limit
  bool proven = false;            ///< no shorter interval exists
  std::uint32_t in_flight = 0;    ///< micro-batches in flight together
  std::vector<KernelStep> kernel; ///< by device and time
  FoundOrder order;               ///< the order that it makes of the problem's micro-batches
};

/// None: the durations are too long to be counted tick by tick, for the reason in `why_not`. With
/// several stages per device and a memory limit each stage has an equal share of it, and the bound
/// by memory is that of such orders.
[[nodiscard]] std::optional<SteadyState> steady_state(const OrderProblem& problem,
                                                      std::string& why_not);

} // namespace stallscope::training
