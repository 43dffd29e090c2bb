#pragma once

#include "loop/dependences.hpp"
#include "session/loop.hpp"

#include <optional>
#include <vector>

namespace stallscope::session {

/// Which edges count: those through registers; also through memory; also of program order.
enum class EdgesThat : std::uint8_t { registers, memory, order };

/// The cycle of edges whose latencies are the most for the iterations it goes through.
struct CriticalCycle {
  Fraction ratio;              ///< cycles an iteration
  std::vector<LoopEdge> edges; ///< in order
};
/// None: the graph has no cycle, or none that takes time.
[[nodiscard]] std::optional<CriticalCycle> critical_cycle(const DependenceGraph& graph,
                                                          EdgesThat count);

} // namespace stallscope::session
