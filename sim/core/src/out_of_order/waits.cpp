#include "core/out_of_order/waits.hpp"

#include "out_of_order/bypass.hpp"
#include "out_of_order/interface/effects.hpp"
#include "out_of_order/result_times.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

namespace {

/// A store-address or store-data micro-op (a half of a store), if it is in flight and its result
/// cannot be used in a cycle; otherwise nullptr.
const WindowOp* half_to_come(const OutOfOrderCore& core, const OutOfOrderState& state, OpId half,
                             Slot slot, std::uint64_t cycle) {
  const WindowOp& op = state.rob.ops[slot];
  if (!half || op.id != half)
    return nullptr;
  const std::uint64_t usable = comes_at(core, state, op);
  return usable == 0 || usable > cycle ? &op : nullptr;
}

/// With conservative disambiguation a load waits for the addresses of all older stores, and for the
/// data of the one it takes its value from, or until that one is in memory: the store micro-op
/// (address or data) that completes last. nullptr: none is outstanding after `cycle`, or the
/// machine has another rule.
const WindowOp* last_half(const OutOfOrderCore& core, const OutOfOrderState& state,
                          const WindowOp& load, std::uint64_t cycle) {
  if (core.dynamic().disambiguation != machine::Disambiguation::conservative)
    return nullptr;
  const StoreQueue& queue = state.lsq.stores;
  const WindowOp* last = nullptr;
  const auto take = [&](OpId half, Slot slot) {
    if (const WindowOp* op = half_to_come(core, state, half, slot, cycle);
        op != nullptr && (last == nullptr || ends_later(core, state, *op, *last)))
      last = op;
  };
  for (std::uint64_t at = queue.oldest; at < load.store_position; ++at)
    take(queue.at(at).id, queue.at(at).address_slot);
  const StoreMatch match =
      queue.youngest_older(core.dynamic().forwarding, load, load.store_position,
                           [](std::uint64_t) { return AddressIs::known; });
  if (match.position == 0)
    return last;
  const StoreEntry& store = queue.at(match.position - 1);
  if (!match.blocks || !core.dynamic().speculates())
    take(store.data, store.data_slot);
  else if (last == nullptr || last->store_position <= match.position - 1) // they retire in order
    last = &state.rob.ops[store.data ? store.data_slot : store.address_slot];
  return last;
}

/// A load that waits for an older store and will meet a younger one then, whose address has become
/// known meanwhile: that one, if it has the load wait longer. nullptr: there is none.
const StoreEntry* store_met_later(const OutOfOrderCore& core, const OutOfOrderState& state,
                                  const WindowOp& load) {
  if (core.dynamic().disambiguation != machine::Disambiguation::predict ||
      (load.missing >> kMemoryOperand & 1U) == 0)
    return nullptr;
  const StoreQueue& queue = state.lsq.stores;
  const auto address_is = [&](std::uint64_t position) {
    const std::uint64_t next = state.cycle + 1 + core.dynamic().read_cycles;
    return StoreQueue::has_address(state.rob, queue.at(position), next) ? AddressIs::known
                                                                        : AddressIs::unknown;
  };
  const StoreMatch match =
      queue.youngest_older(core.dynamic().forwarding, load, load.store_position, address_is);
  const WindowOp& waits_for = state.rob.ops[load.operands[kMemoryOperand].slot];
  if (match.position == 0 || match.position - 1 <= waits_for.store_position)
    return nullptr;
  const StoreEntry& store = queue.at(match.position - 1);
  const WindowOp* const data = half_to_come(core, state, store.data, store.data_slot, state.cycle);
  const bool is_later =
      match.blocks || (data != nullptr && ends_later(core, state, *data, waits_for));
  return is_later ? &store : nullptr;
}

} // namespace

Cause missing_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                      const WindowOp& op) {
  auto i = static_cast<unsigned>(std::countr_zero(op.missing));
  for (unsigned others = op.missing & (op.missing - 1U); others != 0; others &= others - 1) {
    const auto other = static_cast<unsigned>(std::countr_zero(others));
    const WindowOp& from = state.rob.ops[op.operands[other].slot];
    // The store that will forward to a load is known only when the load's address is, except for a
    // store micro-op that already executes.
    if (other == kMemoryOperand && from.progress < Progress::executing)
      continue;
    if (ends_later(core, state, from, state.rob.ops[op.operands[i].slot]))
      i = other;
  }
  const OpId producer = state.rob.ops[op.operands[i].slot].id;
  return i == kMemoryOperand ? Cause{Reason::memory_order, kNoRegister, producer}
                             : Cause{Reason::raw, op.planned->op.reads[i].reg, producer};
}

