#pragma once

#include <cstdint>
#include <optional>

namespace stallscope::bench {

/// Counts the user-mode instructions this thread executes from its construction on, with the
/// processor's own counter. Unlike time this does not depend on what else the machine does.
class HostInstructions {
public:
  HostInstructions();
  ~HostInstructions();
  HostInstructions(const HostInstructions&) = delete;
  HostInstructions& operator=(const HostInstructions&) = delete;

  /// Nothing when the host has no such counter or does not allow its use (no Linux, a virtual
  /// machine, perf_event_paranoid above 2).
  [[nodiscard]] std::optional<std::uint64_t> count() const;

private:
  int file_ = -1;
};

} // namespace stallscope::bench
