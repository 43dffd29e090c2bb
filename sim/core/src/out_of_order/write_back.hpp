#pragma once

// Results: from the end of execution over a bus to those who wait for them.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// The last cycle of its execution is this one.
template <class Sink> void Window<Sink>::end_execution(Slot slot) {
  WindowOp& op = op_at(slot);
  op.progress = Progress::executed;
  s_.executed.insert(slot);
  if (op.is_control)
    resolve(slot);
  if (op.planned.writes_address && machine_.disambiguation == machine::Disambiguation::predict)
    find_overtaken(op);
}

/// Without renaming nobody may overwrite what an earlier operation has still to read (WAR).
template <class Sink> bool Window<Sink>::may_write(const WindowOp& op, Slot slot) const {
  if (machine_.renaming != Renaming::none)
    return true;
  for (std::uint64_t position = s_.oldest; slot_at(position) != slot; ++position) {
    const WindowOp& older = op_at(slot_at(position));
    if (older.progress != Progress::waiting && older.progress != Progress::ready)
      continue;
    for (const isa::RegisterRead& read : older.planned.op.sources())
      for (const RegId reg : op.planned.op.destinations())
        if (read.reg == reg)
          return false;
  }
  return true;
}

/// Results of earlier cycles are written, oldest first, as many as there are buses. What has no
/// result needs none.
template <class Sink> void Window<Sink>::write_back() {
  unsigned buses = machine_.result_buses != 0 ? machine_.result_buses : ~0U;
  s_.executed.from(slot_at(s_.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ends_at >= now() || !may_write(op, slot))
      return true;
    if (op.planned.op.write_count > 0) {
      if (buses == 0)
        return true;
      --buses;
    }
    write(slot);
    return true;
  });
}

template <class Sink> void Window<Sink>::write(Slot slot) {
  WindowOp& op = op_at(slot);
  s_.executed.erase(slot);
  op.progress = Progress::written;
  op.written_at = now();
  if constexpr (Sink::kActive) {
    sink_.report(What::enter, Cycle{now()}, op.id, kNoOp, {}, plan_.write_lane, 0);
    if (!machine_.speculates())
      sink_.report(op.faulting ? What::flush : What::retire, Cycle{now()}, op.id, kNoOp, {},
                   plan_.write_lane, 0);
  }
  wake_waiting(op, now() + 1);
  if (op.in_station)
    leave_station(op);
  moved_ = true;
}

template <class Sink> void Window<Sink>::leave_station(WindowOp& op) {
  op.in_station = false;
  --s_.entries_used[op.station];
  ++entries_freed_[op.station];
}

} // namespace stallscope::core
