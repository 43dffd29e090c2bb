#include "core/counterfactual.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

namespace {

InFlightOp* find(InOrderState& state, OpId id) {
  const auto found = std::find_if(state.ops.begin(), state.ops.end(),
                                  [id](const InFlightOp& op) { return op.id == id; });
  return id && found != state.ops.end() ? &*found : nullptr;
}

/// As if the operation had left the pipeline before.
void take_out(InOrderState& state, InFlightOp& op) {
  const auto slot = static_cast<std::uint8_t>(&op - state.ops.data());
  LaneContent& content = state.lanes[op.lane];
  const auto end = std::remove(content.slots.begin(), content.slots.begin() + content.count, slot);
  content.count = static_cast<std::uint8_t>(end - content.slots.begin());
  if (content.count == 0)
    state.occupied.erase(op.lane);
  if (!op.resolved)
    --state.unresolved;
  if (state.redirect.pending && state.redirect.branch == op.id)
    state.redirect.pending = false;
  op.id = kNoOp;
  op.written = true;
  op.written_at = state.cycle;
  state.free_slots[state.free_count++] = slot;
  --state.in_flight;
}

/// A value is there, whoever makes it.
void give_operand(const InOrderCore& core, InFlightOp& op, const Cause& cause) {
  const isa::MicroOp& micro_op = core.program().micro_op(op.micro_op);
  for (unsigned i = 0; i < micro_op.read_count; ++i)
    if (op.producers[i] == cause.culprit)
      op.missing = static_cast<std::uint8_t>(op.missing & ~(1U << i));
}

/// What is in front of an operation in a lane, or all of another one.
void clear_lane(InOrderState& state, const InFlightOp& op, unsigned lane) {
  LaneContent content = state.lanes[lane];
  for (unsigned i = 0; i < content.count; ++i)
    if (InFlightOp& other = state.ops[content.slots[i]]; lane != op.lane || other.id < op.id)
      take_out(state, other);
}

} // namespace

bool remove_obstacle(const InOrderCore& core, InOrderState& state, OpId id, const Cause& cause) {
  InFlightOp* const op = find(state, id);
  if (op == nullptr)
    return false;
  const auto explain = [](Cause& gap) { // whatever becomes empty: the ledger asks
    if (gap.why == Reason::none)
      gap = {Reason::other};
  };
  std::for_each(state.gaps.begin(), state.gaps.end(), explain);
  explain(state.issue_gap);
  InFlightOp* const culprit = find(state, cause.culprit);
  switch (cause.why) {
  case Reason::raw: // some machines look at the producer, too
    give_operand(core, *op, cause);
    for (OpId& producer : op->producers)
      producer = producer == cause.culprit ? kNoOp : producer;
    return true;
  case Reason::stage_full:
    if (culprit == nullptr || culprit == op)
      return false;
    clear_lane(state, *op, culprit->lane);
    return true;
  case Reason::write_port:
    if (culprit == nullptr || culprit->leaving) { // it has retired in its place
      op->leaving = true;
      return true;
    }
    take_out(state, *culprit);
    return true;
  case Reason::unit_busy:
  case Reason::waw:
  case Reason::pairing:
  case Reason::latency:
  case Reason::memory_latency:
  case Reason::dcache_miss:
  case Reason::memory_port:
    if (culprit == nullptr || culprit == op)
      return false;
    take_out(state, *culprit);
    return true;
  default:
    return false;
  }
}

Outlook outlook(const InOrderCore& core, const InOrderState& state, OpId id) {
  auto next = std::make_unique<InOrderState>(state);
  InFlightOp* op = find(*next, id);
  if (op == nullptr)
    return {true, {}};
  const auto slot = static_cast<std::size_t>(op - next->ops.data());
  const std::uint8_t lane = op->lane;
  next->fetch_stopped = true;
  trace::NullSink nothing;
  core.step(*next, nothing);
  op = &next->ops[slot];
  if (op->id != id || op->lane != lane)
    return {true, {}};
  return {false, op->held ? own_cause(*op) : Cause{}};
}

} // namespace stallscope::core
