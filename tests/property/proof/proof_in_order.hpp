#pragma once

#include "core/in_order/in_order_core.hpp"
#include "property/proof/proof.hpp"

#include <optional>

namespace stallscope::property {

/// Whether the wait of a span ended as it must: with the event that its reason names for the
/// culprit, in the cycle in which the operation moves. nullopt: not visible in a record.
[[nodiscard]] std::optional<bool> ends_in_order(const isa::Program& program,
                                                const machine::Machine& machine,
                                                const core::PipelinePlan& plan,
                                                const Timeline& timeline, const Span& wait,
                                                const OpRow& row, const OpRow& culprit);

/// The cycle after a state: every stage and unit with an empty slot is stepped in a copy without
/// the cause of the gap. An operation arrives, or there is another cause.
void prove_room(const core::InOrderCore& core, const core::InOrderState& state,
                const Timeline& timeline, Proof& proof);

} // namespace stallscope::property
