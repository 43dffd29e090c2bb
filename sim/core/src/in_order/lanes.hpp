#pragma once

// Lanes: how operations enter and leave them, what holds them there, and why slots are empty.

#include "in_order/pipeline.hpp"
#include "isa/register_operands.hpp"

#include <algorithm>

namespace stallscope::core {

template <class Sink> void Pipeline<Sink>::remove_from_lane(unsigned slot) {
  LaneContent& content = s_.lanes[op_at(slot).lane];
  if (content.count == 1 && content.slots[0] == slot) { // the most frequent case
    content.count = 0;
    s_.occupied.erase(op_at(slot).lane);
    return;
  }
  unsigned i = 0;
  while (i < content.count && content.slots[i] != slot)
    ++i;
  STALLSCOPE_CHECK(i < content.count, "an operation is not on its lane");
  for (; i + 1 < content.count; ++i)
    content.slots[i] = content.slots[i + 1];
  if (--content.count == 0)
    s_.occupied.erase(op_at(slot).lane);
}

/// Records that an operation has left, in this cycle, a unit that can be re-entered one cycle
/// later.
template <class Sink>
[[gnu::always_inline]] inline void Pipeline<Sink>::note_departure(const InFlightOp& op) {
  if (!plan_.lanes[op.lane].reopens_late)
    return;
  STALLSCOPE_CHECK(departed_ < kMaxWidth, "more operations leave the units than a stage holds");
  departures_[departed_++] = {op.id, op.lane};
}

/// Memoization: reports to the explorer of memo/ that the timing depends on the outcome of a
/// wrong-path operation.
template <class Sink> void Pipeline<Sink>::report_outcome(InFlightOp& op, bool accesses) {
  if (op.op_class != OpClass::branch) {
    if (accesses)
      outcomes().wrong_path_unknown();
    return;
  }
  outcomes().wrong_path_outcome(op);
  op.operand_cycles = static_cast<std::uint8_t>(op.actual_taken ? machine_.taken_cycles : 0);
}

/// Number of cycles that an operation works in the lane it enters. `accesses`: it accesses data
/// memory there.
template <class Sink>
inline std::uint64_t Pipeline<Sink>::cycles_on(const InFlightOp& op, unsigned lane,
                                               bool accesses) const {
  const PlanLane& there = plan_.lanes[lane];
  std::uint64_t cycles = 1;
  if (lane == 0)
    cycles = fetching_cycles_;
  else if (there.is_unit && plan_.unit_first_lane[there.unit] == plan_.unit_last_lane[there.unit])
    cycles = plan_.latency_of[static_cast<std::size_t>(op.op_class)] +
             (isa::is_memory(op.op_class) ? 0U : op.operand_cycles);
  else if (there.second_operand_cycles != 0 &&
           isa::register_operands(program_.instruction(op.instruction)) > 1)
    cycles += there.second_operand_cycles;
  if (accesses)
    cycles += machine_.data_latency_cycles - 1 + op.operand_cycles;
  return cycles;
}

/// An operation is issued: it enters the first step of its unit.
template <class Sink> inline void Pipeline<Sink>::note_issue(InFlightOp& op) {
  op.issued_at = now();
  if (!plan_.has_latency_rules)
    return;
  for (const RegId reg : micro_op_of(op).destinations()) {
    s_.registers[reg].issued_at = now();
    s_.registers[reg].issued_class = op.op_class;
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
  if constexpr (kWaives<Sink>)
    if (content.count == there.slots) // without what is waived there is one more place: the last
      --content.count;                // one there has had its turn in this cycle
  STALLSCOPE_CHECK(content.count < there.slots, "an operation moves to a lane that is full");
  content.slots[content.count++] = static_cast<std::uint8_t>(slot);
  s_.occupied.insert(lane);
  op.lane = static_cast<std::uint8_t>(lane);
  op.held = false;
  op.entered_at = now();

  const bool end_of_stage = !there.is_unit || lane == plan_.unit_last_lane[there.unit];
  const bool accesses = there.accesses_memory && end_of_stage && isa::is_memory(op.op_class);
  if (outcomes().records_path_of(op) && time_depends_on_outcome(op) && (accesses || there.is_unit))
    report_outcome(op, accesses);
  if (accesses && plan_.data_cache)
    access_data(op);
  else
    op.ready_at = now() + cycles_on(op, lane, accesses) - 1;

  if constexpr (Sink::kActive)
    sink_.report(What::enter, Cycle{now()}, op.id, kNoOp, {}, static_cast<LaneId>(lane),
                 content.count - 1U);
  if (there.is_unit && there.step == 0)
    note_issue(op);
  if (there.writes && micro_op_of(op).write_count > 0)
    ++writes_entered_;
  if (op.missing != 0 && (plan_.forwards[there.stage] != 0 || plan_.has_latency_rules) &&
      (!there.is_unit || there.step == 0))
    take_forwarded(op, there.stage);
  moved_ = true;
}

template <class Sink> void Pipeline<Sink>::hold(InFlightOp& op, const Hazard& hazard) {
  [[maybe_unused]] const Cause before = op.held ? own_cause(op) : Cause{};
  op.held = true;
  op.cause = hazard.root;
  op.behind = hazard.behind;
  if constexpr (Sink::kActive)
    if (const Cause own = own_cause(op); !(own == before))
      sink_.report(What::hold, Cycle{now()}, op.id, own.culprit, own, op.lane, 0);
}

/// The operation that will leave a full lane first. Operations leave stages in program order.
template <class Sink> inline const InFlightOp& Pipeline<Sink>::first_to_leave(unsigned lane) const {
  const LaneContent& content = s_.lanes[lane];
  return content.count > 1 && plan_.lanes[lane].is_unit ? first_of_copies(lane)
                                                        : op_at(content.slots[0]);
}

/// Lower bound of the last cycle in which an operation stays in the last step of its unit: it
/// executes, is held for an operation that executes, lacks operands, or older operations take the
/// slots of the next stage first.
template <class Sink>
[[gnu::cold]] std::uint64_t Pipeline<Sink>::stays_in_unit_to(const InFlightOp& op,
                                                             bool lacks_operands) const {
  std::uint64_t last = std::max(op.held ? now() : op.ready_at, now());
  if (op.held && op.cause.why != Reason::write_port) // a write port is free again in the next cycle
    last = std::max(last, ready_at_of(op.cause.culprit));
  const bool joins = plan_.first_back < lane_count();
  const MicroOp& micro_op = micro_op_of(op);
  for (unsigned i = 0; joins && lacks_operands && i < micro_op.read_count; ++i) {
    if ((op.missing >> i & 1U) == 0 || !op.producers[i])
      continue;
    // The operand is forwarded on entry into the stage, or read in the cycle before entry.
    const unsigned stage = plan_.lanes[plan_.first_back].stage;
    const bool by_path = next_path(op_at(op.producer_slots[i]), stage) != 0;
    last = std::max(last, expected_in(op, i, stage) - (by_path ? 1 : 0));
  }
  unsigned before = 0;
  for (const unsigned lane : occupied_units())
    for (unsigned i = 0; plan_.lanes[lane].is_last_step && i < s_.lanes[lane].count; ++i)
      if (const InFlightOp& other = op_at(s_.lanes[lane].slots[i]);
          other.id < op.id && lane != op.lane && other.ready_at <= last)
        ++before;
  return last + before / (joins ? plan_.lanes[plan_.first_back].slots : plan_.width);
}

/// A copy of an operation that has received the operands it reads in this cycle, on entering the
/// read stage.
template <class Sink>
[[gnu::cold]] InFlightOp Pipeline<Sink>::with_read_operands(const InFlightOp& op) const {
  InFlightOp reads = op;
  const PlanLane& here = plan_.lanes[op.lane];
  const bool reserved = here.is_unit && here.stage == plan_.read_stage && op.entered_at == now();
  for (unsigned i = 0; reserved && !plan_.has_latency_rules && i < micro_op_of(op).read_count; ++i)
    if (readable(op, i, now()))
      reads.missing = static_cast<std::uint8_t>(reads.missing & ~(1U << i));
  return reads;
}

/// The operation that will leave the copies of a unit first, as an estimate: the smallest cycle of
/// leaving, among equals the oldest operation; operations held for other reasons than operands or
/// room come last.
template <class Sink>
[[gnu::cold]] const InFlightOp& Pipeline<Sink>::first_of_copies(unsigned lane) const {
  const LaneContent& content = s_.lanes[lane];
  const InFlightOp* first = &op_at(content.slots[0]);
  // In half cycles, so that of two operations that end together the one that will be held comes
  // last.
  const auto leaves_at = [this, lane](const InFlightOp& in_lane) -> std::uint64_t {
    const InFlightOp op = with_read_operands(in_lane);
    const Reason why = !plan_.lanes[lane].is_last_step   ? Reason::none
                       : plan_.first_back < lane_count() ? hazard_with_room(op).why
                                                         : completion_hazard(op).root.why;
    if (!plan_.lanes[lane].is_last_step)
      return op.held ? 0 : 2 * op.ready_at;
    if (why == Reason::none || why == Reason::write_port || why == Reason::raw)
      return 2 * stays_in_unit_to(op, why == Reason::raw);
    if (op.wrong_path && plan_.first_back == lane_count())
      return ~std::uint64_t{0}; // it never completes
    if (op.held)
      return 2 * now() + 2;
    // an operation behind an unresolved branch: ordered like operations held for the branch
    return 2 * op.ready_at + (why == Reason::latency ? 2 : 1);
  };
  std::uint64_t least = leaves_at(*first);
  for (unsigned i = 1; i < content.count; ++i)
    if (const InFlightOp& other = op_at(content.slots[i]); leaves_at(other) < least) {
      first = &other;
      least = leaves_at(other);
    }
  return *first;
}

/// Why an operation in a lane is still executing.
template <class Sink> Cause Pipeline<Sink>::busy_cause(const InFlightOp& op) const {
  const PlanLane& lane = plan_.lanes[op.lane];
  if (op.lane == 0)
    return {op.cache_miss ? Reason::icache_miss : Reason::fetch_latency, kNoRegister, op.id};
  if (lane.accesses_memory && isa::is_memory(op.op_class) && op.access_refused)
    return {op.refusal, kNoRegister, op.id};
  if (lane.accesses_memory && isa::is_memory(op.op_class) && op.accessed && op.cache_miss)
    return {Reason::dcache_miss, kNoRegister, op.id};
  if (lane.accesses_memory && isa::is_memory(op.op_class) &&
      (machine_.data_latency_cycles > 1 || op.operand_cycles > 0 || op.accessed))
    return {Reason::memory_latency, kNoRegister, op.id};
  return {Reason::latency, kNoRegister, op.id};
}

/// The hazard of waiting behind another operation, which is held or still working.
template <class Sink> inline Hazard Pipeline<Sink>::behind(const InFlightOp& first) const {
  return first.held ? Hazard{first.cause, first.id} : Hazard{busy_cause(first)};
}

/// Why nothing can enter a full lane: the root cause, not just "stage full".
template <class Sink> Hazard Pipeline<Sink>::why_not_moving(unsigned lane) const {
  STALLSCOPE_CHECK(s_.lanes[lane].count > 0, "an empty lane cannot hold an operation");
  const InFlightOp& op = first_to_leave(lane);
  if (op.held || (op.ready_at >= now() && op.entered_at < now()))
    return behind(op);
  return Cause{Reason::stage_full, kNoRegister, op.id};
}

/// Why a lane passes nothing on: the cause that holds its first operation, or the cause of its
/// empty slots.
template <class Sink> Cause Pipeline<Sink>::waiting_at(unsigned lane) const {
  if (s_.lanes[lane].count == 0)
    return s_.gaps[lane];
  return behind(op_at(s_.lanes[lane].slots[0])).root;
}

/// Holds all finished operations of a lane behind its first one, which is held or still working.
template <class Sink> void Pipeline<Sink>::hold_rest(unsigned lane) {
  const LaneContent& content = s_.lanes[lane];
  const Hazard hazard = behind(op_at(content.slots[0]));
  for (unsigned i = 1; i < content.count; ++i)
    if (op_at(content.slots[i]).ready_at < now())
      hold(op_at(content.slots[i]), hazard);
}

/// Counterfactuals: the operation that is not to wait behind the first one of its lane becomes the
/// first. False: there is none.
template <class Sink> bool Pipeline<Sink>::let_pass(unsigned lane) {
  LaneContent& content = s_.lanes[lane];
  const Cause first = behind(op_at(content.slots[0])).own();
  const auto begin = content.slots.begin();
  for (auto place = begin + 1; place < begin + content.count; ++place)
    if (const InFlightOp& op = op_at(*place); op.ready_at < now() && waived(op, first)) {
      std::rotate(begin, place, place + 1);
      return true;
    }
  return false;
}

/// Sets the cause of a lane's empty slots; none: the lane is full.
template <class Sink> inline void Pipeline<Sink>::set_gap(unsigned lane, const Cause& cause) {
  const bool show = cause.why != Reason::none;
  if (s_.gap_shown[lane] == show && s_.gaps[lane] == cause)
    return;
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

/// Sets the cause of a lane's empty slots before operations move in this cycle.
template <class Sink> void Pipeline<Sink>::replace_gap(unsigned lane, const Cause& cause) {
  if constexpr (Sink::kActive)
    if (s_.gap_shown[lane] && !(s_.gaps[lane] == cause))
      sink_.report(What::empty, Cycle{now()}, kNoOp, cause.culprit, cause,
                   static_cast<LaneId>(lane), 0);
  s_.gaps[lane] = cause;
}

template <class Sink> void Pipeline<Sink>::free_op(unsigned slot) {
  remove_from_lane(slot);
  op_at(slot).id = kNoOp;
  s_.free_slots[s_.free_count++] = static_cast<std::uint8_t>(slot);
  --s_.in_flight;
}

/// With lockstep groups, a lane accepts new operations only when it is empty.
template <class Sink> bool Pipeline<Sink>::may_enter_group(unsigned lane) const {
  return machine_.group == machine::GroupRule::sliding || s_.lanes[lane].count == 0;
}

/// Moves operations from one lane to the next in program order until one is held. Returns the
/// number moved.
template <class Sink> inline unsigned Pipeline<Sink>::pull_in_order(unsigned from, unsigned to) {
  if (s_.lanes[from].count > 0)
    return pull_operations(from, to);
  set_gap(to, free_in(to) > 0 ? s_.gaps[from] : Cause{});
  return 0;
}

/// pull_in_order() for a nonempty lane.
template <class Sink> unsigned Pipeline<Sink>::pull_operations(unsigned from, unsigned to) {
  unsigned moved = 0;
  const bool open = may_enter_group(to) || plan_.lanes[to].is_unit || to >= plan_.first_back;
  while (s_.lanes[from].count > 0) {
    const unsigned slot = s_.lanes[from].slots[0];
    InFlightOp& op = op_at(slot);
    if (op.ready_at >= now()) { // still working
      if constexpr (kWaives<Sink>)
        if (let_pass(from))
          continue;
      if (s_.lanes[from].count > 1)
        hold_rest(from);
      break;
    }
    const bool room = free_in(to) > 0 && open;
    Hazard hazard = room ? Hazard{entry_hazard(op, to)} : why_not_moving(to);
    if constexpr (kWaives<Sink>)
      if (!room && waived(op, hazard.own()))
        hazard = entry_hazard(op, to);
    if (hazard.exists()) {
      hold(op, hazard);
      if constexpr (kWaives<Sink>)
        if (let_pass(from))
          continue;
      if (s_.lanes[from].count > 1)
        hold_rest(from);
      break;
    }
    enter(slot, to);
    ++moved;
  }
  set_gap(to, free_in(to) > 0 ? waiting_at(from) : Cause{});
  return moved;
}

/// Why an operation may not enter a lane that has room; none when it may.
template <class Sink>
Cause Pipeline<Sink>::entry_hazard(const InFlightOp& op, unsigned lane) const {
  const PlanLane& there = plan_.lanes[lane];
  // A branch compared in an early stage stays there until its operands are available.
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
  // Store data forwarded to the memory stage must be available when the store enters it.
  if (op.missing != 0 && there.stage == plan_.store_data_stage &&
      there.stage != plan_.execute_stage) {
    const Cause data = missing_operand(op, op.missing, there.stage);
    if (data.why != Reason::none)
      return data;
  }
  if (there.writes && !there.is_unit &&
      !machine::has_ports(machine_.write_ports, writes_entered_, 1) &&
      micro_op_of(op).write_count > 0)
    if (const Cause port{Reason::write_port, kNoRegister, last_writer()}; !waived(op, port))
      return port;
  return {};
}

/// The youngest operation that took a write port in this cycle by entering the write stage.
template <class Sink> [[gnu::cold]] OpId Pipeline<Sink>::last_writer() const {
  OpId last = kNoOp;
  for (const unsigned lane : occupied(plan_.front_count, lane_count()))
    for (unsigned i = 0; plan_.lanes[lane].writes && i < s_.lanes[lane].count; ++i)
      if (const InFlightOp& op = op_at(s_.lanes[lane].slots[i]);
          op.entered_at == now() && micro_op_of(op).write_count > 0)
        last = std::max(last, op.id);
  return last;
}

/// Execution time depends on the outcome: taken branches and split accesses take longer. For
/// wrong-path operations the outcome is known only after they have been executed functionally.
template <class Sink> bool Pipeline<Sink>::time_depends_on_outcome(const InFlightOp& op) const {
  return (machine_.taken_cycles > 0 && op.op_class == OpClass::branch) ||
         (plan_.splits_accesses && isa::is_memory(op.op_class));
}

} // namespace stallscope::core
