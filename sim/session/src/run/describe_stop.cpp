#include "isa/compile_c.hpp"
#include "isa/written_code.hpp"
#include "machine/machine_file.hpp"
#include "run/describe_end.hpp"
#include "session/runner.hpp"

#include <fmt/format.h>

#include <optional>

namespace stallscope::session {

using core::StopReason;

namespace {

/// The class of a micro-op that no port of a dynamically scheduled machine executes; nullopt when
/// all have a port.
std::optional<isa::OpClass> class_without_port(const core::OutOfOrderCore& core,
                                               std::uint32_t index) {
  for (const core::PlannedOp& part : core.micro_ops_of(index))
    if (part.lacks_port)
      return part.op.op_class;
  return std::nullopt;
}

/// Compiler options that produce code for the machine.
std::string fitting_code(const isa::Program& program, const machine::Machine& machine) {
  return program.decoded ? fmt::format("; code for the machine is compiled with --march {}",
                                       isa::march_of(machine::c_target(machine)))
                         : std::string();
}

/// An instruction that no unit or port of the machine executes; empty when this is not the cause.
std::string missing_unit(const Simulation& simulation, const Simulation::Trapped& trapped) {
  const isa::Program& program = simulation.program();
  const machine::Machine& machine = simulation.machine();
  const std::uint32_t index = index_at(program, simulation.arch(), trapped.pc);
  if (trapped.trap != isa::Trap::illegal || index == isa::kNoIndex)
    return {};
  if (const core::OutOfOrderCore* core = simulation.out_of_order_core()) {
    const auto lacking = class_without_port(*core, index);
    return lacking ? fmt::format(": no port of machine '{}' executes {}{}", machine.name,
                                 isa::name(*lacking), fitting_code(program, machine))
                   : std::string();
  }
  const isa::OpClass op_class = program.instruction(index).op_class;
  return machine.unit_for(op_class) < machine.units.size()
             ? std::string()
             : fmt::format(": no unit of machine '{}' executes {}{}", machine.name,
                           isa::name(op_class), fitting_code(program, machine));
}

} // namespace

trace::StopInfo describe_stop(const Simulation& simulation) {
  trace::StopInfo stop;
  if (!simulation.stopped()) {
    stop.reason = "running";
  } else if (simulation.stop() == StopReason::no_progress) {
    stop.reason = "no_progress";
    stop.detail =
        fmt::format("nothing has moved for {} cycles", simulation.machine().no_progress_cycles);
    stop.dump = simulation.dump() + register_dump(simulation.program(), simulation.arch());
  } else {
    const Simulation::Trapped trapped = simulation.trapped();
    stop = describe_end(simulation.program(), simulation.arch(),
                        {trapped.trap, trapped.effect, trapped.pc});
    stop.detail += missing_unit(simulation, trapped);
  }
  return stop;
}

trace::StopInfo describe_repeat(const Simulation& simulation, const Repeat& repeat) {
  return describe_repeat(
      simulation.program(), simulation.arch(), repeat,
      InCycles{cycle_behind(simulation, repeat.since), cycles_of_rounds(simulation, repeat)});
}

} // namespace stallscope::session
