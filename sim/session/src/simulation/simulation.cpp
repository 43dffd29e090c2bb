#include "session/simulation.hpp"

#include "simulation/in_order_simulation.hpp"
#include "simulation/out_of_order_simulation.hpp"

#include <algorithm>

namespace stallscope::session {

std::unique_ptr<Simulation> Simulation::of(const isa::Program& program,
                                           const machine::Machine& machine,
                                           const isa::Environment& environment) {
  return of(program, machine, environment, {});
}

std::unique_ptr<Simulation> Simulation::of(const isa::Program& program,
                                           const machine::Machine& machine,
                                           const isa::Environment& environment,
                                           std::span<const isa::Instruction> decoded_as) {
  if (machine.dynamic)
    return std::make_unique<OutOfOrderSimulation>(program, machine, environment, decoded_as);
  return std::make_unique<InOrderSimulation>(program, machine, environment);
}

std::uint64_t Simulation::record_lead() const {
  if (!machine_.dynamic)
    return 0;
  const machine::Dynamic& d = *machine_.dynamic;
  std::uint32_t latency = 1;
  for (const machine::Port& port : d.ports)
    latency = std::max(latency,
                       *std::max_element(port.latency_cycles.begin(), port.latency_cycles.end()));
  // From fetch to retirement: dispatch, operands, execution, write, retirement.
  constexpr std::uint64_t kOtherCycles = 4;
  const std::uint64_t passage =
      std::uint64_t{d.front_cycles} + d.read_cycles + latency + kOtherCycles;
  return std::max<std::uint64_t>(core::kDelayedGroups + 1, passage);
}

} // namespace stallscope::session
