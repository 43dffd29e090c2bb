#pragma once

// What would be if something were not in the way: the test of every reason that is named. A state
// is a plain value, so that a copy of it can be edited and stepped once.

#include "core/in_order/in_order_core.hpp"
#include "core/out_of_order/out_of_order_core.hpp"

#include <memory>
#include <optional>

namespace stallscope::core {

/// What the cycle behind a state brings an operation in flight.
struct Outlook {
  bool moves = false; ///< it enters another lane, or is over
  Cause cause{};      ///< otherwise: why it is held, as a record says; none: it works where it is
  Cause root{};       ///< in order: what that is in the end, as the ledger says
};

/// Steps a copy of the state by a cycle, in which nothing is fetched.
[[nodiscard]] Outlook outlook(const InOrderCore& core, const InOrderState& state, OpId op);
[[nodiscard]] Outlook outlook(const OutOfOrderCore& core, const OutOfOrderState& state, OpId op);

/// Takes exactly that out of a state which holds an operation in the next cycle for `cause`: the
/// operand is there, one entry more is free, the unit or the stage is free, the access is not
/// refused, the branch is decided. False when it is nothing that a state has in it, such as a rule
/// of the machine; the state is as it was then. The state is good for a look at the next cycle.
bool remove_obstacle(const InOrderCore& core, InOrderState& state, OpId op, const Cause& cause);
bool remove_obstacle(const OutOfOrderCore& core, OutOfOrderState& state, OpId op,
                     const Cause& cause);

/// What comes into a lane of an in-order machine in the next cycle, fetch included: how many
/// operations are there then, and why it has room left.
[[nodiscard]] unsigned outlook(const InOrderCore& core, const InOrderState& state, unsigned lane,
                               Cause& gap);
/// Takes out what keeps fetch from the program's next instructions.
bool remove_fetch_obstacle(InOrderState& state, const Cause& cause);

/// The outlook of an operation without that which holds it: it moves, or is held by what is behind
/// the obstacle. nullopt: the obstacle cannot be removed.
template <class Core, class State>
[[nodiscard]] std::optional<Outlook> outlook_without(const Core& core, const State& state, OpId op,
                                                     const Cause& cause) {
  auto copy = std::make_unique<State>(state);
  if (!remove_obstacle(core, *copy, op, cause))
    return std::nullopt;
  return outlook(core, *copy, op);
}

} // namespace stallscope::core
