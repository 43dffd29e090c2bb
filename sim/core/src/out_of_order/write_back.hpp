#pragma once

// Results: from the end of execution over a bus to those who wait for them.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// The last cycle of its execution is this one.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::end_execution(Slot slot) {
  WindowOp& op = op_at(slot);
  if (writes_at_once()) {
    op.progress = Progress::timed;
    op.written_at = now() + 1;
  } else if (!kSuperscalar && machine_.done_without_result && op.planned->op.write_count == 0) {
    complete(op);
  } else {
    op.progress = Progress::executed;
    s_.completions.executed.insert(slot);
  }
  if (op.is_control)
    resolve(slot);
  if (op.planned->writes_address && machine_.disambiguation == machine::Disambiguation::predict)
    check_memory_order(op);
}

/// Without renaming nobody may overwrite what an earlier operation has still to read (WAR).
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::write_hazard(const WindowOp& op, Slot slot) const {
  if (machine_.renaming != Renaming::none)
    return {};
  for (std::uint64_t position = s_.rob.oldest; slot_at(position) != slot; ++position) {
    const WindowOp& older = op_at(slot_at(position));
    if (older.progress != Progress::waiting && older.progress != Progress::ready)
      continue;
    for (const isa::RegisterRead& read : older.planned->op.sources())
      for (const RegId reg : op.planned->op.destinations())
        if (read.reg == reg)
          return {Reason::war, reg, older.id};
  }
  return {};
}

/// Results of earlier cycles are written, oldest first, as many as there are buses. What has no
/// result needs none.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::write_back() {
  unsigned buses = machine_.result_buses != 0 ? machine_.result_buses : ~0U;
  OpId on_bus;
  s_.completions.executed.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ends_at >= now())
      return;
    Cause hazard = write_hazard(op, slot);
    const bool needs_bus = op.planned->op.write_count > 0;
    if (hazard.why == Reason::none && needs_bus && buses == 0)
      hazard = {Reason::write_port, kNoRegister, on_bus};
    if (hazard.why != Reason::none) {
      if constexpr (Sink::kActive)
        report_held(op, hazard);
      return;
    }
    if (needs_bus) {
      --buses;
      on_bus = op.id;
    }
    write(slot);
  });
}

template <class Sink, Known kKnown> void Window<Sink, kKnown>::write(Slot slot) {
  WindowOp& op = op_at(slot);
  s_.completions.executed.erase(slot);
  if constexpr (Sink::kActive)
    report_written(op);
  finish(op);
}

/// In place of write(), in the last cycle of its execution: it has no result to write.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::complete(WindowOp& op) {
  if constexpr (Sink::kActive)
    report_enter(op, now() + 1, plan_.done_lane);
  finish(op);
}

/// Who waits for it can go on, and its station is free.
template <class Sink, Known kKnown> inline void Window<Sink, kKnown>::finish(WindowOp& op) {
  op.progress = Progress::written;
  op.written_at = now();
  completed_ += op.faulting || op.planned->op.fused ? 0 : 1;
  wake_waiting(op, now() + 1);
  if (op.in_station)
    leave_station(op);
  moved_ = true;
}

template <class Sink, Known kKnown> inline void Window<Sink, kKnown>::leave_station(WindowOp& op) {
  op.in_station = false;
  s_.stations.leave(op.station);
  ++entries_freed_[op.station];
  freed_by_[op.station] = op.id;
}

} // namespace stallscope::core
