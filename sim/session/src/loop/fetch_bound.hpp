#pragma once

#include "loop/laid_out.hpp"
#include "session/loop.hpp"
#include "session/simulation.hpp"

namespace stallscope::session {

/// Fetch bound of an iteration: a fetch group ends at the fetch width, the block boundary, the
/// decode width, and after taken branches.
[[nodiscard]] LoopBound fetch_bound(const Simulation& simulation, const LaidOutLoop& loop,
                                    const isa::Program& program, const LoopBody& body);

} // namespace stallscope::session
