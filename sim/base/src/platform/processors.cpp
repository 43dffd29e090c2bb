#include "base/platform/processors.hpp"

#include <algorithm>
#include <sched.h>

namespace stallscope {

unsigned usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  return static_cast<unsigned>(std::max(CPU_COUNT(&set), 1));
}

} // namespace stallscope
