#pragma once

// Issue: operations leave the front stages for the functional units, and advance through them.

#include "in_order/pipeline.hpp"
#include "isa/written_code.hpp"

namespace stallscope::core {

/// Operations step through pipelined units. issue() fills the first step of each unit.
template <class Sink> void Pipeline<Sink>::advance_units() {
  for (std::size_t unit = 0; unit < plan_.unit_first_lane.size(); ++unit)
    for (unsigned lane = plan_.unit_last_lane[unit]; lane > plan_.unit_first_lane[unit]; --lane)
      pull_in_order(lane - 1, lane);
}

template <class Sink> Hazard Pipeline<Sink>::unit_hazard(const InFlightOp& op) const {
  const unsigned lane = plan_.first_lane_of[static_cast<std::size_t>(op.op_class)];
  if (const unsigned free = free_in(lane); free > 0) {
    OpId first_gone;
    // Copies that an operation has left in this cycle and that are available from the next cycle
    // on.
    unsigned closed = 0;
    for (unsigned i = 0; i < departed_; ++i)
      if (departures_[i].lane == lane && closed++ == 0)
        first_gone = departures_[i].op;
    const Cause busy{Reason::unit_busy, kNoRegister, first_gone};
    return closed < free || waived(op, busy) ? Hazard{} : busy;
  }
  const InFlightOp& first = first_to_leave(lane);
  const Hazard busy = first.held ? behind(first) : Cause{Reason::unit_busy, kNoRegister, first.id};
  return waived(op, busy.own()) ? Hazard{} : busy;
}

/// Pairing rules: why an operation of a class cannot issue beside those issued in this cycle. `op`:
/// the operation, if it is in flight.
template <class Sink> Cause Pipeline<Sink>::pairing_hazard(OpClass of, const InFlightOp* op) const {
  const auto beside = [this](unsigned i) -> const InFlightOp& { return op_at(issued_slots_[i]); };
  const auto pairing = [&](unsigned i) {
    return Cause{Reason::pairing, kNoRegister, beside(i).id};
  };
  const unsigned found = machine::pairing_conflict(
      machine_, of, issued_, [&](unsigned i) { return beside(i).op_class; },
      [&](unsigned i) { return op == nullptr || !waived(*op, pairing(i)); });
  return found < issued_ ? pairing(found) : Cause{};
}

/// All missing operands of the operation will be available when it leaves the units: it can issue
/// in this cycle and execute in the late ALU.
template <class Sink> bool Pipeline<Sink>::goes_late(const InFlightOp& op) const {
  return machine::goes_to_late_alu(
      machine_, op.op_class, op.missing & op.missing_at_execute,
      [&](unsigned operand) {
        return forwarded_into(op, operand, plan_.execute_stage) ||
               (plan_.read_stage == plan_.execute_stage && readable(op, operand, now()));
      },
      [&](unsigned operand) { return !blocks_late(op, operand); });
}

/// Hazard that keeps an operation from being issued, in the order of machine::first_issue_hazard().
template <class Sink> Hazard Pipeline<Sink>::issue_hazard(const InFlightOp& op, bool late) const {
  struct Find {
    const Pipeline& pipeline;
    const InFlightOp& op;
    bool late;

    static bool exists(const Cause& cause) { return cause.why != Reason::none; }
    static bool exists(const Hazard& hazard) { return hazard.exists(); }
    Cause compared_operands() const {
      return pipeline.missing_operand(op, op.missing_at_branch, kStaying);
    }
    Cause operands() const {
      return late ? Cause{}
                  : pipeline.missing_operand(op, op.missing_at_execute,
                                             pipeline.plan_.execute_stage);
    }
    Cause register_ports() const { return pipeline.register_ports(op); }
    Cause write_order() const { return pipeline.waw_hazard(op); }
    Hazard unit() const { return pipeline.unit_hazard(op); }
    Hazard pairing() const {
      return pipeline.issued_ > 0 ? pipeline.pairing_hazard(op.op_class, &op) : Cause{};
    }
  };
  const bool lacks_compared = (op.missing & op.missing_at_branch) != 0 &&
                              plan_.lanes[op.lane].stage == resolve_stage_of(op);
  return machine::first_issue_hazard(
      plan_, lacks_compared, (op.missing & op.missing_at_execute) != 0, Find{*this, op, late});
}

/// The lane that the next operation to issue will enter: that of the oldest operation in the front
/// stages, or else of the next instruction on the right path; lanes.size() when neither is known.
template <class Sink>
[[gnu::always_inline]] inline unsigned Pipeline<Sink>::lane_needed_next() const {
  for (unsigned lane = plan_.front_count; lane-- > 0;)
    if (s_.lanes[lane].count > 0)
      return plan_.first_lane_of[static_cast<std::size_t>(op_at(s_.lanes[lane].slots[0]).op_class)];
  if (plan_.unit_first_lane.size() > 1 && !s_.fetch.stopped)
    if (const std::uint32_t next = index_at(program_, s_.arch, right_path_pc(s_));
        next != isa::kNoIndex)
      return plan_.first_lane_of[static_cast<std::size_t>(program_.instruction(next).op_class)];
  return lane_count();
}

/// Causes of empty units that a later operation needs: one in the issue stage behind the next
/// operation, and then one that was held in the stage before. The first operation that needs a unit
/// gives the cause. `known`: lanes that have their cause.
template <class Sink> void Pipeline<Sink>::set_gaps_behind(LaneSet& known) {
  const auto needs_unit = [&](const InFlightOp& op) {
    const unsigned lane = plan_.first_lane_of[static_cast<std::size_t>(op.op_class)];
    return !known.contains(lane) && free_in(lane) != 0;
  };
  const auto explain_gap = [&](const InFlightOp& op, const Cause& cause) {
    const unsigned lane = plan_.first_lane_of[static_cast<std::size_t>(op.op_class)];
    known.insert(lane);
    set_gap(lane, cause);
  };
  const unsigned last = plan_.front_count - 1;
  const LaneContent& content = s_.lanes[last];
  for (unsigned i = 1; i < content.count; ++i)
    if (const InFlightOp& op = op_at(content.slots[i]); needs_unit(op)) {
      if (op.held)
        explain_gap(op, own_cause(op));
      else if (op.ready_at >= now() && op.entered_at < now())
        explain_gap(op, busy_cause(op));
    }
  // Those that were held a stage before could be here; those in front of that are on their way.
  for (unsigned i = 0; last > 0 && i < s_.lanes[last - 1].count; ++i)
    if (const InFlightOp& op = op_at(s_.lanes[last - 1].slots[i]); op.held && needs_unit(op))
      explain_gap(op, own_cause(op));
}

/// Fetch is on a wrong path, the right one leads to the end of the program, and all of that have
/// been issued.
template <class Sink> inline bool Pipeline<Sink>::has_program_ended() const {
  if (program_.platform == isa::Platform::bare_metal) // there it is no end: is_end()
    return false;
  for (unsigned lane = plan_.front_count; lane-- > 0;)
    if (s_.lanes[lane].count > 0)
      return op_at(s_.lanes[lane].slots[0]).wrong_path && lost_on_wrong_path().why == Reason::drain;
  return lost_on_wrong_path().why == Reason::drain;
}

/// Causes of empty units: the unit that the next operation needs gets the hazard of that operation;
/// the others are idle, or empty for a later operation (set_gaps_behind()).
template <class Sink> inline void Pipeline<Sink>::set_unit_gaps(const Cause& gap) {
  const auto set_unused = [this](std::uint8_t lane, bool ended) {
    Cause unused{free_in(lane) != 0 ? Reason::idle : Reason::none};
    if (ended && free_in(lane) != 0 && core_.needs_unit_of(lane)) [[unlikely]]
      unused = {Reason::drain};
    set_gap(lane, unused);
  };
  const bool ended = s_.speculation.active && has_program_ended();
  if (gap.why == Reason::none) { // all slots are used
    for (const std::uint8_t lane : plan_.unit_first_lane)
      set_unused(lane, ended);
    return;
  }
  const unsigned next_lane = lane_needed_next();
  const unsigned last = plan_.front_count - 1;
  // An operation held in the stage before the issue stage can enter the issue stage in this cycle.
  const auto comes_late = [&] {
    const LaneContent& before = s_.lanes[last - (last > 0 ? 1 : 0)];
    return plan_.width > 1 && last > 0 && before.count > 0 && op_at(before.slots[0]).held &&
           s_.lanes[last].count < plan_.lanes[last].slots;
  };
  if (next_lane == lane_count()) { // the next operation may need any unit
    for (const std::uint8_t lane : plan_.unit_first_lane)
      set_gap(lane, free_in(lane) == 0          ? Cause{}
                    : core_.needs_unit_of(lane) ? gap
                                                : Cause{Reason::idle});
    return;
  }
  LaneSet explained;
  explained.insert(next_lane);
  set_gap(next_lane, free_in(next_lane) != 0 ? gap : Cause{});
  if (s_.lanes[last].count > 1 || comes_late())
    set_gaps_behind(explained);
  for (const std::uint8_t lane : plan_.unit_first_lane)
    if (!explained.contains(lane))
      set_unused(lane, ended);
}

/// The cause of a free issue slot without an operation to use it: when the pairing rules exclude
/// the next instruction on the right path in any case, that rule.
template <class Sink>
[[gnu::noinline]] Cause Pipeline<Sink>::gap_beside_issued(const Cause& gap) const {
  if (s_.fetch.stopped)
    return gap;
  const auto pairs = [&](OpClass next) {
    const Cause pairing = pairing_hazard(next, nullptr);
    return pairing.why != Reason::none ? pairing : gap;
  };
  for (unsigned lane = plan_.front_count; lane-- > 0;)
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i)
      if (const InFlightOp& op = op_at(s_.lanes[lane].slots[i]); !op.wrong_path)
        return pairs(op.op_class);
  const std::uint32_t next = index_at(program_, s_.arch, right_path_pc(s_));
  return next != isa::kNoIndex ? pairs(program_.instruction(next).op_class) : gap;
}