namespace {

/// late_operand() on machines with bypass delays: the operand was recorded when its cycle became
/// known.
Cause noted_operand(const WindowOp& op, std::uint64_t cycle) {
  if (op.late_operand == kNoOperand)
    return {};
  if (op.late_operand == kMemoryOperand)
    return {Reason::memory_order, kNoRegister, op.late_from};
  const bool is_made = op.late_cycles != 0 && cycle + op.late_cycles >= op.ready_at;
  return {is_made ? Reason::bypass : Reason::raw, op.planned->op.reads[op.late_operand].reg,
          op.late_from};
}

} // namespace

Cause late_operand(const OutOfOrderCore& core, const OutOfOrderState& state, const WindowOp& op,
                   std::uint64_t cycle) {
  if (core.plan().bypass.any)
    return noted_operand(op, cycle);
  // Of operands that arrive in the same cycle the youngest producer, as in missing_operand().
  Cause last;
  for (const isa::RegisterRead& read : op.planned->op.sources()) {
    const WindowOp* from = producer_of(state, op, read.reg);
    const std::uint64_t usable = from != nullptr ? comes_at(core, state, *from) : 0;
    if (usable != 0 && usable == op.ready_at && from->id > last.culprit)
      last = {Reason::raw, read.reg, from->id};
  }
  if (last.why != Reason::none || !op.planned->is_load)
    return last;
  const OpId store = state.rob.ops[op.operands[kMemoryOperand].slot].id;
  return {Reason::memory_order, kNoRegister, store < op.id ? store : kNoOp};
}

Cause with_last_store(const OutOfOrderCore& core, const OutOfOrderState& state, const WindowOp& op,
                      const Cause& cause, std::uint64_t cycle) {
  if (cause.why != Reason::memory_order)
    return cause;
  if (const WindowOp* last = last_half(core, state, op, cycle))
    return {cause.why, kNoRegister, last->id};
  if (const StoreEntry* later = store_met_later(core, state, op))
    return {cause.why, kNoRegister, later->data ? later->data : later->id};
  return cause;
}

Cause last_operand(const OutOfOrderCore& core, const OutOfOrderState& state, const WindowOp& op,
                   std::uint64_t cycle) {
  const Cause missing =
      with_last_store(core, state, op, missing_operand(core, state, op), state.cycle + 1);
  if (op.ready_at <= state.cycle + 1)
    return missing;
  std::uint64_t usable = 0; // earliest cycle in which all missing operands are available
  ResultEstimates estimates(core, state);
  for (unsigned left = op.missing; left != 0; left &= left - 1) {
    const WindowOp& from =
        state.rob.ops[op.operands[static_cast<unsigned>(std::countr_zero(left))].slot];
    usable = std::max(usable, estimates.ends(from) + result_delay(core.dynamic(), from) -
                                  core.dynamic().read_cycles);
  }
  const Cause late = op.ready_at > usable ? late_operand(core, state, op, cycle) : Cause{};
  return late.why != Reason::none ? with_last_store(core, state, op, late, cycle) : missing;
}

