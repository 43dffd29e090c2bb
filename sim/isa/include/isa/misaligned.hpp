#pragma once

#include <cstdint>

namespace stallscope::isa {

/// What a data access does whose address is no multiple of its size. Atomic accesses always fault.
enum class Misaligned : std::uint8_t {
  by_platform, ///< Linux lets its programs do it, whatever the hardware does; x86 has no such need;
               ///< others fault, but those given as text may do it with Undeclared::zero
  fault,
  allow,
};

} // namespace stallscope::isa
