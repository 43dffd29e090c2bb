#pragma once

#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"
#include "trace/run_record.hpp"

#include <vector>

namespace stallscope::core {

/// What a machine's target predictors and caches have counted, for its statistics; nothing of those
/// it does not have. Wrong paths are included.
[[nodiscard]] std::vector<trace::UnitCount> unit_counts(const machine::Machine& machine,
                                                        const PredictorState& predictor,
                                                        const HierarchyState& memory);

} // namespace stallscope::core
