#pragma once

// What is true of every part of the machine at the end of every cycle. For tests: nothing here is
// called in a run.

#include "core/out_of_order/out_of_order_core.hpp"
#include "core/out_of_order/result_buses.hpp"

#include <cstdint>
#include <string>

namespace stallscope::core {

// The first invariant that a part violates, as a sentence; empty: it holds all of them.
[[nodiscard]] std::string broken_invariant(const ReorderBuffer& rob);
[[nodiscard]] std::string broken_invariant(const BranchPredictionQueue& queue);
[[nodiscard]] std::string broken_invariant(const FreeList& list);
[[nodiscard]] std::string broken_invariant(const ReservationStations& stations);
[[nodiscard]] std::string broken_invariant(const StoreBuffer& buffer);
[[nodiscard]] std::string broken_invariant(const FetchUnit& fetch);
/// The result buses of a cycle, of which the machine has `buses` (0: one for every result).
[[nodiscard]] std::string broken_invariant(const ResultBuses& used, unsigned buses);
/// With the window, whose micro-ops the part refers to.
[[nodiscard]] std::string broken_invariant(const RenameMap& map, const ReorderBuffer& rob);
[[nodiscard]] std::string broken_invariant(const CompletionQueue& completions,
                                           const ReorderBuffer& rob);
[[nodiscard]] std::string broken_invariant(const LoadStoreQueue& lsq, const ReorderBuffer& rob);

/// At the end of a cycle, on a machine that reads operands for `read_cycles` before a unit is used.
[[nodiscard]] std::string broken_invariant(const FunctionalUnits& units, const ReorderBuffer& rob,
                                           std::uint64_t cycle, unsigned read_cycles);

/// All parts, their limits on a machine, and what they say of each other: entries in use against
/// the micro-ops that hold them, the wake-up lists against the missing operands, the physical
/// registers against the rename map and the free lists.
[[nodiscard]] std::string broken_invariant(const OutOfOrderCore& core,
                                           const OutOfOrderState& state);

} // namespace stallscope::core
