#pragma once

#include "core/in_order/in_order_core.hpp"
#include "memo/packing.hpp"

#include <string>
#include <string_view>

namespace stallscope::core {

/// A state between two cycles at which nothing but right-path work is in flight, as far as it
/// decides what the pipeline will do: with cycles and operation numbers counted back from the
/// present ones, and slots numbered by age. Two states with equal bytes behave alike for ever,
/// given the same instructions. Values of registers and memory are not part of it.
using PackedState = std::string;

/// The state can be packed: the run goes on, and nothing of a wrong path has been fetched or is
/// left. Fetch may be about to go astray.
[[nodiscard]] bool is_clean(const InOrderCore& core, const InOrderState& state);

/// Packs a clean state, into the buffer. `with_losses`: including InOrderState::losses, which
/// decides nothing but what a sink is told.
[[nodiscard]] std::string_view pack(const InOrderCore& core, const InOrderState& state,
                                    bool with_losses, PackingBuffer& buffer);

/// Gives `state` the pipeline that was packed. Its cycle, next_op, counters, ledger and arch must
/// have been set to those of the present; the values operations in flight deliver are taken from
/// state.arch, so that they and state.committed are exact once those operations have ended.
void unpack(const InOrderCore& core, const PackedState& packed, InOrderState& state,
            bool with_losses);

} // namespace stallscope::core
