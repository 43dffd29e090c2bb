// An obstacle is removed for several cycles: from the one in which an operation is held to the one
// in which it is missed in the last lane.

#include "property/proof/proof_removal.hpp"

#include "core/counterfactual.hpp"
#include "property/proof/proof_fetch.hpp"
#include "trace/sinks.hpp"

#include <memory>
#include <optional>

namespace stallscope::property {

using core::OutOfOrderCore;
using core::OutOfOrderState;
using core::WindowOp;

namespace {

const WindowOp* find_op(const OutOfOrderState& state, OpId id) {
  for (std::uint64_t at = state.rob.oldest; id && at < state.rob.end; ++at)
    if (state.at(at).id == id)
      return &state.at(at);
  return nullptr;
}

/// A branch that is mispredicted and has not been resolved: when it is taken for executed, nobody
/// sends fetch to the right path.
bool is_unresolved(const OutOfOrderState& state, const WindowOp& op) {
  if (!op.is_control)
    return false;
  const core::BranchEntry& entry = state.branch_queue.entries[op.branch];
  return !entry.resolved && entry.followed_pc != entry.actual_pc;
}

/// The removal of an obstacle by core::remove_obstacle() is valid for more than a step, perhaps
/// with restore().
bool lasts(const OutOfOrderState& state, const Cause& cause) {
  const WindowOp* const culprit = find_op(state, cause.culprit);
  switch (cause.why) {
  case Reason::raw:
  case Reason::bypass:
  case Reason::control:
    return culprit != nullptr && !is_unresolved(state, *culprit);
  case Reason::war:         // the culprit never ends its execution
  case Reason::waw:         // the register has no writer then
  case Reason::no_register: // the register that is freed does not exist
    return false;
  default:
    return true;
  }
}

/// Ends a removal that is for the first cycle: whom that of a conflict has made stand aside goes on
/// behind it, and an entry that was free for the operation is in use. `station`: the culprit's.
void restore(OutOfOrderState& state, const Cause& cause, unsigned station) {
  switch (cause.why) {
  case Reason::reorder_full:
    ++state.rob.used;
    return;
  case Reason::load_full:
    ++state.lsq.loads.used;
    return;
  case Reason::store_full:
    ++state.lsq.stores.used;
    return;
  case Reason::station_full:
    ++state.stations.used[station];
    return;
  default:
    break;
  }
  const WindowOp* const culprit = find_op(state, cause.culprit);
  if (culprit == nullptr)
    return;
  const auto slot = static_cast<core::Slot>(culprit - state.rob.ops.data());
  WindowOp& op = state.rob.ops[slot];
  const bool is_conflict = cause.why == Reason::unit_busy || cause.why == Reason::pairing;
  if (is_conflict && op.progress == core::Progress::ready) {
    op.ready_at = state.cycle + 1;
    state.stations.ready.insert(slot);
  }
  if (cause.why == Reason::write_port && op.progress == core::Progress::executed)
    state.completions.executed.insert(slot);
}

/// It has retired; without a reorder buffer: it has been written.
bool has_arrived(const OutOfOrderCore& core, const OutOfOrderState& state, OpId id) {
  const WindowOp* const op = find_op(state, id);
  return op == nullptr || (!core.dynamic().speculates() && has_written(*op, state.cycle));
}

/// It executes longer than the least (a miss, a slower unit, no value from a store).
bool is_slower(const OutOfOrderCore& core, const WindowOp& op, std::uint64_t latency) {
  return op.progress >= core::Progress::executing && op.progress < core::Progress::written &&
         op.ends_at + 1 - op.ready_at > latency + core.dynamic().read_cycles;
}

/// It is still in the front end in a cycle in which it could have been dispatched: behind others.
bool stands_in_line(const WindowOp& op, std::uint64_t cycle) {
  return op.progress == core::Progress::fetched && op.arrives_at <= cycle;
}

/// It has executed, and an older one has not: that one has lost the unit to it, perhaps.
bool stands_behind_older(const OutOfOrderState& state, const WindowOp& op) {
  const WindowOp& oldest = state.at(state.rob.oldest);
  return has_written(op, state.cycle) && oldest.id != op.id && !has_written(oldest, state.cycle);
}

/// The first operation of the right path that is fetched behind a state.
OpId fetched_behind(const OutOfOrderState& state, OpId next) {
  for (std::uint64_t at = state.rob.oldest; at < state.rob.end; ++at)
    if (const WindowOp& op = state.at(at); op.id && op.id >= next && !op.wrong_path)
      return op.id;
  return kNoOp;
}

/// Steps a state without the obstacle. `op`: none when it has still to be fetched. `station`: of
/// the culprit before.
WithoutObstacle step(const OutOfOrderCore& core, OutOfOrderState& state, const HeldBefore& cell,
                     OpId op, unsigned station) {
  // Behind a misprediction that ends earlier fewer are fetched in front of it.
  const OpId next = cell.cause.why == Reason::mispredict ? state.next_op : cell.op;
  trace::NullSink nothing;
  bool is_held = false;
  bool is_first = true;
  while (state.cycle < cell.empty) {
    bool is_same = false;
    if (const WindowOp* const here = find_op(state, op)) {
      const core::Outlook look = outlook(core, state, op);
      is_held = is_held || is_slower(core, *here, cell.latency) ||
                (!look.moves && look.cause.why != Reason::none && !(look.cause == cell.cause));
      is_same = !look.moves && look.cause == cell.cause;
    }
    core.run(state, nothing, state.cycle + 1);
    core.materialise_deferred(state);
    if (is_first && op)
      restore(state, cell.cause, station);
    is_first = false;
    if (!op) {
      op = fetched_behind(state, next);
      const Cause gap = state.fetch.gap(state.cycle);
      is_held = is_held || (!op && gap.why != Reason::none && !(gap == cell.cause));
    }
    if (const WindowOp* const there = find_op(state, op); there != nullptr && !is_same)
      is_held =
          is_held || stands_in_line(*there, state.cycle) || stands_behind_older(state, *there);
    if (op && has_arrived(core, state, op))
      return state.cycle == cell.empty ? WithoutObstacle::stands : WithoutObstacle::neither;
    if (state.stop != core::StopReason::running)
      break;
  }
  return is_held ? WithoutObstacle::is_held : WithoutObstacle::neither;
}

} // namespace

WithoutObstacle step_without(const OutOfOrderCore& core, const OutOfOrderState& before,
                             const HeldBefore& cell) {
  auto copy = std::make_unique<OutOfOrderState>(before);
  core.materialise_deferred(*copy);
  if (find_op(*copy, cell.op) != nullptr) {
    const WindowOp* const culprit = find_op(*copy, cell.cause.culprit);
    const unsigned station = culprit != nullptr ? culprit->station : 0;
    if (!lasts(*copy, cell.cause) || !core::remove_obstacle(core, *copy, cell.op, cell.cause))
      return WithoutObstacle::unproven;
    return step(core, *copy, cell, cell.op, station);
  }
  if (cell.op < copy->next_op)
    return WithoutObstacle::unproven;
  machine::Machine machine = core.machine();
  if (!remove_fetch_obstacle(*copy, machine, cell.cause))
    return WithoutObstacle::unproven;
  const OutOfOrderCore other(core.program(), machine, core.environment());
  if (other.plan().slots != core.plan().slots)
    return WithoutObstacle::unproven;
  return step(other, *copy, cell, kNoOp, 0);
}

} // namespace stallscope::property
