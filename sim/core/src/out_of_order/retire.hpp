#pragma once

// The retirement unit: micro-ops leave the window in program order, when they are done.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Gives back what a dispatched micro-op holds until it is over, but for the entry in the store
/// queue, which comes with the address of a store and goes with its data.
template <class Sink> void Window<Sink>::leave_window(WindowOp& op) {
  s_.reordered -= machine_.reorder_entries != 0 && !op.planned.op.fused ? 1 : 0;
  s_.loads -= op.planned.is_load ? 1 : 0;
}

/// The values that its results replace are not needed any more.
template <class Sink> void Window<Sink>::free_earlier_registers(const WindowOp& op) {
  for (unsigned d = 0; d < op.planned.op.write_count; ++d) {
    const RegId reg = op.planned.op.writes[d];
    if (!takes_register(reg) || op.earlier[d].physical == kNoPhysical)
      continue;
    const unsigned kind = plan_.register_kind[reg];
    FreeList& list = s_.free_registers[kind];
    list.ring[list.end++ % FreeList::kMost] = op.earlier[d].physical;
    ++registers_freed_[kind];
  }
}

template <class Sink> void Window<Sink>::retire() {
  while (s_.oldest < s_.undispatched) {
    WindowOp& op = op_at(slot_at(s_.oldest));
    if (op.progress < Progress::timed || op.progress == Progress::executed ||
        op.written_at >= now())
      return;
    if (machine_.speculates() && retired_ == plan_.retire_width && !op.planned.op.fused)
      return;
    if (op.planned.writes_data && !retire_store(op))
      return;
    STALLSCOPE_CHECK(!op.wrong_path, "a micro-op of the wrong path retires");
    if constexpr (Sink::kActive)
      if (machine_.speculates()) {
        sink_.report(What::enter, Cycle{now()}, op.id, kNoOp, {}, plan_.retire_lane, 0);
        sink_.report(op.faulting ? What::flush : What::retire, Cycle{now()}, op.id, kNoOp, {},
                     plan_.retire_lane, 0);
      }
    if (!op.faulting) {
      const isa::CrackedOp& micro_op = op.planned.op;
      const bool is_whole = micro_op.first && micro_op.last; // and has no temporaries
      for (unsigned d = 0; d < micro_op.write_count; ++d)
        if (is_whole || !isa::is_temporary(micro_op.writes[d]))
          s_.committed[micro_op.writes[d]] = op.results[d];
      ++s_.counters.retired_micro_ops;
      s_.counters.retired += micro_op.last ? op.instructions : 0;
      retired_ += micro_op.fused ? 0 : 1;
      ++left_;
    }
    if (op.is_control) {
      if (machine_.speculates())
        core_.predictor().release(s_.predictor, s_.branches[op.branch].prediction);
      ++s_.oldest_branch;
    }
    leave_window(op);
    if (machine_.renaming == Renaming::physical)
      free_earlier_registers(op);
    reorder_freed_ += machine_.reorder_entries != 0 && !op.planned.op.fused ? 1 : 0;
    loads_freed_ += op.planned.is_load ? 1 : 0;
    if (op.planned.writes_data) { // the entry that its address has taken
      --s_.stores;
      ++stores_freed_;
      ++s_.oldest_store;
      count_store(op, -1);
    }
    s_.oldest_load += op.planned.is_load ? 1 : 0;
    op.id = kNoOp;
    ++s_.oldest;
    moved_ = true;
  }
}

} // namespace stallscope::core
