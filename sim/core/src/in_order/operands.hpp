#pragma once

// Operands: their producers, when they can be read or forwarded, and the resulting data hazards
// (RAW, WAW).

#include "in_order/pipeline.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

/// Records the in-flight producers of a newly fetched operation's operands, then makes the
/// operation the youngest writer of its destinations.
template <class Sink> void Pipeline<Sink>::link_producers(InFlightOp& op, const MicroOp& micro_op) {
  op.missing = op.missing_at_execute = op.missing_at_branch = 0;
  for (unsigned i = 0; i < micro_op.read_count; ++i) {
    const isa::RegisterRead read = micro_op.reads[i];
    const RegisterStatus& status = s_.registers[read.reg];
    op.producers[i] = status.writer;
    op.producer_slots[i] = status.slot;
    const bool rules_are_over =
        !plan_.has_latency_rules || now() > status.issued_at + plan_.longest_stall_cycles;
    if (op_at(status.slot).id != status.writer && rules_are_over)
      op.producers[i] = kNoOp; // the producer has retired: the register file holds the value
    const auto bit = static_cast<std::uint8_t>(1U << i);
    op.missing |= bit;
    const machine::OperandNeed need =
        machine::operand_need(machine_, plan_, read.role, op.op_class, op.is_direct_jump);
    if (need == machine::OperandNeed::to_compare)
      op.missing_at_branch |= bit;
    else if (need == machine::OperandNeed::to_execute)
      op.missing_at_execute |= bit;
  }
  const auto slot = static_cast<std::uint8_t>(&op - s_.ops.data());
  for (const RegId reg : micro_op.destinations()) {
    s_.registers[reg].writer = op.id;
    s_.registers[reg].slot = slot;
  }
}

/// The operand can be read from the register file in this cycle: its producer has written it, in an
/// earlier cycle or, with write-then-read, in this one.
template <class Sink>
inline bool Pipeline<Sink>::readable(const InFlightOp& op, unsigned operand,
                                     std::uint64_t at_cycle) const {
  if (!op.producers[operand])
    return true;
  const InFlightOp& producer = op_at(op.producer_slots[operand]);
  if (producer.id != op.producers[operand]) // its producer has retired; the freed slot still holds
                                            // the cycle of the write
    return producer.id || machine::may_read_written(machine_, producer.written_at, at_cycle);
  if (producer.written)
    return machine::may_read_written(machine_, producer.written_at, at_cycle);
  return machine_.write_then_read && plan_.lanes[producer.lane].writes &&
         !plan_.lanes[producer.lane].is_unit && producer.ready_at <= at_cycle;
}

/// Forwarding (bypassing): a path delivers the operand to `stage` in this cycle. The value exists,
/// and its producer is in the stage after the one where the path starts.
template <class Sink>
inline bool Pipeline<Sink>::forwarded_into(const InFlightOp& op, unsigned operand,
                                           unsigned stage) const {
  if (!op.producers[operand] || plan_.forwards[stage] == 0)
    return false;
  if (machine::paths_end_at_comparator(plan_, stage) && (op.missing_at_branch >> operand & 1U) == 0)
    return false;
  const InFlightOp& producer = op_at(op.producer_slots[operand]);
  if (producer.id != op.producers[operand])
    return false;
  return machine::is_forwarded(plan_, plan_.lanes[producer.lane].stage, result_stage_of(producer),
                               stage);
}

/// InFlightOp::ready_at of an operation by its number; 0: there is none, or it has left.
template <class Sink> [[gnu::cold]] std::uint64_t Pipeline<Sink>::ready_at_of(OpId id) const {
  for (const InFlightOp& op : s_.ops)
    if (id && op.id == id)
      return op.ready_at;
  return 0;
}

/// The stage in which an operation produces its result.
template <class Sink>
inline unsigned Pipeline<Sink>::result_stage_of(const InFlightOp& producer) const {
  return machine::result_stage(machine_, plan_, producer.op_class, producer.late);
}

