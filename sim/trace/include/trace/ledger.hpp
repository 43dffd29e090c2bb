#pragma once

#include "base/ids.hpp"
#include "timeline/reason.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stallscope::trace {

/// The points of a machine at which slots are counted.
enum class LedgerPoint : std::uint8_t {
  fetch,
  /// Into the units. A dynamically scheduled machine counts what goes into its stations here, which
  /// is its dispatch.
  issue,
  retire,
  /// Of a dynamically scheduled machine: out of the stations, a slot a port, which is its issue.
  /// Other machines have no such point: its width is 0.
  ports,
};
inline constexpr std::size_t kLedgerPointCount = 4;

/// Of a machine that has no point `ports`.
[[nodiscard]] std::string_view name(LedgerPoint point);

/// Slots of one point: width x cycles of them, each used or lost to exactly one reason (index
/// Reason::none = used).
struct LedgerAccount {
  std::uint32_t width = 1; ///< slots a cycle
  std::array<std::uint64_t, kReasonCount> slots{};

  [[nodiscard]] std::uint64_t used() const { return slots[0]; }
  [[nodiscard]] std::uint64_t lost() const { return total() - used(); }
  [[nodiscard]] std::uint64_t total() const;
  /// So many slots that count as lost, of the most frequent reason, were used after all. No more
  /// than were lost.
  void use_lost(std::uint64_t count);
  bool operator==(const LedgerAccount&) const = default;
};

/// The cycle ledger of a run.
struct Ledger {
  std::uint64_t cycles = 0;
  /// Of a training plan: `issue` counts the ticks of devices, a slot a device, and there is no
  /// other point; their width is 0.
  bool of_devices = false;
  std::array<LedgerAccount, kLedgerPointCount> accounts{{{}, {}, {}, {0, {}}}};

  LedgerAccount& at(LedgerPoint point) { return accounts[static_cast<std::size_t>(point)]; }
  [[nodiscard]] const LedgerAccount& at(LedgerPoint point) const {
    return accounts[static_cast<std::size_t>(point)];
  }
  /// The points that the machine has, front to back.
  [[nodiscard]] std::span<const LedgerPoint> points() const;
  /// What a point is called on this machine: "fetch", "dispatch", "issue", "retire".
  [[nodiscard]] std::string_view name(LedgerPoint point) const;
  /// Every account adds up to width x cycles. Otherwise `why` names the first that does not.
  [[nodiscard]] bool balanced(std::string* why = nullptr) const;
};

} // namespace stallscope::trace
