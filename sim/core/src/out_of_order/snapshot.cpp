#include "core/out_of_order/out_of_order_core.hpp"
#include "core/out_of_order/waits.hpp"

#include <algorithm>

namespace stallscope::core {

namespace {

/// Without a reorder buffer a micro-op retires with its write-back; its slot is freed in the next
/// cycle.
bool has_retired(const OutOfOrderCore& core, const WindowOp& op) {
  return op.progress == Progress::written && !core.dynamic().speculates();
}

/// The lane of a micro-op at the end of a cycle.
LaneId lane_of(const OutOfOrderCore& core, const OutOfOrderState& state, const WindowOp& op) {
  const WindowPlan& plan = core.plan();
  switch (op.progress) {
  case Progress::fetched:
    return op.id >= state.fetch.first_of_cycle ? plan.fetch_lane : plan.front_lane;
  case Progress::waiting:
  case Progress::ready:
    return static_cast<LaneId>(plan.station_lane + op.station);
  case Progress::executing:
  case Progress::timed:
  case Progress::executed: // a micro-op that needs no unit has stayed in its lane
    return op.planned->ports != 0 ? plan.ports[op.port].lane : plan.front_lane;
  case Progress::written:
    return op.written_at == state.cycle ? plan.write_lane : plan.done_lane;
  }
  return kNoLane;
}

/// Cycles since a micro-op was issued, to find whether it is still reading its operands.
unsigned cycles_there(const OutOfOrderCore& core, const OutOfOrderState& state,
                      const WindowOp& op) {
  if (op.planned->ports == 0 || op.progress < Progress::executing ||
      op.progress == Progress::written)
    return 0;
  const std::uint64_t most = core.dynamic().read_cycles;
  return static_cast<unsigned>(std::min(state.cycle - op.ready_at, most));
}

} // namespace

template <class Sink>
void OutOfOrderCore::report_snapshot(const OutOfOrderState& state, Sink& sink) const {
  using trace::What;
  const Cycle now{state.cycle};
  const auto for_each = [&](auto visit) {
    for (std::uint64_t position = state.rob.oldest; position < state.rob.end; ++position)
      if (const WindowOp& op = state.at(position); !has_retired(*this, op))
        visit(op);
  };
  for_each([&](const WindowOp& op) {
    sink.begin(now, op.id, InstructionIndex{op.instruction}, op.wrong_path, op.planned->part,
               op.instructions > 1);
  });
  for_each([&](const WindowOp& op) {
    sink.report(What::enter, now, op.id, kNoOp, {}, lane_of(*this, state, op),
                cycles_there(*this, state, op));
    if (op.progress == Progress::written && op.written_at == state.cycle)
      sink.report(What::enter, now + 1, op.id, kNoOp, {}, plan_.done_lane, 0);
    if (const Cause cause = wait_of(*this, state, op); cause.why != Reason::none)
      sink.report(What::hold, now + 1, op.id, cause.culprit, cause, plan_.station_lane, 0);
    if (op.progress == Progress::fetched || op.planned->ports == 0)
      return;
    // A micro-op that reads registers at issue has not received available operands yet.
    const bool takes_later = plan_.physical || dynamic().renaming == machine::Renaming::none;
    const bool is_issued = op.progress > Progress::ready;
    for (const isa::RegisterRead& read : op.planned->op.sources()) {
      const auto operand = coming_operand(*this, state, op, read.reg);
      // The state does not contain whether the value was received at dispatch in this very cycle.
      if (operand && (operand->cycle > state.cycle + 1 || (takes_later && !is_issued)))
        sink.report(What::forward, std::max(Cycle{operand->cycle}, now + 1), op.id,
                    operand->producer, {Reason::none, operand->reg, operand->producer},
                    operand->cycle > state.cycle ? operand->from : kNoLane, 0);
    }
  });
}

template void OutOfOrderCore::report_snapshot(const OutOfOrderState&, trace::NullSink&) const;
template void OutOfOrderCore::report_snapshot(const OutOfOrderState&, trace::RecordingSink&) const;

} // namespace stallscope::core
