#pragma once

// Branch resolution and recovery: after a misprediction, everything behind the branch is squashed
// and fetch is redirected; after a memory-order violation, the load and everything behind it are
// dispatched again.

#include "core/units/control_flow.hpp"
#include "out_of_order/cycle_context.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

/// Resolves branches, and takes back what was done behind a wrong one or a load that has read too
/// early.
template <class Cycle> class Recovery {
public:
  /// Recovery from the misprediction and the memory-order violation found in the previous cycle.
  [[gnu::always_inline]] static void recover(Cycle& c) {
    if (c.s.fetch.redirect.pending)
      redirect_fetch(c);
    c.observer.front();
    if (c.s.replay.pending)
      replay(c);
  }

  /// A branch or jump has been executed; a redirect takes effect in the next cycle.
  [[gnu::noinline]] static void resolve(Cycle& c, Slot slot) {
    const WindowOp& op = c.op_at(slot);
    BranchEntry& entry = c.s.branch_queue.entries[op.branch];
    if (entry.resolved)
      return; // the branch was executed again after a memory-order violation
    entry.resolved = true;
    entry.resolved_at = c.now;
    const bool wrong = entry.followed_pc != entry.actual_pc;
    c.observer.resolved(op, wrong);
    if (!op.wrong_path)
      count(c, op, entry, wrong);
    if (!c.policy.speculates()) {
      if (c.s.fetch.waits_for) // none: the program ends here
        c.s.fetch.resume_at(c.now + 1, {Reason::control, kNoRegister, op.id});
      c.s.fetch.waits_for = kNoOp;
      return;
    }
    if (resolve_branch(c.s, op.wrong_path, !wrong, {true, op.id, 0, entry.actual_pc},
                       [&] { c.effects().learn(entry); }))
      c.s.fetch.redirect_entry = op.branch;
  }

private:
  /// Squashes everything behind the branch that requested a redirect in the previous cycle.
  [[gnu::noinline]] static void redirect_fetch(Cycle& c) {
    BranchEntry& branch = c.s.branch_queue.entries[c.s.fetch.redirect_entry];
    STALLSCOPE_CHECK(branch.id == c.s.fetch.redirect.branch,
                     "the branch of a redirect has left the window");
    const std::uint64_t stores = c.s.lsq.stores.end;
    const Cause lost = c.s.speculation.active ? c.s.speculation.lost()
                                              : Cause{Reason::mispredict, kNoRegister, branch.id};
    discard_behind(c, c.s.position_of(branch.slot), branch.id);
    c.effects().redirect(branch, stores - c.s.lsq.stores.end);
    c.s.arch.pc = c.s.fetch.redirect.pc;
    c.s.fetch.resume_at(c.now + c.machine.redirect_cycles, lost);
    c.s.dispatch_gap = c.s.fetch.cause; // the slots of the squashed micro-ops count as lost
    // Nothing fetched in the last cycles will be dispatched: those slots are lost to the
    // misprediction.
    for (unsigned i = 1; i <= c.front_cycles; ++i)
      c.s.fetch.gap(c.now - i) = c.s.fetch.cause;
    end_redirect(c.s, branch, !branch.wrong_path);
    c.moved = true;
  }

  /// Squash: youngest first, so that wake-up lists and the rename map are undone in reverse order.
  static void discard_behind(Cycle& c, std::uint64_t position, OpId branch) {
    c.s.branch_queue.begin_squash(c.now);
    while (c.s.rob.end > position + 1) {
      const Slot slot = c.slot_at(--c.s.rob.end);
      discard(c, c.op_at(slot), slot, branch);
    }
    c.s.rob.cut_behind(c.s.rob.end);
  }

  static void discard(Cycle& c, WindowOp& op, Slot slot, OpId branch) {
    c.observer.squashed(op, branch);
    ++c.s.counters.flushed;
    if (op.is_control)
      c.s.branch_queue.squash_youngest(op.id, op.instruction);
    if (op.progress != Progress::fetched)
      undo_dispatch(c, op, slot);
    op.id = kNoOp;
  }

  /// Undoes the dispatch of the youngest dispatched micro-op: rename map, free list, queues,
  /// station.
  [[gnu::noinline]] static void undo_dispatch(Cycle& c, WindowOp& op, Slot slot) {
    c.s.completions.cancel(c.s.rob, slot);
    if (op.progress == Progress::waiting || op.progress == Progress::ready) {
      c.policy.unbind_port(c.s.units, op.ports);
      c.s.stations.end_demand(*op.planned);
    }
    if (op.progress == Progress::ready)
      c.s.stations.ready.erase(slot);
    else if (op.progress == Progress::executed)
      c.s.completions.executed.erase(slot);
    for (unsigned missing = op.missing; missing != 0; missing &= missing - 1)
      leave_wake_up_list(c.s.rob, slot, static_cast<unsigned>(std::countr_zero(missing)));
    undo_rename(c.s.rename_map, c.s.free_lists, op);
    if ((op.progress == Progress::executing || op.progress == Progress::timed) &&
        (op.planned->alone >> op.port & 1U) != 0)
      c.s.units.vacate(op.port, op.ends_at - c.read_cycles);
    if (op.in_station) {
      op.in_station = false;
      c.s.stations.leave(op.station);
    }
    if (op.planned->writes_address) {
      c.s.lsq.squash_store();
      c.effects().forget_store(op.address, op.bytes);
    }
    if (op.planned->is_load)
      c.s.lsq.squash_load();
    c.s.rob.used -= c.policy.rob_entries(*op.planned);
  }

  /// Recovery from a memory-order violation: the load and everything behind it are dispatched again
  /// after another passage through the front end.
  [[gnu::noinline]] static void replay(Cycle& c) {
    c.s.replay.pending = false;
    if (c.op_at(c.s.replay.slot).id != c.s.replay.load)
      return; // the load has been squashed since
    const std::uint64_t first = c.s.position_of(c.s.replay.slot);
    const std::uint64_t stores = c.s.lsq.stores.end;
    for (std::uint64_t position = c.s.rob.end; position-- > first;) {
      const Slot slot = c.slot_at(position);
      WindowOp& op = c.op_at(slot);
      const std::uint64_t again =
          c.now + c.front_cycles + (position - first) / std::max(1U, c.machine.fetch_width);
      op.arrives_at = std::max(op.arrives_at, again);
      if (op.progress == Progress::fetched) {
        c.observer.replayed(op);
        continue;
      }
      undo_dispatch(c, op, slot);
      op.progress = Progress::fetched;
      op.replayed = true;
      op.refusal = Reason::none; // the access must be made again: no refusal so far
      op.missing = 0;
      op.waiting_first = kNoSlot;
      c.observer.thrown_back(op);
      c.observer.replayed(op);
    }
    c.s.rob.cut_behind(first);
    c.s.dispatch_gap = {
        Reason::memory_order, kNoRegister,
        c.s.replay.load}; // the slots of all replayed micro-ops are lost to the load
    ++c.s.counters.replays;
    c.effects().undo_stores(stores - c.s.lsq.stores.end);
    c.moved = true;
  }

  /// Counts a branch or jump resolved on the right path.
  static void count(Cycle& c, const WindowOp& op, const BranchEntry& entry, bool wrong) {
    OutOfOrderCounters& counters = c.s.counters;
    const isa::Instruction& instruction = c.program.instruction(entry.instruction);
    if (op.planned->op.op_class == OpClass::branch) {
      count_branch(counters, wrong);
    } else if (is_return(c.program.isa, instruction)) {
      ++counters.returns;
      counters.return_mispredictions += wrong ? 1 : 0;
    } else if (is_indirect(instruction)) {
      ++counters.indirect_jumps;
      counters.indirect_mispredictions += wrong ? 1 : 0;
    }
  }
};

} // namespace stallscope::core
