#pragma once

#include "base/ids.hpp"

#include <string>
#include <vector>

namespace stallscope::trace {

/// One structure of a core as a table: reservation stations, map table, free list, reorder buffer,
/// queues. Cells show the hardware's content at the end of the cycle: a value once it has been
/// computed, until then the number of its producer ("#12").
struct StructureView {
  std::string name;  ///< identifier for scripts: "reorder_buffer"
  std::string title; ///< title for display: "Reorder buffer, 5 of 128"
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows; ///< rows of as many cells as columns; oldest entry
                                              ///< first
};

/// All structures of a machine at the end of a cycle.
struct Structures {
  Cycle cycle;
  std::vector<StructureView> tables;
};

} // namespace stallscope::trace
