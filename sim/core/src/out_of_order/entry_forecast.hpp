#pragma once

// For a record: which micro-op will free an entry that another one lacks, as far as is known.

#include "core/out_of_order/waits.hpp"
#include "out_of_order/result_times.hpp"
#include "out_of_order/stages/write_back.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

/// Predicts retirement, selection and write-back of the next cycle from its state.
template <class Cycle> class EntryForecast {
  using LoadStoreUnit = core::LoadStoreUnit<Cycle>;
  using WriteBack = core::WriteBack<Cycle>;

public:
  /// The micro-op that frees an entry which another lacks for its dispatch; kNoOp: not known.
  static OpId frees_entry(const Cycle& c, const PlannedOp& planned, Reason why) {
    return why == Reason::station_full ? leaves_next(c, planned.stations)
                                       : frees_next(c, planned, why);
  }

  /// The micro-op that is the first to leave one of these stations, as far as is known. Entries are
  /// released at issue or at write-back.
  static OpId leaves_next(const Cycle& c, unsigned stations) {
    if (c.policy.freed_now() ==
        0) { // an entry released in the next cycle can be allocated in the same cycle
      if (const OpId writes = writes_next(c, stations))
        return writes;
      if (const OpId begins = c.policy.frees_at_issue() ? begins_next(c, stations) : kNoOp)
        return begins;
    }
    const WindowOp* next = nullptr;
    std::uint64_t first = 0;
    ResultEstimates estimates(c.core, c.s);
    for (std::uint64_t at = c.s.rob.oldest; at < c.s.rob.undispatched; ++at) {
      const WindowOp& op = c.at(at);
      if (!op.in_station || (stations >> op.station & 1U) == 0)
        continue;
      const std::uint64_t leaves =
          c.policy.frees_at_issue() ? estimates.executes(op) : estimates.ends(op);
      if (next == nullptr || leaves < first) {
        next = &op;
        first = leaves;
      }
    }
    return next != nullptr ? next->id : kNoOp;
  }

private:
  /// The micro-op whose retirement frees the entries that a micro-op lacks for its dispatch: in
  /// this cycle, when entries are available from the next cycle on, or later; kNoOp: retirement
  /// does not free them.
  static OpId frees_next(const Cycle& c, const PlannedOp& planned, Reason why) {
    unsigned lacking = 1;
    unsigned lacking_kind = 0;
    if (why == Reason::no_register) {
      const auto free = [&](unsigned kind) {
        return c.s.free_lists[kind].size() -
               (c.retired->freed.registers[kind] & c.policy.freed_now());
      };
      while ((planned.registers >> 4 * lacking_kind & 15U) <= free(lacking_kind))
        ++lacking_kind;
      lacking =
          static_cast<unsigned>((planned.registers >> 4 * lacking_kind & 15U) - free(lacking_kind));
    }
    const auto frees = [&](const WindowOp& op) {
      unsigned registers = 0;
      switch (why) {
      case Reason::reorder_full:
        return unsigned{op.planned->slots};
      case Reason::load_full:
        return op.planned->is_load ? 1U : 0U;
      case Reason::store_full:
        return op.planned->writes_data ? 1U : 0U;
      case Reason::no_register:
        for (unsigned d = 0; d < op.planned->op.write_count; ++d)
          registers +=
              op.planned->kinds[d] == lacking_kind && op.earlier[d].physical != kNoPhysical;
        return registers;
      default:
        return 0U;
      }
    };
    for (std::uint64_t at = c.policy.freed_now() != 0 ? c.first_oldest : c.s.rob.oldest;
         at < c.s.rob.undispatched; ++at) {
      const unsigned freed = frees(c.at(at));
      if (freed >= lacking)
        return at < c.s.rob.oldest ? retired_id(c.s, at) : c.at(at).id;
      lacking -= freed;
    }
    return kNoOp;
  }

  /// A load that could begin in the next cycle will find a store for which it has to wait.
  static bool meets_store_next(const Cycle& c, const WindowOp& load) {
    if (!LoadStoreUnit::Disambiguation::searches_at_issue(c))
      return LoadStoreUnit::waits_for_stores(c, load);
    const std::uint64_t next = c.now + 1 + c.read_cycles; // when a load issued next executes
    const StoreMatch match = c.s.lsq.stores.youngest_older(
        c.machine.forwarding, load, load.store_position, [&](std::uint64_t position) {
          return StoreQueue::has_address(c.s.rob, c.store_at(position), next) ? AddressIs::known
                                                                              : AddressIs::unknown;
        });
    if (match.position == 0)
      return youngest_buffered(c.s, c.machine.forwarding, load) == BufferedMatch::blocks;
    if (match.blocks)
      return true;
    const StoreEntry& store = c.store_at(match.position - 1);
    const RenameEntry data{store.data, store.data_slot};
    if (!store.data || !c.is_here(data))
      return !store.data;
    // Data written in the next cycle can be read in the cycle after.
    const WindowOp& from = c.op_at(data.slot);
    return !c.is_written(from) && !(c.policy.bypasses() && from.progress >= Progress::executing &&
                                    from.ends_at < next && from.ends_at > c.now);
  }

  /// The micro-op in one of these stations that begins to execute in the next cycle: predicts the
  /// selection by issue(); micro-ops that no cache can refuse come first. kNoOp: none.
  static OpId begins_next(const Cycle& c, unsigned stations) {
    std::uint32_t ports = ~0U;
    unsigned left = c.plan.issue_width;
    OpId load; // a load, whose access the cache may refuse
    OpId undecided;
    if (c.machine.waits_behind_branches)
      if (const BranchEntry* const branch = c.s.branch_queue.oldest_unresolved())
        undecided = branch->id;
    for (std::uint64_t at = std::max(c.s.rob.unissued, c.s.rob.oldest);
         at < c.s.rob.undispatched && left != 0; ++at) {
      const WindowOp& op = c.at(at);
      if (undecided && undecided < op.id)
        break;
      if (op.progress != Progress::ready || op.ready_at > c.now + 1 ||
          (op.planned->is_load && meets_store_next(c, op)))
        continue;
      std::uint32_t free = op.ports & ports;
      for (std::uint32_t alone = free & op.planned->alone; alone != 0; alone &= alone - 1)
        if (c.s.units.busy_until[static_cast<unsigned>(std::countr_zero(alone))] > c.now)
          free &= ~(alone & -alone);
      if (free == 0)
        continue;
      ports &= ~(free & -free);
      --left;
      if ((stations >> op.station & 1U) == 0)
        continue;
      if (!op.planned->is_load || !c.plan.data_cache)
        return op.id;
      load = load ? load : op.id;
    }
    return load;
  }

  /// The micro-op that writes its result in the next cycle and thereby releases an entry of one of
  /// these stations: predicts the selection by write_back(). kNoOp: none.
  static OpId writes_next(const Cycle& c, unsigned stations) {
    ResultBuses buses(c.machine.result_buses);
    SlotSet writing;
    OpId found;
    const auto note = [&](Slot slot) {
      writing.insert(slot);
      if (const WindowOp& op = c.op_at(slot);
          !found && op.in_station && (stations >> op.station & 1U) != 0)
        found = op.id;
    };
    c.s.completions.executed.from(c.slot_at(c.s.rob.oldest), [&](Slot slot) {
      const WindowOp& op = c.op_at(slot);
      if (op.ends_at > c.now || WriteBack::write_hazard(c, op, slot).why != Reason::none)
        return;
      if (op.planned->op.write_count > 0) {
        if (!buses.any_free())
          return;
        buses.take(op.id);
      }
      note(slot);
    });
    // A captured store-data micro-op writes when its data come over the bus.
    if (c.machine.captures_store_data)
      for (std::uint64_t at = c.s.rob.oldest; at < c.s.rob.undispatched; ++at)
        if (const WindowOp& op = c.at(at);
            c.policy.captures(*op.planned) && op.progress == Progress::waiting && op.missing != 0) {
          bool comes = true;
          for (unsigned missing = op.missing; missing != 0; missing &= missing - 1)
            comes =
                comes && writing.contains(
                             op.operands[static_cast<unsigned>(std::countr_zero(missing))].slot);
          if (comes)
            note(c.slot_at(at));
        }
    return found;
  }
};

} // namespace stallscope::core
