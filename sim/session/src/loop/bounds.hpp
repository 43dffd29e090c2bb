#pragma once

#include "loop/dependences.hpp"
#include "loop/laid_out.hpp"
#include "session/loop.hpp"
#include "session/simulation.hpp"

#include <vector>

namespace stallscope::session {

/// Lower bounds of the loop on a machine, largest first, independent of the measured rate.
[[nodiscard]] std::vector<LoopBound> bounds_of(const Simulation& simulation,
                                               const LaidOutLoop& loop, const isa::Program& program,
                                               const LoopBody& body, const DependenceGraph& graph);

} // namespace stallscope::session
