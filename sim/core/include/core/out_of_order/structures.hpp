#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "trace/structure.hpp"

#include <vector>

namespace stallscope::core {

using trace::StructureView;

/// Views of all structures of the machine, in pipeline order: fetch queue, branch prediction queue,
/// rename map and free list, stations, load and store queue, reorder buffer, store buffer, and the
/// cache sets that accesses in flight go to.
[[nodiscard]] std::vector<StructureView> structures_of(const OutOfOrderCore& core,
                                                       const OutOfOrderState& state);

} // namespace stallscope::core
