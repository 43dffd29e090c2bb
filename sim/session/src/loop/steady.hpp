#pragma once

#include "loop/laid_out.hpp"
#include "machine/description.hpp"
#include "session/loop.hpp"
#include "session/simulation.hpp"

#include <memory>

namespace stallscope::session {

/// The machine as modelled for loop analysis, and the differences from the original; the body as
/// this machine fetches it.
struct LoopMachine {
  machine::Machine machine;
  LoopBody body;
  std::vector<std::string> assumptions;
  std::string unsettled; ///< SteadyPrediction::unsettled
};
[[nodiscard]] LoopMachine machine_for_loops(const machine::Machine& machine,
                                            const isa::Program& program, const LoopBody& body,
                                            bool caches);

[[nodiscard]] std::unique_ptr<Simulation> simulation_of(const LaidOutLoop& loop,
                                                        const machine::Machine& machine);

/// Records from the present cycle until this many instructions have completed, or the run stops.
[[nodiscard]] Timeline recorded(Simulation& simulation, std::uint64_t instructions);

/// Runs the copies until the machine's state recurs. An error when an instruction traps.
[[nodiscard]] Result<LoopRate> steady_rate(const LaidOutLoop& loop, const isa::Program& program,
                                           const LoopMachine& modelled,
                                           const machine::Machine& machine);

/// Number of copies laid out for a number of iterations.
[[nodiscard]] std::uint64_t copies_for(const LoopBody& body, std::uint64_t iterations);

} // namespace stallscope::session
