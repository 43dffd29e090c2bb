#pragma once

#include "core/out_of_order/out_of_order_core.hpp"

#include <string>
#include <vector>

namespace stallscope::core {

/// One structure of a dynamically scheduled core as a table: reservation stations, map table, free
/// list, reorder buffer, queues. Cells are what the hardware would hold at the end of the cycle: a
/// value only once it has been computed, the number of the producer before ("#12").
struct StructureView {
  std::string name;  ///< stable, for machines: "reorder_buffer"
  std::string title; ///< for people: "Reorder buffer, 5 of 128"
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows; ///< as many cells as columns; oldest first
};

/// All structures that the machine has, in the order in which a micro-op meets them: fetch queue,
/// branch prediction queue, map table and free list, stations, load and store queue, reorder
/// buffer, store buffer, and the sets of the caches that the accesses in flight go to.
[[nodiscard]] std::vector<StructureView> structures_of(const OutOfOrderCore& core,
                                                       const OutOfOrderState& state);

} // namespace stallscope::core
