#pragma once

#include "core/out_of_order/out_of_order_core.hpp"

#include <optional>

namespace stallscope::core {

/// What a micro-op waits for at the end of the state's cycle, in its station or replayed in the
/// front end: an operand whose producer has not completed or whose result is on its way, or the
/// order of memory accesses. None when it can issue in the next cycle.
[[nodiscard]] Cause wait_of(const OutOfOrderCore& core, const OutOfOrderState& state,
                            const WindowOp& op);

/// Why a micro-op from OutOfOrderState::replay on is replayed: the load because of the older store
/// before which it has read, all others because of the load.
[[nodiscard]] inline Cause again_behind(const OutOfOrderState& state, OpId op) {
  return {Reason::memory_order, kNoRegister,
          op == state.replay.load ? state.replay.store : state.replay.load};
}

/// A micro-op's distance from its result: 0 executing or executed, 1 ready to issue, 2 waiting for
/// an operand.
[[nodiscard]] inline unsigned rank(const WindowOp& op) {
  return op.progress >= Progress::executing ? 0 : op.progress == Progress::ready ? 1 : 2;
}

/// The first cycle in which a micro-op can begin to execute, as far as is known: when its last
/// operand is available, or its unpipelined port free. It is later than the state's cycle, and the
/// same in all idle cycles.
[[nodiscard]] std::uint64_t begins_at(const OutOfOrderState& state, const WindowOp& op);

/// The missing operand of a micro-op that becomes available last, as far as is known: a register,
/// or for a load the data of an older store.
[[nodiscard]] Cause missing_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                                    const WindowOp& op);

/// What comes last to a micro-op that misses nothing and can leave its station from a known cycle
/// on, and why it is not there in `cycle`: the value of a register, or for a load an older store.
/// None when it was there all the time. Valid from the cycle behind its dispatch on.
[[nodiscard]] Cause late_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                                 const WindowOp& op, std::uint64_t cycle);

/// A cause of those with the store that comes last to a load, where it waits for several: for the
/// addresses of all in front of it (Disambiguation::conservative), and data.
[[nodiscard]] Cause with_last_store(const OutOfOrderCore& core, const OutOfOrderState& state,
                                    const WindowOp& op, const Cause& cause, std::uint64_t cycle);

/// Of the operands of a micro-op that misses some the one that comes last, as far as is known: one
/// of these, or one that comes at a known time (late_operand()).
[[nodiscard]] Cause last_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                                 const WindowOp& op, std::uint64_t cycle);

/// What one in the front end would still wait for in the state's cycle if it had been dispatched:
/// of several the one that comes last, as far as is known.
struct FrontWait {
  Cause cause;                   ///< none: nothing is missing
  std::uint64_t usable_from = 0; ///< first cycle in which it can be used; 0: not known yet
};
/// The value of a register. Producers from position `before` on do not count: what keeps the
/// micro-op from coming keeps them from it, too.
[[nodiscard]] FrontWait front_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                                      const WindowOp& op, std::uint64_t before);
/// The value of a register, or for a load an older store, which is waited for as in a station.
[[nodiscard]] FrontWait front_wait(const OutOfOrderCore& core, const OutOfOrderState& state,
                                   const WindowOp& op, std::uint64_t before);

/// A micro-op that misses nothing waits only for what it would without what `cause` names.
void wait_without(const OutOfOrderCore& core, const OutOfOrderState& state, WindowOp& op,
                  const Cause& cause);

/// The number of the retired micro-op that last had a window position in front of the oldest; its
/// slot must not have been allocated since.
[[nodiscard]] OpId retired_id(const OutOfOrderState& state, std::uint64_t position);

/// The result of a producer is taken from its unit, and not read from where it has been written.
[[nodiscard]] bool is_bypassed(const OutOfOrderCore& core, const WindowOp& producer);

/// An operand that comes from another micro-op, in a known cycle: read from the register file then,
/// or taken from its unit (`from`) when the taker executes.
struct ComingOperand {
  std::uint64_t cycle = 0;
  OpId producer;
  RegId reg = kNoRegister;
  LaneId from = kNoLane;
};
/// Of an operand of a micro-op that has been dispatched; nullopt: no micro-op in the window
/// produces it, or when it comes is not known.
[[nodiscard]] std::optional<ComingOperand> coming_operand(const OutOfOrderCore& core,
                                                          const OutOfOrderState& state,
                                                          const WindowOp& op, RegId reg);

} // namespace stallscope::core
