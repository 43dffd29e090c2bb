#pragma once

// Retirement unit: completed micro-ops leave the reorder buffer in program order.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Frees the reorder buffer and load queue entries of a micro-op. A store queue entry is allocated
/// by the store's address, and freed with its data.
template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::release_rob_entry(const PlannedOp& planned) {
  s_.rob.used -= speculates() ? planned.slots : 0U;
  s_.load_queue.used -= planned.is_load ? 1 : 0;
}

/// Frees the previous physical registers of its destinations: their values are dead.
template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::free_previous_registers(const WindowOp& op) {
  for (unsigned d = 0; d < op.planned->op.write_count; ++d) {
    const unsigned kind = op.planned->kinds[d];
    if (kind == kRegisterKinds || op.earlier[d].physical == kNoPhysical)
      continue;
    s_.free_lists[kind].release(op.earlier[d].physical);
    ++registers_freed_[kind];
  }
}

/// Commit: writes its results to the architectural register file.
template <class Sink, Known kKnown> inline void Window<Sink, kKnown>::commit(const WindowOp& op) {
  const isa::CrackedOp& micro_op = op.planned->op;
  for (unsigned d = 0; d < micro_op.write_count; ++d)
    if (!op.planned->writes_temporaries || !isa::is_temporary(micro_op.writes[d])) [[likely]]
      s_.committed[micro_op.writes[d]] = op.results[d];
  ++s_.counters.retired_micro_ops;
  s_.counters.retired += micro_op.last ? op.instructions : 0U;
  retired_ += op.planned->slots;
  ++left_;
}

template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::retire_memory(const WindowOp& op) {
  if (op.planned->is_load) {
    ++loads_freed_;
    ++s_.load_queue.oldest;
  }
  if (op.planned->writes_data) { // frees the entry that its store-address micro-op allocated
    --s_.store_queue.used;
    ++stores_freed_;
    ++s_.store_queue.oldest;
    if (!is_buffered(op))
      effects().store_left(op);
  }
}

/// The oldest micro-op has completed.
template <class Sink, Known kKnown> inline bool Window<Sink, kKnown>::can_retire() const {
  if (s_.rob.oldest == s_.rob.undispatched)
    return false;
  const WindowOp& op = op_at(slot_at(s_.rob.oldest));
  return op.progress >= Progress::timed && op.written_at < now();
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::retire() {
  const unsigned width = plan_.retire_width;
  const std::uint64_t first = s_.rob.oldest;
  while (can_retire()) {
    WindowOp& op = op_at(slot_at(s_.rob.oldest));
    const PlannedOp& planned = *op.planned;
    if (speculates() && retired_ == width && planned.slots != 0)
      break;
    if constexpr (kIsOutlook<Sink>)
      if (op.wrong_path)
        break;
    if (planned.writes_data && !retire_store(op))
      break;
    STALLSCOPE_CHECK(!op.wrong_path, "a micro-op of the wrong path retires");
    report_retired(op);
    if (!op.faulting) [[likely]]
      commit(op);
    if (op.is_control) {
      s_.branch_queue.entries[op.branch].released_at = now();
      effects().release(s_.branch_queue.entries[op.branch], speculates());
      s_.branch_queue.release();
    }
    release_rob_entry(planned);
    if (renames_physically())
      free_previous_registers(op);
    effects().leave(op);
    reorder_freed_ += speculates() ? planned.slots : 0U;
    if (planned.is_memory)
      retire_memory(op);
    op.id = kNoOp;
    ++s_.rob.oldest;
  }
  effects().retired();
  moved_ = moved_ || s_.rob.oldest != first;
}

} // namespace stallscope::core
