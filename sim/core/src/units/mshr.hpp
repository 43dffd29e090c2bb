#pragma once

#include "core/units/cache.hpp"

namespace stallscope::core {

/// The MSHR of a line in flight to a cache; nullptr when the line is not in flight.
inline Mshr* find_mshr(CacheState& cache, std::uint64_t number) {
  for (Mshr& mshr : cache.mshrs)
    if (mshr.number == number && !mshr.cancelled)
      return &mshr;
  return nullptr;
}

} // namespace stallscope::core