namespace {

/// A load's wait for the result of a store micro-op; none when the result can be used in the
/// state's cycle.
FrontWait wait_for_half(const OutOfOrderCore& core, const OutOfOrderState& state, OpId half,
                        Slot slot) {
  if (!half || state.rob.ops[slot].id != half)
    return {};
  const std::uint64_t usable = comes_at(core, state, state.rob.ops[slot]);
  if (usable != 0 && usable <= state.cycle)
    return {};
  return {{Reason::memory_order, kNoRegister, half}, usable};
}

/// The last store in flight of a load's store set (StoreSets); nullptr: none.
const StoreEntry* store_of_set(const OutOfOrderCore& core, const OutOfOrderState& state,
                               const WindowOp& load, std::uint64_t before) {
  if (state.cycle >= state.lsq.store_sets.forgotten_at)
    return nullptr;
  const std::uint64_t last = state.lsq.last_of_set(store_set_index(core, load.instruction), before);
  return last != 0 ? &state.lsq.stores.at(last - 1) : nullptr;
}

/// A load's wait for the address of a store in the queue, by the machine's disambiguation rule.
FrontWait address_wait(const OutOfOrderCore& core, const OutOfOrderState& state,
                       const WindowOp& load, std::uint64_t stores_end) {
  using machine::Disambiguation;
  const StoreQueue& queue = state.lsq.stores;
  FrontWait found;
  if (core.dynamic().disambiguation == Disambiguation::predict) {
    if (const StoreEntry* store = store_of_set(core, state, load, stores_end))
      found = wait_for_half(core, state, store->id, store->address_slot);
  } else if (core.dynamic().disambiguation == Disambiguation::conservative) {
    const WindowOp* last = nullptr;
    for (std::uint64_t at = queue.oldest; at < stores_end; ++at) {
      const WindowOp& half = state.rob.ops[queue.at(at).address_slot];
      const FrontWait wait = wait_for_half(core, state, queue.at(at).id, queue.at(at).address_slot);
      if (wait.cause.why == Reason::none ||
          (last != nullptr && !ends_later(core, state, half, *last)))
        continue;
      last = &half;
      found = wait;
    }
  }
  return found;
}

/// A load's wait for an older store that is still in the front end, by the same rule as for stores
/// in the queue.
FrontWait front_store_wait(const OutOfOrderCore& core, const OutOfOrderState& state,
                           const WindowOp& load, std::uint64_t before) {
  using machine::Disambiguation;
  const Disambiguation rule = core.dynamic().disambiguation;
  const std::uint64_t end = std::min(place_of(state, load), before);
  for (std::uint64_t at = state.rob.undispatched; at < end && rule != Disambiguation::predict;
       ++at) {
    const WindowOp& store = state.at(at);
    const bool waits = rule == Disambiguation::conservative
                           ? store.planned->writes_address
                           : store.planned->writes_data && overlaps(store, load);
    if (waits)
      return {{Reason::memory_order, kNoRegister, store.id}};
  }
  return {};
}

/// The store for which a load would wait if it had been dispatched.
FrontWait front_order(const OutOfOrderCore& core, const OutOfOrderState& state,
                      const WindowOp& load, std::uint64_t before) {
  const machine::Dynamic& machine = core.dynamic();
  const StoreQueue& queue = state.lsq.stores;
  const std::uint64_t stores_end =
      load.progress == Progress::fetched ? queue.end : load.store_position;
  FrontWait found = address_wait(core, state, load, stores_end);
  if (found.cause.why == Reason::none)
    found = front_store_wait(core, state, load, before);
  if (found.cause.why != Reason::none || load.bytes == 0)
    return found;
  const auto address_is = [&](std::uint64_t position) {
    const bool known =
        machine.disambiguation != machine::Disambiguation::predict ||
        StoreQueue::has_address(state.rob, queue.at(position), state.cycle + machine.read_cycles);
    return known ? AddressIs::known : AddressIs::unknown;
  };
  const StoreMatch match = queue.youngest_older(machine.forwarding, load, stores_end, address_is);
  if (match.position == 0) {
    if (youngest_buffered(state, machine.forwarding, load) == BufferedMatch::blocks)
      found.cause = {Reason::memory_order, kNoRegister,
                     state.store_buffer.youngest_overlapping(load)->id};
    return found;
  }
  const StoreEntry& store = queue.at(match.position - 1);
  found = wait_for_half(core, state, store.data, store.data_slot);
  if (match.blocks && machine.speculates()) // waits until the store is in the cache
    found = {{Reason::memory_order, kNoRegister, store.data ? store.data : store.id}};
  return found;
}

} // namespace

FrontWait front_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                        const WindowOp& op, std::uint64_t before) {
  FrontWait found;
  const WindowOp* last = nullptr;
  for (const isa::RegisterRead& read : op.planned->op.sources()) {
    const WindowOp* from = producer_of(state, op, read.reg);
    if (from == nullptr || place_of(state, *from) >= before)
      continue;
    const bool is_in_front = from->progress == Progress::fetched;
    std::uint64_t usable = is_in_front ? 0 : comes_at(core, state, *from);
    if (usable != 0 && core.plan().bypass.any)
      usable += op.progress == Progress::fetched
                    ? least_bypass_cycles(core.plan().bypass, *from, op)
                    : bypass_cycles(core.plan().bypass, *from, op);
    if (usable != 0 && usable <= state.cycle)
      continue;
    if (last == nullptr || ends_later(core, state, *from, *last)) {
      last = from;
      found = {{Reason::raw, read.reg, from->id}, usable};
    }
  }
  return found;
}

