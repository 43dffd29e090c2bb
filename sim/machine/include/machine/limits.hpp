#pragma once

#include <cstddef>

namespace stallscope::machine {

// What every machine that was parsed stays within; cores size their state by it.

/// Lanes of all stages and units together.
inline constexpr std::size_t kMaxLanes = 250;
/// Operations in flight: stages hold `width` each (the execute stage none of its own), unit lanes
/// `count` each.
inline constexpr std::size_t kMaxInFlight = 256;

} // namespace stallscope::machine
