#pragma once

// Movement of operations from lane to lane: retire, back stages, functional units, issue, front
// stages.

#include "in_order/pipeline.hpp"

#include <algorithm>

namespace stallscope::core {

template <class Sink> void Pipeline<Sink>::remove_from_lane(unsigned slot) {
  LaneContent& content = s_.lanes[op_at(slot).lane];
  unsigned i = 0;
  while (i < content.count && content.slots[i] != slot)
    ++i;
  STALLSCOPE_CHECK(i < content.count, "an operation is not on the lane it thinks it is on");
  for (; i + 1 < content.count; ++i)
    content.slots[i] = content.slots[i + 1];
  --content.count;
}

/// Remembers for this cycle that an operation has left a unit that reopens late.
template <class Sink> void Pipeline<Sink>::note_departure(const InFlightOp& op) {
  if (!plan_.lanes[op.lane].reopens_late)
    return;
  STALLSCOPE_CHECK(departed_ < kMaxWidth, "more operations leave the units than a stage holds");
  departures_[departed_++] = {op.id, op.lane};
}

/// The explorer is told that the timing depends on what an operation of the wrong path does.
template <class Sink> void Pipeline<Sink>::ask_outcome(InFlightOp& op, bool accesses) {
  if constexpr (kScripted<Sink>) {
    if (op.op_class != OpClass::branch) {
      if (accesses)
        sink_.wrong_path_unknown();
      return;
    }
    sink_.wrong_path_outcome(op);
    const isa::Instruction& branch = program_.code[op.instruction];
    const bool taken = op.actual_pc != branch.pc + branch.size;
    op.operand_cycles = static_cast<std::uint8_t>(taken ? machine_.taken_cycles : 0);
  }
}

template <class Sink> void Pipeline<Sink>::enter(unsigned slot, unsigned lane) {
  InFlightOp& op = op_at(slot);
  const PlanLane& there = plan_.lanes[lane];
  if (lane != 0) {
    note_departure(op);
    remove_from_lane(slot);
  }
  LaneContent& content = s_.lanes[lane];
  STALLSCOPE_CHECK(content.count < there.slots, "an operation moves to a lane that is full");
  content.slots[content.count++] = static_cast<std::uint8_t>(slot);
  op.lane = static_cast<std::uint8_t>(lane);
  op.held = false;
  op.entered_at = now();

  const bool end_of_stage = !there.is_unit || lane == plan_.unit_last_lane[there.unit];
  const bool accesses = there.accesses_memory && end_of_stage && isa::is_memory(op.op_class);
  if constexpr (kScripted<Sink>)
    if (op.wrong_path && time_depends_on_outcome(op) && (accesses || there.is_unit))
      ask_outcome(op, accesses);
  std::uint64_t cycles = 1;
  if (lane == 0)
    cycles = fetching_cycles_;
  else if (there.is_unit && plan_.unit_first_lane[there.unit] == plan_.unit_last_lane[there.unit])
    cycles = plan_.latency_of[static_cast<std::size_t>(op.op_class)] +
             (isa::is_memory(op.op_class) ? 0U : op.operand_cycles);
  if (accesses)
    cycles += machine_.data_latency_cycles - 1 + op.operand_cycles;
  op.ready_at = now() + cycles - 1;

  if constexpr (Sink::kActive)
    sink_.report(What::enter, Cycle{now()}, op.id, kNoOp, {}, static_cast<LaneId>(lane),
                 content.count - 1U);
  if (there.is_unit && there.step == 0) {
    op.issued_at = now();
    if (plan_.has_latency_rules)
      for (const RegId reg : micro_op_of(op).destinations()) {
        s_.registers[reg].issued_at = now();
        s_.registers[reg].issued_class = op.op_class;
      }
  }
  if (there.writes && micro_op_of(op).write_count > 0)
    ++writes_entered_;
  if (op.missing != 0 && (plan_.forwards[there.stage] != 0 || plan_.has_latency_rules) &&
      (!there.is_unit || there.step == 0))
    take_forwarded(op, there.stage);
  moved_ = true;
}

template <class Sink> void Pipeline<Sink>::hold(InFlightOp& op, const Cause& cause) {
  if constexpr (Sink::kActive)
    if (!op.held || !(op.cause == cause))
      sink_.report(What::hold, Cycle{now()}, op.id, cause.culprit, cause, op.lane, 0);
  op.held = true;
  op.cause = cause;
}

/// The stage in which a branch or jump is resolved.
template <class Sink> unsigned Pipeline<Sink>::resolve_stage_of(const InFlightOp& op) const {
  const unsigned stage = op.is_direct_jump                       ? machine_.jump_resolve_stage
                         : op.op_class == OpClass::jump_register ? machine_.jump_register_stage
                                                                 : machine_.resolve_stage;
  return op.late ? std::max(stage, machine_.late_stage) : stage;
}

/// Execution takes longer for where a branch goes or what an access lies across, neither of which
/// is known of an operation on the wrong path without carrying it out.
template <class Sink> bool Pipeline<Sink>::time_depends_on_outcome(const InFlightOp& op) const {
  return (machine_.taken_cycles > 0 && op.op_class == OpClass::branch) ||
         (plan_.splits_accesses && isa::is_memory(op.op_class));
}

/// Why an operation that has not finished its work on a lane is still there.
template <class Sink> Cause Pipeline<Sink>::busy_cause(const InFlightOp& op) const {
  const PlanLane& lane = plan_.lanes[op.lane];
  if (op.lane == 0)
    return {Reason::fetch_latency, kNoRegister, op.id};
  if (lane.accesses_memory && isa::is_memory(op.op_class) &&
      (machine_.data_latency_cycles > 1 || op.operand_cycles > 0))
    return {Reason::memory_latency, kNoRegister, op.id};
  return {Reason::latency, kNoRegister, op.id};
}

/// Why nothing can enter a full lane: the root cause, not the lane's name.
template <class Sink> Cause Pipeline<Sink>::why_not_moving(unsigned lane) const {
  const LaneContent& content = s_.lanes[lane];
  STALLSCOPE_CHECK(content.count > 0, "an empty lane holds nobody up");
  const InFlightOp& op = op_at(content.slots[0]);
  if (op.held)
    return op.cause;
  if (op.ready_at >= now() && op.entered_at < now())
    return busy_cause(op);
  return {Reason::stage_full, kNoRegister, op.id};
}

/// Holds every operation of a lane that has finished its work there for the reason its first one is
/// held.
template <class Sink> void Pipeline<Sink>::hold_rest(unsigned lane) {
  const LaneContent& content = s_.lanes[lane];
  const Cause cause = op_at(content.slots[0]).cause;
  for (unsigned i = 1; i < content.count; ++i)
    if (op_at(content.slots[i]).ready_at < now())
      hold(op_at(content.slots[i]), cause);
}

/// A lane whose group moves in lockstep takes new operations only when it is empty.
template <class Sink> bool Pipeline<Sink>::may_enter_group(unsigned lane) const {
  return machine_.group == machine::GroupRule::sliding || s_.lanes[lane].count == 0;
}

template <class Sink> void Pipeline<Sink>::set_gap(unsigned lane, const Cause& cause) {
  const bool show = s_.lanes[lane].count == 0;
  if constexpr (Sink::kActive) {
    if (show && (!s_.gap_shown[lane] || !(s_.gaps[lane] == cause)))
      sink_.report(What::empty, Cycle{now()}, kNoOp, cause.culprit, cause,
                   static_cast<LaneId>(lane), 0);
    else if (!show && s_.gap_shown[lane])
      sink_.report(What::empty, Cycle{now()}, kNoOp, kNoOp, {}, static_cast<LaneId>(lane), 0);
  }
  s_.gap_shown[lane] = show;
  s_.gaps[lane] = cause;
}

/// Moves operations from one lane to the next in program order, as many as may go. Returns how many
/// went.
template <class Sink> unsigned Pipeline<Sink>::pull_in_order(unsigned from, unsigned to) {
  unsigned moved = 0;
  const bool open = may_enter_group(to) || plan_.lanes[to].is_unit || to >= plan_.first_back;
  while (s_.lanes[from].count > 0) {
    const unsigned slot = s_.lanes[from].slots[0];
    InFlightOp& op = op_at(slot);
    if (op.ready_at >= now())
      break; // still at work
    const bool room = free_in(to) > 0 && open;
    const Cause cause = room ? entry_hazard(op, to) : why_not_moving(to);
    if (cause.why != Reason::none) {
      hold(op, cause);
      hold_rest(from);
      break;
    }
    enter(slot, to);
    ++moved;
  }
  Cause gap; // why `to` has room left
  if (free_in(to) > 0) {
    gap = s_.gaps[from];
    if (s_.lanes[from].count > 0) {
      const InFlightOp& first = op_at(s_.lanes[from].slots[0]);
      gap = first.held ? first.cause : busy_cause(first);
    }
  }
  set_gap(to, gap);
  return moved;
}

/// What keeps an operation from entering a lane that has room for it; none when it may.
template <class Sink>
Cause Pipeline<Sink>::entry_hazard(const InFlightOp& op, unsigned lane) const {
  const PlanLane& there = plan_.lanes[lane];
  // A branch that compares in an early stage does not leave it before its operands have come.
  if ((op.missing & op.missing_at_branch) != 0 &&
      plan_.lanes[op.lane].stage == resolve_stage_of(op))
    return missing_operand(op, op.missing_at_branch, kStaying);
  if (op.late && there.stage == machine_.late_stage) {
    const Cause operand =
        missing_operand(op, op.missing & op.missing_at_execute, machine_.late_stage);
    if (operand.why != Reason::none)
      return operand;
  }
  if (there.reads && machine_.operand_wait == machine::OperandWait::before_read &&
      !plan_.has_latency_rules) {
    const Cause ports = register_ports(op);
    if (ports.why != Reason::none)
      return ports;
  }
  // Store data that is forwarded to the memory stage is needed when the store enters it.
  if (op.missing != 0 && there.stage == plan_.store_data_stage &&
      there.stage != plan_.execute_stage) {
    const Cause data = missing_operand(op, op.missing, there.stage);
    if (data.why != Reason::none)
      return data;
  }
  if (there.writes && !there.is_unit && machine_.write_ports != 0 &&
      micro_op_of(op).write_count > 0 && writes_entered_ >= machine_.write_ports)
    return {Reason::write_port, kNoRegister, op_at(s_.lanes[lane].slots[0]).id};
  return {};
}

template <class Sink> void Pipeline<Sink>::free_op(unsigned slot) {
  remove_from_lane(slot);
  op_at(slot).id = kNoOp;
  s_.free_slots[s_.free_count++] = static_cast<std::uint8_t>(slot);
  --s_.in_flight;
}

/// The oldest branch or jump in front of an operation that is not resolved, in lanes [0, lanes).
template <class Sink>
OpId Pipeline<Sink>::unresolved_before(const InFlightOp& op, unsigned lanes) const {
  OpId oldest = kNoOp;
  for (unsigned lane = 0; s_.unresolved > 0 && lane < lanes; ++lane)
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
      const InFlightOp& other = op_at(s_.lanes[lane].slots[i]);
      if (!other.resolved && other.id < op.id && (!oldest || other.id < oldest))
        oldest = other.id;
    }
  return oldest;
}

