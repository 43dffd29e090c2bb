#pragma once

#include "training/simulation/simulate.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stallscope::training {

/// What an order is to be short in.
enum class Objective : std::uint8_t {
  makespan,
  longest_span, ///< the longest time of a device from its first to its last operation, which the
                ///< papers on zero bubbles count: the time of an iteration when the next one begins
                ///< on each device as soon as it has ended
};

/// A scheduling problem: the stages of a plan with their durations and transfers. The plan's own
/// order is ignored; backward passes are split into I and W.
struct OrderProblem {
  Plan plan;
  std::uint32_t most_chunks = 0; ///< memory limit of a device in activations, in chunks; 0: none
  Objective objective = Objective::makespan;
  HeldParts held = plan.held; ///< of an activation of a chunk

  /// The memory limit in parts; 0: none.
  [[nodiscard]] std::uint64_t room() const { return std::uint64_t{most_chunks} * held.all; }
};
/// The most that a device holds at a time with the order of a plan, in parts.
[[nodiscard]] std::uint64_t peak_parts(const Plan& plan, HeldParts held);

/// Lower bound of the objective of any order.
struct LowerBound {
  Ticks ticks = 0;
  std::string why; ///< "work of device 3, which begins at 3"
};

/// An order and its makespan.
struct FoundOrder {
  std::string method; ///< the rule of the list scheduler, or the name of the schedule
  Plan plan;
  Ticks makespan = 0;
  Ticks longest_span = 0; ///< set if it is the objective

  /// What is to be short.
  [[nodiscard]] Ticks cost(Objective objective) const {
    return objective == Objective::makespan ? makespan : longest_span;
  }
};

/// The longest time of a device from its first to its last operation.
[[nodiscard]] Ticks longest_span(const Plan& plan, const Execution& run);

/// The maximum of: per device, the earliest start of its first operation plus its work plus the
/// minimum time after its last operation; with a memory limit, the total time for which activations
/// are held, divided by the limit; and, up to 4 million micro-batches^2 x stages, per device, the
/// preemptive schedule of its operations, each with the time that what comes before and after it
/// takes at least. Of the longest span: per device its work, and the time in which it waits for the
/// first gradient with all the forward passes begun that its memory has room for.
[[nodiscard]] LowerBound lower_bound(const OrderProblem& problem);

/// List scheduling: a free device starts the ready operation that the rule prefers; and orders in
/// which weight gradients fill gaps. The best of several rules; makespan 0 if none respects the
/// memory limit.
[[nodiscard]] FoundOrder list_order(const OrderProblem& problem);

/// Named schedules with the same assignment of stages that respect the memory limit, by the
/// objective.
[[nodiscard]] std::vector<FoundOrder> named_orders(const OrderProblem& problem);

/// The best order found within a time limit.
struct BestOrder {
  FoundOrder order;
  LowerBound bound;
  bool proven = false;   ///< optimal: the objective equals the lower bound, or the search was
                         ///< exhaustive
  bool complete = false; ///< the search was exhaustive
  std::string untried;   ///< which orders branch and bound leaves out, so that it proves nothing;
                         ///< empty: none
  std::uint64_t states = 0;
};
/// The best of list and named orders, improved by moves on its critical path, then branch and bound
/// (of the makespan only: the longest span may be shorter when a device begins late, which branch
/// and bound does not try). It looks at orders in which no device waits while a pass that ends
/// before the wait does could run. With a memory limit that is not all that can be best: of several
/// chunks, or when I frees a part, memory may be better left to another pass (BestOrder::untried).
/// `stop` returning true ends the search early.
[[nodiscard]] BestOrder optimal_order(const OrderProblem& problem, double seconds,
                                      const std::function<bool()>& stop = {});

} // namespace stallscope::training
