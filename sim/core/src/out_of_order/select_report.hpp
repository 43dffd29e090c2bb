#pragma once

// For a record: why ready micro-ops were not selected.

#include "out_of_order/stages/load_store_unit.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace stallscope::core {

/// Reports the holder of the port, or of the turn, of each ready micro-op.
template <class Cycle> class SelectReport {
  using LoadStoreUnit = core::LoadStoreUnit<Cycle>;

public:
  /// Ready micro-ops that found no port: each is held by a micro-op on a port it could have used.
  /// `all_issued`: the issue width is used up, whatever ports are free.
  static void report(Cycle& c, bool all_issued) {
    const std::array<OpId, kMaxPorts>& taken_by = c.observer.taken_by();
    const std::uint32_t taken = c.observer.ports_selected();
    OpId last;
    for (std::uint32_t left = all_issued ? taken : 0; left != 0; left &= left - 1)
      last = std::max(last, taken_by[static_cast<unsigned>(std::countr_zero(left))]);
    const OpId undecided = c.policy.branch_to_wait_for(c);
    std::array<OpId, kMaxPorts> alone{}; // micro-ops that occupy ports exclusively, once found
    c.s.stations.ready.from(c.slot_at(c.s.rob.oldest), [&](Slot slot) {
      const WindowOp& op = c.op_at(slot);
      if (op.ready_at > c.now)
        return;
      if (undecided && undecided < op.id)
        return c.observer.held(op, {Reason::control, kNoRegister, undecided});
      // A port that is occupied exclusively would not have been free in any case.
      std::uint32_t busy = 0;
      for (std::uint32_t left = op.ports & op.planned->alone; left != 0; left &= left - 1)
        if (const std::uint32_t port = left & -left;
            c.s.units.busy_until[static_cast<unsigned>(std::countr_zero(port))] >= c.now)
          busy |= port;
      if ((op.refusal == Reason::memory_order && (op.ports & ~taken) != 0) ||
          (op.planned->is_load &&
           LoadStoreUnit::waits_for_stores(c, op))) // whether it has asked or not
        return c.observer.held(
            op, {Reason::memory_order, kNoRegister, LoadStoreUnit::blocking_store(c, op)});
      if ((op.ports & ~taken & ~busy) != 0 && all_issued && last < op.id) // it has not had its turn
        return c.observer.held(op, {Reason::pairing, kNoRegister, last});
      OpId culprit;
      if (const std::uint32_t others = op.ports & taken & ~busy; others != 0)
        culprit = taken_by[static_cast<unsigned>(std::countr_zero(others))];
      // Of the ports occupied exclusively, the one that becomes free first.
      unsigned first = kMaxPorts;
      for (; busy != 0 && !culprit; busy &= busy - 1)
        if (const auto port = static_cast<unsigned>(std::countr_zero(busy));
            first == kMaxPorts || c.s.units.busy_until[port] < c.s.units.busy_until[first])
          first = port;
      if (first != kMaxPorts) {
        if (!alone[first])
          alone[first] = alone_on(c, first);
        culprit = alone[first];
      }
      c.observer.held(op, {Reason::unit_busy, kNoRegister, culprit});
    });
  }

private:
  /// The micro-op that occupies a port exclusively: the last that has begun to execute on it.
  static OpId alone_on(const Cycle& c, unsigned port) {
    if (c.s.units.keeps_port[port])
      return c.s.units.keeps_port[port];
    const WindowOp* last = nullptr;
    for (std::uint64_t position = c.s.rob.oldest; position < c.s.rob.undispatched; ++position) {
      const WindowOp& op = c.at(position);
      if (op.progress < Progress::executing || op.port != port ||
          (op.planned->alone >> port & 1U) == 0)
        continue;
      if (op.ends_at == c.s.units.busy_until[port] + c.read_cycles &&
          (last == nullptr || last->ready_at < op.ready_at))
        last = &op;
    }
    return last != nullptr ? last->id : kNoOp;
  }
};

} // namespace stallscope::core
