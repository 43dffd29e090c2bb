#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "trace/structure.hpp"

#include <vector>

namespace stallscope::core {

using trace::StructureView;

/// All structures that the machine has, in the order in which a micro-op meets them: fetch queue,
/// branch prediction queue, map table and free list, stations, load and store queue, reorder
/// buffer, store buffer, and the sets of the caches that the accesses in flight go to.
[[nodiscard]] std::vector<StructureView> structures_of(const OutOfOrderCore& core,
                                                       const OutOfOrderState& state);

} // namespace stallscope::core
