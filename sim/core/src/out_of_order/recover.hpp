#pragma once

// The end of a branch: the prediction was right, or everything behind it is discarded and fetch is
// told where to go on.

#include "core/units/control_flow.hpp"
#include "out_of_order/alarms.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Of the right path.
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

/// A branch or jump has been executed: in the next cycle fetch goes where it leads.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::resolve(Slot slot) {
  const WindowOp& op = op_at(slot);
  BranchEntry& entry = s_.branches[op.branch];
  if (entry.resolved)
    return; // done again behind a load that read too early
  entry.resolved = true;
  entry.resolved_at = now();
  const bool wrong = entry.followed_pc != entry.actual_pc;
  if constexpr (Sink::kActive)
    sink_.report(What::resolve, Cycle{now()}, op.id, kNoOp, {}, plan_.ports[op.port].lane,
                 wrong ? 1 : 0);
  if (!op.wrong_path)
    count_branch(op, entry, wrong);
  if (!speculates()) {
    s_.fetch_waits_for = kNoOp;
    s_.fetch_from = now() + 1;
    s_.fetch_cause = {Reason::control, kNoRegister, op.id};
    return;
  }
  if (!op.wrong_path && !is_done())
    learn_branch(core_, s_, entry);
  if constexpr (kExplores<Sink>)
    if (!op.wrong_path)
      sink_.learn(op.branch);
  if (!wrong || (s_.redirect.pending && s_.redirect.branch < op.id))
    return;
  s_.redirect = {true, op.id, 0, entry.actual_pc};
  s_.redirect_entry = op.branch;
}

/// Discards what lies behind the branch that asked for it in the last cycle.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::redirect_fetch() {
  s_.redirect.pending = false;
  BranchEntry& branch = s_.branches[s_.redirect_entry];
  STALLSCOPE_CHECK(branch.id == s_.redirect.branch, "the branch of a redirect has left the window");
  [[maybe_unused]] const std::uint64_t stores = s_.end_of_stores;
  discard_behind(s_.position_of(branch.slot), branch.id);
  if (!is_done())
    go_back_to(core_, s_, branch);
  if constexpr (kExplores<Sink>)
    sink_.redirect(s_, branch, stores - s_.end_of_stores);
  s_.arch.pc = s_.redirect.pc;
  branch.followed_pc = s_.redirect.pc;
  s_.wrong_path_stuck = false;
  s_.fetch_from = now() + machine_.redirect_cycles;
  s_.fetch_cause = {Reason::mispredict, kNoRegister, branch.id};
  s_.dispatch_gap = s_.fetch_cause; // what was dispatched last was as good as nothing
  // Nothing of what has been fetched since will come to dispatch, and this is why.
  for (unsigned i = 1; i <= front_cycles_; ++i)
    s_.fetch_gaps[(now() - i) % kFrontHistory] = s_.fetch_cause;
  if (!branch.wrong_path)
    s_.speculation = {};
  moved_ = true;
}

/// Youngest first, so that the lists of those who wait are taken apart as they were put together.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::discard_behind(std::uint64_t position, OpId branch) {
  s_.flushed_branches.cycle = now();
  s_.flushed_branches.count = 0;
  while (s_.end > position + 1) {
    const Slot slot = slot_at(--s_.end);
    discard(op_at(slot), slot, branch);
  }
  s_.undispatched = std::min(s_.undispatched, s_.end);
  s_.unissued = std::min(s_.unissued, s_.end);
}

template <class Sink, Known kKnown>
void Window<Sink, kKnown>::discard(WindowOp& op, Slot slot, OpId branch) {
  if constexpr (Sink::kActive)
    sink_.report(What::flush, Cycle{now()}, op.id, branch,
                 {Reason::mispredict, kNoRegister, branch}, 0, 0);
  ++s_.counters.flushed;
  if (op.is_control) {
    FlushedBranches& flushed = s_.flushed_branches;
    flushed.ids[flushed.count] = op.id;
    flushed.instructions[flushed.count++] = op.instruction;
    --s_.end_of_branches;
  }
  if (op.progress != Progress::fetched)
    undo_dispatch(op, slot);
  op.id = kNoOp;
}

/// Takes a micro-op off the list of those who wait for its producer.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::unlink(const WindowOp& op, Slot slot, unsigned operand) {
  WindowOp& producer = op_at(op.operands[operand].slot);
  if (producer.waiting_first == slot && producer.waiting_operand == operand) {
    producer.waiting_first = op.operands[operand].next;
    producer.waiting_operand = op.operands[operand].next_operand;
    return;
  }
  Operand* before = &op_at(producer.waiting_first).operands[producer.waiting_operand];
  while (before->next != slot || before->next_operand != operand)
    before = &op_at(before->next).operands[before->next_operand];
  before->next = op.operands[operand].next;
  before->next_operand = op.operands[operand].next_operand;
}

/// As if it had not been dispatched; the youngest that has been.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::undo_dispatch(WindowOp& op, Slot slot) {
  cancel_alarm(s_, slot);
  if (binds_ports() && (op.progress == Progress::waiting || op.progress == Progress::ready))
    --s_.port_load[static_cast<unsigned>(std::countr_zero(op.ports))];
  if (op.progress == Progress::waiting || op.progress == Progress::ready)
    end_wanting(s_, *op.planned);
  if (op.progress == Progress::ready)
    s_.ready.erase(slot);
  else if (op.progress == Progress::executed)
    s_.executed.erase(slot);
  for (unsigned missing = op.missing; missing != 0; missing &= missing - 1)
    unlink(op, slot, static_cast<unsigned>(std::countr_zero(missing)));
  for (unsigned d = op.planned->op.write_count; d-- > 0;) {
    const RegId reg = op.planned->op.writes[d];
    s_.map[reg] = op.earlier[d];
    if (const unsigned kind = op.planned->kinds[d]; kind != kRegisterKinds)
      --s_.free_registers[kind].first;
  }
  if ((op.progress == Progress::executing || op.progress == Progress::timed) &&
      (op.planned->alone >> op.port & 1U) != 0 &&
      s_.port_busy_until[op.port] == op.ends_at - read_cycles_)
    s_.port_busy_until[op.port] = 0; // what it did alone is given up
  if (op.in_station) {
    op.in_station = false;
    --s_.entries_used[op.station];
    --s_.waiting;
  }
  if (op.planned->writes_address) {
    --s_.stores;
    --s_.end_of_stores;
    forget_store(op.address, op.bytes);
  }
  s_.end_of_loads -= op.planned->is_load ? 1 : 0;
  leave_window(*op.planned);
}

} // namespace stallscope::core
