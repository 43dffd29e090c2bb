#pragma once

#include "core/units/memory_hierarchy.hpp"
#include "isa/executor.hpp"
#include "isa/program.hpp"

#include <cstdint>

namespace stallscope::core {

/// Instructions executed at most to warm caches.
inline constexpr std::uint64_t kMostWarmingInstructions = 10'000'000;

/// Caches and TLBs after the program has been executed once: every instruction fetches its bytes
/// and makes its accesses, in program order, each complete with all prefetches before the next
/// begins. Execution ends with the program, with a trap, before standard input is read, or after
/// kMostWarmingInstructions. Nothing is in flight then, and all counters are 0. Wrong paths, which
/// only a core has, leave nothing.
[[nodiscard]] HierarchyState warm_state(const Hierarchy& hierarchy, const isa::Program& program,
                                        const isa::Environment& environment);

} // namespace stallscope::core
