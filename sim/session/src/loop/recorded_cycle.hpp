#pragma once

#include "loop/laid_out.hpp"
#include "session/loop.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::session {

/// The critical cycle of a loop in its steady state: a closed chain of edges of the recorded run's
/// constraint graph (trace::RunGraph: fetch, dispatch, operands, units, retirement), each of which
/// is as long as the distance of its events. The chain leads from an event to the same event some
/// periods later, so that its cycles divided by its iterations are the rate.
struct RecordedCycle {
  LoopBound bound;
  /// Registers for whose results an instruction of the chain waits; the effect of each is measured
  /// by cutting it.
  std::vector<LoopCut> waits;
};

/// nullopt: the rate is not exact, or the record has a wait without an event.
[[nodiscard]] std::optional<RecordedCycle> recorded_cycle(const isa::Program& program,
                                                          const LoopBody& body,
                                                          const machine::Machine& machine,
                                                          LoopAlias alias, const LoopRate& rate);

} // namespace stallscope::session
