#include "describe_end.hpp"
#include "isa/written_code.hpp"
#include "session/runner.hpp"

#include <fmt/format.h>

namespace stallscope::session {

using core::InOrderCore;
using core::InOrderState;
using core::StopReason;

trace::StopInfo describe_stop(const InOrderCore& core, const InOrderState& state) {
  trace::StopInfo stop;
  if (state.stop == StopReason::running) {
    stop.reason = "running";
  } else if (state.stop == StopReason::no_progress) {
    stop.reason = "no_progress";
    stop.detail = fmt::format("nothing has moved for {} cycles", core.machine().no_progress_cycles);
    stop.dump = core.dump(state) + register_dump(core.program(), state.arch);
  } else {
    stop = describe_end(core.program(), state.arch, {state.trap, state.trap_effect, state.trap_pc});
    const std::uint32_t index = index_at(core.program(), state.arch, state.trap_pc);
    if (state.trap == isa::Trap::illegal && index != isa::kNoIndex)
      if (const isa::OpClass op_class = core.program().instruction(index).op_class;
          core.machine().unit_for(op_class) >= core.machine().units.size())
        stop.detail += fmt::format(": no unit of machine '{}' executes {}", core.machine().name,
                                   isa::name(op_class));
  }
  return stop;
}

} // namespace stallscope::session
