#pragma once

#include "core/in_order/in_order_core.hpp"
#include "core/out_of_order/out_of_order_core.hpp"

#include <cstdint>
#include <string>

namespace stallscope::core {

/// The origin relative to which the addresses and instructions of a state are packed: the start of
/// the executed copy of code that is in memory several times. States that differ only in the copy
/// they execute then have equal bytes.
struct PackedPlace {
  std::uint64_t pc = 0;
  std::uint32_t instruction = 0;
};

/// Packs everything that determines the timing except the functional state, the contents of caches
/// (machine::Cache::always_hits: they have none), of predictor tables and of store sets. Addresses
/// of stores in flight are represented by the stores' instructions. False when the state cannot be
/// packed: in-order states with a wrong path, a redirect or a trap pending, and states of other
/// cores that have ended.
[[nodiscard]] bool pack_timing(const InOrderCore& core, const InOrderState& state,
                               const PackedPlace& place, std::string& bytes);
[[nodiscard]] bool pack_timing(const OutOfOrderCore& core, const OutOfOrderState& state,
                               const PackedPlace& place, std::string& bytes);

} // namespace stallscope::core
