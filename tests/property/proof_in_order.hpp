#pragma once

#include "core/in_order/in_order_core.hpp"
#include "property/proof.hpp"

#include <optional>

namespace stallscope::property {

/// True or false when the wait of a span ended as it must: with what its reason names of the
/// culprit, in the cycle in which the operation goes on. nullopt: a record does not show it.
[[nodiscard]] std::optional<bool> ends_in_order(const isa::Program& program,
                                                const machine::Machine& machine,
                                                const core::PipelinePlan& plan,
                                                const Timeline& timeline, const Span& wait,
                                                const OpRow& row, const OpRow& culprit);

/// The cycle behind a state: every stage and unit that has room left is looked at in a copy without
/// the reason of that. An operation comes, or there is another reason.
void prove_room(const core::InOrderCore& core, const core::InOrderState& state,
                const Timeline& timeline, Proof& proof);

} // namespace stallscope::property
