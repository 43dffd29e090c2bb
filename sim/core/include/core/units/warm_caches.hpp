#pragma once

#include "core/units/memory_hierarchy.hpp"
#include "isa/executor.hpp"
#include "isa/program.hpp"

#include <cstdint>

namespace stallscope::core {

/// Maximum number of instructions executed to warm caches.
inline constexpr std::uint64_t kMostWarmingInstructions = 10'000'000;

/// Caches and TLBs after the program has been executed once: every instruction's fetch and accesses
/// are made in program order, each completed with all its prefetches before the next. Execution
/// ends with the program, with a trap, before standard input is read, or after
/// kMostWarmingInstructions. In the returned state nothing is in flight and all counters are 0.
/// Wrong paths are not executed.
[[nodiscard]] HierarchyState warm_state(const Hierarchy& hierarchy, const isa::Program& program,
                                        const isa::Environment& environment);

} // namespace stallscope::core
