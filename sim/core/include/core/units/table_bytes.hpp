#pragma once

#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"

#include <cstdint>

namespace stallscope::core {

/// Bytes of predictor tables, pages shared with another copy excluded: the memory that keeping this
/// copy beside that one takes.
[[nodiscard]] std::uint64_t table_bytes(const PredictorState& state, const PredictorState* other);
/// The same for caches and TLBs.
[[nodiscard]] std::uint64_t table_bytes(const HierarchyState& state, const HierarchyState* other);

} // namespace stallscope::core
