#pragma once

#include "base/go_on.hpp"
#include "timeline/reason.hpp"
#include "training/plan/verify.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::training {

/// Larger than any time of a run.
inline constexpr Ticks kNotYet = std::numeric_limits<Ticks>::max();

/// A cycle of devices that wait for each other.
struct Deadlock {
  Ticks time = 0; ///< time of the last event
  /// The cycle of waits: "device 0 waits in 0B0 for 1B0 of device 1".
  std::vector<std::string> waits;
  std::vector<OperationIndex> operations; ///< the waiting operations, one per element of `waits`
};

/// Times of a run. By operation: [start, end); kNotYet: has not happened.
struct Execution {
  std::vector<Ticks> start;
  std::vector<Ticks> end;
  /// Start of the transfer of a pass's result to another device, and the transfer that occupied the
  /// link until then; empty if transfers take no time and the order contains none.
  std::vector<Ticks> sent;
  std::vector<OperationIndex> sent_behind;
  std::vector<Ticks> arrived; ///< arrival at the device that needs the result
  Ticks makespan = 0;
  OperationIndex last = kNoOperation; ///< the operation that ends at the makespan; the first of
                                      ///< several
  std::optional<Deadlock> deadlock;
  bool interrupted = false; ///< stopped before its end; the times are those up to then
};

/// Runs a verified plan: an operation starts as soon as the previous one on its device has ended
/// and its inputs have arrived. Deterministic; of transfers that request a link at the same time
/// the one of the lower device number goes first.
[[nodiscard]] Execution simulate(const Plan& plan, const Verified& verified,
                                 const GoOn& go_on = {});

/// A device is idle in [begin, end).
struct IdleSpan {
  Ticks begin = 0;
  Ticks end = 0;
  Reason why = Reason::none;
  OperationIndex culprit = kNoOperation; ///< the operation whose end, or transfer, ends the wait
  OperationIndex next = kNoOperation;    ///< the next operation of the device; none: no further
                                         ///< operation
};

/// The idle spans of a device from 0 to the makespan in order, with their reasons.
void explain_idle(const Plan& plan, const Verified& verified, const Execution& execution,
                  std::uint32_t device, std::vector<IdleSpan>& spans);

using ReasonTicks = std::array<Ticks, kReasonCount>;
using KindTicks = std::array<Ticks, kKindCount + 1>; ///< the last entry: overlapped passes

/// Breakdown of a device's time. busy + idle = makespan, or the end of the counted time. What
/// operations wait (Durations::waits) is idle time.
struct DeviceAccount {
  Ticks busy = 0;
  Ticks idle = 0;
  Ticks begin = 0; ///< begin of its first operation
  Ticks end = 0;   ///< end of its last operation
  KindTicks work{};
  ReasonTicks idle_by_reason{};

  [[nodiscard]] Ticks span() const { return end - begin; }
};

/// The accounts of all devices over [0, until), at most the makespan. Checks that each one adds up.
[[nodiscard]] std::vector<DeviceAccount> device_accounts(const Plan& plan, const Verified& verified,
                                                         const Execution& execution,
                                                         Ticks until = kNotYet);

} // namespace stallscope::training
