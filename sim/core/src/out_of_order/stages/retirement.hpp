#pragma once

// Retirement unit: completed micro-ops leave the reorder buffer in program order.

#include "out_of_order/stages/load_store_unit.hpp"

namespace stallscope::core {

/// Makes results final, and frees the entries of the back end.
template <class Cycle> class Retirement {
  using LoadStoreUnit = core::LoadStoreUnit<Cycle>;

public:
  [[gnu::always_inline]] static void retire(Cycle& c) {
    const unsigned width = c.plan.retire_width;
    const std::uint64_t first = c.s.rob.oldest;
    unsigned slots = 0;
    unsigned micro_ops = 0;
    unsigned instructions = 0;
    while (WindowOp* const oldest = c.s.rob.oldest_completed(c.now)) {
      WindowOp& op = *oldest;
      const PlannedOp& planned = *op.planned;
      if (c.policy.speculates() && slots == width && planned.slots != 0)
        break;
      if (c.observer.holds_in_window(op))
        break;
      if (planned.writes_data && !LoadStoreUnit::retire_store(c, op))
        break;
      STALLSCOPE_CHECK(!op.wrong_path, "a micro-op of the wrong path retires");
      c.observer.retired(op);
      if (!op.faulting) [[likely]] {
        commit(c, op);
        slots += planned.slots;
        ++micro_ops;
        instructions += planned.op.last ? op.instructions : 0U;
      }
      if (op.is_control) {
        c.s.branch_queue.entries[op.branch].released_at = c.now;
        c.effects().release(c.s.branch_queue.entries[op.branch], c.policy.speculates());
        c.s.branch_queue.release();
      }
      c.s.rob.used -= c.policy.rob_entries(planned);
      if (c.policy.renames_physically())
        free_previous_registers(c.s.free_lists, op, c.retired.own.freed.registers);
      c.effects().leave(op);
      c.retired.own.freed.reorder += c.policy.rob_entries(planned);
      if (planned.is_memory)
        retire_memory(c, op);
      op.id = kNoOp;
      ++c.s.rob.oldest;
    }
    c.retired.own.slots = slots;
    c.retired.own.micro_ops = micro_ops;
    c.s.counters.retired_micro_ops += micro_ops;
    c.s.counters.retired += instructions;
    c.effects().retired();
    c.moved = c.moved || c.s.rob.oldest != first;
  }

private:
  /// Commit: writes its results to the architectural register file.
  static void commit(Cycle& c, const WindowOp& op) {
    const isa::CrackedOp& micro_op = op.planned->op;
    for (unsigned d = 0; d < micro_op.write_count; ++d)
      if (!op.planned->writes_temporaries || !isa::is_temporary(micro_op.writes[d])) [[likely]]
        c.s.committed[micro_op.writes[d]] = op.results[d];
  }

  static void retire_memory(Cycle& c, const WindowOp& op) {
    if (op.planned->is_load) {
      ++c.retired.own.freed.loads;
      c.s.lsq.retire_load();
    }
    if (op.planned->writes_data) { // frees the entry that its store-address micro-op allocated
      ++c.retired.own.freed.stores;
      c.s.lsq.retire_store();
      if (!LoadStoreUnit::is_buffered(c, op))
        c.effects().store_left(op);
    }
  }
};

} // namespace stallscope::core
