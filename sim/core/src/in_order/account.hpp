#pragma once

// Cycle ledger: every slot of every cycle is used, or lost to one cause, at fetch, issue and
// retirement.

#include "common/slot_accounting.hpp"
#include "in_order/pipeline.hpp"

#include <algorithm>

namespace stallscope::core {

/// Why an operation of the last stage has not completed in this cycle.
template <class Sink> Cause Pipeline<Sink>::why_not_leaving(const InFlightOp& op) const {
  const Cause cause = op.ready_at <= now() ? completion_hazard(op).root : Cause{};
  return cause.why == Reason::none ? busy_cause(op) : cause;
}

/// Why fewer operations than the width retire: the cause of the last stage's empty slots.
template <class Sink> Cause Pipeline<Sink>::retire_gap() const {
  // Without stages after execute, the units are the last stage.
  if (plan_.first_back >= plan_.lanes.size()) {
    for (const unsigned lane : occupied_units())
      for (unsigned i = 0; i < s_.lanes[lane].count; ++i)
        if (!op_at(s_.lanes[lane].slots[i]).leaving)
          return why_not_leaving(op_at(s_.lanes[lane].slots[i]));
    return s_.issue_gap.why == Reason::none ? Cause{Reason::fill} : s_.issue_gap;
  }
  const auto last = static_cast<unsigned>(plan_.lanes.size()) - 1;
  for (unsigned i = 0; i < s_.lanes[last].count; ++i)
    if (!op_at(s_.lanes[last].slots[i]).leaving)
      return why_not_leaving(op_at(s_.lanes[last].slots[i]));
  return plan_.charges_root(s_.gaps[last]) ? root_behind_units(s_, last - plan_.first_back)
                                           : s_.gaps[last];
}

template <class Sink>
void Pipeline<Sink>::charge(LedgerPoint point, unsigned used, const InOrderLosses& loss) {
  trace::LedgerAccount& account = s_.ledger.at(point);
  count_slots(account, Reason::none, used);
  for (unsigned i = 0; i < loss.entries; ++i)
    count_slots(account, loss.causes[i].why, loss.counts[i]);
  InOrderLosses& reported = s_.losses[static_cast<std::size_t>(point)];
  if constexpr (Sink::kActive)
    report_changed_losses(sink_, Cycle{now()}, point, reported, loss);
  else
    reported.take(loss);
}

/// Fetch slots: used by operations fetched on the right path.
template <class Sink> void Pipeline<Sink>::account_fetch() {
  if (fetched_wrong_ > 0)
    fetch_loss_.add(fetched_wrong_cause_, fetched_wrong_);
  fetch_loss_.add(fetch_gap_, plan_.width - fetched_);
  charge(LedgerPoint::fetch, fetched_ - fetched_wrong_, fetch_loss_);
}

/// Issue slots: used by operations of the right path that entered the units.
template <class Sink> void Pipeline<Sink>::account_issue() {
  unsigned wrong_issued = 0;
  for (unsigned i = 0; i < issued_; ++i)
    wrong_issued += op_at(issued_slots_[i]).wrong_path ? 1 : 0;
  charge(LedgerPoint::issue, issued_ - wrong_issued, issue_loss_);
}

/// An operation completes in this cycle. One that faulted is removed without effects.
template <class Sink> void Pipeline<Sink>::end_work(InFlightOp& op) {
  op.leaving = true;
  if (!op.faulting) {
    ++s_.counters.retired;
    s_.last_retired = std::max(s_.last_retired, op.id);
  }
  if constexpr (Sink::kActive)
    sink_.report(op.faulting ? What::flush : What::retire, Cycle{op.faulting ? now() + 1 : now()},
                 op.id, kNoOp, {}, static_cast<LaneId>(op.lane), 0);
}

/// Retirement slots: operations that complete in this cycle, oldest first, at most `width`.
template <class Sink> inline void Pipeline<Sink>::account_retirement() {
  unsigned leaving = 0;
  unsigned faulting = 0;
  const auto end_in = [this, &leaving, &faulting](unsigned lane) {
    for (unsigned i = 0; i < s_.lanes[lane].count && leaving < plan_.width; ++i) {
      InFlightOp& op = op_at(s_.lanes[lane].slots[i]);
      if (op.ready_at > now() || completion_hazard(op).exists())
        continue;
      end_work(op);
      ++leaving;
      faulting += op.faulting ? 1 : 0;
    }
  };
  if (plan_.first_back < plan_.lanes.size())
    end_in(static_cast<unsigned>(plan_.lanes.size()) - 1);
  else
    for (const std::uint8_t lane : plan_.unit_last_lane)
      end_in(lane);
  if (faulting > 0)
    retire_loss_.add(s_.fetch.exception_pending
                         ? Cause{Reason::exception, kNoRegister, s_.fetch.exception}
                         : Cause{Reason::drain},
                     faulting);
  if (leaving < plan_.width)
    retire_loss_.add(retire_gap(), plan_.width - leaving);
  charge(LedgerPoint::retire, leaving - faulting, retire_loss_);
}

/// Length of the run: counts this cycle, except in the final drain on machines that exclude it.
template <class Sink> void Pipeline<Sink>::count_cycle() {
  s_.ledger.cycles = now();
  bool counts = machine_.drain == machine::DrainRule::counted;
  for (unsigned lane = 0; lane < plan_.front_count && !counts; ++lane)
    counts = s_.lanes[lane].count > 0;
  if (!counts)
    return;
  s_.counted_cycles = now();
  if (machine_.drain == machine::DrainRule::excluded)
    s_.counted_ledger = s_.ledger;
}

template <class Sink> void Pipeline<Sink>::account() {
  account_fetch();
  account_issue();
  account_retirement();
  count_cycle();
}

} // namespace stallscope::core
