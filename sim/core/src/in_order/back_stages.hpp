#pragma once

// Back stages: operations leave the functional units, pass through the stages after execute, and
// complete.

#include "in_order/pipeline.hpp"

#include <algorithm>

namespace stallscope::core {

/// The oldest unresolved branch or jump older than an operation, in lanes [0, lanes).
template <class Sink>
OpId Pipeline<Sink>::unresolved_before(const InFlightOp& op, unsigned lanes) const {
  OpId oldest = kNoOp;
  if (s_.unresolved == 0)
    return oldest;
  for (const unsigned lane : occupied(0, lanes))
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
      const InFlightOp& other = op_at(s_.lanes[lane].slots[i]);
      if (!other.resolved && other.id < op.id && (!oldest || other.id < oldest) &&
          !waived(op, {Reason::latency, kNoRegister, other.id}))
        oldest = other.id;
    }
  return oldest;
}

/// Why an operation whose work is finished cannot complete: it is on a wrong path, an older branch
/// or jump is unresolved, an older operation in its stage has not completed, or an older one in a
/// unit writes the same register.
template <class Sink> Hazard Pipeline<Sink>::completion_hazard(const InFlightOp& op) const {
  if (op.wrong_path)
    return Cause{s_.speculation.why, kNoRegister, s_.speculation.branch};
  const OpId branch = unresolved_before(op, lane_count());
  if (branch)
    return Cause{Reason::latency, kNoRegister, branch};
  if (plan_.lanes[op.lane].is_unit)
    return write_order_hazard(op);
  const LaneContent& content = s_.lanes[op.lane];
  for (unsigned i = 0; i < content.count && op_at(content.slots[i]).id != op.id; ++i)
    if (const InFlightOp& first = op_at(content.slots[i]); !first.leaving)
      if (const Hazard hazard = behind(first); !waived(op, hazard.own()))
        return hazard;
  return {};
}

/// Removes the operations that completed in the previous cycle.
template <class Sink> void Pipeline<Sink>::retire() {
  // Last operation removed: it used the last retirement slot, for which other operations wait.
  OpId last_left;
  const auto retire_from = [this, &last_left](unsigned lane) {
    LaneContent& content = s_.lanes[lane];
    for (unsigned i = 0; i < content.count;) {
      const unsigned slot = content.slots[i];
      InFlightOp& op = op_at(slot);
      if (!op.leaving) {
        if (op.ready_at < now()) {
          const Hazard hazard = completion_hazard(op);
          if (hazard.exists())
            hold(op, hazard);
          else // more operations were ready to complete than the retirement width
            hold(op, Cause{Reason::write_port, kNoRegister, last_left});
        }
        ++i;
        continue;
      }
      STALLSCOPE_CHECK(!op.wrong_path, "an operation of the wrong path retires");
      note_departure(op);
      last_left = op.id;
      if (op.is_control)
        predictor().release(s_.predictor, op.prediction);
      free_op(slot);
      moved_ = true;
    }
  };
  if (plan_.first_back < plan_.lanes.size())
    retire_from(static_cast<unsigned>(plan_.lanes.size()) - 1);
  else
    for (const std::uint8_t lane : plan_.unit_last_lane)
      retire_from(lane);
}

/// Operations that have finished execution, oldest first. Returns their number.
template <class Sink>
[[gnu::always_inline]] inline unsigned
Pipeline<Sink>::finished_in_units(std::array<std::uint8_t, kMaxInFlight>& finished) const {
  unsigned count = 0;
  for (const unsigned lane : occupied_units())
    for (unsigned i = 0; plan_.lanes[lane].is_last_step && i < s_.lanes[lane].count; ++i)
      if (op_at(s_.lanes[lane].slots[i]).ready_at < now())
        finished[count++] = s_.lanes[lane].slots[i];
  std::sort(finished.begin(), finished.begin() + count,
            [this](unsigned a, unsigned b) { return op_at(a).id < op_at(b).id; });
  return count;
}

/// Why an operation stays in its unit, checked in this order: no room in the next stage, an older
/// unresolved branch, a missing producer of its store data, write order. Missing store data takes
/// precedence over a full stage when its producer is not the operation that fills the stage,
/// because the data are then missing for longer.
template <class Sink> inline Hazard Pipeline<Sink>::join_hazard(const InFlightOp& op) const {
  if (free_in(plan_.first_back) > 0)
    return hazard_with_room(op);
  const Hazard full = why_not_moving(plan_.first_back);
  if (waived(op, full.own()))
    return hazard_with_room(op);
  const Cause data = op.missing != 0 ? entry_hazard(op, plan_.first_back) : Cause{};
  return data.why == Reason::raw && data.culprit != full.root.culprit ? Hazard{data} : full;
}

template <class Sink>
[[gnu::always_inline]] inline Cause Pipeline<Sink>::hazard_with_room(const InFlightOp& op) const {
  const Cause entry = entry_hazard(op, plan_.first_back);
  if (entry.why != Reason::none)
    return entry;
  if (const OpId branch = unresolved_before(op, plan_.first_back))
    return {Reason::latency, kNoRegister, branch};
  const Cause data = producer_in_unit(op); // not the store itself, which produces nothing
  if (data.why != Reason::none)
    return data;
  return write_order_hazard(op); // an older operation that was delayed after issue must write first
}