/// The machine's latency rules allow the operation to issue in this cycle as far as this operand is
/// concerned.
template <class Sink>
bool Pipeline<Sink>::within_latency_rules(const InFlightOp& op, unsigned operand) const {
  const OpId producer = op.producers[operand];
  if (!producer)
    return true;
  const RegisterStatus& status = s_.registers[micro_op_of(op).reads[operand].reg];
  return machine::obeys_latency_rules(plan_, status.issued_class, op.op_class, status.issued_at,
                                      now());
}

/// The next stage on the way of a producer from which a forwarding path brings its value to a
/// stage; 0: there is none, the value is read from the register file. The path from the producer's
/// present stage does not count, because it has not delivered the value.
template <class Sink>
[[gnu::cold]] unsigned Pipeline<Sink>::next_path(const InFlightOp& producer, unsigned to) const {
  const unsigned behind =
      std::max(result_stage_of(producer), plan_.lanes[producer.lane].stage + 0U);
  const std::uint32_t paths = plan_.forwards[to] >> behind >> 1U;
  return paths != 0 ? behind + 1 + static_cast<unsigned>(std::countr_zero(paths)) : 0;
}

/// Estimate of the cycle in which an operation that enters a stage can use a missing operand,
/// assuming that the producer is delayed only by what holds it in this cycle.
template <class Sink>
[[gnu::cold]] std::uint64_t Pipeline<Sink>::expected_in(const InFlightOp& op, unsigned operand,
                                                        unsigned stage) const {
  // Added to the estimate when the producer has not been issued.
  constexpr std::uint64_t kBehindIssue = 1U << 20;
  const InFlightOp& producer = op_at(op.producer_slots[operand]);
  if (plan_.has_latency_rules) {
    const RegisterStatus& status = s_.registers[micro_op_of(op).reads[operand].reg];
    return status.issued_at + 1 +
           plan_.stall_cycles[static_cast<std::size_t>(status.issued_class)]
                             [static_cast<std::size_t>(op.op_class)];
  }
  if (producer.id != op.producers[operand] || readable(op, operand, now()))
    return now(); // the value is readable, and only a read port is missing
  const PlanLane& there = plan_.lanes[producer.lane];
  if (producer.lane < plan_.front_count)
    return now() + kBehindIssue;
  // The first stage of the producer from which the value is usable: by a path, or from the register
  // file after the write stage.
  const unsigned path = next_path(producer, stage == kStaying ? plan_.lanes[op.lane].stage : stage);
  const unsigned from = path != 0 ? path : plan_.write_stage;
  const unsigned steps = there.is_unit ? plan_.unit_last_lane[there.unit] - producer.lane : 0;
  const unsigned stages = from > there.stage ? from - there.stage : 0;
  const bool will_access = isa::is_memory(producer.op_class) && from > plan_.memory_stage &&
                           there.stage < plan_.memory_stage;
  std::uint64_t moves_behind = std::max(producer.ready_at, now());
  if (producer.held)
    moves_behind = std::max(moves_behind, ready_at_of(producer.cause.culprit));
  return moves_behind + steps + stages + (will_access ? machine_.data_latency_cycles - 1 : 0) +
         (path == 0 && !machine_.write_then_read ? 1 : 0);
}

/// The operand keeps the operation from the late ALU, because its producer is still in a unit.
template <class Sink>
inline bool Pipeline<Sink>::blocks_late(const InFlightOp& op, unsigned operand) const {
  const InFlightOp& producer = op_at(op.producer_slots[operand]);
  return !op.producers[operand] || producer.id != op.producers[operand] ||
         producer.lane < plan_.first_back;
}

