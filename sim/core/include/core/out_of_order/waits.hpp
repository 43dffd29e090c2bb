#pragma once

#include "core/out_of_order/out_of_order_core.hpp"

#include <optional>

namespace stallscope::core {

/// What a micro-op waits for at the end of the state's cycle, in its station or replayed in the
/// front end: an operand whose producer has not completed or whose result is on its way, or the
/// order of memory accesses. None when it can issue in the next cycle.
[[nodiscard]] Cause wait_of(const OutOfOrderCore& core, const OutOfOrderState& state,
                            const WindowOp& op);

/// Why a micro-op from the replayed load (OutOfOrderState::replay) on is replayed: the load because
/// of the older store before which it has read, all younger micro-ops because of the load.
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
/// operand is available and its unpipelined port free. Later than the state's cycle, and the same
/// in all idle cycles.
[[nodiscard]] std::uint64_t begins_at(const OutOfOrderState& state, const WindowOp& op);

/// The missing operand of a micro-op that becomes available last, as far as is known: a register,
/// or for a load the data of an older store.
[[nodiscard]] Cause missing_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                                    const WindowOp& op);

/// The last operand of a micro-op whose operands all have a known cycle of arrival, and why that
/// operand is not available in `cycle`: the value of a register, or for a load an older store. None
/// when all operands were available from the start. Valid from the cycle after the micro-op's
/// dispatch on.
[[nodiscard]] Cause late_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                                 const WindowOp& op, std::uint64_t cycle);

/// A cause of those with the store that comes last to a load, where it waits for several: for the
/// addresses of all in front of it (Disambiguation::conservative), and data; or for one, and then
/// for another that is known to be in its way (Disambiguation::predict).
[[nodiscard]] Cause with_last_store(const OutOfOrderCore& core, const OutOfOrderState& state,
                                    const WindowOp& op, const Cause& cause, std::uint64_t cycle);

/// The last operand of a micro-op with missing operands, as far as is known: a missing operand, or
/// one that arrives in a known cycle (late_operand()).
[[nodiscard]] Cause last_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                                 const WindowOp& op, std::uint64_t cycle);

/// The operand that a micro-op in the front end would still wait for in the state's cycle if it had
/// been dispatched: of several the one that becomes available last, as far as is known.
struct FrontWait {
  Cause cause;                   ///< none: nothing is missing
  std::uint64_t usable_from = 0; ///< first cycle in which the operand can be used; 0: not known yet
};
/// A register operand. Producers at or behind position `before` are ignored, because the cause that
/// delays the micro-op delays them as well.
[[nodiscard]] FrontWait front_operand(const OutOfOrderCore& core, const OutOfOrderState& state,
                                      const WindowOp& op, std::uint64_t before);
/// A register operand, or for a load an older store, under the same rules as in a station.
[[nodiscard]] FrontWait front_wait(const OutOfOrderCore& core, const OutOfOrderState& state,
                                   const WindowOp& op, std::uint64_t before);

/// Recomputes when a micro-op without missing operands is ready, ignoring the operand that `cause`
/// names.
void wait_without(const OutOfOrderCore& core, const OutOfOrderState& state, WindowOp& op,
                  const Cause& cause);

/// The number of the retired micro-op that was the last at a window position older than `oldest`;
/// the slot of that position must not have been allocated since.
[[nodiscard]] OpId retired_id(const OutOfOrderState& state, std::uint64_t position);

/// A consumer takes the result of a producer from the bypass network rather than from the place to
/// which the result has been written.
[[nodiscard]] bool is_bypassed(const OutOfOrderCore& core, const WindowOp& producer);

/// An operand that another micro-op delivers in a known cycle: read from the register file in that
/// cycle, or taken from the producer's unit (`from`) when the consumer executes.
struct ComingOperand {
  std::uint64_t cycle = 0;
  OpId producer;
  RegId reg = kNoRegister;
  LaneId from = kNoLane;
};
/// The register operand of a dispatched micro-op; nullopt: no micro-op in the window produces it,
/// or its cycle is not known.
[[nodiscard]] std::optional<ComingOperand> coming_operand(const OutOfOrderCore& core,
                                                          const OutOfOrderState& state,
                                                          const WindowOp& op, RegId reg);

} // namespace stallscope::core
