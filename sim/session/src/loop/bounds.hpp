#pragma once

#include "loop/dependences.hpp"
#include "loop/laid_out.hpp"
#include "session/loop.hpp"
#include "session/simulation.hpp"

#include <vector>

namespace stallscope::session {

/// What bounds the loop on a machine from below, the greatest first. Nothing is known of the
/// measured rate yet.
[[nodiscard]] std::vector<LoopBound> bounds_of(const Simulation& simulation,
                                               const LaidOutLoop& loop, const isa::Program& program,
                                               const LoopBody& body, const DependenceGraph& graph);

} // namespace stallscope::session
