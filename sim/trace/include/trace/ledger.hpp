#pragma once

#include "base/ids.hpp"
#include "timeline/reason.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stallscope::trace {

/// The points of a machine at which slots are accounted.
enum class LedgerPoint : std::uint8_t {
  fetch,
  /// Issue into the units. For a dynamically scheduled machine: dispatch into its stations.
  issue,
  retire,
  /// Dynamically scheduled machines: issue from the stations, one slot a port. Other machines lack
  /// this point: its width is 0.
  ports,
};
inline constexpr std::size_t kLedgerPointCount = 4;

/// Name of a point on machines without the point `ports`.
[[nodiscard]] std::string_view name(LedgerPoint point);

/// The account of one point: width x cycles slots, each used or lost to exactly one reason (index
/// Reason::none: used).
struct LedgerAccount {
  std::uint32_t width = 1; ///< slots a cycle
  std::array<std::uint64_t, kReasonCount> slots{};

  [[nodiscard]] std::uint64_t used() const { return slots[0]; }
  [[nodiscard]] std::uint64_t lost() const { return total() - used(); }
  [[nodiscard]] std::uint64_t total() const;
  /// Reclassifies lost slots as used: those of `first`, then those of the most frequent reasons. At
  /// most the number of lost slots.
  void use_lost(std::uint64_t count, Reason first = Reason::none);
  bool operator==(const LedgerAccount&) const = default;
};

/// The cycle ledger of a run: all accounts.
struct Ledger {
  std::uint64_t cycles = 0;
  /// For a training plan `issue` counts device ticks, one slot a device; the other points have
  /// width 0.
  bool of_devices = false;
  std::array<LedgerAccount, kLedgerPointCount> accounts{{{}, {}, {}, {0, {}}}};

  LedgerAccount& at(LedgerPoint point) { return accounts[static_cast<std::size_t>(point)]; }
  [[nodiscard]] const LedgerAccount& at(LedgerPoint point) const {
    return accounts[static_cast<std::size_t>(point)];
  }
  /// The points the machine has, front to back.
  [[nodiscard]] std::span<const LedgerPoint> points() const;
  /// Name of a point on this machine: "fetch", "dispatch", "issue", "retire".
  [[nodiscard]] std::string_view name(LedgerPoint point) const;
  /// Every account adds up to width x cycles. Otherwise `why` names the first that does not.
  [[nodiscard]] bool balanced(std::string* why = nullptr) const;
};

} // namespace stallscope::trace
