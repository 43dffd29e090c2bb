#pragma once

// Write-back: results go from the units over the result buses (common data bus) to the operands
// that wait for them.

#include "core/out_of_order/result_buses.hpp"
#include "out_of_order/stages/wake_up.hpp"

namespace stallscope::core {

/// Gives result buses to results, oldest first.
template <class Cycle> class WriteBack {
  using WakeUp = core::WakeUp<Cycle>;

public:
  /// Writes results of earlier cycles, oldest first, one for each result bus. Micro-ops without a
  /// result need no bus.
  [[gnu::always_inline]] static void write_back(Cycle& c) {
    if (c.s.completions.executed.empty())
      return;
    ResultBuses buses(c.machine.result_buses);
    c.s.completions.executed.from(c.slot_at(c.s.rob.oldest), [&](Slot slot) {
      const WindowOp& op = c.op_at(slot);
      if (op.ends_at >= c.now)
        return;
      Cause hazard = write_hazard(c, op, slot);
      const bool needs_bus = op.planned->op.write_count > 0;
      if (hazard.why == Reason::none && needs_bus && !buses.any_free())
        hazard = {Reason::write_port, kNoRegister, buses.last()};
      if (hazard.why != Reason::none) {
        c.observer.held(op, hazard);
        return;
      }
      if (needs_bus)
        buses.take(op.id);
      WakeUp::write(c, slot);
    });
  }

  /// WAR hazard: without renaming a result must not overwrite a register that an older operation
  /// has not read yet.
  static Cause write_hazard(const Cycle& c, const WindowOp& op, Slot slot) {
    if (!c.policy.has_name_hazards())
      return {};
    for (std::uint64_t position = c.s.rob.oldest; c.slot_at(position) != slot; ++position) {
      const WindowOp& older = c.at(position);
      if (older.progress != Progress::waiting && older.progress != Progress::ready)
        continue;
      for (const isa::RegisterRead& read : older.planned->op.sources())
        for (const RegId reg : op.planned->op.destinations())
          if (read.reg == reg)
            return {Reason::war, reg, older.id};
    }
    return {};
  }
};

} // namespace stallscope::core
