#pragma once

// Select: every cycle each port takes the oldest ready micro-op of its issue queue (station) that
// it can execute.

#include "out_of_order/select_report.hpp"
#include "out_of_order/stages/execute_stage.hpp"

namespace stallscope::core {

/// Selects ready micro-ops and begins their execution.
template <class Cycle> class IssueStage {
  using ExecuteStage = core::ExecuteStage<Cycle>;
  using LoadStoreUnit = core::LoadStoreUnit<Cycle>;
  using WakeUp = core::WakeUp<Cycle>;

public:
  /// Select: functional units take ready micro-ops, which results have woken up.
  [[gnu::always_inline]] static void select(Cycle& c) {
    c.issued.own.demanded = c.s.stations.demanded;
    if (!c.s.stations.ready.empty())
      issue(c);
    c.observer.bypassing();
  }

private:
  /// Select: every port takes the oldest ready micro-op of its station that it can execute.
  [[gnu::always_inline]] static void issue(Cycle& c) {
    std::uint32_t ports = ~0U; // ports still free in this cycle
    unsigned left = c.plan.issue_width;
    const OpId undecided = c.policy.branch_to_wait_for(c);
    c.s.stations.ready.from(c.slot_at(c.s.rob.oldest), [&](Slot slot) {
      WindowOp& op = c.op_at(slot);
      const std::uint32_t free = op.ports & ports;
      if (free == 0 || op.ready_at > c.now || left == 0 || (undecided && undecided < op.id))
        return;
      if (op.planned->is_load && !may_issue_load(c, op, slot)) {
        c.observer.held_by(op, [&] { return LoadStoreUnit::load_hold(c, op); });
        return;
      }
      const unsigned port = c.s.units.first_free(free, op.planned->alone, c.now);
      if (port == kMaxPorts)
        return;
      ports &= ~(1U << port);
      --left;
      issue_one(c, op, slot, port);
      c.observer.selected(op, port);
    });
    c.observer.not_selected(c, left == 0);
  }

  /// Whether a load begins: no older store holds it.
  [[gnu::always_inline]] static bool may_issue_load(Cycle& c, WindowOp& load, Slot slot) {
    if (Cycle::Policies::kSpecialised ? LoadStoreUnit::find_stores(c, load, slot)
                                      : LoadStoreUnit::find_stores_not_inlined(c, load, slot))
        [[likely]]
      return true;
    if (load.progress == Progress::waiting && load.missing == 0)
      WakeUp::become_ready(c, load, slot);
    return false;
  }

  static void issue_one(Cycle& c, WindowOp& op, Slot slot, unsigned port) {
    const PlannedOp& planned = *op.planned;
    std::uint64_t ends_at = c.now + c.read_cycles + latency_of(c, op, port) - 1;
    c.moved = true;
    if (c.plan.data_cache && planned.is_load && op.bytes != 0 && !op.forwarded) {
      const auto more = LoadStoreUnit::access_data(
          c, op, isa::writes_memory(c.program.instruction(op.instruction)));
      if (!more) { // nothing else can issue on the port in this cycle
        op.ready_at = c.now + 1;
        op.late_operand = kNoOperand;
        c.observer.held(op, {op.refusal});
        return;
      }
      ends_at += *more;
    }
    ++c.issued.own.micro_ops;
    c.policy.unbind_port(c.s.units, 1U << port);
    if (op.wrong_path)
      ++c.issued.own.wrong;
    else if (op.replayed) [[unlikely]]
      ++c.issued.own.again;
    c.s.stations.ready.erase(slot);
    c.s.stations.end_demand(planned);
    op.progress = Progress::executing;
    op.port = static_cast<std::uint16_t>(port);
    op.ready_at = c.now;
    op.ends_at = ends_at;
    if (planned.is_load)
      LoadStoreUnit::Disambiguation::load_issued(c);
    if ((planned.alone >> port & 1U) != 0) // the next operation's operand read overlaps with the
                                           // last execution cycles
      c.s.units.busy_until[port] = ends_at - c.read_cycles;
    c.observer.enter(op, c.now, c.plan.ports[port].lane);
    c.policy.template begin_execution<WakeUp>(c, op, ends_at + 1 - c.read_cycles);
    if (c.writes_at_once() && !op.is_control && !planned.writes_address) {
      op.progress = Progress::timed;
      op.written_at = ends_at + 1;
      return;
    }
    if (ends_at == c.now)
      ExecuteStage::end_execution(c, slot);
    else
      c.s.completions.schedule(c.s.rob, slot, ends_at, c.now);
  }

  static unsigned latency_of(const Cycle& c, const WindowOp& op, unsigned port) {
    const PlannedOp& planned = *op.planned;
    if (planned.is_load && op.forwarded)
      return c.machine.forward_cycles;
    return planned.latency != 0 ? planned.latency : c.plan.latency[port][planned.port_class];
  }
};

} // namespace stallscope::core
