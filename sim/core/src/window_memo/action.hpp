#pragma once

#include "core/out_of_order/window_state.hpp"
#include "isa/program.hpp"
#include "out_of_order/effects.hpp"

#include <cstdint>

namespace stallscope::core {

/// What happens in a cycle beyond the timing, as remembered: words of 32 bits, the first with the
/// action in its low 8 bits and a number in the others. Places are counted from where the window,
/// the store queue and the branch prediction queue began at the start of the cycle (`Base`), so
/// that they hold wherever in its rings a machine is.
enum class Action : std::uint8_t {
  execute,      ///< the next instruction; number: ExecuteBits; then its index
  add,          ///< micro-ops of what was executed before; number: as of `execute`
  commit,       ///< micro-ops leave the window; number: how many; then loads, stores, and for
                ///< physical registers how many are replaced, each by register and kind
  release,      ///< the oldest branch leaves
  buffer_store, ///< number: the micro-op; then its instruction
  store_left,   ///< a store leaves the queue and no buffer takes it; number: the micro-op
  drained,      ///< stores leave the buffer; number: how many
  learn,        ///< number: the branch
  enter_store,  ///< number: the micro-op; then its instruction
  redirect,     ///< number: the branch; then micro-ops, branches and stores discarded
  undo_stores,  ///< stores leave the queue to be dispatched again; number: how many
  // With an outcome, which decides how the cycle goes on.
  control,       ///< where a branch or jump goes, and fetch; then its instruction
  access_made,   ///< whether an instruction of a wrong path accesses memory
  fetch_line,    ///< number: none; then the address and the address of the instruction
  send_buffered, ///< the store buffer asks the cache
  access,        ///< of a load or store; number: the micro-op; then instruction, 1 for a write
  overtaken,   ///< number: the store; then its instruction, and the loads that may have been, each
               ///< by micro-op and instruction
  last_of_set, ///< number: the place behind the stores in front of the load; then its instruction
  find_store,  ///< number: the load; then the place behind the stores in front of it, and stores
               ///< of which the address is not known
  find_buffered, ///< number: the load
  // How the words of a segment end when it is not with an outcome.
  end,  ///< the cycle is over
  step, ///< what comes next has to be stepped every time
};

/// The number of Action::execute: bits, how many micro-ops follow (0: they are added later), and
/// which of these access memory, as bits.
enum ExecuteBits : std::uint64_t {
  kNoBits = 0,
  kOnWrongPath = 1,
  kGoesOn = 2, ///< it is no branch or jump: the next instruction follows
  kPartsShift = 2,
  kPartsMask = 15,
  kEndsPair = 64, ///< it has fused with the one before it, which may have accessed memory
  kMemoryShift = 8
};

inline constexpr std::uint32_t word_of(Action action, std::uint64_t number = 0) {
  return static_cast<std::uint32_t>(action) | static_cast<std::uint32_t>(number << 8);
}

/// Where the rings of a state began at the start of a cycle, and all else that replay moves while
/// it goes through one, so that the cycle can be done again with what is remembered of it.
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
  /// Calls `visit` with every number and the one of the state that it is of.
  template <class Mine, class State, class Visit>
  static void each(Mine& mine, State& s, const Visit& visit) {
    visit(mine.oldest, s.rob.oldest);
    visit(mine.end, s.rob.end);
    visit(mine.oldest_branch, s.branch_queue.oldest);
    visit(mine.end_of_branches, s.branch_queue.end);
    visit(mine.oldest_store, s.store_queue.oldest);
    visit(mine.end_of_stores, s.store_queue.end);
    visit(mine.oldest_load, s.load_queue.oldest);
    visit(mine.oldest_buffered, s.store_buffer.oldest);
    visit(mine.unsent_buffered, s.store_buffer.unsent);
    visit(mine.end_of_buffered, s.store_buffer.end);
    visit(mine.pc, s.arch.pc);
  }
};

/// In place of an outcome that has no number.
inline constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

/// Where a branch or jump goes and where fetch does, seen from itself; kNoKey when that is further
/// away than the number holds.
inline std::uint64_t control_key(const isa::Instruction& instruction, const BranchEntry& entry,
                                 bool seen_at_decode) {
  constexpr std::uint64_t kFar = std::uint64_t{1} << 31;
  const std::uint64_t followed = entry.followed_pc - instruction.pc + kFar / 2;
  const std::uint64_t actual = entry.actual_pc - instruction.pc + kFar / 2;
  if (followed >= kFar || actual >= kFar)
    return kNoKey;
  return followed << 32 | actual << 1 | (seen_at_decode ? 1U : 0U);
}

/// A match in the store queue as a number: places from `oldest_store`.
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
