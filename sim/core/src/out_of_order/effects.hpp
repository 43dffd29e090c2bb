#pragma once

// What the machine does in a cycle beyond deciding when: it looks into its predictor, its caches
// and its queues of addresses, and changes them. Everything here depends on values of the program,
// and its answers are all that the timing gets to know of them: replay of window_memo/ does the
// same with the same functions, without the rest of the cycle.

#include "core/out_of_order/out_of_order_core.hpp"

#include <cstdint>

namespace stallscope::core {

/// What the timing gets to know of a cache access.
struct CacheAnswer {
  bool accepted = false;
  bool full = false; ///< refused, as no further miss can be under way
  bool miss = false; ///< not served by the first cache at once
  std::uint64_t cycles =
      0; ///< from the cycle of the access to the first in which the data are here

  /// All of it as a number.
  [[nodiscard]] std::uint64_t key() const {
    return cycles << 3 | (miss ? 4U : 0U) | (full ? 2U : 0U) | (accepted ? 1U : 0U);
  }
  static CacheAnswer of(std::uint64_t key) {
    return {(key & 1) != 0, (key & 2) != 0, (key & 4) != 0, key >> 3};
  }
};

/// What a micro-op of an instruction accesses.
inline std::uint64_t address_of(const isa::Effect& effect, bool reads) {
  return reads && effect.two_places ? effect.read_address : effect.address;
}

/// Of two instructions that fuse the first alone may have accessed memory: the second computes or
/// branches.
inline void take_access(const isa::Effect& first, isa::Effect& second) {
  second.address = first.address;
  second.bytes = first.bytes;
}

inline CacheAnswer ask_cache(const OutOfOrderCore& core, OutOfOrderState& s, const Access& access,
                             std::uint64_t now) {
  const Hierarchy& hierarchy = core.hierarchy();
  const Answer answer = hierarchy.access(s.memory, access, now);
  if (!answer.accepted)
    return {false, answer.why == Refusal::mshr_full, false, 0};
  const auto first = static_cast<Level>(hierarchy.first_for(access.fetch));
  return {true, false, answer.served_by != first || answer.merged || answer.tlb_miss,
          answer.ready_at - now};
}

/// The access of a load, or of a store that goes to the cache as it retires.
inline CacheAnswer ask_data_cache(const OutOfOrderCore& core, OutOfOrderState& s,
                                  const WindowOp& op, std::uint32_t instruction, bool writes,
                                  std::uint64_t now) {
  return ask_cache(core, s,
                   {.address = op.address,
                    .bytes = op.bytes,
                    .write = writes,
                    .pc = core.program().instruction(instruction).pc},
                   now);
}

/// Hands the next store of the store buffer to the cache.
inline CacheAnswer send_buffered(const OutOfOrderCore& core, OutOfOrderState& s,
                                 std::uint64_t now) {
  BufferedStore& store = s.store_buffer[s.unsent_buffered % kStoreBuffer];
  const CacheAnswer answer = ask_cache(
      core, s, {.address = store.address, .bytes = store.bytes, .write = true, .pc = store.pc},
      now);
  store.sent = answer.accepted;
  store.done_at = answer.accepted ? now + answer.cycles : 0;
  s.unsent_buffered += answer.accepted ? 1 : 0;
  return answer;
}

/// Fills the entry of a branch or jump that has been executed with where it goes and where fetch
/// does. True when it is predicted to go elsewhere than to the next instruction in line, and that
/// is seen when it is decoded only.
inline bool follow_control(const OutOfOrderCore& core, OutOfOrderState& s, BranchEntry& entry,
                           std::uint32_t index, std::uint64_t next_pc, bool speculates) {
  const isa::Instruction& instruction = core.program().instruction(index);
  const std::uint64_t sequential = instruction.pc + instruction.size;
  entry.instruction = index;
  entry.undo_mark = static_cast<std::uint32_t>(s.undo.size());
  entry.actual_pc = next_pc;
  entry.followed_pc = entry.predicted_pc = next_pc;
  if (!speculates)
    return false;
  const Prediction prediction =
      core.predictor().predict(s.predictor, instruction, {next_pc != sequential, next_pc});
  entry.prediction = prediction.token;
  entry.followed_pc = entry.predicted_pc = prediction.taken ? prediction.target : sequential;
  return entry.followed_pc != sequential && !prediction.at_fetch;
}

/// What a branch or jump that has been executed tells the predictor.
inline Outcome outcome_of(const isa::Instruction& instruction, const BranchEntry& entry) {
  return {entry.actual_pc != instruction.pc + instruction.size, entry.actual_pc};
}

inline void learn_branch(const OutOfOrderCore& core, OutOfOrderState& s, const BranchEntry& entry) {
  const isa::Instruction& instruction = core.program().instruction(entry.instruction);
  core.predictor().learn(s.predictor, instruction, entry.prediction,
                         outcome_of(instruction, entry));
}

/// The functional state and the predictor go back to behind a branch that was predicted wrong.
inline void go_back_to(const OutOfOrderCore& core, OutOfOrderState& s, BranchEntry& branch) {
  roll_back(s.arch, s.undo, branch.undo_mark);
  const isa::Instruction& instruction = core.program().instruction(branch.instruction);
  core.predictor().discard_behind(s.predictor, instruction, branch.prediction,
                                  outcome_of(instruction, branch));
}

/// Stores in flight are counted by the eight bytes they lie in, so that most loads need not look
/// for the store that none of them is. A store enters (1) or leaves (-1).
inline void count_store(OutOfOrderState& s, std::uint64_t address, unsigned bytes, int change) {
  if (bytes == 0)
    return;
  const std::uint64_t first = address / 8;
  const std::uint64_t last = (address + bytes - 1) / 8;
  for (std::uint64_t at = first; at <= last; ++at) {
    std::uint16_t& count = s.stores_near[at % s.stores_near.size()];
    count = static_cast<std::uint16_t>(count + change);
  }
}

inline bool may_meet_store(const OutOfOrderState& s, const WindowOp& load) {
  const std::uint64_t last = (load.address + load.bytes - 1) / 8;
  for (std::uint64_t at = load.address / 8; at <= last; ++at)
    if (s.stores_near[at % s.stores_near.size()] != 0)
      return true;
  return false;
}

/// Two accesses touch a byte in common.
template <class Store> bool overlaps(const Store& store, const WindowOp& load) {
  return store.address < load.address + load.bytes && load.address < store.address + store.bytes;
}

/// A store writes all that a load reads.
inline bool covers(std::uint64_t address, unsigned bytes, const WindowOp& load) {
  return address <= load.address && load.address + load.bytes <= address + bytes;
}

/// Whether a load takes its value from a store in flight that writes something it reads.
inline bool can_forward(machine::Forwarding forwarding, const WindowOp& load, std::uint64_t address,
                        unsigned bytes) {
  switch (forwarding) {
  case machine::Forwarding::none:
    return false;
  case machine::Forwarding::exact:
    return address == load.address && bytes == load.bytes;
  case machine::Forwarding::covering:
    return covers(address, bytes, load);
  case machine::Forwarding::partial:
    break;
  }
  return true;
}

/// A store writes something that a load reads and another store does not write.
template <class Store>
bool overlaps_beside(const Store& store, const WindowOp& load, const Store& other) {
  const auto reaches = [&store](std::uint64_t begin, std::uint64_t end) {
    return begin < end && store.address < end && begin < store.address + store.bytes;
  };
  return reaches(load.address, std::min(load.address + load.bytes, other.address)) ||
         reaches(std::max(load.address, other.address + other.bytes), load.address + load.bytes);
}

/// The store in the queue that a load has to do with.
struct StoreMatch {
  std::uint64_t position = 0; ///< one more than its position; 0: none
  bool blocks = false;        ///< it must be in the cache first
  bool covers = false;        ///< it writes all that the load reads
  /// One more than the position of a store whose address ends in this cycle, and that the load does
  /// not see; 0: none.
  std::uint64_t passed_over = 0;
};

/// What the address of a store in the queue is to a load that asks now.
enum class AddressIs : std::uint8_t { known, unknown, ending };

/// The youngest store in front of `position` that writes something a load reads. `address_is` tells
/// of a position what the machine knows of it.
template <class AddressOf>
StoreMatch youngest_store(const OutOfOrderState& s, machine::Forwarding forwarding,
                          const WindowOp& load, std::uint64_t position, AddressOf address_is) {
  StoreMatch match;
  if (load.bytes == 0 || !may_meet_store(s, load))
    return match;
  while (position > s.oldest_store) {
    const StoreEntry& store = s.store_queue[--position % kWindowSlots];
    if (store.bytes == 0 || !overlaps(store, load))
      continue;
    const AddressIs address = address_is(position);
    if (address != AddressIs::known) {
      if (address == AddressIs::ending)
        match.passed_over = position + 1;
      continue;
    }
    match.position = position + 1;
    match.covers = covers(store.address, store.bytes, load);
    match.blocks = !can_forward(forwarding, load, store.address, store.bytes);
    // A load takes its value from one store, and what is left from the cache.
    if (forwarding == machine::Forwarding::partial && !match.covers)
      for (std::uint64_t at = position; at > s.oldest_store && !match.blocks;)
        if (const StoreEntry& older = s.store_queue[--at % kWindowSlots]; older.bytes != 0)
          match.blocks = address_is(at) == AddressIs::known && overlaps_beside(older, load, store);
    return match;
  }
  return match;
}

/// What a load finds in the store buffer.
enum class BufferedMatch : std::uint8_t {
  none,
  forwards, ///< its value
  blocks,   ///< a store that must be in the cache first
};

inline BufferedMatch youngest_buffered(const OutOfOrderState& s, machine::Forwarding forwarding,
                                       const WindowOp& load) {
  if (load.bytes == 0 || s.oldest_buffered == s.end_of_buffered || !may_meet_store(s, load))
    return BufferedMatch::none;
  for (std::uint64_t at = s.end_of_buffered; at > s.oldest_buffered;) {
    const BufferedStore& store = s.store_buffer[--at % kStoreBuffer];
    if (overlaps(store, load))
      return can_forward(forwarding, load, store.address, store.bytes) ? BufferedMatch::forwards
                                                                       : BufferedMatch::blocks;
  }
  return BufferedMatch::none;
}

inline unsigned store_set_index(const OutOfOrderCore& core, std::uint32_t instruction) {
  const std::uint64_t pc = core.program().instruction(instruction).pc;
  return static_cast<unsigned>((pc >> 1 ^ pc >> 11) % StoreSets::kInstructions);
}

/// The store sets as they are in this cycle.
inline StoreSets& store_sets(const OutOfOrderCore& core, OutOfOrderState& s, std::uint64_t now) {
  StoreSets& sets = s.store_sets;
  if (now >= sets.forgotten_at) [[unlikely]] {
    sets.set_of.fill(0);
    sets.last.fill({});
    const std::uint64_t cycles = core.dynamic().store_set_cycles;
    sets.forgotten_at = (now / cycles + 1) * cycles;
  }
  return sets;
}

/// A store takes its place in the queue: its address is that of the operation.
inline void enter_store(const OutOfOrderCore& core, OutOfOrderState& s, const WindowOp& op,
                        std::uint32_t instruction, std::uint64_t position, std::uint64_t now) {
  count_store(s, op.address, op.bytes, 1);
  StoreEntry& entry = s.store_queue[position % kWindowSlots];
  entry.instruction = instruction;
  entry.bytes = static_cast<std::uint8_t>(op.bytes);
  entry.address = op.address;
  entry.serial = ++s.last_store;
  if (core.dynamic().disambiguation != machine::Disambiguation::predict)
    return;
  StoreSets& sets = store_sets(core, s, now);
  if (const unsigned set = sets.set_of[store_set_index(core, instruction)]; set != 0)
    sets.last[set] = {entry.serial, position};
}

/// One more than the position of the store that a load waits for as they are of one set; 0: none.
inline std::uint64_t last_store_of_set(const OutOfOrderCore& core, OutOfOrderState& s,
                                       std::uint32_t load, std::uint64_t before_position,
                                       std::uint64_t now) {
  const StoreSets& sets = store_sets(core, s, now);
  const unsigned set = sets.set_of[store_set_index(core, load)];
  if (set == 0)
    return 0;
  const StoreSets::Last& last = sets.last[set];
  const bool is_there = last.position >= s.oldest_store && last.position < before_position &&
                        s.store_queue[last.position % kWindowSlots].serial == last.serial;
  return is_there ? last.position + 1 : 0;
}

/// A load has read too early: it and the store are of one set from now on.
inline void join_store_set(const OutOfOrderCore& core, OutOfOrderState& s, std::uint32_t load,
                           std::uint32_t store, std::uint64_t now) {
  const unsigned of_store = store_set_index(core, store);
  const unsigned of_load = store_set_index(core, load);
  auto& sets = store_sets(core, s, now).set_of;
  const auto set = sets[of_store] != 0 ? sets[of_store]
                   : sets[of_load] != 0
                       ? sets[of_load]
                       : static_cast<std::uint8_t>(1 + of_store % (StoreSets::kSets - 1));
  sets[of_store] = sets[of_load] = set;
}

/// A store goes from the window into the store buffer.
inline void buffer_store(const OutOfOrderCore& core, OutOfOrderState& s, const WindowOp& op,
                         std::uint32_t instruction) {
  s.store_buffer[s.end_of_buffered++ % kStoreBuffer] = {op.id, op.address,
                                                        core.program().instruction(instruction).pc,
                                                        static_cast<std::uint8_t>(op.bytes)};
}

} // namespace stallscope::core
