#pragma once

#include "training/plan/plan.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stallscope::training {

/// A scheduling problem: the stages of a plan with their durations and transfers. The plan's own
/// order is ignored; backward passes are split into I and W.
struct OrderProblem {
  Plan plan;
  std::uint32_t most_chunks = 0; ///< memory limit of a device in activations, in chunks; 0: none
};

/// Lower bound of the makespan of any order.
struct LowerBound {
  Ticks ticks = 0;
  std::string why; ///< "work of device 3, which begins at 3"
};

/// An order and its makespan.
struct FoundOrder {
  std::string method; ///< the rule of the list scheduler, or the name of the schedule
  Plan plan;
  Ticks makespan = 0;
};

/// The maximum of: per device, the earliest start of its first operation plus its work plus the
/// minimum time after its last operation; with a memory limit, the total time for which activations
/// are held, divided by the limit; and, up to 4 million micro-batches^2 x stages, per device, the
/// preemptive schedule of its operations, each with the time that what comes before and after it
/// takes at least.
[[nodiscard]] LowerBound lower_bound(const OrderProblem& problem);

/// List scheduling: a free device starts the ready operation that the rule prefers. The best of
/// several rules; makespan 0 if none respects the memory limit.
[[nodiscard]] FoundOrder list_order(const OrderProblem& problem);

/// Named schedules with the same assignment of stages that respect the memory limit, by makespan.
[[nodiscard]] std::vector<FoundOrder> named_orders(const OrderProblem& problem);

/// The best order found within a time limit.
struct BestOrder {
  FoundOrder order;
  LowerBound bound;
  bool proven = false;   ///< optimal: the makespan equals the lower bound, or the search was
                         ///< exhaustive
  bool complete = false; ///< the search was exhaustive
  std::uint64_t states = 0;
};
/// The best of list and named orders, improved by moves on its critical path, then branch and bound
/// over all orders. `stop` returning true ends the search early.
[[nodiscard]] BestOrder optimal_order(const OrderProblem& problem, double seconds,
                                      const std::function<bool()>& stop = {});

} // namespace stallscope::training
