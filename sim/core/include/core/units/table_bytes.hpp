#pragma once

#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"

#include <cstdint>

namespace stallscope::core {

/// Bytes that tables of predictors take beyond those that another copy, if any, has on the same
/// pages: what keeping this copy beside that one takes.
[[nodiscard]] std::uint64_t table_bytes(const PredictorState& state, const PredictorState* other);
/// The same of caches and translation buffers.
[[nodiscard]] std::uint64_t table_bytes(const HierarchyState& state, const HierarchyState* other);

} // namespace stallscope::core
