#pragma once

// The end of a branch: the prediction was right, or everything behind it is discarded and fetch is
// told where to go on.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// A branch or jump has been executed: in the next cycle fetch goes where it leads.
template <class Sink> void Window<Sink>::resolve(Slot slot) {
  const WindowOp& op = op_at(slot);
  BranchEntry& entry = s_.branches[op.branch];
  entry.resolved = true;
  const bool wrong = entry.followed_pc != entry.actual_pc;
  if constexpr (Sink::kActive)
    sink_.report(What::resolve, Cycle{now()}, op.id, kNoOp, {}, plan_.ports[op.port].lane,
                 wrong ? 1 : 0);
  if (!op.wrong_path && op.planned.op.op_class == OpClass::branch) {
    ++s_.counters.branches;
    s_.counters.mispredictions += wrong ? 1 : 0;
  }
  if (!machine_.speculates()) {
    s_.fetch_waits_for = kNoOp;
    s_.fetch_from = now() + 1;
    s_.fetch_cause = {Reason::control, kNoRegister, op.id};
    return;
  }
  const isa::Instruction& instruction = program_.instruction(op.instruction);
  const Outcome outcome{entry.actual_pc != instruction.pc + instruction.size, entry.actual_pc};
  if (!op.wrong_path)
    core_.predictor().learn(s_.predictor, instruction, entry.prediction, outcome);
  if (!wrong || (s_.redirect.pending && s_.redirect.branch < op.id))
    return;
  s_.redirect = {true, op.id, 0, entry.actual_pc};
  s_.redirect_entry = op.branch;
}

/// Discards what lies behind the branch that asked for it in the last cycle.
template <class Sink> void Window<Sink>::redirect_fetch() {
  if (!s_.redirect.pending)
    return;
  s_.redirect.pending = false;
  BranchEntry& branch = s_.branches[s_.redirect_entry];
  STALLSCOPE_CHECK(branch.id == s_.redirect.branch, "the branch of a redirect has left the window");
  const Slot oldest = slot_at(s_.oldest);
  discard_behind(s_.oldest + static_cast<Slot>(branch.slot - oldest) % kWindowSlots, branch.id);
  roll_back(s_.arch, s_.undo, branch.undo_mark);
  s_.arch.pc = s_.redirect.pc;
  const isa::Instruction& instruction = program_.instruction(branch.instruction);
  core_.predictor().discard_behind(
      s_.predictor, instruction, branch.prediction,
      {s_.redirect.pc != instruction.pc + instruction.size, s_.redirect.pc});
  branch.followed_pc = s_.redirect.pc;
  s_.wrong_path_stuck = false;
  s_.fetch_from = now() + machine_.redirect_cycles;
  s_.fetch_cause = {Reason::mispredict, kNoRegister, branch.id};
  if (!branch.wrong_path)
    s_.speculation = {};
  moved_ = true;
}

/// Youngest first, so that the lists of those who wait are taken apart as they were put together.
template <class Sink> void Window<Sink>::discard_behind(std::uint64_t position, OpId branch) {
  while (s_.end > position + 1) {
    const Slot slot = slot_at(--s_.end);
    discard(op_at(slot), slot, branch);
  }
  s_.undispatched = std::min(s_.undispatched, s_.end);
}

template <class Sink> void Window<Sink>::discard(WindowOp& op, Slot slot, OpId branch) {
  if constexpr (Sink::kActive)
    sink_.report(What::flush, Cycle{now()}, op.id, branch,
                 {Reason::mispredict, kNoRegister, branch}, 0, 0);
  ++s_.counters.flushed;
  s_.end_of_branches -= op.is_control ? 1 : 0;
  if (op.progress != Progress::fetched) {
    cancel_alarm(slot);
    s_.ready[op.station].erase(slot);
    s_.executed.erase(slot);
    for (unsigned missing = op.missing; missing != 0;) {
      const auto i = static_cast<unsigned>(std::bit_width(missing)) - 1;
      missing &= ~(1U << i);
      const Operand& operand = op.operands[i];
      WindowOp& producer = op_at(operand.slot);
      STALLSCOPE_CHECK(producer.waiting_first == slot && producer.waiting_operand == i,
                       "the youngest of those who wait is the last to have come");
      producer.waiting_first = operand.next;
      producer.waiting_operand = operand.next_operand;
    }
    for (unsigned d = op.planned.op.write_count; d-- > 0;)
      s_.map[op.planned.op.writes[d]] = op.earlier[d];
    if ((op.progress == Progress::executing || op.progress == Progress::timed) && s_.port_busy_until[op.port] == op.ends_at)
      s_.port_busy_until[op.port] = 0; // what it did alone is given up
    if (op.in_station)
      --s_.entries_used[op.station];
    s_.end_of_stores -= op.planned.writes_data ? 1 : 0;
    leave_window(op);
  }
  op.id = kNoOp;
}

} // namespace stallscope::core
