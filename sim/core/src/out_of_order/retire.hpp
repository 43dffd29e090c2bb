#pragma once

// The retirement unit: micro-ops leave the window in program order, when they are done.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Gives back what a dispatched micro-op holds until it is over.
template <class Sink> void Window<Sink>::leave_window(WindowOp& op) {
  s_.reordered -= machine_.reorder_entries != 0 ? 1 : 0;
  s_.loads -= op.planned.is_load ? 1 : 0;
  s_.stores -= op.planned.writes_address ? 1 : 0;
}

template <class Sink> void Window<Sink>::retire() {
  while (s_.oldest < s_.undispatched) {
    WindowOp& op = op_at(slot_at(s_.oldest));
    if (op.progress < Progress::timed || op.progress == Progress::executed ||
        op.written_at >= now())
      return;
    if (machine_.speculates() && retired_ == plan_.retire_width)
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
      s_.counters.retired += micro_op.last ? 1 : 0;
      ++retired_;
    }
    if (op.is_control) {
      if (machine_.speculates())
        core_.predictor().release(s_.predictor, s_.branches[op.branch].prediction);
      ++s_.oldest_branch;
    }
    leave_window(op);
    reorder_freed_ += machine_.reorder_entries != 0 ? 1 : 0;
    loads_freed_ += op.planned.is_load ? 1 : 0;
    stores_freed_ += op.planned.writes_address ? 1 : 0;
    s_.oldest_store += op.planned.writes_data ? 1 : 0;
    op.id = kNoOp;
    ++s_.oldest;
    moved_ = true;
  }
}

} // namespace stallscope::core
