#pragma once

// Write-back: results go from the units over the result buses (common data bus) to the operands
// that wait for them.

#include "core/out_of_order/result_buses.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Ends a micro-op's execution: this is its last cycle.
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

/// WAR hazard: without renaming a result must not overwrite a register that an older operation has
/// not read yet.
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

/// Writes results of earlier cycles, oldest first, one for each result bus. Micro-ops without a
/// result need no bus.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::write_back() {
  if (s_.completions.executed.empty())
    return;
  ResultBuses buses(machine_.result_buses);
  s_.completions.executed.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ends_at >= now())
      return;
    Cause hazard = write_hazard(op, slot);
    const bool needs_bus = op.planned->op.write_count > 0;
    if (hazard.why == Reason::none && needs_bus && !buses.any_free())
      hazard = {Reason::write_port, kNoRegister, buses.last()};
    if (hazard.why != Reason::none) {
      observer_.held(op, hazard);
      return;
    }
    if (needs_bus)
      buses.take(op.id);
    write(slot);
  });
}

template <class Sink, Known kKnown> void Window<Sink, kKnown>::write(Slot slot) {
  WindowOp& op = op_at(slot);
  s_.completions.executed.erase(slot);
  observer_.written(op);
  finish(op);
}

/// Completes a micro-op without a result in its last execution cycle, instead of write().
template <class Sink, Known kKnown> void Window<Sink, kKnown>::complete(WindowOp& op) {
  observer_.enter(op, now() + 1, plan_.done_lane);
  finish(op);
}

/// Wakes the micro-ops that wait for the result, and frees its station.
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
  if (!Sink::kActive || freed_.stations[op.station] == 0) // a record names the first micro-op
    freed_.by[op.station] = op.id;
  ++freed_.stations[op.station];
}

} // namespace stallscope::core
