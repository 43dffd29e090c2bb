#pragma once

#include "sched/schedule.hpp"

#include <cstdint>
#include <functional>

namespace stallscope::sched {

/// What a search for the shortest order found.
struct SearchResult {
  std::vector<Node> order;       ///< the best found
  std::uint32_t lower_bound = 0; ///< no order takes fewer cycles
  bool proven = false;           ///< `order` takes lower_bound cycles
  std::uint64_t visited = 0;     ///< partial orders looked at
};

/// Branch and bound over the orders of a block, in which every partial order is timed by the
/// pipeline model itself, so that what it proves is proven for the machine as the model has it.
/// Bounds: the longest way of dependences behind each instruction, and for every resource its
/// remaining users in the best relaxed order (Bounds). Partial orders of the same instructions that
/// leave the pipeline in the same state, only later, are not gone through again. Starts from the
/// best of `known`. Ends early, with what it has, when `keep_going` (asked now and then) says no.
[[nodiscard]] SearchResult search_optimal(const Problem& problem,
                                          const std::vector<std::vector<Node>>& known,
                                          double seconds,
                                          const std::function<bool()>& keep_going = {});

} // namespace stallscope::sched
