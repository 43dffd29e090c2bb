#pragma once

#include "core/in_order/in_order_core.hpp"
#include "memo/packing.hpp"

#include <string_view>

namespace stallscope::core {

// A packed state of an in-order core: a state between two cycles with only right-path operations in
// flight, reduced to what determines the timing. Cycles and operation numbers are relative to the
// present cycle and operation, and slots are sorted by age. States with equal bytes have equal
// timing, given equal instructions. Values of registers and memory are not included.

/// The state can be packed: the run continues, and no wrong-path operation is in flight. Fetch may
/// be about to enter a wrong path.
[[nodiscard]] bool is_clean(const InOrderCore& core, const InOrderState& state);

/// Packs a clean state into the buffer. `with_losses`: includes InOrderState::losses, which affects
/// only the record.
[[nodiscard]] std::string_view pack(const InOrderCore& core, const InOrderState& state,
                                    bool with_losses, PackingBuffer& buffer);

/// Unpacks the pipeline into `state`. Its cycle, next_op, counters, ledger and arch must be up to
/// date. Results of operations in flight are taken from state.arch, so that they and
/// state.committed are exact once those operations have completed.
void unpack(const InOrderCore& core, std::string_view packed, InOrderState& state,
            bool with_losses);

} // namespace stallscope::core
