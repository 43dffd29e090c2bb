#pragma once

// Why the last lane of a dynamically scheduled machine (write-back or retirement) is empty.

#include "record/live_ops.hpp"
#include "trace/event.hpp"

#include <optional>
#include <vector>

namespace stallscope::trace {

/// An empty cell of the last lane has the cause that has kept the next operation from being there
/// in that cycle. An operation passes each part of the machine in a fixed number of cycles when
/// nothing holds it, so that each cycle in which it is held makes it arrive one cycle later: the
/// cycle t is missed because of the cycle in which it was held k cycles before, where k is the
/// number of cycles in which it moves behind that one until it arrives. When it arrives in cycle
/// t + n, that is the n-th last of the cycles in which it is held. Held means:
/// - fetch, which continues with it, has lost slots since the operation before it was fetched,
/// - it is held in the front end, in its station, or behind its execution,
/// - it executes longer than the least: its access is no hit, its unit is a slower one,
/// - it is thrown back, to be done again: all cycles since it was dispatched first.
/// What ends before something that would have held it longer does not bind. An operand that was
/// missing as soon as it was in its station stands for what held it in front; what held it as soon
/// as it had come through the front end, for lost slots of fetch; and these count for nothing when
/// it had to stand in line for older ones. Without a cycle in which it was held, it is its own
/// latency.
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