/// Of two missing operands, whether the second becomes available last. Behind the units operations
/// keep their order: of two producers that produce their values there, the younger delivers its
/// value last unless it produces the value in an earlier stage. Ties go to the younger producer. An
/// operand that keeps the operation from the late ALU takes precedence over one that does not.
template <class Sink>
[[gnu::cold]] bool Pipeline<Sink>::comes_later(const InFlightOp& op, unsigned first,
                                               unsigned second, unsigned stage) const {
  if (plan_.has_late_alu && stage == plan_.execute_stage &&
      machine_.late_operations[static_cast<std::size_t>(op.op_class)] &&
      blocks_late(op, first) != blocks_late(op, second))
    return blocks_late(op, second);
  const InFlightOp& one = op_at(op.producer_slots[first]);
  const InFlightOp& other = op_at(op.producer_slots[second]);
  const auto is_behind = [&](const InFlightOp& younger, const InFlightOp& older) {
    return plan_.first_back < lane_count() && younger.id > older.id &&
           result_stage_of(older) >= plan_.lanes[plan_.first_back].stage &&
           result_stage_of(younger) >= result_stage_of(older);
  };
  if (!plan_.has_latency_rules && one.id == op.producers[first] &&
      other.id == op.producers[second] && (is_behind(other, one) || is_behind(one, other)))
    return is_behind(other, one);
  const std::uint64_t a = expected_in(op, first, stage);
  const std::uint64_t b = expected_in(op, second, stage);
  if (a != b)
    return b > a;
  // An operand that was readable and lacked only a port takes precedence over one that was not.
  const auto lacks_port = [&](unsigned operand) {
    return !plan_.has_latency_rules && readable(op, operand, now() - 1);
  };
  if (lacks_port(first) || lacks_port(second))
    return lacks_port(first) && !lacks_port(second);
  return op.producers[second] > op.producers[first];
}

/// Of the operands in `needed` that would still be missing when the operation enters a stage in
/// this cycle, the one that becomes available last.
template <class Sink>
Cause Pipeline<Sink>::missing_operand(const InFlightOp& op, std::uint8_t needed,
                                      unsigned entering_stage) const {
  constexpr unsigned kNone = isa::kMaxReads;
  const MicroOp& micro_op = micro_op_of(op);
  unsigned last = kNone;
  for (unsigned i = 0; i < micro_op.read_count; ++i) {
    if ((op.missing & needed & (1U << i)) == 0)
      continue;
    if (plan_.has_latency_rules && within_latency_rules(op, i))
      continue;
    if (!plan_.has_latency_rules && entering_stage != kStaying &&
        (forwarded_into(op, i, entering_stage) ||
         (plan_.read_stage == entering_stage && readable(op, i, now()))))
      continue;
    if (last == kNone || comes_later(op, last, i, entering_stage))
      last = i;
  }
  if (last == kNone)
    return {};
  const bool port_was_busy = !plan_.has_latency_rules && readable(op, last, now() - 1);
  return {port_was_busy ? Reason::read_port : Reason::raw, micro_op.reads[last].reg,
          port_was_busy ? read_before(op) : op.producers[last]};
}

/// The youngest of the older operations that were in the read stage in the previous cycle and used
/// its read ports; none when a write took the shared port.
template <class Sink> [[gnu::cold]] OpId Pipeline<Sink>::read_before(const InFlightOp& op) const {
  OpId last = kNoOp;
  for (const InFlightOp& other : s_.ops) {
    if (!other.id || other.id >= op.id || other.id < last || micro_op_of(other).read_count == 0 ||
        machine_.read_ports == 0)
      continue;
    const unsigned stage = plan_.lanes[other.lane].stage;
    const bool was_there =
        other.entered_at < now() ? stage == plan_.read_stage : stage == plan_.read_stage + 1U;
    if (was_there)
      last = other.id;
  }
  return last;
}

/// For machines whose operations wait *before* the read stage: on entry operands must be readable
/// and ports free. An operand that a forwarding path may deliver is waited for after the read stage
/// instead.
template <class Sink> Cause Pipeline<Sink>::register_ports(const InFlightOp& op) const {
  const MicroOp& micro_op = micro_op_of(op);
  constexpr unsigned kNone = isa::kMaxReads;
  unsigned reads = 0;
  unsigned last = kNone; // number of the missing operand that becomes available last
  for (unsigned i = 0; i < micro_op.read_count; ++i) {
    if (readable(op, i, now()))
      ++reads;
    else if (!plan_.execute_has_paths && (last == kNone || comes_later(op, last, i, kStaying)))
      last = i;
  }
  if (last != kNone)
    return {Reason::raw, micro_op.reads[last].reg, op.producers[last]};
  if (reads == 0)
    return {};
  if (machine::writes_take_port(machine_, writes_entered_))
    if (const Cause taken{Reason::read_port, kNoRegister, last_writer()}; !waived(op, taken))
      return taken;
  if (!machine::has_ports(machine_.read_ports, reads_reserved_, reads))
    if (const Cause taken{Reason::read_port, kNoRegister, last_reader_}; !waived(op, taken))
      return taken;
  reads_reserved_ += reads;
  last_reader_ = op.id;
  return {};
}

