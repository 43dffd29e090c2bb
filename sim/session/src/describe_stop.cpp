#include "describe_end.hpp"
#include "isa/written_code.hpp"
#include "session/runner.hpp"

#include <fmt/format.h>

namespace stallscope::session {

using core::StopReason;

namespace {

/// An instruction that no unit of an in-order machine executes; empty when that is not it.
std::string missing_unit(const Simulation& simulation, const Simulation::Trapped& trapped) {
  const isa::Program& program = simulation.program();
  const machine::Machine& machine = simulation.machine();
  const std::uint32_t index = index_at(program, simulation.arch(), trapped.pc);
  if (trapped.trap != isa::Trap::illegal || index == isa::kNoIndex || machine.dynamic)
    return {};
  const isa::OpClass op_class = program.instruction(index).op_class;
  return machine.unit_for(op_class) < machine.units.size()
             ? std::string()
             : fmt::format(": no unit of machine '{}' executes {}", machine.name,
                           isa::name(op_class));
}

/// A micro-op in flight that no port of a dynamically scheduled machine executes; empty: none is.
std::string missing_port(const Simulation& simulation) {
  const core::OutOfOrderState* state = simulation.out_of_order_state();
  if (state == nullptr)
    return {};
  for (std::uint64_t at = state->oldest; at < state->undispatched; ++at) {
    const core::WindowOp& op = state->ops[at % core::kWindowSlots];
    if (op.planned.ports == 0 && op.planned.op.op_class != isa::OpClass::nop)
      return fmt::format("; no port of machine '{}' executes {}, which micro-op {} ({}) needs",
                         simulation.machine().name, isa::name(op.planned.op.op_class), op.id.value,
                         simulation.program().text_of(op.instruction));
  }
  return {};
}

} // namespace

trace::StopInfo describe_stop(const Simulation& simulation) {
  trace::StopInfo stop;
  if (!simulation.stopped()) {
    stop.reason = "running";
  } else if (simulation.stop() == StopReason::no_progress) {
    stop.reason = "no_progress";
    stop.detail =
        fmt::format("nothing has moved for {} cycles", simulation.machine().no_progress_cycles) +
        missing_port(simulation);
    stop.dump = simulation.dump() + register_dump(simulation.program(), simulation.arch());
  } else {
    const Simulation::Trapped trapped = simulation.trapped();
    stop = describe_end(simulation.program(), simulation.arch(),
                        {trapped.trap, trapped.effect, trapped.pc});
    stop.detail += missing_unit(simulation, trapped);
  }
  return stop;
}

} // namespace stallscope::session
