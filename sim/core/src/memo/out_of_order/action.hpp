#pragma once

#include "core/out_of_order/window_state.hpp"
#include "isa/program.hpp"
#include "memo/memo_table.hpp"
#include "out_of_order/interface/effects.hpp"

#include <cstdint>

namespace stallscope::core {

/// Memoized effects of a cycle on state outside the timing (predictor, caches, address queues):
/// words of 32 bits, the first with the action in its low 8 bits and a number in the others.
/// Positions are relative to the oldest entries of the window, the store queue and the branch
/// prediction queue at the start of the cycle (`Base`), so that they do not depend on the ring
/// positions.
enum class Action : std::uint8_t {
  execute,      ///< executes the next instruction; number: ExecuteBits; then its index
  add,          ///< adds micro-ops of an instruction executed before; number: as for `execute`
  commit,       ///< micro-ops retire; number: how many; then loads, stores, and for physical
                ///< registers the number replaced, each by register and kind
  release,      ///< the oldest branch leaves the branch prediction queue
  buffer_store, ///< number: the micro-op; then its instruction
  store_left,   ///< a store leaves the store queue without entering a store buffer; number: the
                ///< micro-op
  drained,      ///< stores leave the store buffer; number: how many
  learn,        ///< updates the predictor; number: the branch
  enter_store,  ///< number: the micro-op; then its instruction
  redirect,     ///< number: the branch; then the numbers of micro-ops, branches and stores squashed
  undo_stores,  ///< stores leave the store queue, to be dispatched again; number: how many
  // Actions with an outcome, which selects how the cycle continues.
  control,       ///< target of a branch or jump, and where fetch goes; then its instruction
  access_made,   ///< whether a wrong-path instruction accesses memory
  fetch_line,    ///< number: unused; then the line's address and the address of the instruction
  send_buffered, ///< the store buffer accesses the cache
  access,        ///< data cache access of a load or store; number: the micro-op; then instruction,
                 ///< 1 for a write
  memory_order,  ///< check for a memory-order violation; number: the store; then its instruction,
                 ///< and the loads that may have read too early, each by micro-op and instruction
  last_of_set,   ///< store-set look-up; number: position behind the older stores; then the load's
                 ///< instruction
  find_store, ///< store queue search; number: the load; then the position behind the older stores,
              ///< and the stores with unknown addresses
  find_buffered, ///< store buffer search; number: the load
  // Ends of a segment without an outcome.
  end,  ///< the cycle ends
  step, ///< the rest of the cycle must be stepped every time
};

/// Number of Action::execute: flags, the number of micro-ops that follow (0: they are added later),
/// and a mask of those that access memory.
enum ExecuteBits : std::uint64_t {
  kNoBits = 0,
  kOnWrongPath = 1,
  kGoesOn = 2, ///< not a branch or jump: the next sequential instruction follows
  kPartsShift = 2,
  kPartsMask = 15,
  kEndsPair = 64, ///< second of a fused pair; the first may have accessed memory
  kMemoryShift = 8
};

inline constexpr std::uint32_t word_of(Action action, std::uint64_t number = 0) {
  return static_cast<std::uint32_t>(action) | static_cast<std::uint32_t>(number << 8);
}

/// Ring positions at the start of a cycle, and everything else that replaying it changes, so that a
/// partly replayed cycle can be repeated with stepping.
struct Base {
  std::uint64_t oldest = 0;
  std::uint64_t end = 0;
  std::uint64_t oldest_branch = 0;
  std::uint64_t end_of_branches = 0;
  std::uint64_t oldest_store = 0;
  std::uint64_t end_of_stores = 0;
  std::uint64_t oldest_load = 0;
  std::uint64_t oldest_buffered = 0;
  std::uint64_t unsent_buffered = 0;
  std::uint64_t end_of_buffered = 0;
  std::uint64_t pc = 0;

  Base() = default;
  explicit Base(const OutOfOrderState& s) { take(s); }

  void take(const OutOfOrderState& s) {
    each(*this, s, [](std::uint64_t& mine, std::uint64_t theirs) { mine = theirs; });
  }
  void restore(OutOfOrderState& s) const {
    each(*this, s, [](std::uint64_t mine, std::uint64_t& theirs) { theirs = mine; });
  }

private:
  /// Calls `visit` with each saved number and the corresponding one of the state.
  template <class Mine, class State, class Visit>
  static void each(Mine& mine, State& s, const Visit& visit) {
    visit(mine.oldest, s.rob.oldest);
    visit(mine.end, s.rob.end);
    visit(mine.oldest_branch, s.branch_queue.oldest);
    visit(mine.end_of_branches, s.branch_queue.end);
    visit(mine.oldest_store, s.lsq.stores.oldest);
    visit(mine.end_of_stores, s.lsq.stores.end);
    visit(mine.oldest_load, s.lsq.loads.oldest);
    visit(mine.oldest_buffered, s.store_buffer.oldest);
    visit(mine.unsent_buffered, s.store_buffer.unsent);
    visit(mine.end_of_buffered, s.store_buffer.end);
    visit(mine.pc, s.arch.pc);
  }
};

using memo::kNoKey;

/// Outcome of a branch or jump: its target and the fetch address, relative to itself; kNoKey when
/// the distance does not fit.
inline std::uint64_t control_key(const isa::Instruction& instruction, const BranchEntry& entry,
                                 bool seen_at_decode) {
  constexpr std::uint64_t kFar = std::uint64_t{1} << 31;
  const std::uint64_t followed = entry.followed_pc - instruction.pc + kFar / 2;
  const std::uint64_t actual = entry.actual_pc - instruction.pc + kFar / 2;
  if (followed >= kFar || actual >= kFar)
    return kNoKey;
  return followed << 32 | actual << 1 | (seen_at_decode ? 1U : 0U);
}

/// Result of a store queue search as a number, with positions relative to `oldest_store`.
inline std::uint64_t match_key(const StoreMatch& match, std::uint64_t oldest_store) {
  const auto place = [oldest_store](std::uint64_t position) {
    return position == 0 ? 0 : position - oldest_store;
  };
  return place(match.position) << 2 | place(match.passed_over) << 24 | (match.covers ? 2U : 0U) |
         (match.blocks ? 1U : 0U);
}
inline StoreMatch match_of(std::uint64_t key, std::uint64_t oldest_store) {
  const auto position = [oldest_store](std::uint64_t place) {
    return place == 0 ? 0 : oldest_store + place;
  };
  return {position(key >> 2 & 0x3fffff), (key & 1) != 0, (key & 2) != 0, position(key >> 24)};
}

} // namespace stallscope::core