/// Issues operations from the last front stage into the functional units, in program order, at most
/// `width` a cycle.
template <class Sink> void Pipeline<Sink>::issue() {
  const unsigned from = plan_.front_count - 1;
  unsigned wrong = 0;
  while (s_.lanes[from].count > 0 && issued_ < plan_.width) {
    const unsigned slot = s_.lanes[from].slots[0];
    InFlightOp& op = op_at(slot);
    if (op.ready_at >= now()) {
      if constexpr (kWaives<Sink>)
        if (let_pass(from))
          continue;
      if (s_.lanes[from].count > 1)
        hold_rest(from);
      break;
    }
    const bool late = plan_.has_late_alu && goes_late(op);
    const Hazard hazard = issue_hazard(op, late);
    if (hazard.exists()) {
      hold(op, hazard);
      if constexpr (kWaives<Sink>)
        if (let_pass(from))
          continue;
      if (s_.lanes[from].count > 1)
        hold_rest(from);
      break;
    }
    op.late = late;
    enter(slot, plan_.first_lane_of[static_cast<std::size_t>(op.op_class)]);
    issued_slots_[issued_++] = static_cast<std::uint8_t>(slot);
    wrong += op.wrong_path ? 1 : 0;
  }
  Cause gap = issued_ < plan_.width ? waiting_at(from) : Cause{};
  if (issued_ > 0 && s_.lanes[from].count == 0 &&
      (gap.why == Reason::mispredict || gap.why == Reason::redirect))
    gap = gap_beside_issued(gap);
  if (wrong > 0)
    issue_loss_.add({s_.speculation.why, kNoRegister, s_.speculation.branch}, wrong);
  issue_loss_.add(gap, plan_.width - issued_);
  s_.issue_gap = gap;
  set_unit_gaps(gap);
}

template <class Sink> void Pipeline<Sink>::advance_front_stages() {
  for (unsigned lane = plan_.front_count - 1; lane > 0; --lane)
    pull_in_order(lane - 1, lane);
}

} // namespace stallscope::core
