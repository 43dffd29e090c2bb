#pragma once

#include "trace/ledger.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::gui {

/// A summary of an interval of a run.
struct OverviewBucket {
  std::uint64_t end_cycle = 0; ///< one past its last cycle
  std::uint64_t oldest_op = 0; ///< oldest operation in flight at its end, or the next to be fetched
                               ///< if there is none
  std::uint64_t next_op = 1;   ///< next to be fetched at its end
  std::uint64_t retired = 0;   ///< instructions, from the start of the run to its end
  /// Slots by LedgerPoint and lost reason; Reason::none counts the used slots.
  std::array<std::array<std::uint64_t, kReasonCount>, trace::kLedgerPointCount> slots{};

  /// The reason with the largest loss at a point; Reason::none when no slot was lost.
  [[nodiscard]] Reason worst(trace::LedgerPoint point) const;
  /// Share of lost slots at the point; 0 when the machine has no such point.
  [[nodiscard]] double lost_share(trace::LedgerPoint point) const;
};

/// A whole run as a few thousand intervals of equal length: for the scrub slider and the zoomed-out
/// diagram. Grows during the run; above the limit pairs of intervals are merged.
class Overview {
public:
  static constexpr std::size_t kMaxBuckets = 4096;
  static constexpr std::uint64_t kFirstBucketCycles = 32;

  Overview() = default;
  /// Starts with intervals of this length.
  explicit Overview(std::uint64_t bucket_cycles) : bucket_cycles_(bucket_cycles) {}

  [[nodiscard]] std::uint64_t bucket_cycles() const { return bucket_cycles_; }
  [[nodiscard]] const std::vector<OverviewBucket>& buckets() const { return buckets_; }
  /// One past the last cycle covered.
  [[nodiscard]] std::uint64_t end_cycle() const {
    return buckets_.empty() ? 1 : buckets_.back().end_cycle;
  }
  /// The cycle at whose end the next interval is complete.
  [[nodiscard]] std::uint64_t next_end() const { return end_cycle() + bucket_cycles_ - 1; }
  /// Adds the next interval; only the last of a run may be shorter.
  void append(const OverviewBucket& bucket);

  /// The interval of a cycle, or the last one if the cycle is beyond the end; nullptr if there are
  /// none.
  [[nodiscard]] const OverviewBucket* at(std::uint64_t cycle) const;
  /// The intervals that overlap cycles [from, to), with their slots added up.
  [[nodiscard]] OverviewBucket range(std::uint64_t from, std::uint64_t to) const;
  /// Estimated number of instructions retired by the end of a cycle, interpolated.
  [[nodiscard]] double retired_at(std::uint64_t cycle) const;
  /// Estimated cycle at whose end this number of instructions has retired.
  [[nodiscard]] std::uint64_t cycle_of_retired(double instructions) const;
  /// Estimated operation fetched next at the end of a cycle.
  [[nodiscard]] std::uint64_t next_op_at(std::uint64_t cycle) const {
    return op_at(cycle, &OverviewBucket::next_op);
  }
  /// Estimated oldest operation in flight.
  [[nodiscard]] std::uint64_t oldest_op_at(std::uint64_t cycle) const {
    return op_at(cycle, &OverviewBucket::oldest_op);
  }
  /// Estimated cycle in which an operation is fetched.
  [[nodiscard]] std::uint64_t cycle_of_op(std::uint64_t op) const;

private:
  [[nodiscard]] std::uint64_t op_at(std::uint64_t cycle, std::uint64_t OverviewBucket::*op) const;
  void halve();
  [[nodiscard]] std::size_t index_of(std::uint64_t cycle) const;

  std::uint64_t bucket_cycles_ = kFirstBucketCycles;
  std::vector<OverviewBucket> buckets_;
};

} // namespace stallscope::gui
