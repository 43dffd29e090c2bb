#include "core/counterfactual.hpp"

#include "in_order/cycle.hpp"
#include "trace/sinks.hpp"

#include <algorithm>

namespace stallscope::core {

namespace {

InFlightOp* find(InOrderState& state, OpId id) {
  const auto found = std::find_if(state.ops.begin(), state.ops.end(),
                                  [id](const InFlightOp& op) { return op.id == id; });
  return id && found != state.ops.end() ? &*found : nullptr;
}

std::uint8_t slot_of(const InOrderState& state, const InFlightOp& op) {
  return static_cast<std::uint8_t>(&op - state.ops.data());
}

void leave_lane(InOrderState& state, const InFlightOp& op) {
  LaneContent& content = state.lanes[op.lane];
  const auto end =
      std::remove(content.slots.begin(), content.slots.begin() + content.count, slot_of(state, op));
  content.count = static_cast<std::uint8_t>(end - content.slots.begin());
  if (content.count == 0)
    state.occupied.erase(op.lane);
}

/// Removes an operation as if it had left the pipeline.
void take_out(InOrderState& state, InFlightOp& op) {
  leave_lane(state, op);
  if (!op.resolved)
    --state.unresolved;
  if (state.fetch.redirect.pending && state.fetch.redirect.branch == op.id)
    state.fetch.redirect.pending = false;
  if (state.speculation.branch == op.id)
    state.speculation = {};
  op.id = kNoOp;
  op.written = true;
  op.written_at = state.cycle;
  state.free_slots[state.free_count++] = slot_of(state, op);
  --state.in_flight;
}

/// The operands of an operation that are values of a register.
std::uint8_t operands_in(const InOrderCore& core, const InFlightOp& op, RegId reg) {
  const isa::MicroOp& micro_op = core.program().micro_op(op.micro_op);
  unsigned operands = 0;
  for (unsigned i = 0; i < micro_op.read_count; ++i)
    operands |= micro_op.reads[i].reg == reg ? 1U << i : 0U;
  return static_cast<std::uint8_t>(operands);
}

/// Makes an operand available: in the register file on machines whose operations read it when they
/// begin to execute, otherwise in the operation's latch.
void make_operand_available(const InOrderCore& core, InFlightOp& op, const Cause& cause) {
  const std::uint8_t operands = operands_in(core, op, cause.reg);
  for (unsigned i = 0; i < op.producers.size(); ++i) {
    if ((operands >> i & 1U) == 0 || op.producers[i] != cause.culprit)
      continue;
    if (core.plan().read_stage != core.plan().execute_stage)
      op.missing = static_cast<std::uint8_t>(op.missing & ~(1U << i));
    op.producers[i] = kNoOp; // on some machines the producer's position matters, too
  }
}

/// Resolves a branch or jump; fetch follows its outcome.
void decide(InOrderState& state, InFlightOp& branch) {
  if (!branch.resolved)
    --state.unresolved;
  branch.resolved = branch.predicted = true;
}

/// Finishes an operation's work in its stage or unit in this cycle.
void finish_work(const InOrderCore& core, InOrderState& state, InFlightOp& op) {
  const PlanLane& there = core.plan().lanes[op.lane];
  op.access_refused = false;
  op.ready_at = state.cycle;
  if (!there.is_unit || there.is_last_step)
    return;
  const std::uint8_t last = core.plan().unit_last_lane[there.unit];
  for (LaneContent content = state.lanes[last]; content.count > 0; --content.count)
    take_out(state, state.ops[content.slots[content.count - 1U]]);
  leave_lane(state, op);
  state.lanes[last].slots[state.lanes[last].count++] = slot_of(state, op);
  state.occupied.insert(last);
  op.lane = last;
}

/// The next step does not hold the operation for this cause.
bool waive(InOrderState& state, const InFlightOp& op, const Cause& cause) {
  state.waiver = {op.id, cause};
  return true;
}

/// The ledger needs a cause for every empty slot: sets the causes of slots that removed operations
/// leave empty.
void explain_gaps(InOrderState& state) {
  const auto explain = [](Cause& gap) {
    if (gap.why == Reason::none)
      gap = {Reason::other};
  };
  std::for_each(state.gaps.begin(), state.gaps.end(), explain);
  explain(state.issue_gap);
}

/// Steps of counterfactuals: without InOrderState::waiver.
struct WaivingSink : trace::NullSink {
  static constexpr bool kIsWaiving = true;
};

} // namespace

bool remove_obstacle(const InOrderCore& core, InOrderState& state, OpId id, const Cause& cause) {
  InFlightOp* const op = find(state, id);
  if (op == nullptr)
    return false;
  explain_gaps(state);
  InFlightOp* const culprit = find(state, cause.culprit);
  switch (cause.why) {
  case Reason::raw:
    make_operand_available(core, *op, cause);
    return true;
  case Reason::read_port:
    if (cause.reg == kNoRegister) // of all operands, which are read in one cycle
      return waive(state, *op, cause);
    op->missing = static_cast<std::uint8_t>(op->missing & ~operands_in(core, *op, cause.reg));
    return true;
  case Reason::write_port:
    if (culprit != nullptr && !culprit->leaving)
      return waive(state, *op, cause);
    op->leaving = true; // the culprit has retired in its place
    return true;
  case Reason::mispredict:
  case Reason::redirect: // treats the wrong path as the right path
    if (culprit == nullptr)
      return false;
    decide(state, *culprit);
    op->wrong_path = false;
    return true;
  case Reason::latency:
  case Reason::memory_latency:
  case Reason::fetch_latency:
  case Reason::icache_miss:
  case Reason::dcache_miss:
  case Reason::memory_port:
    if (culprit == op) {
      finish_work(core, state, *op);
      return true;
    }
    [[fallthrough]];
  case Reason::stage_full: // others are before it, in its lane or in the next one, or undecided
    return culprit != nullptr && culprit != op && waive(state, *op, cause);
  case Reason::unit_busy:
  case Reason::waw:
  case Reason::pairing:
    return waive(state, *op, cause);
  default:
    return false;
  }
}

bool remove_fetch_obstacle(InOrderState& state, const Cause& cause) {
  explain_gaps(state);
  InFlightOp* const culprit = find(state, cause.culprit);
  switch (cause.why) {
  case Reason::mispredict:
  case Reason::redirect: // fetch is already on the right path
    if (state.speculation.active)
      state.arch.pc = right_path_pc(state);
    state.arch.npc = state.arch.pc + 4;
    state.fetch.redirect.pending = state.fetch.left_code = false;
    state.speculation = {};
    for (InFlightOp& op : state.ops)
      op.wrong_path = false;
    return true;
  case Reason::exception:
  case Reason::not_pipelined:
    for (InFlightOp& op : state.ops)
      if (op.id)
        take_out(state, op);
    return true;
  case Reason::fetch_group: // caused by operations fetched in this cycle
    return false;
  default:
    if (culprit == nullptr)
      return false;
    take_out(state, *culprit);
    return true;
  }
}

unsigned outlook(const InOrderCore& core, const InOrderState& state, unsigned lane, Cause& gap) {
  auto next = std::make_unique<InOrderState>(state);
  trace::NullSink nothing;
  core.step(*next, nothing);
  gap = next->gaps[lane];
  return next->lanes[lane].count;
}

namespace {

/// When a removed producer would still have to deliver its value and the machine has as many read
/// ports as operands, the lack of the operand is a RAW hazard, not a port conflict.
Cause with_producer(const InOrderCore& core, const InFlightOp& op, const Cause& cause) {
  const machine::Machine& machine = core.machine();
  if (cause.why != Reason::read_port || cause.culprit || machine.read_ports != 0 ||
      machine.ports == machine::PortSharing::shared)
    return cause;
  const isa::MicroOp& micro_op = core.program().micro_op(op.micro_op);
  for (unsigned i = 0; i < micro_op.read_count; ++i)
    if (micro_op.reads[i].reg == cause.reg && op.producers[i])
      return {Reason::raw, cause.reg, op.producers[i]};
  return cause;
}

} // namespace

Outlook outlook(const InOrderCore& core, const InOrderState& state, OpId id) {
  auto next = std::make_unique<InOrderState>(state);
  InFlightOp* op = find(*next, id);
  if (op == nullptr)
    return {true, {}};
  const auto slot = static_cast<std::size_t>(op - next->ops.data());
  const std::uint8_t lane = op->lane;
  next->fetch.stopped = true;
  WaivingSink nothing;
  if (next->stop == StopReason::running)
    Pipeline<WaivingSink>(core, *next, nothing).cycle();
  op = &next->ops[slot];
  if (op->id != id || op->lane != lane)
    return {true, {}};
  return op->held ? Outlook{false, with_producer(core, *op, own_cause(*op)),
                            with_producer(core, *op, op->cause)}
                  : Outlook{};
}

} // namespace stallscope::core
