#include "running/process_limits.hpp"

#include "sweep/run_point.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace stallscope::sweep {

namespace {

/// Sanitizers need unlimited memory.
#ifdef STALLSCOPE_SANITIZED_BUILD
constexpr bool kReservesTerabytes = true;
#else
constexpr bool kReservesTerabytes = false;
#endif

/// Data size of this process, as for RLIMIT_DATA; 0 when unknown.
std::uint64_t data_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages = 0;
  for (int field = 0; field < 6; ++field) // size, resident, shared, text, lib, data
    statm >> pages;
  return statm ? pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

} // namespace

void bound_processor_time(const PointLimits& limits) {
  if (limits.seconds == 0)
    return;
  rlimit limit{};
  getrlimit(RLIMIT_CPU, &limit);
  limit.rlim_cur = static_cast<rlim_t>(std::ceil(processor_seconds() + 2 * limits.seconds + 30));
  setrlimit(RLIMIT_CPU, &limit);
}

void bound_memory(const PointLimits& limits) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (kReservesTerabytes)
    return;
  if (limits.memory_bytes == 0 || limits.memory_bytes > 1ULL << 44)
    return;
  constexpr std::uint64_t kForOurselves = 1ULL << 30;
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur =
      std::min<rlim_t>(limit.rlim_max, data_bytes() + 2 * limits.memory_bytes + kForOurselves);
  setrlimit(RLIMIT_DATA, &limit);
}

} // namespace stallscope::sweep
