#pragma once

// What the machine does in a cycle beyond deciding when: it looks into its predictor, its caches
// and its queues of addresses, and changes them. Everything here depends on values of the program,
// and its answers are all that the timing gets to know of them: replay of window_memo/ does the
// same with the same functions, without the rest of the cycle.

#include "core/out_of_order/out_of_order_core.hpp"
#include "core/units/control_flow.hpp"

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
  BufferedStore& store = s.store_buffer.at(s.store_buffer.unsent);
  const CacheAnswer answer = ask_cache(
      core, s, {.address = store.address, .bytes = store.bytes, .write = true, .pc = store.pc},
      now);
  store.sent = answer.accepted;
  store.done_at = answer.accepted ? now + answer.cycles : 0;
  s.store_buffer.unsent += answer.accepted ? 1 : 0;
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

inline BufferedMatch youngest_buffered(const OutOfOrderState& s, machine::Forwarding forwarding,
                                       const WindowOp& load) {
  if (load.bytes == 0 || s.store_buffer.empty() || !s.store_queue.filter.may_meet(load))
    return BufferedMatch::none;
  const BufferedStore* const store = s.store_buffer.youngest_overlapping(load);
  if (store == nullptr)
    return BufferedMatch::none;
  return can_forward(forwarding, load, store->address, store->bytes) ? BufferedMatch::forwards
                                                                     : BufferedMatch::blocks;
}

/// What is lost to a branch that has been mispredicted: nothing but to the end of the program, when
/// that is where it leads (Speculation::why).
inline Reason lost_behind(const isa::Program& program, const isa::ArchState& arch,
                          const BranchEntry& branch) {
  return is_end(program, arch, branch.actual_pc) ? Reason::drain : Reason::mispredict;
}

/// Where the store sets remember an instruction.
inline unsigned store_set_index(const OutOfOrderCore& core, std::uint32_t instruction) {
  return StoreSets::index_of(core.program().instruction(instruction).pc);
}

/// The store sets as they are in this cycle.
inline StoreSets& store_sets(const OutOfOrderCore& core, OutOfOrderState& s, std::uint64_t now) {
  s.store_sets.age(now, core.dynamic().store_set_cycles);
  return s.store_sets;
}

/// A store takes its place in the queue: its address is that of the operation.
inline void enter_store(const OutOfOrderCore& core, OutOfOrderState& s, const WindowOp& op,
                        std::uint32_t instruction, std::uint64_t position, std::uint64_t now) {
  s.store_queue.filter.count(op.address, op.bytes, 1);
  StoreEntry& entry = s.store_queue.at(position);
  entry.instruction = instruction;
  entry.bytes = static_cast<std::uint8_t>(op.bytes);
  entry.address = op.address;
  entry.serial = ++s.store_queue.last_serial;
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
  const bool is_there = last.position >= s.store_queue.oldest && last.position < before_position &&
                        s.store_queue.at(last.position).serial == last.serial;
  return is_there ? last.position + 1 : 0;
}

/// A load has read before an older store to the same place.
inline void join_store_set(const OutOfOrderCore& core, OutOfOrderState& s, std::uint32_t load,
                           std::uint32_t store, std::uint64_t now) {
  store_sets(core, s, now).join(store_set_index(core, load), store_set_index(core, store));
}

/// A store goes from the store queue into the store buffer.
inline void buffer_store(const OutOfOrderCore& core, OutOfOrderState& s, const WindowOp& op,
                         std::uint32_t instruction) {
  s.store_buffer.push({.id = op.id,
                       .address = op.address,
                       .pc = core.program().instruction(instruction).pc,
                       .bytes = static_cast<std::uint8_t>(op.bytes)});
}

} // namespace stallscope::core
