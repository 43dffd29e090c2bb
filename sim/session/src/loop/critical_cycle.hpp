#pragma once

#include "loop/dependences.hpp"
#include "session/loop.hpp"

#include <optional>
#include <vector>

namespace stallscope::session {

/// The edges considered: through registers; also through memory; also in-order issue.
enum class EdgesThat : std::uint8_t { registers, memory, order };

/// The dependence cycle with the largest ratio of latency to iteration distance (maximum cycle
/// ratio).
struct CriticalCycle {
  Fraction ratio;              ///< cycles per iteration
  std::vector<LoopEdge> edges; ///< in order of the cycle
};
/// nullopt: there is no cycle, or none with latency.
[[nodiscard]] std::optional<CriticalCycle> critical_cycle(const DependenceGraph& graph,
                                                          EdgesThat count);

} // namespace stallscope::session
