#pragma once

// The effects of a cycle outside the timing: accesses to predictor, caches and address queues. They
// depend on values of the program. The timing depends only on its own state and on the results of
// these functions. Fast forward (memo/out_of_order/) replays a cycle by calling only these
// functions.

#include "common/branch_recovery.hpp"
#include "common/cache_access.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "core/units/control_flow.hpp"

#include <cstdint>

namespace stallscope::core {

/// The address that a micro-op of an instruction accesses.
inline std::uint64_t address_of(const isa::Effect& effect, bool reads) {
  return reads && effect.two_places ? effect.read_address : effect.address;
}

/// The access of a fused pair is that of its first instruction: the second computes or branches.
inline void take_access(const isa::Effect& first, isa::Effect& second) {
  second.address = first.address;
  second.bytes = first.bytes;
}

inline CacheAnswer access_cache(const OutOfOrderCore& core, OutOfOrderState& s,
                                const Access& access, std::uint64_t now) {
  return access_cache(core.hierarchy(), s.memory, access, now);
}

/// The data cache access of a load, or of a store that writes the cache at retirement.
inline CacheAnswer access_data_cache(const OutOfOrderCore& core, OutOfOrderState& s,
                                     const WindowOp& op, std::uint32_t instruction, bool writes,
                                     std::uint64_t now) {
  return access_cache(core, s,
                      {.address = op.address,
                       .bytes = op.bytes,
                       .write = writes,
                       .pc = core.program().instruction(instruction).pc},
                      now);
}

/// Sends the next store of the store buffer to the cache.
inline CacheAnswer send_buffered(const OutOfOrderCore& core, OutOfOrderState& s,
                                 std::uint64_t now) {
  const BufferedStore& store = s.store_buffer.next();
  const CacheAnswer answer = access_cache(
      core, s, {.address = store.address, .bytes = store.bytes, .write = true, .pc = store.pc},
      now);
  s.store_buffer.answered(answer.accepted, now + answer.cycles);
  return answer;
}

/// Fills the queue entry of a branch or jump just executed: its target and where fetch continues.
/// True when it is predicted taken and the prediction is available only after decode (no target
/// buffer entry).
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

/// The outcome of a resolved branch or jump.
inline Outcome outcome_of(const isa::Instruction& instruction, const BranchEntry& entry) {
  return {entry.actual_pc != instruction.pc + instruction.size, entry.actual_pc};
}

/// Updates the predictor with the outcome of a resolved branch or jump.
inline void learn_branch(const OutOfOrderCore& core, OutOfOrderState& s, const BranchEntry& entry) {
  const isa::Instruction& instruction = core.program().instruction(entry.instruction);
  core.predictor().learn(s.predictor, instruction, entry.prediction,
                         outcome_of(instruction, entry));
}

/// Restores the functional state and the predictor to the checkpoint of a mispredicted branch.
inline void go_back_to(const OutOfOrderCore& core, OutOfOrderState& s, BranchEntry& branch) {
  const isa::Instruction& instruction = core.program().instruction(branch.instruction);
  restore_checkpoint(core.predictor(), s, instruction, branch, outcome_of(instruction, branch));
}

inline BufferedMatch youngest_buffered(const OutOfOrderState& s, machine::Forwarding forwarding,
                                       const WindowOp& load) {
  if (load.bytes == 0 || s.store_buffer.empty() || !s.lsq.stores.filter.may_overlap(load))
    return BufferedMatch::none;
  return s.store_buffer.search(forwarding, load);
}

/// The reason of slots lost behind a mispredicted branch (Speculation::why): the end of the program
/// when the branch leads there.
inline Reason lost_behind(const isa::Program& program, const isa::ArchState& arch,
                          const BranchEntry& branch) {
  return reason_behind(program, arch, branch.actual_pc, Reason::mispredict);
}

/// The index of an instruction in the store set table.
inline unsigned store_set_index(const OutOfOrderCore& core, std::uint32_t instruction) {
  return StoreSets::index_of(core.program().instruction(instruction).pc);
}

/// The store sets, cleared first when their interval has ended.
inline StoreSets& store_sets(const OutOfOrderCore& core, OutOfOrderState& s, std::uint64_t now) {
  s.lsq.store_sets.age(now, core.dynamic().store_set_cycles);
  return s.lsq.store_sets;
}

/// Adds a store to the store queue, with the address of its micro-op.
inline void enter_store(const OutOfOrderCore& core, OutOfOrderState& s, const WindowOp& op,
                        std::uint32_t instruction, std::uint64_t position, std::uint64_t now) {
  const StoreEntry& entry = s.lsq.enter_address(position, op, instruction);
  if (core.dynamic().disambiguation == machine::Disambiguation::predict)
    store_sets(core, s, now)
        .enter_store(store_set_index(core, instruction), entry.serial, position);
}

/// One more than the position of the last store of a load's store set, for which the load waits; 0:
/// none.
inline std::uint64_t last_store_of_set(const OutOfOrderCore& core, OutOfOrderState& s,
                                       std::uint32_t load, std::uint64_t before_position,
                                       std::uint64_t now) {
  store_sets(core, s, now);
  return s.lsq.last_of_set(store_set_index(core, load), before_position);
}

/// Puts a load and the store that it should have waited for into one store set.
inline void join_store_set(const OutOfOrderCore& core, OutOfOrderState& s, std::uint32_t load,
                           std::uint32_t store, std::uint64_t now) {
  store_sets(core, s, now).join(store_set_index(core, load), store_set_index(core, store));
}

/// Moves a store from the store queue into the store buffer.
inline void buffer_store(const OutOfOrderCore& core, OutOfOrderState& s, const WindowOp& op,
                         std::uint32_t instruction) {
  s.store_buffer.push({.id = op.id,
                       .address = op.address,
                       .pc = core.program().instruction(instruction).pc,
                       .bytes = static_cast<std::uint8_t>(op.bytes)});
}

} // namespace stallscope::core
