#pragma once

#include "training/plan/plan.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stallscope::training {

/// What is to be ordered: the stages of a plan with their durations and transfers. Its own order
/// does not matter; backward passes are split into I and W.
struct OrderProblem {
  Plan plan;
  std::uint32_t most_chunks = 0; ///< activations that a device has memory for, in chunks; 0: any
};

/// No order takes less.
struct LowerBound {
  Ticks ticks = 0;
  std::string why; ///< "work of device 3, which begins at 3"
};

/// An order with its makespan.
struct FoundOrder {
  std::string method; ///< a rule of the list scheduler, or a named schedule
  Plan plan;
  Ticks makespan = 0;
};

/// The greatest of: the work of a device between the earliest begin of its first operation and what
/// must follow its last one; and, with a memory limit, the time for which activations are held,
/// divided among those that there is room for.
[[nodiscard]] LowerBound lower_bound(const OrderProblem& problem);

/// List scheduling: whenever a device is free it begins what the rule prefers of what is ready.
/// The best of several rules; makespan 0 when none keeps the memory limit.
[[nodiscard]] FoundOrder list_order(const OrderProblem& problem);

/// Named schedules whose stages lie as those of the problem and that keep its memory limit, by
/// makespan.
[[nodiscard]] std::vector<FoundOrder> named_orders(const OrderProblem& problem);

/// The best order found within a time.
struct BestOrder {
  FoundOrder order;
  LowerBound bound;
  bool proven = false;   ///< no order takes less
  bool complete = false; ///< the search has come to its end
  std::uint64_t states = 0;
};
/// Begins with list and named orders, then searches all others, by branch and bound. `stop` ends
/// it early.
[[nodiscard]] BestOrder optimal_order(const OrderProblem& problem, double seconds,
                                      const std::function<bool()>& stop = {});

} // namespace stallscope::training
