#pragma once

#include "loop/laid_out.hpp"
#include "session/loop.hpp"
#include "session/simulation.hpp"

namespace stallscope::session {

/// Cycles that fetching an iteration takes: what is fetched in a cycle ends with the width, with
/// the block, with what is decoded, and behind taken branches.
[[nodiscard]] LoopBound fetch_bound(const Simulation& simulation, const LaidOutLoop& loop,
                                    const isa::Program& program, const LoopBody& body);

} // namespace stallscope::session
