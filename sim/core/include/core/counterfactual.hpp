#pragma once

// Counterfactual test of stall reasons: remove one obstacle from a copy of the state and step it
// once. A state is a plain value, so a copy can be edited freely.

#include "core/in_order/in_order_core.hpp"
#include "core/out_of_order/out_of_order_core.hpp"

#include <memory>
#include <optional>

namespace stallscope::core {

/// What an operation in flight does in the cycle after a state.
struct Outlook {
  bool moves = false; ///< the operation enters another lane or completes
  Cause cause{};      ///< if the operation does not move: why it is held, as in the record; none:
                      ///< it is executing in its lane
  Cause root{};       ///< in-order cores: the root cause, as charged in the ledger
};

/// Steps a copy of the state by one cycle, with fetch disabled when the state has the operation.
[[nodiscard]] Outlook outlook(const InOrderCore& core, const InOrderState& state, OpId op);
[[nodiscard]] Outlook outlook(const OutOfOrderCore& core, const OutOfOrderState& state, OpId op);

/// Removes from a state exactly the obstacle that would hold an operation in the next cycle for
/// `cause`: makes the operand available, frees one entry, unit or stage, lets the cache accept the
/// access, or resolves the branch. Returns false, leaving the state unchanged, when the obstacle is
/// not part of the state, such as a rule of the machine. The changed state is valid for one further
/// step only.
bool remove_obstacle(const InOrderCore& core, InOrderState& state, OpId op, const Cause& cause);
bool remove_obstacle(const OutOfOrderCore& core, OutOfOrderState& state, OpId op,
                     const Cause& cause);

/// The content of a lane of an in-order machine in the next cycle, fetch included: how many
/// operations it holds, and why slots are left empty.
[[nodiscard]] unsigned outlook(const InOrderCore& core, const InOrderState& state, unsigned lane,
                               Cause& gap);
/// Removes the obstacle that keeps fetch from the program's next instructions.
bool remove_fetch_obstacle(InOrderState& state, const Cause& cause);

/// What an operation does once its obstacle is removed: it moves, or is held by the next obstacle.
/// nullopt: the obstacle cannot be removed.
template <class Core, class State>
[[nodiscard]] std::optional<Outlook> outlook_without(const Core& core, const State& state, OpId op,
                                                     const Cause& cause) {
  auto copy = std::make_unique<State>(state);
  if (!remove_obstacle(core, *copy, op, cause))
    return std::nullopt;
  return outlook(core, *copy, op);
}

} // namespace stallscope::core
