#pragma once

// Why the last lane of a dynamically scheduled machine (write-back or retirement) is empty.

#include "record/live_ops.hpp"
#include "trace/event.hpp"

#include <optional>
#include <vector>

namespace stallscope::trace {

/// Attributes each empty cell of the last lane to the stall that made the next operation late.
///
/// Without stalls an operation passes the pipeline in a fixed number of cycles, and each cycle of
/// stall delays its arrival by one. So when it arrives n cycles after the empty cell, the n-th last
/// of its stall cycles explains the cell: without what held it there it would have arrived in time.
/// Stall cycles of an operation are:
/// - cycles since its predecessor was fetched in which fetch, which continues with it, lost slots,
/// - cycles in which it was held in the front end, in its station or behind its execution,
/// - cycles of execution beyond the least: a cache miss, a unit with a longer latency,
/// - when it was replayed, all cycles since it was first dispatched.
/// A stall does not bind when another that began meanwhile would have lasted longer anyway: an
/// operand that was missing from the first cycle in the station stands for the stall in the front
/// end, a stall from the first cycle behind the front end for lost slots of fetch, and neither
/// counts when the operation then waited in order behind older ones. Without any stall the cause is
/// the operation's own latency.
class LateArrivals {
public:
  LateArrivals() = default;
  explicit LateArrivals(const std::vector<Lane>& lanes);

  /// An operation begins.
  void begin(Passage& passage, Cycle cycle, bool wrong_path);
  static void enter(LiveOp& op, Cycle cycle, const Lane& lane);
  /// It is held from a cycle on; no reason: not any more.
  static void hold(Passage& passage, Cycle cycle, const Cause& cause);
  /// Fetch loses slots from a cycle on; no reason: it loses none.
  void fetch_loses(Cycle cycle, const Cause& cause);

  /// Why the operation (none: the one fetched next, or no longer known) is not there in a cycle;
  /// the arrival was reported in cycle `since`.
  [[nodiscard]] Cause cause_of(OpId op, const Passage* passage, const LateArrival& arrival,
                               Cycle since, Cycle cycle) const;

private:
  struct Lost {
    Cycle begin;
    Cause cause;
  };
  [[nodiscard]] std::optional<Cause> lost_at_fetch(Cycle behind, Cycle before,
                                                   std::uint64_t cycles) const;

  std::uint64_t front_cycles_ = 0;
  Cycle last_fetched_; ///< cycle in which the last operation of the right path was fetched
  std::vector<Lost> lost_;
};

} // namespace stallscope::trace