/// What keeps an operation that has done its work from ending: nothing ends on the wrong path, nor
/// before the branches and jumps in front of it are resolved; operations leave a stage in order,
/// and units write a register in order.
template <class Sink> Cause Pipeline<Sink>::completion_hazard(const InFlightOp& op) const {
  if (op.wrong_path)
    return {s_.speculation.why, kNoRegister, s_.speculation.branch};
  const OpId branch = unresolved_before(op, static_cast<unsigned>(plan_.lanes.size()));
  if (branch)
    return {Reason::latency, kNoRegister, branch};
  if (plan_.lanes[op.lane].is_unit)
    return write_order_hazard(op);
  const LaneContent& content = s_.lanes[op.lane];
  for (unsigned i = 0; i < content.count && op_at(content.slots[i]).id != op.id; ++i)
    if (const InFlightOp& first = op_at(content.slots[i]); !first.leaving)
      return first.held ? first.cause : busy_cause(first);
  return {};
}

/// Takes out the operations whose last cycle was the one before.
template <class Sink> void Pipeline<Sink>::retire() {
  const auto retire_from = [this](unsigned lane) {
    LaneContent& content = s_.lanes[lane];
    for (unsigned i = 0; i < content.count;) {
      const unsigned slot = content.slots[i];
      InFlightOp& op = op_at(slot);
      if (!op.leaving) {
        if (op.ready_at < now()) {
          const Cause cause = completion_hazard(op);
          if (cause.why != Reason::none)
            hold(op, cause);
          else // more operations ended than the machine retires a cycle
            hold(op, {Reason::write_port, kNoRegister, s_.last_retired});
        }
        ++i;
        continue;
      }
      STALLSCOPE_CHECK(!op.wrong_path, "an operation of the wrong path retires");
      note_departure(op);
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

/// The stages behind execute, last first. The first of them takes from all units, oldest operation
/// first.
template <class Sink> void Pipeline<Sink>::advance_back_stages() {
  if (plan_.first_back >= plan_.lanes.size())
    return;
  for (auto lane = static_cast<unsigned>(plan_.lanes.size()) - 1; lane > plan_.first_back; --lane)
    pull_in_order(lane - 1, lane);

  std::array<std::uint8_t, kMaxInFlight> finished;
  unsigned count = 0;
  for (const std::uint8_t lane : plan_.unit_last_lane)
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i)
      if (op_at(s_.lanes[lane].slots[i]).ready_at < now())
        finished[count++] = s_.lanes[lane].slots[i];
  std::sort(finished.begin(), finished.begin() + count,
            [this](unsigned a, unsigned b) { return op_at(a).id < op_at(b).id; });

  const unsigned join = plan_.first_back;
  Cause gap;
  for (unsigned i = 0; i < count; ++i) {
    InFlightOp& op = op_at(finished[i]);
    Cause cause = free_in(join) > 0 ? entry_hazard(op, join) : why_not_moving(join);
    // A slow branch is not overtaken: it goes first.
    if (const OpId branch = unresolved_before(op, plan_.first_back);
        branch && cause.why == Reason::none)
      cause = {Reason::latency, kNoRegister, branch};
    if (cause.why == Reason::none) // a store does not stand in the way of its own data
      cause = producer_in_unit(op);
    if (cause.why == Reason::none) // an older write that was delayed behind issue still goes first
      cause = write_order_hazard(op);
    if (cause.why == Reason::none) {
      enter(finished[i], join);
      continue;
    }
    hold(op, cause);
    if (gap.why == Reason::none)
      gap = cause;
  }
  if (free_in(join) > 0 && gap.why == Reason::none) {
    gap = s_.issue_gap;
    OpId oldest = kNoOp; // an operation that has been executing since an earlier cycle
    for (unsigned lane = plan_.front_count; lane < plan_.first_back; ++lane)
      for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
        const InFlightOp& op = op_at(s_.lanes[lane].slots[i]);
        if (!op.held && (!oldest || op.id < oldest))
          oldest = op.id;
      }
    if (oldest)
      gap = {Reason::latency, kNoRegister, oldest};
  }
  set_gap(join, free_in(join) > 0 ? gap : Cause{});
}

/// Operations step through pipelined units. The first step of each unit is left to issue.
template <class Sink> void Pipeline<Sink>::advance_units() {
  for (std::size_t unit = 0; unit < plan_.unit_first_lane.size(); ++unit)
    for (unsigned lane = plan_.unit_last_lane[unit]; lane > plan_.unit_first_lane[unit]; --lane)
      pull_in_order(lane - 1, lane);
}

template <class Sink> Cause Pipeline<Sink>::unit_hazard(const InFlightOp& op) const {
  const unsigned lane = plan_.first_lane_of[static_cast<std::size_t>(op.op_class)];
  if (const unsigned free = free_in(lane); free > 0) {
    OpId first_gone;
    unsigned closed = 0; // copies left in this cycle, which open in the next
    for (unsigned i = 0; i < departed_; ++i)
      if (departures_[i].lane == lane && closed++ == 0)
        first_gone = departures_[i].op;
    return closed < free ? Cause{} : Cause{Reason::unit_busy, kNoRegister, first_gone};
  }
  const InFlightOp& occupant = op_at(s_.lanes[lane].slots[0]);
  if (occupant.held)
    return occupant.cause;
  return {Reason::unit_busy, kNoRegister, occupant.id};
}

template <class Sink> Cause Pipeline<Sink>::pairing_hazard(const InFlightOp& op) const {
  const auto op_class = static_cast<std::size_t>(op.op_class);
  for (const machine::PairingLimit& rule : machine_.pairing_limits) {
    if (!rule.classes[op_class])
      continue;
    unsigned same = 0;
    OpId last = kNoOp;
    for (unsigned i = 0; i < issued_; ++i)
      if (rule.classes[static_cast<std::size_t>(op_at(issued_slots_[i]).op_class)]) {
        ++same;
        last = op_at(issued_slots_[i]).id;
      }
    if (same >= rule.limit)
      return {Reason::pairing, kNoRegister, last};
  }
  for (const machine::PairingBan& rule : machine_.pairing_bans)
    for (unsigned i = 0; i < issued_ && rule.second[op_class]; ++i)
      if (rule.first[static_cast<std::size_t>(op_at(issued_slots_[i]).op_class)])
        return {Reason::pairing, kNoRegister, op_at(issued_slots_[i]).id};
  return {};
}

/// The operation lacks operands, but all that it lacks are on their way behind the units: it can be
/// issued now and executed in the late ALU.
template <class Sink> bool Pipeline<Sink>::goes_late(const InFlightOp& op) const {
  const unsigned missing = op.missing & op.missing_at_execute;
  if (missing == 0 || !machine_.late_operations[static_cast<std::size_t>(op.op_class)])
    return false;
  bool lacks = false;
  for (unsigned i = 0; i < micro_op_of(op).read_count; ++i) {
    if ((missing & (1U << i)) == 0 || forwarded_into(op, i, plan_.execute_stage) ||
        (plan_.read_stage == plan_.execute_stage && readable(op, i, now())))
      continue;
    const InFlightOp& producer = op_at(op.producer_slots[i]);
    if (!op.producers[i] || producer.id != op.producers[i] || producer.lane < plan_.first_back)
      return false;
    lacks = true;
  }
  return lacks;
}

/// What keeps an operation from being issued, in this order: operands, write order, unit, pairing
/// rules.
template <class Sink> Cause Pipeline<Sink>::issue_hazard(const InFlightOp& op, bool late) const {
  if ((op.missing & op.missing_at_branch) != 0 &&
      plan_.lanes[op.lane].stage == resolve_stage_of(op))
    return missing_operand(op, op.missing_at_branch, kStaying);
  if ((op.missing & op.missing_at_execute) != 0) {
    const Cause operand =
        late ? Cause{} : missing_operand(op, op.missing_at_execute, plan_.execute_stage);
    if (operand.why != Reason::none)
      return operand;
    if (plan_.read_stage == plan_.execute_stage && !plan_.has_latency_rules) {
      const Cause ports = register_ports(op);
      if (ports.why != Reason::none)
        return ports;
    }
  }
  if (plan_.may_overtake) {
    const Cause waw = waw_hazard(op);
    if (waw.why != Reason::none)
      return waw;
  }
  const Cause unit = unit_hazard(op);
  if (unit.why != Reason::none)
    return unit;
  return issued_ > 0 ? pairing_hazard(op) : Cause{};
}

/// From the last front stage into the functional units, in program order, at most `width` a cycle.
template <class Sink> void Pipeline<Sink>::issue() {
  const unsigned from = plan_.front_count - 1;
  unsigned wrong = 0;
  while (s_.lanes[from].count > 0 && issued_ < plan_.width) {
    const unsigned slot = s_.lanes[from].slots[0];
    InFlightOp& op = op_at(slot);
    if (op.ready_at >= now())
      break;
    const bool late = plan_.has_late_alu && goes_late(op);
    const Cause cause = issue_hazard(op, late);
    if (cause.why != Reason::none) {
      hold(op, cause);
      hold_rest(from);
      break;
    }
    op.late = late;
    enter(slot, plan_.first_lane_of[static_cast<std::size_t>(op.op_class)]);
    issued_slots_[issued_++] = static_cast<std::uint8_t>(slot);
    wrong += op.wrong_path ? 1 : 0;
  }
  Cause gap;
  if (issued_ < plan_.width) {
    gap = s_.gaps[from];
    if (s_.lanes[from].count > 0) {
      const InFlightOp& first = op_at(s_.lanes[from].slots[0]);
      gap = first.held ? first.cause : busy_cause(first);
    }
  }
  if (wrong > 0)
    issue_loss_.add({s_.speculation.why, kNoRegister, s_.speculation.branch}, wrong);
  issue_loss_.add(gap, plan_.width - issued_);
  s_.issue_gap = gap;
  const bool elsewhere = plan_.unit_first_lane.size() > 1 && issued_ > 0;
  const unsigned wanted = lane_wanted_next();
  for (const std::uint8_t lane : plan_.unit_first_lane) {
    const bool concerned = !elsewhere && (wanted == lane || wanted == plan_.lanes.size());
    set_gap(lane, free_in(lane) == 0                     ? Cause{}
                  : concerned && gap.why != Reason::none ? gap
                                                         : Cause{Reason::idle});
  }
}

/// The lane the next operation to issue will enter; lanes.size() when none is in sight, so that
/// any could be.
template <class Sink> unsigned Pipeline<Sink>::lane_wanted_next() const {
  for (unsigned lane = plan_.front_count; lane-- > 0;)
    if (s_.lanes[lane].count > 0)
      return plan_.first_lane_of[static_cast<std::size_t>(op_at(s_.lanes[lane].slots[0]).op_class)];
  return static_cast<unsigned>(plan_.lanes.size());
}

template <class Sink> void Pipeline<Sink>::advance_front_stages() {
  for (unsigned lane = plan_.front_count - 1; lane > 0; --lane)
    pull_in_order(lane - 1, lane);
}

} // namespace stallscope::core
