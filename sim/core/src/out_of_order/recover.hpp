#pragma once

// Branch resolution and recovery: after a misprediction, everything behind the branch is squashed
// and fetch is redirected.

#include "core/units/control_flow.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Counts a resolved branch of the right path.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::count_branch(const WindowOp& op, const BranchEntry& entry, bool wrong) {
  OutOfOrderCounters& counters = s_.counters;
  const isa::Instruction& instruction = program_.instruction(entry.instruction);
  if (op.planned->op.op_class == OpClass::branch) {
    ++counters.branches;
    counters.mispredictions += wrong ? 1 : 0;
  } else if (is_return(program_.isa, instruction)) {
    ++counters.returns;
    counters.return_mispredictions += wrong ? 1 : 0;
  } else if (is_indirect(instruction)) {
    ++counters.indirect_jumps;
    counters.indirect_mispredictions += wrong ? 1 : 0;
  }
}

/// A branch or jump has been executed; a redirect takes effect in the next cycle.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::resolve(Slot slot) {
  const WindowOp& op = op_at(slot);
  BranchEntry& entry = s_.branch_queue.entries[op.branch];
  if (entry.resolved)
    return; // the branch was executed again after a memory-order violation
  entry.resolved = true;
  entry.resolved_at = now();
  const bool wrong = entry.followed_pc != entry.actual_pc;
  observer_.resolved(op, wrong);
  if (!op.wrong_path)
    count_branch(op, entry, wrong);
  if (!speculates()) {
    if (s_.fetch.waits_for) // none: the program ends here
      s_.fetch.resume_at(now() + 1, {Reason::control, kNoRegister, op.id});
    s_.fetch.waits_for = kNoOp;
    return;
  }
  if (!op.wrong_path)
    effects().learn(entry);
  if (!wrong || s_.fetch.redirect.is_before(op.id))
    return;
  s_.fetch.redirect = {true, op.id, 0, entry.actual_pc};
  s_.fetch.redirect_entry = op.branch;
}

/// Squashes everything behind the branch that requested a redirect in the previous cycle.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::redirect_fetch() {
  s_.fetch.redirect.pending = false;
  BranchEntry& branch = s_.branch_queue.entries[s_.fetch.redirect_entry];
  STALLSCOPE_CHECK(branch.id == s_.fetch.redirect.branch,
                   "the branch of a redirect has left the window");
  const std::uint64_t stores = s_.lsq.stores.end;
  const Cause lost = s_.speculation.active ? lost_on_wrong_path()
                                           : Cause{Reason::mispredict, kNoRegister, branch.id};
  discard_behind(s_.position_of(branch.slot), branch.id);
  effects().redirect(branch, stores - s_.lsq.stores.end);
  s_.arch.pc = s_.fetch.redirect.pc;
  branch.followed_pc = s_.fetch.redirect.pc;
  s_.fetch.left_code = false;
  s_.fetch.resume_at(now() + machine_.redirect_cycles, lost);
  s_.dispatch_gap = s_.fetch.cause; // the slots of the squashed micro-ops count as lost
  // Nothing fetched in the last cycles will be dispatched: those slots are lost to the
  // misprediction.
  for (unsigned i = 1; i <= front_cycles_; ++i)
    s_.fetch.gap(now() - i) = s_.fetch.cause;
  if (!branch.wrong_path)
    s_.speculation = {};
  moved_ = true;
}

/// Squash: youngest first, so that wake-up lists and the rename map are undone in reverse order.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::discard_behind(std::uint64_t position, OpId branch) {
  s_.branch_queue.begin_squash(now());
  while (s_.rob.end > position + 1) {
    const Slot slot = slot_at(--s_.rob.end);
    discard(op_at(slot), slot, branch);
  }
  s_.rob.cut_behind(s_.rob.end);
}

template <class Sink, Known kKnown>
void Window<Sink, kKnown>::discard(WindowOp& op, Slot slot, OpId branch) {
  observer_.squashed(op, branch);
  ++s_.counters.flushed;
  if (op.is_control)
    s_.branch_queue.squash_youngest(op.id, op.instruction);
  if (op.progress != Progress::fetched)
    undo_dispatch(op, slot);
  op.id = kNoOp;
}

/// Undoes the dispatch of the youngest dispatched micro-op: rename map, free list, queues, station.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::undo_dispatch(WindowOp& op, Slot slot) {
  s_.completions.cancel(s_.rob, slot);
  if (binds_ports() && (op.progress == Progress::waiting || op.progress == Progress::ready))
    s_.units.unbind(op.ports);
  if (op.progress == Progress::waiting || op.progress == Progress::ready)
    s_.stations.end_demand(*op.planned);
  if (op.progress == Progress::ready)
    s_.stations.ready.erase(slot);
  else if (op.progress == Progress::executed)
    s_.completions.executed.erase(slot);
  for (unsigned missing = op.missing; missing != 0; missing &= missing - 1)
    leave_wake_up_list(s_.rob, slot, static_cast<unsigned>(std::countr_zero(missing)));
  undo_rename(s_.rename_map, s_.free_lists, op);
  if ((op.progress == Progress::executing || op.progress == Progress::timed) &&
      (op.planned->alone >> op.port & 1U) != 0)
    s_.units.vacate(op.port, op.ends_at - read_cycles_);
  if (op.in_station) {
    op.in_station = false;
    s_.stations.leave(op.station);
  }
  if (op.planned->writes_address) {
    s_.lsq.squash_store();
    effects().forget_store(op.address, op.bytes);
  }
  if (op.planned->is_load)
    s_.lsq.squash_load();
  release_rob_entry(*op.planned);
}

} // namespace stallscope::core
