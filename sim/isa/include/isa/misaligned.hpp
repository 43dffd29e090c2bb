#pragma once

#include <cstdint>

namespace stallscope::isa {

/// Treatment of misaligned data accesses. Atomic accesses always fault.
enum class Misaligned : std::uint8_t {
  by_platform, ///< Linux emulates misaligned accesses; x86 allows them; otherwise they are faults,
               ///< except in text programs with Undeclared::zero
  fault,
  allow,
};

} // namespace stallscope::isa
