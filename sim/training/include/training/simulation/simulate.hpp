#pragma once

#include "timeline/reason.hpp"
#include "training/plan/verify.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::training {

/// Later than everything.
inline constexpr Ticks kNotYet = std::numeric_limits<Ticks>::max();

/// Devices that wait for each other.
struct Deadlock {
  Ticks time = 0; ///< of the last thing that happened
  /// What waits for what, round the cycle: "device 0 waits in 0B0 for 1B0 of device 1".
  std::vector<std::string> waits;
  std::vector<OperationIndex> operations; ///< the waiting ones, by wait
};

/// When everything happens. By operation: [start, end); what has not happened is kNotYet.
struct Execution {
  std::vector<Ticks> start;
  std::vector<Ticks> end;
  /// When the result of a pass begins its way to another device, and what held the link until then;
  /// empty where transfers take no time and none is named in the order.
  std::vector<Ticks> sent;
  std::vector<OperationIndex> sent_behind;
  std::vector<Ticks> arrived; ///< the result is where it is needed
  Ticks makespan = 0;
  OperationIndex last = kNoOperation; ///< ends then; of several the first to do so
  std::optional<Deadlock> deadlock;
};

/// Runs a verified plan: every operation begins as soon as the one before it on its device has
/// ended and what it needs is there. Deterministic; of transfers that ask for a link at the same
/// time the one of the lower device goes first.
[[nodiscard]] Execution simulate(const Plan& plan, const Verified& verified);

/// A device stands idle in [begin, end).
struct IdleSpan {
  Ticks begin = 0;
  Ticks end = 0;
  Reason why = Reason::none;
  OperationIndex culprit = kNoOperation; ///< whose end, or transfer, ends the wait
  OperationIndex next = kNoOperation;    ///< what the device does then; none: nothing
};

/// Why a device is idle, from 0 to the makespan: its spans in order.
void explain_idle(const Plan& plan, const Verified& verified, const Execution& execution,
                  std::uint32_t device, std::vector<IdleSpan>& spans);

using ReasonTicks = std::array<Ticks, kReasonCount>;
using KindTicks = std::array<Ticks, kKindCount + 1>; ///< the last: two passes that overlap

/// What became of the time of a device. busy + idle = makespan, or the time up to which is counted.
struct DeviceAccount {
  Ticks busy = 0;
  Ticks idle = 0;
  Ticks begin = 0; ///< of its first operation
  Ticks end = 0;   ///< of its last one
  KindTicks work{};
  ReasonTicks idle_by_reason{};

  [[nodiscard]] Ticks span() const { return end - begin; }
};

/// The accounts of all devices over [0, until), at most the makespan. That each adds up is checked.
[[nodiscard]] std::vector<DeviceAccount> device_accounts(const Plan& plan, const Verified& verified,
                                                         const Execution& execution,
                                                         Ticks until = kNotYet);

} // namespace stallscope::training
