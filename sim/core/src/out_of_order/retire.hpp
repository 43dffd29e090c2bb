#pragma once

// Retirement unit: completed micro-ops leave the reorder buffer in program order.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Frees the reorder buffer entry of a micro-op.
template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::release_rob_entry(const PlannedOp& planned) {
  s_.rob.used -= speculates() ? planned.slots : 0U;
}

/// Commit: writes its results to the architectural register file.
template <class Sink, Known kKnown> inline void Window<Sink, kKnown>::commit(const WindowOp& op) {
  const isa::CrackedOp& micro_op = op.planned->op;
  for (unsigned d = 0; d < micro_op.write_count; ++d)
    if (!op.planned->writes_temporaries || !isa::is_temporary(micro_op.writes[d])) [[likely]]
      s_.committed[micro_op.writes[d]] = op.results[d];
}

template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::retire_memory(const WindowOp& op) {
  if (op.planned->is_load) {
    ++freed_.loads;
    s_.lsq.retire_load();
  }
  if (op.planned->writes_data) { // frees the entry that its store-address micro-op allocated
    ++freed_.stores;
    s_.lsq.retire_store();
    if (!is_buffered(op))
      effects().store_left(op);
  }
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::retire() {
  const unsigned width = plan_.retire_width;
  const std::uint64_t first = s_.rob.oldest;
  unsigned slots = 0;
  unsigned micro_ops = 0;
  unsigned instructions = 0;
  while (WindowOp* const oldest = s_.rob.oldest_completed(now())) {
    WindowOp& op = *oldest;
    const PlannedOp& planned = *op.planned;
    if (speculates() && slots == width && planned.slots != 0)
      break;
    if (kIsOutlook<Sink> && op.wrong_path)
      break;
    if (planned.writes_data && !retire_store(op))
      break;
    STALLSCOPE_CHECK(!op.wrong_path, "a micro-op of the wrong path retires");
    observer_.retired(op);
    if (!op.faulting) [[likely]] {
      commit(op);
      slots += planned.slots;
      ++micro_ops;
      instructions += planned.op.last ? op.instructions : 0U;
    }
    if (op.is_control) {
      s_.branch_queue.entries[op.branch].released_at = now();
      effects().release(s_.branch_queue.entries[op.branch], speculates());
      s_.branch_queue.release();
    }
    release_rob_entry(planned);
    if (renames_physically())
      free_previous_registers(s_.free_lists, op, freed_.registers);
    effects().leave(op);
    freed_.reorder += speculates() ? planned.slots : 0U;
    if (planned.is_memory)
      retire_memory(op);
    op.id = kNoOp;
    ++s_.rob.oldest;
  }
  retired_ = slots;
  left_ = micro_ops;
  s_.counters.retired_micro_ops += micro_ops;
  s_.counters.retired += instructions;
  effects().retired();
  moved_ = moved_ || s_.rob.oldest != first;
}

} // namespace stallscope::core
