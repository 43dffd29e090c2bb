#pragma once

#include <cstdint>

namespace stallscope::isa {

/// Treatment of misaligned data accesses. Atomic accesses always fault.
enum class Misaligned : std::uint8_t {
  by_platform, ///< Linux emulates them; x86 allows them; otherwise they fault, but text programs
               ///< may use them with Undeclared::zero
  fault,
  allow,
};

} // namespace stallscope::isa