/// Why no unit passed an operation on: the oldest operation that has been executing since an
/// earlier cycle (operations held between two steps included), or else what has kept the one that
/// would have come out of a unit from being issued in time.
template <class Sink> Cause Pipeline<Sink>::units_gap() {
  OpId oldest = kNoOp;
  for (const unsigned lane : occupied_units())
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
      const InFlightOp& op = op_at(s_.lanes[lane].slots[i]);
      if ((!op.held || !plan_.lanes[lane].is_last_step) && (!oldest || op.id < oldest))
        oldest = op.id;
    }
  if (oldest)
    return {Reason::latency, kNoRegister, oldest};
  return plan_.may_overtake ? gap_of_next_to_join() : s_.issue_gap;
}

/// Number of cycles that an operation executes in its unit when nothing holds it.
template <class Sink> unsigned Pipeline<Sink>::cycles_in_unit(const InFlightOp& op) const {
  const unsigned lane = plan_.first_lane_of[static_cast<std::size_t>(op.op_class)];
  const PlanLane& there = plan_.lanes[lane];
  const unsigned last = plan_.unit_last_lane[there.unit];
  const bool accesses = plan_.lanes[last].accesses_memory && isa::is_memory(op.op_class);
  return last - lane + static_cast<unsigned>(cycles_on(op, last, accesses && !plan_.data_cache));
}

/// Why the next operation to be issued has not come out of its unit; none: had it been issued as
/// soon as it stood there, it would still execute.
template <class Sink> Cause Pipeline<Sink>::gap_for(const InFlightOp& next) const {
  const unsigned lane = plan_.first_lane_of[static_cast<std::size_t>(next.op_class)];
  const unsigned last = plan_.unit_last_lane[plan_.lanes[lane].unit];
  if (lane != last) // bubbles go through the steps
    return s_.gap_shown[last] && s_.gaps[last].why != Reason::idle ? s_.gaps[last] : Cause{};
  const unsigned cycles = cycles_in_unit(next);
  if (cycles > 1 && now() <= next.ready_at + cycles)
    return {};
  return next.held ? own_cause(next) : busy_cause(next);
}

/// Why the units were empty in the cycle before: the cause of the first operation in line to be
/// issued that would have come out of its unit, had it been issued in time; idle: none of them
/// would. When none has ended its work there, the cause of the empty issue slots.
template <class Sink> Cause Pipeline<Sink>::first_to_have_joined() const {
  const unsigned issuing = plan_.front_count - 1;
  const LaneContent& line = s_.lanes[issuing];
  if (line.count == 0)
    return s_.issue_gap;
  const InFlightOp& next = op_at(line.slots[0]);
  const auto op_class = static_cast<std::size_t>(next.op_class);
  const PlanLane& unit = plan_.lanes[plan_.first_lane_of[op_class]];
  if (unit.is_last_step && !unit.accesses_memory && plan_.latency_of[op_class] == 1 &&
      next.operand_cycles == 0 && !(next.held && next.behind)) // the most frequent case
    return s_.issue_gap;
  if (next.ready_at + 1 >= now() || s_.issue_gap.why == Reason::none)
    return s_.issue_gap;
  if (const Cause gap = gap_for(next); gap.why != Reason::none)
    return gap;
  // The units of later operations have their causes of the cycle before (set_gaps_behind()).
  for (unsigned lane = issuing + 1; lane-- > issuing - std::min(issuing, 1U);)
    for (unsigned i = lane == issuing ? 1 : 0; i < s_.lanes[lane].count; ++i) {
      const InFlightOp& op = op_at(s_.lanes[lane].slots[i]);
      const unsigned its = plan_.first_lane_of[static_cast<std::size_t>(op.op_class)];
      if (cycles_in_unit(op) == 1 && s_.gap_shown[its] && s_.gaps[its].why != Reason::idle)
        return s_.gaps[its];
    }
  return {Reason::idle};
}

/// first_to_have_joined(), with the root cause for the ledger beside it.
template <class Sink> [[gnu::noinline]] Cause Pipeline<Sink>::gap_of_next_to_join() {
  const Cause gap = first_to_have_joined();
  if (plan_.charges_root(gap))
    root_behind_units(s_, 0) = s_.issue_gap;
  return gap;
}

/// Advances the stages after execute, last stage first. The first of them takes from all units,
/// oldest operation first.
template <class Sink> void Pipeline<Sink>::advance_back_stages() {
  if (plan_.first_back >= plan_.lanes.size())
    return;
  for (auto lane = static_cast<unsigned>(plan_.lanes.size()) - 1; lane > plan_.first_back; --lane)
    pull_in_order(lane - 1, lane);

  std::array<std::uint8_t, kMaxInFlight> finished;
  const unsigned count = finished_in_units(finished);
  const unsigned join = plan_.first_back;
  Cause gap;
  for (unsigned i = 0; i < count; ++i) {
    InFlightOp& op = op_at(finished[i]);
    const Hazard hazard = join_hazard(op);
    if (!hazard.exists()) {
      enter(finished[i], join);
      continue;
    }
    hold(op, hazard);
    if (gap.why == Reason::none)
      gap = hazard.root;
  }
  if (free_in(join) > 0 && gap.why == Reason::none)
    gap = units_gap();
  set_gap(join, free_in(join) > 0 ? gap : Cause{});
}

} // namespace stallscope::core
