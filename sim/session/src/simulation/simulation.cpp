#include "session/simulation.hpp"

#include "simulation/in_order_simulation.hpp"
#include "simulation/out_of_order_simulation.hpp"

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

} // namespace stallscope::session
