#pragma once

#include "sched/schedule.hpp"

#include <cstdint>
#include <functional>

namespace stallscope::sched {

/// Result of the search for the shortest order.
struct SearchResult {
  std::vector<Node> order;       ///< the best order found
  std::uint32_t lower_bound = 0; ///< lower bound of the cycles of any order
  bool proven = false;           ///< optimal: `order` takes lower_bound cycles
  std::uint64_t visited = 0;     ///< partial orders examined
};

/// Branch and bound over the orders of a block. Every partial order is timed by the pipeline model,
/// so that optimality is proven for the modelled machine. Bounds: the critical path after each
/// instruction, and for every resource the best relaxed order of its remaining users (Bounds).
/// Dominance: partial orders of the same instructions that reach the same pipeline state later are
/// pruned. Starts from the best of `known`. Ends early with the best result so far when
/// `keep_going`, called at intervals, returns false.
[[nodiscard]] SearchResult search_optimal(const Problem& problem,
                                          const std::vector<std::vector<Node>>& known,
                                          double seconds,
                                          const std::function<bool()>& keep_going = {});

} // namespace stallscope::sched
