#pragma once

#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"
#include "trace/run_record.hpp"

#include <vector>

namespace stallscope::core {

/// Counters of target predictors and caches for the statistics; empty for units that the machine
/// lacks. Wrong paths are included.
[[nodiscard]] std::vector<trace::UnitCount> unit_counts(const machine::Machine& machine,
                                                        const PredictorState& predictor,
                                                        const HierarchyState& memory);

} // namespace stallscope::core
