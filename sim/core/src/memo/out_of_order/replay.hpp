#pragma once

// Replays the actions of a part of a dynamically scheduled core.

#include "isa/written_code.hpp"
#include "memo/out_of_order/out_of_order_memo.hpp"

#include <bit>
#include <span>

namespace stallscope::core::memo {

namespace replayed {

/// Removes a store that has left the queues from the filter that loads consult before a search.
template <class Store> void forget_access(OutOfOrderState& s, const Store& store) {
  s.lsq.stores.filter.count(store.address, store.bytes, -1);
}

/// Removes stores from the end of the queue.
inline void take_back_stores(OutOfOrderState& s, std::uint64_t stores) {
  for (; stores > 0; --stores)
    forget_access(s, s.lsq.stores.at(--s.lsq.stores.end));
}

/// The oldest stores of the store buffer are in the cache.
inline void drain_stores(OutOfOrderState& s, std::uint64_t stores) {
  for (; stores > 0; --stores)
    forget_access(s, s.store_buffer.at(s.store_buffer.oldest++));
}

/// Retires the oldest micro-ops. Returns the physical registers that they free.
inline std::span<const std::uint32_t> commit(OutOfOrderState& s, std::uint64_t micro_ops,
                                             const std::uint32_t*& words) {
  s.rob.oldest += micro_ops;
  s.lsq.loads.oldest += words[0];
  s.lsq.stores.oldest += words[1];
  const std::span freed(words + 3, words[2]);
  words += 3 + words[2];
  return freed;
}

/// Frees the branch prediction queue entry of the oldest branch.
inline void release_branch(const OutOfOrderCore& core, OutOfOrderState& s) {
  if (core.dynamic().speculates())
    core.predictor().release(s.predictor, s.branch_queue.at(s.branch_queue.oldest).prediction);
  ++s.branch_queue.oldest;
}

/// Sets the accesses of the micro-ops just fetched; `number` is that of Action::execute.
inline void add_micro_ops(OutOfOrderState& s, std::uint64_t number, const isa::Effect& effect) {
  for (std::uint64_t memory = number >> kMemoryShift; memory != 0; memory &= memory - 1) {
    WindowOp& op = s.at(s.rob.end + static_cast<unsigned>(std::countr_zero(memory)));
    // A micro-op that reads one address and writes another uses the read address.
    op.address = address_of(effect, memory == number >> kMemoryShift);
    op.bytes = effect.bytes;
  }
  s.rob.end += number >> kPartsShift & kPartsMask;
}

inline void redirect(const OutOfOrderCore& core, OutOfOrderState& s, BranchEntry& branch,
                     const std::uint32_t*& words) {
  s.rob.end -= words[0];
  s.branch_queue.end -= words[1];
  take_back_stores(s, words[2]);
  words += 3;
  go_back_to(core, s, branch);
  s.arch.pc = branch.actual_pc;
  branch.followed_pc = branch.actual_pc;
}

} // namespace replayed

/// Action::memory_order: the oldest load that overlaps with the store and has read too early, as
/// its index + 1; 0: none.
inline std::uint64_t OutOfOrderMemo::memory_order_violation(OutOfOrderState& s,
                                                            std::uint64_t store_place,
                                                            const std::uint32_t* words) const {
  const WindowOp& store = s.at(base_.oldest + store_place);
  std::uint64_t key = 0;
  std::uint32_t load = 0;
  for (std::uint32_t i = 0; i < words[1]; ++i) { // youngest first
    const std::uint32_t place = words[2 + 2 * i];
    if (overlaps(store, s.at(base_.oldest + place))) {
      key = place + 1;
      load = words[3 + 2 * i];
    }
  }
  if (key != 0)
    join_store_set(core_, s, load, words[0], s.cycle + 1);
  return key;
}

/// Action::find_store.
inline std::uint64_t OutOfOrderMemo::search_store_queue(OutOfOrderState& s,
                                                        std::uint64_t load_place,
                                                        const std::uint32_t* words) const {
  const std::uint32_t unknown = words[1];
  const auto address_is = [&](std::uint64_t position) {
    for (std::uint32_t i = 0; i < unknown; ++i)
      if ((words[2 + i] & 0x7fffffffU) == position - base_.oldest_store)
        return words[2 + i] >> 31 != 0 ? AddressIs::ending : AddressIs::unknown;
    return AddressIs::known;
  };
  return match_key(s.lsq.stores.youngest_older(core_.dynamic().forwarding,
                                               s.at(base_.oldest + load_place),
                                               base_.oldest_store + words[0], address_is),
                   base_.oldest_store);
}

/// Finds the outcome of an action.
inline std::uint64_t OutOfOrderMemo::find_outcome(OutOfOrderState& s, Action action,
                                                  std::uint64_t number, const std::uint32_t* words,
                                                  const isa::Effect& effect) {
  const std::uint64_t now = s.cycle + 1;
  const auto op_at = [&](std::uint64_t place) -> WindowOp& { return s.at(base_.oldest + place); };
  const machine::Forwarding forwarding = core_.dynamic().forwarding;
  switch (action) {
  case Action::control: {
    const std::uint32_t index = *words;
    BranchEntry& entry = s.branch_queue.at(s.branch_queue.end++);
    script_.seen_at_decode =
        follow_control(core_, s, entry, index, effect.next_pc, core_.dynamic().speculates());
    s.arch.pc = entry.followed_pc;
    return control_key(core_.program().instruction(index), entry, script_.seen_at_decode);
  }
  case Action::access_made:
    return effect.bytes != 0 ? 1 : 0;
  case Action::fetch_line: {
    const auto both = [](std::uint32_t low, std::uint32_t high) {
      return std::uint64_t{high} << 32 | low;
    };
    return access_cache(
               core_, s,
               {.address = both(words[0], words[1]), .fetch = true, .pc = both(words[2], words[3])},
               now)
        .key();
  }
  case Action::send_buffered:
    return send_buffered(core_, s, now).key();
  case Action::access:
    return access_data_cache(core_, s, op_at(number), words[0], words[1] != 0, now).key();
  case Action::memory_order:
    return memory_order_violation(s, number, words);
  case Action::last_of_set: {
    const std::uint64_t found =
        last_store_of_set(core_, s, words[0], base_.oldest_store + number, now);
    return found == 0 ? 0 : found - base_.oldest_store;
  }
  case Action::find_store:
    return search_store_queue(s, number, words);
  case Action::find_buffered:
    return static_cast<std::uint64_t>(youngest_buffered(s, forwarding, op_at(number)));
  default:
    STALLSCOPE_CHECK(false, "an action with an outcome");
  }
}

/// Action::execute. False when the instruction has left the recorded path.
[[gnu::always_inline]] inline bool OutOfOrderMemo::execute_next(OutOfOrderState& s,
                                                                std::uint64_t number,
                                                                std::uint32_t index,
                                                                isa::Effect& effect) {
  const isa::Instruction& instruction = core_.program().code.data()[index];
  const std::uint64_t end = s.arch.pc + instruction.size;
  const std::uint64_t now = s.cycle + 1;
  const bool wrong_path = (number & kOnWrongPath) != 0;
  const isa::Effect before = effect;
  effect = {};
  if (wrong_path)
    execute_speculatively(core_.program(), s.arch, core_.environment(), now, s.undo, instruction,
                          effect);
  else
    execute(core_.program(), s.arch, core_.environment(), now, instruction, effect);
  if ((number & kEndsPair) != 0)
    take_access(before, effect);
  ++script_.executed;
  if (WindowExplorer::leaves_path(s.arch, end, effect, wrong_path, (number & kGoesOn) != 0))
      [[unlikely]] {
    return false;
  }
  replayed::add_micro_ops(s, number, effect);
  return true;
}

/// Action::enter_store.
[[gnu::always_inline]] inline void OutOfOrderMemo::add_store(OutOfOrderState& s,
                                                             std::uint64_t place,
                                                             std::uint32_t instruction) const {
  enter_store(core_, s, s.at(base_.oldest + place), instruction, s.lsq.stores.end, s.cycle + 1);
  ++s.lsq.stores.end;
}

/// Action::buffer_store.
[[gnu::always_inline]] inline void
OutOfOrderMemo::move_to_store_buffer(OutOfOrderState& s, std::uint64_t place,
                                     std::uint32_t instruction) const {
  buffer_store(core_, s, s.at(base_.oldest + place), instruction);
  // The store's number is not known during replay; is_followed() must find this marker.
  s.store_buffer.at(s.store_buffer.end - 1).id = OpId{1};
}

/// Replays the actions of a part, up to one with an outcome.
[[gnu::always_inline]] inline Replayed OutOfOrderMemo::replay(OutOfOrderState& s,
                                                              Part<OutOfOrderMemo>& part,
                                                              Stretch& stretch,
                                                              std::uint64_t& key) {
  using namespace replayed;
  part.prefetch_next();
  const std::uint32_t* words = part.words();
  while (true) {
    const auto action = static_cast<Action>(*words & 0xffU);
    const std::uint64_t number = *words++ >> 8;
    switch (action) {
    case Action::execute:
      if (!execute_next(s, number, *words++, stretch.effect)) [[unlikely]]
        return stop_at(s.arch.pc, stretch, Replayed::left);
      break;
    case Action::add:
      add_micro_ops(s, number, stretch.effect);
      break;
    case Action::commit:
      stretch.freed = commit(s, number, words);
      break;
    case Action::release:
      release_branch(core_, s);
      break;
    case Action::buffer_store:
      move_to_store_buffer(s, number, *words++);
      break;
    case Action::store_left:
      forget_access(s, s.at(base_.oldest + number));
      break;
    case Action::drained:
      drain_stores(s, number);
      break;
    case Action::learn:
      learn_branch(core_, s, s.branch_queue.at(base_.oldest_branch + number));
      break;
    case Action::enter_store:
      add_store(s, number, *words++);
      break;
    case Action::redirect:
      redirect(core_, s, s.branch_queue.at(base_.oldest_branch + number), words);
      break;
    case Action::undo_stores:
      take_back_stores(s, number);
      break;
    case Action::end:
      return Replayed::ended;
    case Action::step:
      script_.steps = true;
      return stop_at(stretch.effect.next_pc, stretch, Replayed::step);
    default:
      key = find_outcome(s, action, number, words, stretch.effect);
      return Replayed::outcome;
    }
  }
}

/// At the end of the cycle, frees the physical registers of the micro-ops retired in it.
[[gnu::always_inline]] inline void
OutOfOrderMemo::end_stretch(OutOfOrderState& s, const Ending<OutOfOrderMemo>& /*ending*/,
                            Stretch& stretch) {
  for (const std::uint32_t reg : stretch.freed)
    retired_.replace(s, static_cast<RegId>(reg & 0xffffU), reg >> 16);
}

} // namespace stallscope::core::memo
