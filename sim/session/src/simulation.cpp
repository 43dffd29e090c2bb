#include "session/simulation.hpp"

#include "in_order_simulation.hpp"
#include "out_of_order_simulation.hpp"

namespace stallscope::session {

std::unique_ptr<Simulation> Simulation::of(const isa::Program& program,
                                           const machine::Machine& machine,
                                           const isa::Environment& environment) {
  if (machine.dynamic)
    return std::make_unique<OutOfOrderSimulation>(program, machine, environment);
  return std::make_unique<InOrderSimulation>(program, machine, environment);
}

} // namespace stallscope::session
