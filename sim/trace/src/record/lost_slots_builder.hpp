#pragma once

#include "base/check.hpp"
#include "timeline/timeline.hpp"
#include "trace/ledger.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::trace {

/// The slots lost at each ledger point, from reports of single cycles: a report equal to that of
/// the cycle before continues its stretch, as some cores report a loss in every cycle.
class LostSlotsBuilder {
public:
  /// Adds a report for a cycle; reports come in order of cycles. `since`: the beginning of the
  /// loss, which is the cycle clipped to the record.
  void add(Cycle cycle, std::size_t point, Cycle since, std::uint8_t count, const Cause& cause) {
    STALLSCOPE_CHECK(point < kLedgerPointCount,
                     "an event names a ledger point that does not exist");
    Reports& reports = reports_[point];
    if (cycle != reports.cycle) {
      end_cycle(point);
      reports.cycle = cycle;
    }
    // Otherwise no slot is lost, and the cause is that of the empty lane.
    if (cause.why != Reason::none)
      reports.latest.push_back({since, count, cause});
  }

  /// Closes the losses in force at the end of the record.
  void finish(Cycle end) {
    for (std::size_t point = 0; point < kLedgerPointCount; ++point) {
      end_cycle(point);
      close(point, end);
    }
  }

  /// Closed stretches of each point, in order of their end.
  [[nodiscard]] std::array<GrowingArray<LostSlots>, kLedgerPointCount>& by_point() { return lost_; }
  /// The end of the last closed stretch.
  [[nodiscard]] Cycle latest() const { return latest_; }

private:
  struct Open {
    Cycle since;
    std::uint8_t count = 0;
    Cause cause;
    [[nodiscard]] bool continues(const Open& before) const {
      return count == before.count && cause == before.cause;
    }
  };
  struct Reports {
    Cycle cycle = kNever;     ///< cycle of the last report
    std::vector<Open> latest; ///< reports of that cycle
    std::vector<Open> open;   ///< losses in force before it
  };

  /// Called when all reports of a cycle are known: losses that differ from those before begin a new
  /// stretch.
  void end_cycle(std::size_t point) {
    Reports& reports = reports_[point];
    if (!std::ranges::equal(reports.latest, reports.open, &Open::continues)) {
      close(point, reports.cycle);
      reports.open.swap(reports.latest);
    }
    reports.latest.clear();
  }

  void close(std::size_t point, Cycle end) {
    for (const Open& open : reports_[point].open)
      if (end > open.since) {
        lost_[point].push_back(
            {open.since, end, static_cast<std::uint8_t>(point), open.count, open.cause});
        latest_ = std::max(latest_, end);
      }
    reports_[point].open.clear();
  }

  std::array<Reports, kLedgerPointCount> reports_;
  std::array<GrowingArray<LostSlots>, kLedgerPointCount> lost_;
  Cycle latest_{0};
};

} // namespace stallscope::trace