/// WAW hazard: an older operation in a functional unit with the same destination would, or might,
/// write it later.
template <class Sink> Cause Pipeline<Sink>::waw_hazard(const InFlightOp& op) const {
  const MicroOp& micro_op = micro_op_of(op);
  if (micro_op.write_count == 0)
    return {};
  const auto access = [this](const InFlightOp& any) -> std::uint64_t {
    return machine::access_cycles_in_unit(machine_, plan_, any.op_class, any.operand_cycles);
  };
  const std::uint64_t leaves_at = now() + plan_.latency_of[static_cast<std::size_t>(op.op_class)] +
                                  (isa::is_memory(op.op_class) ? 0U : op.operand_cycles) +
                                  access(op);
  for (const unsigned lane : occupied_units())
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
      const InFlightOp& older = op_at(s_.lanes[lane].slots[i]);
      const unsigned steps_left = plan_.unit_last_lane[plan_.lanes[lane].unit] - lane;
      const std::uint64_t ends = older.ready_at + steps_left + (steps_left > 0 ? access(older) : 0);
      if (!machine::waits_for_older_write(machine_, leaves_at, ends))
        continue;
      for (const RegId mine : micro_op.destinations())
        for (const RegId theirs : micro_op_of(older).destinations())
          if (mine == theirs && !waived(op, {Reason::waw, mine, older.id}))
            return {Reason::waw, mine, older.id};
    }
  return {};
}

/// Delivers every missing operand that a forwarding path brings to the operation's stage in this
/// cycle.
template <class Sink> void Pipeline<Sink>::take_forwarded(InFlightOp& op, unsigned stage) {
  const MicroOp& micro_op = micro_op_of(op);
  for (unsigned i = 0; i < micro_op.read_count; ++i) {
    if ((op.missing & (1U << i)) == 0)
      continue;
    if (plan_.has_latency_rules ? stage != plan_.execute_stage : !forwarded_into(op, i, stage))
      continue;
    op.missing &= static_cast<std::uint8_t>(~(1U << i));
    if constexpr (Sink::kActive) {
      if (!op.producers[i])
        continue;
      const InFlightOp& producer = op_at(op.producer_slots[i]);
      // The lane from which the value is forwarded: the one before the producer's lane.
      LaneId from = kNoLane;
      if (!plan_.has_latency_rules)
        from =
            producer.lane == plan_.first_back
                ? plan_.unit_last_lane[plan_.unit_of[static_cast<std::size_t>(producer.op_class)]]
                : static_cast<LaneId>(producer.lane - 1);
      sink_.report(What::forward, Cycle{now()}, op.id, op.producers[i],
                   {Reason::none, micro_op.reads[i].reg, op.producers[i]}, from, 0);
    }
  }
}

/// The hazard of the first missing operand whose producer is still in a functional unit.
template <class Sink> Cause Pipeline<Sink>::producer_in_unit(const InFlightOp& op) const {
  const MicroOp& micro_op = micro_op_of(op);
  for (unsigned i = 0; op.missing != 0 && i < micro_op.read_count; ++i) {
    const InFlightOp& producer = op_at(op.producer_slots[i]);
    if ((op.missing & (1U << i)) != 0 && op.producers[i] && producer.id == op.producers[i] &&
        plan_.lanes[producer.lane].is_unit)
      return {Reason::raw, micro_op.reads[i].reg, producer.id};
  }
  return {};
}

