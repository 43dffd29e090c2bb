#pragma once

#include "core/in_order/in_order_core.hpp"
#include "core/out_of_order/out_of_order_core.hpp"

#include <cstdint>
#include <string>

namespace stallscope::core {

/// What addresses and instructions of a state are counted from when it is packed: of code that lies
/// in memory several times, the copy that is executed. Two states with equal bytes then behave
/// alike although they are in different copies.
struct PackedPlace {
  std::uint64_t pc = 0;
  std::uint32_t instruction = 0;
};

/// Packs all that decides what the machine will do, but the functional state, caches, and what a
/// predictor and store sets have learnt. False when the state cannot be packed: nothing is known
/// of states with a wrong path, a redirect or a trap under way, and no other cores' end.
[[nodiscard]] bool pack_timing(const InOrderCore& core, const InOrderState& state,
                               const PackedPlace& place, std::string& bytes);
[[nodiscard]] bool pack_timing(const OutOfOrderCore& core, const OutOfOrderState& state,
                               const PackedPlace& place, std::string& bytes);

} // namespace stallscope::core
