#pragma once

#include "trace/ledger.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::gui {

/// A stretch of a run as seen from far away.
struct OverviewBucket {
  std::uint64_t end_cycle = 0; ///< one past its last cycle
  std::uint64_t oldest_op = 0; ///< in flight at its end; the next to be fetched when none is
  std::uint64_t next_op = 1;   ///< to be fetched at its end
  std::uint64_t retired = 0;   ///< instructions, from the start of the run to its end
  /// Slots lost in it, by LedgerPoint and Reason; Reason::none counts the used ones.
  std::array<std::array<std::uint64_t, kReasonCount>, trace::kLedgerPointCount> slots{};

  /// The reason that lost most at a point; Reason::none when nothing was lost.
  [[nodiscard]] Reason worst(trace::LedgerPoint point) const;
  /// Lost slots, as a part of all there were at the point; 0 when the machine has no such point.
  [[nodiscard]] double lost_share(trace::LedgerPoint point) const;
};

/// A whole run in a few thousand stretches of equal length, however long it is: what stands under
/// the scrub slider and in a diagram zoomed out. Grows while the run goes on; when there are too
/// many stretches, two become one.
class Overview {
public:
  static constexpr std::size_t kMaxBuckets = 4096;
  static constexpr std::uint64_t kFirstBucketCycles = 32;

  [[nodiscard]] std::uint64_t bucket_cycles() const { return bucket_cycles_; }
  [[nodiscard]] const std::vector<OverviewBucket>& buckets() const { return buckets_; }
  /// One past the last cycle covered.
  [[nodiscard]] std::uint64_t end_cycle() const {
    return buckets_.empty() ? 1 : buckets_.back().end_cycle;
  }
  /// The cycle at whose end the next bucket is due.
  [[nodiscard]] std::uint64_t next_end() const { return end_cycle() + bucket_cycles_ - 1; }
  /// Adds the stretch behind the last; only the last of a run may be shorter than the others.
  void append(const OverviewBucket& bucket);

  /// The stretch with a cycle, the last one behind the end; nullptr when there is none.
  [[nodiscard]] const OverviewBucket* at(std::uint64_t cycle) const;
  /// The stretches that touch cycles [from, to) as one, with what its parts lost added up.
  [[nodiscard]] OverviewBucket range(std::uint64_t from, std::uint64_t to) const;
  /// About how many instructions have retired at the end of a cycle: evenly within a stretch.
  [[nodiscard]] double retired_at(std::uint64_t cycle) const;
  /// About the cycle at whose end so many have.
  [[nodiscard]] std::uint64_t cycle_of_retired(double instructions) const;
  /// About the operation that is fetched next at the end of a cycle.
  [[nodiscard]] std::uint64_t next_op_at(std::uint64_t cycle) const {
    return op_at(cycle, &OverviewBucket::next_op);
  }
  /// The oldest operation in flight, likewise.
  [[nodiscard]] std::uint64_t oldest_op_at(std::uint64_t cycle) const {
    return op_at(cycle, &OverviewBucket::oldest_op);
  }
  /// About the cycle in which an operation is fetched.
  [[nodiscard]] std::uint64_t cycle_of_op(std::uint64_t op) const;

private:
  [[nodiscard]] std::uint64_t op_at(std::uint64_t cycle, std::uint64_t OverviewBucket::*op) const;
  void halve();
  [[nodiscard]] std::size_t index_of(std::uint64_t cycle) const;

  std::uint64_t bucket_cycles_ = kFirstBucketCycles;
  std::vector<OverviewBucket> buckets_;
};

} // namespace stallscope::gui
