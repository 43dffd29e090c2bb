#pragma once

// What only a record needs, and the stages have to be asked for: why ready micro-ops were not
// selected, and which micro-op will free an entry next. The observer (observer.hpp) calls these
// functions; without a record they do not exist.

#include "core/out_of_order/result_buses.hpp"
#include "core/out_of_order/waits.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// The micro-op that occupies a port exclusively: the last that has begun to execute on it.
template <class Sink, Known kKnown> OpId Window<Sink, kKnown>::alone_on(unsigned port) const {
  if (s_.units.keeps_port[port])
    return s_.units.keeps_port[port];
  const WindowOp* last = nullptr;
  for (std::uint64_t position = s_.rob.oldest; position < s_.rob.undispatched; ++position) {
    const WindowOp& op = op_at(slot_at(position));
    if (op.progress < Progress::executing || op.port != port ||
        (op.planned->alone >> port & 1U) == 0)
      continue;
    if (op.ends_at == s_.units.busy_until[port] + read_cycles_ &&
        (last == nullptr || last->ready_at < op.ready_at))
      last = &op;
  }
  return last != nullptr ? last->id : kNoOp;
}

/// Ready micro-ops that found no port: each is held by a micro-op on a port it could have used.
/// `all_issued`: the issue width is used up, whatever ports are free.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_unselected(bool all_issued) {
  const std::array<OpId, kMaxPorts>& taken_by = observer_.taken_by();
  const std::uint32_t taken = observer_.ports_selected();
  OpId last;
  for (std::uint32_t left = all_issued ? taken : 0; left != 0; left &= left - 1)
    last = std::max(last, taken_by[static_cast<unsigned>(std::countr_zero(left))]);
  const OpId undecided = waits_behind_branches() ? undecided_branch() : kNoOp;
  std::array<OpId, kMaxPorts> alone{}; // micro-ops that occupy ports exclusively, once found
  s_.stations.ready.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ready_at > now())
      return;
    if (undecided && undecided < op.id)
      return observer_.held(op, {Reason::control, kNoRegister, undecided});
    // A port that is occupied exclusively would not have been free in any case.
    std::uint32_t busy = 0;
    for (std::uint32_t left = op.ports & op.planned->alone; left != 0; left &= left - 1)
      if (const std::uint32_t port = left & -left;
          s_.units.busy_until[static_cast<unsigned>(std::countr_zero(port))] >= now())
        busy |= port;
    if ((op.refusal == Reason::memory_order && (op.ports & ~taken) != 0) ||
        (op.planned->is_load && waits_for_stores(op))) // whether it has asked or not
      return observer_.held(op, {Reason::memory_order, kNoRegister, store_in_the_way(op)});
    if ((op.ports & ~taken & ~busy) != 0 && all_issued && last < op.id) // it has not had its turn
      return observer_.held(op, {Reason::pairing, kNoRegister, last});
    OpId culprit;
    if (const std::uint32_t others = op.ports & taken & ~busy; others != 0)
      culprit = taken_by[static_cast<unsigned>(std::countr_zero(others))];
    // Of the ports occupied exclusively, the one that becomes free first.
    unsigned first = kMaxPorts;
    for (; busy != 0 && !culprit; busy &= busy - 1)
      if (const auto port = static_cast<unsigned>(std::countr_zero(busy));
          first == kMaxPorts || s_.units.busy_until[port] < s_.units.busy_until[first])
        first = port;
    if (first != kMaxPorts) {
      if (!alone[first])
        alone[first] = alone_on(first);
      culprit = alone[first];
    }
    observer_.held(op, {Reason::unit_busy, kNoRegister, culprit});
  });
}

/// The micro-op whose retirement frees the entries that a micro-op lacks for its dispatch: in this
/// cycle, when entries are available from the next cycle on, or later; kNoOp: retirement does not
/// free them.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::frees_next(const PlannedOp& planned, Reason why) const {
  unsigned lacking = 1;
  unsigned lacking_kind = 0;
  if (why == Reason::no_register) {
    const auto free = [&](unsigned kind) {
      return s_.free_lists[kind].size() - (freed_.registers[kind] & freed_now());
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
        registers += op.planned->kinds[d] == lacking_kind && op.earlier[d].physical != kNoPhysical;
      return registers;
    default:
      return 0U;
    }
  };
  for (std::uint64_t at = freed_now() != 0 ? first_oldest_ : s_.rob.oldest;
       at < s_.rob.undispatched; ++at) {
    const unsigned freed = frees(op_at(slot_at(at)));
    if (freed >= lacking)
      return at < s_.rob.oldest ? retired_id(s_, at) : op_at(slot_at(at)).id;
    lacking -= freed;
  }
  return kNoOp;
}

