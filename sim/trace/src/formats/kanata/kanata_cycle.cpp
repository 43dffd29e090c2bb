// Interprets the lines of a cycle of a Kanata file together, when the cycle has ended.
#include "formats/kanata/kanata.hpp"
#include "formats/kanata/kanata_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

void KanataReader::go_to(std::uint64_t cycle) {
  if (cycle == cycle_)
    return;
  settle();
  cycle_ = cycle;
  if (due_.empty())
    return;
  // Operations in due_ leave one cycle after their last.
  const std::vector<std::uint64_t> due = std::move(due_);
  due_.clear();
  const std::uint64_t to = cycle_;
  cycle_ = std::min(cycle_, due_at_);
  for (const std::uint64_t id : due) {
    Op& op = *ops_.find(id);
    emit_end(op);
  }
  cycle_ = to;
}

/// End of a cycle: reports its events.
void KanataReader::settle() {
  if (!started_) {
    started_ = true;
    shift_ = cycle_ == 0 ? 1 : 0;
    to_.start(now());
  }
  due_at_ = cycle_ + 1;
  for (const std::uint64_t id : touched_)
    begin(*ops_.find(id));
  for (const std::uint64_t id : touched_)
    emit(*ops_.find(id));
  touched_.clear();
}

/// Reports the operation once it is on a lane.
void KanataReader::begin(Op& op) {
  if (op.begun || !op.entered)
    return;
  op.begun = true;
  op.op = numbering_.next(op.simulator_id);
  ++begun_;
  facts_.clear();
  facts_.text = unescaped(op.text);
  facts_.read_tooltip(op.tooltip);
  to_.begin(now(), op.op, facts_.op_facts());
  op.discarded_by = facts_.discarded_by;
  op.text.clear();
  op.tooltip.clear();
}

void KanataReader::emit(Op& op) {
  op.touched = false;
  if (!op.begun) {
    if (op.ended) {
      report(fmt::format("operation {} has no stage and is left out", op.id));
      ops_.remove(op.id);
    }
    return;
  }
  add_late_labels(op);
  if (op.entered) {
    to_.enter(now(), op.op, op.lane);
    op.emitted_cause = {};
  }
  if (op.lane != kNoLane && op.cause != op.emitted_cause) {
    to_.hold(now(), op.op, op.cause);
    op.emitted_cause = op.cause;
  }
  for (const std::uint64_t producer : op.takes)
    if (const OpId from = known(producer))
      to_.take(now(), op.op, {now(), from, op.op, kNoRegister, kNoLane});
  op.takes.clear();
  if (op.leaving || op.ended) {
    if (!op.entered) {
      emit_end(op);
      return;
    }
    due_.push_back(op.id); // the operation stays for at least one cycle
  }
  op.entered = false;
}

/// Labels in a later cycle than the begin: the branch that squashed the operation is a fact, other
/// text becomes a note.
void KanataReader::add_late_labels(Op& op) {
  if (!op.text.empty())
    to_.add_note(now(), op.op, true, unescaped(op.text));
  if (!op.tooltip.empty()) {
    facts_.clear();
    facts_.read_tooltip(op.tooltip);
    if (facts_.discarded_by)
      op.discarded_by = facts_.discarded_by;
    const std::string note = facts_.discarded_by ? facts_.note : unescaped(op.tooltip);
    if (!note.empty())
      to_.add_note(now(), op.op, false, note);
  }
  op.text.clear();
  op.tooltip.clear();
}

/// The operation leaves its lane, or the machine.
void KanataReader::emit_end(Op& op) {
  if (op.ended) {
    to_.end(now(), op.op, op.ending, numbering_.differs() ? kNoOp : op.discarded_by);
    remember(op.id, op.op);
    ops_.remove(op.id);
  } else if (op.leaving && op.lane != kNoLane) {
    to_.leave(now(), op.op);
    op.lane = kNoLane;
    op.leaving = false;
    op.emitted_cause = {};
  }
}

OpId KanataReader::known(std::uint64_t id) {
  if (const Op* op = ops_.find(id))
    return op->op;
  const Ended* ended = ended_.find(id);
  return ended != nullptr ? ended->op : kNoOp;
}

void KanataReader::remember(std::uint64_t id, OpId op) {
  ended_.add(id) = {op};
  ended_order_.push_back(id);
  if (ended_order_.size() > kanata::kRemembered) {
    ended_.remove(ended_order_.front());
    ended_order_.pop_front();
  }
}

void KanataReader::finish() {
  finish_lines();
  settle();
  if (!due_.empty())
    go_to(cycle_ + 1);
  bool open = false;
  ops_.for_each([&open](const Op& op) { open = open || (op.begun && op.lane != kNoLane); });
  to_.finish(open ? now() + 1 : now());
}

} // namespace stallscope::trace
