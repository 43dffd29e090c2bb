#pragma once

#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"

#include <cstdint>

namespace stallscope::core {

/// Bytes of predictor tables, without the pages shared with another copy: the additional memory
/// that keeping this copy takes.
[[nodiscard]] std::uint64_t table_bytes(const PredictorState& state, const PredictorState* other);
/// The same size for caches and TLBs.
[[nodiscard]] std::uint64_t table_bytes(const HierarchyState& state, const HierarchyState* other);

} // namespace stallscope::core