/// A load that could begin in the next cycle will find a store for which it has to wait.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::meets_store_next(const WindowOp& load) const {
  if (machine_.disambiguation != machine::Disambiguation::predict)
    return waits_for_stores(load);
  const std::uint64_t next = now() + 1 + read_cycles_; // when a load issued next executes
  const StoreMatch match = s_.lsq.stores.youngest_older(
      machine_.forwarding, load, load.store_position, [&](std::uint64_t position) {
        return StoreQueue::has_address(s_.rob, store_at(position), next) ? AddressIs::known
                                                                         : AddressIs::unknown;
      });
  if (match.position == 0)
    return youngest_buffered(s_, machine_.forwarding, load) == BufferedMatch::blocks;
  if (match.blocks)
    return true;
  const StoreEntry& store = store_at(match.position - 1);
  const RenameEntry data{store.data, store.data_slot};
  if (!store.data || !is_here(data))
    return !store.data;
  // Data written in the next cycle can be read in the cycle after.
  const WindowOp& from = op_at(data.slot);
  return !is_written(from) && !(bypasses() && from.progress >= Progress::executing &&
                                from.ends_at < next && from.ends_at > now());
}

/// The micro-op in one of these stations that begins to execute in the next cycle: predicts the
/// selection by issue(); micro-ops that no cache can refuse come first. kNoOp: none.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::begins_next(unsigned stations) const {
  std::uint32_t ports = ~0U;
  unsigned left = plan_.issue_width;
  OpId load; // a load, whose access the cache may refuse
  OpId undecided;
  for (std::uint64_t at = s_.branch_queue.oldest;
       waits_behind_branches() && !undecided && at < s_.branch_queue.end; ++at)
    if (const BranchEntry& entry = s_.branch_queue.at(at); !entry.resolved)
      undecided = entry.id;
  for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest);
       at < s_.rob.undispatched && left != 0; ++at) {
    const WindowOp& op = op_at(slot_at(at));
    if (undecided && undecided < op.id)
      break;
    if (op.progress != Progress::ready || op.ready_at > now() + 1 ||
        (op.planned->is_load && meets_store_next(op)))
      continue;
    std::uint32_t free = op.ports & ports;
    for (std::uint32_t alone = free & op.planned->alone; alone != 0; alone &= alone - 1)
      if (s_.units.busy_until[static_cast<unsigned>(std::countr_zero(alone))] > now())
        free &= ~(alone & -alone);
    if (free == 0)
      continue;
    ports &= ~(free & -free);
    --left;
    if ((stations >> op.station & 1U) == 0)
      continue;
    if (!op.planned->is_load || !plan_.data_cache)
      return op.id;
    load = load ? load : op.id;
  }
  return load;
}

/// The micro-op that writes its result in the next cycle and thereby releases an entry of one of
/// these stations: predicts the selection by write_back(). kNoOp: none.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::writes_next(unsigned stations) const {
  ResultBuses buses(machine_.result_buses);
  SlotSet writing;
  OpId found;
  const auto note = [&](Slot slot) {
    writing.insert(slot);
    if (const WindowOp& op = op_at(slot);
        !found && op.in_station && (stations >> op.station & 1U) != 0)
      found = op.id;
  };
  s_.completions.executed.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ends_at > now() || write_hazard(op, slot).why != Reason::none)
      return;
    if (op.planned->op.write_count > 0) {
      if (!buses.any_free())
        return;
      buses.take(op.id);
    }
    note(slot);
  });
  // A captured store-data micro-op writes when its data come over the bus.
  if (machine_.captures_store_data)
    for (std::uint64_t at = s_.rob.oldest; at < s_.rob.undispatched; ++at)
      if (const WindowOp& op = op_at(slot_at(at));
          is_captured(*op.planned) && op.progress == Progress::waiting && op.missing != 0) {
        bool comes = true;
        for (unsigned missing = op.missing; missing != 0; missing &= missing - 1)
          comes = comes && writing.contains(
                               op.operands[static_cast<unsigned>(std::countr_zero(missing))].slot);
        if (comes)
          note(slot_at(at));
      }
  return found;
}

/// The micro-op that is the first to leave one of these stations, as far as is known. Entries are
/// released at issue or at write-back.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::leaves_next(unsigned stations) const {
  if (freed_now() == 0) { // an entry released in the next cycle can be allocated in the same cycle
    if (const OpId writes = writes_next(stations))
      return writes;
    if (const OpId begins = frees_at_issue() ? begins_next(stations) : kNoOp)
      return begins;
  }
  const WindowOp* next = nullptr;
  const auto known = [&](const WindowOp& op) { // the cycle from which its progress is known
    return std::max(now(), rank(op) == 0 ? op.ends_at : rank(op) == 1 ? begins_at(s_, op) : 0);
  };
  for (std::uint64_t at = s_.rob.oldest; at < s_.rob.undispatched; ++at) {
    const WindowOp& op = op_at(slot_at(at));
    if (!op.in_station || (stations >> op.station & 1U) == 0)
      continue;
    if (next == nullptr || rank(op) < rank(*next) ||
        (rank(op) == rank(*next) && known(op) < known(*next)))
      next = &op;
  }
  return next != nullptr ? next->id : kNoOp;
}

} // namespace stallscope::core