/// WAW hazard at write-back: an older operation in a functional unit has not yet written a register
/// that this operation writes.
template <class Sink> Cause Pipeline<Sink>::write_order_hazard(const InFlightOp& op) const {
  const MicroOp& micro_op = micro_op_of(op);
  if (!plan_.checks_write_order || micro_op.write_count == 0 || op.written)
    return {};
  for (const unsigned lane : occupied_units())
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
      const InFlightOp& older = op_at(s_.lanes[lane].slots[i]);
      if (older.id >= op.id || older.written)
        continue;
      for (const RegId mine : micro_op.destinations())
        for (const RegId theirs : micro_op_of(older).destinations())
          if (mine == theirs && !waived(op, {Reason::waw, mine, older.id}))
            return {Reason::waw, mine, older.id};
    }
  return {};
}

/// End of the write stage: writes the register file, older operations first.
template <class Sink> void Pipeline<Sink>::write_registers() {
  const auto write = [this](InFlightOp& op) {
    op.written = true;
    op.written_at = now();
    if (op.faulting || op.wrong_path)
      return;
    const MicroOp& micro_op = micro_op_of(op);
    for (unsigned d = 0; d < micro_op.write_count; ++d)
      s_.committed[micro_op.writes[d]] = op.results[d];
  };
  const auto writes_now = [this](const InFlightOp& op) {
    return !op.written && op.ready_at <= now();
  };
  if (plan_.write_stage != plan_.execute_stage) {
    const LaneContent& stage =
        s_.lanes[plan_.first_back + plan_.write_stage - plan_.execute_stage - 1];
    for (unsigned i = 0; i < stage.count && op_at(stage.slots[i]).ready_at <= now(); ++i)
      if (writes_now(op_at(stage.slots[i])))
        write(op_at(stage.slots[i])); // operations do not overtake in a stage that also accesses
                                      // memory
    return;
  }
  std::array<InFlightOp*, kMaxInFlight> ending;
  unsigned count = 0;
  for (const unsigned lane : occupied_units())
    for (unsigned i = 0; plan_.lanes[lane].is_last_step && i < s_.lanes[lane].count; ++i)
      if (InFlightOp& op = op_at(s_.lanes[lane].slots[i]); writes_now(op))
        ending[count++] = &op;
  std::sort(ending.begin(), ending.begin() + count,
            [](const InFlightOp* a, const InFlightOp* b) { return a->id < b->id; });
  for (unsigned i = 0; i < count; ++i)
    if (write_order_hazard(*ending[i]).why == Reason::none)
      write(*ending[i]);
}

/// Operations in the read stage read the register file. Operations further down take a missing
/// operand from a forwarding path into their stage, or from the write port in the cycle it is
/// written.
template <class Sink> void Pipeline<Sink>::read_operands() {
  if (plan_.has_latency_rules)
    return;
  const bool before_read = machine_.operand_wait == machine::OperandWait::before_read;
  for (const unsigned lane : occupied(plan_.read_stage, lane_count())) {
    const PlanLane& here = plan_.lanes[lane];
    if (here.stage >= plan_.memory_stage && here.stage != plan_.read_stage && !here.is_unit)
      break;
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
      InFlightOp& op = op_at(s_.lanes[lane].slots[i]);
      if (op.missing == 0)
        continue;
      if (plan_.forwards[here.stage] != 0)
        take_forwarded(op, here.stage);
      const bool in_read_stage = here.stage == plan_.read_stage;
      const bool reserved =
          (before_read || here.is_unit) && in_read_stage && op.entered_at == now();
      const MicroOp& micro_op = micro_op_of(op);
      for (unsigned k = 0; k < micro_op.read_count; ++k) {
        if ((op.missing & (1U << k)) == 0 || !readable(op, k, now()))
          continue;
        if (in_read_stage && !reserved) {
          if (machine::writes_take_port(machine_, writes_entered_) ||
              !machine::has_ports(machine_.read_ports, reads_reserved_ + reads_done_, 1))
            continue;
          ++reads_done_;
        }
        op.missing &= static_cast<std::uint8_t>(~(1U << k));
        if constexpr (Sink::kActive)
          if (op.producers[k])
            sink_.report(What::forward, Cycle{now()}, op.id, op.producers[k],
                         {Reason::none, micro_op.reads[k].reg, op.producers[k]}, kNoLane, 0);
      }
    }
  }
}

} // namespace stallscope::core