/// The store for which a load waits is known only when the load's address is; therefore the
/// register operand takes precedence unless the store's cycle is later.
FrontWait front_wait(const OutOfOrderCore& core, const OutOfOrderState& state, const WindowOp& op,
                     std::uint64_t before) {
  const FrontWait operand = front_operand(core, state, op, before);
  if (!op.planned->is_load)
    return operand;
  const FrontWait order = front_order(core, state, op, before);
  const bool order_is_last = operand.cause.why == Reason::none ||
                             (operand.usable_from != 0 && order.usable_from > operand.usable_from);
  return order.cause.why != Reason::none && order_is_last ? order : operand;
}

void wait_without(const OutOfOrderCore& core, const OutOfOrderState& state, WindowOp& op,
                  const Cause& cause) {
  op.ready_at = state.cycle + 1;
  op.late_operand = kNoOperand;
  const BypassDelays& bypass = core.plan().bypass;
  bool any = false;
  for (std::uint16_t i = 0; i < op.planned->op.read_count; ++i) {
    const RegId reg = op.planned->op.reads[i].reg;
    const WindowOp* from = producer_of(state, op, reg);
    std::uint64_t usable = from != nullptr ? usable_from(core, state, *from) : 0;
    if (usable == 0 || (reg == cause.reg && from->id == cause.culprit))
      continue;
    const unsigned delay = bypass.any ? bypass_cycles(bypass, *from, op) : 0;
    if (delay != 0)
      usable = std::max(usable, leaves_unit(core.dynamic(), *from) + delay);
    const bool is_last =
        usable > op.ready_at || (usable == op.ready_at && any && from->id > op.late_from);
    if (!is_last)
      continue;
    any = true;
    op.ready_at = usable;
    op.late_operand = i;
    op.late_cycles = static_cast<std::uint16_t>(delay);
    op.late_from = from->id;
  }
}

Cause wait_of(const OutOfOrderCore& core, const OutOfOrderState& state, const WindowOp& op) {
  if (op.progress == Progress::fetched && op.replayed)
    return again_behind(state, op.id);
  if (!op.in_station || op.progress > Progress::ready)
    return {};
  if (op.missing != 0)
    return last_operand(core, state, op, state.cycle + 1);
  if (op.ready_at <= state.cycle + 1)
    return {};
  const std::uint64_t next = state.cycle + 1;
  return with_last_store(core, state, op, late_operand(core, state, op, next), next);
}

/// Micro-op numbers in the window are consecutive except behind a mispredicted branch; the number
/// of a branch is in its branch prediction queue entry.
OpId retired_id(const OutOfOrderState& state, std::uint64_t position) {
  std::uint64_t at = position;
  while (at < state.rob.oldest && !state.at(at).is_control)
    ++at;
  const OpId known =
      at < state.rob.oldest ? state.branch_queue.entries[state.at(at).branch].id : state.at(at).id;
  return OpId{known.value - (at - position)};
}

bool is_bypassed(const OutOfOrderCore& core, const WindowOp& producer) {
  return core.dynamic().wakeup == machine::Wakeup::bypass &&
         producer.progress != Progress::written && producer.planned->ports != 0;
}

std::optional<ComingOperand> coming_operand(const OutOfOrderCore& core,
                                            const OutOfOrderState& state, const WindowOp& op,
                                            RegId reg) {
  const WindowOp* from = producer_of(state, op, reg);
  std::uint64_t usable = from != nullptr ? usable_from(core, state, *from) : 0;
  if (usable == 0)
    return std::nullopt;
  const BypassDelays& bypass = core.plan().bypass;
  if (bypass.any)
    usable += bypass_cycles(bypass, *from, op);
  const bool bypassed = is_bypassed(core, *from);
  const std::uint64_t cycle = usable + (bypassed ? core.dynamic().read_cycles : 0);
  return ComingOperand{cycle, from->id, reg,
                       bypassed ? LaneId{core.plan().ports[from->port].lane} : kNoLane};
}

} // namespace stallscope::core
