#include "bench/host_instructions.hpp"

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace stallscope::bench {

#ifdef __linux__

HostInstructions::HostInstructions() {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  file_ = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
}

HostInstructions::~HostInstructions() {
  if (file_ >= 0)
    close(file_);
}

std::optional<std::uint64_t> HostInstructions::count() const {
  std::uint64_t value = 0;
  if (file_ < 0 || read(file_, &value, sizeof value) != static_cast<ssize_t>(sizeof value))
    return std::nullopt;
  return value;
}

#else

HostInstructions::HostInstructions() = default;
HostInstructions::~HostInstructions() = default;
std::optional<std::uint64_t> HostInstructions::count() const {
  return std::nullopt;
}

#endif

} // namespace stallscope::bench
