#pragma once

// Fetch control: the next pc, branch prediction, and redirects after mispredictions.
//
// An operation is executed functionally when it is fetched, so its outcome is known at once; the
// machine acts on it only when the branch is resolved. Until then fetch follows the predicted path;
// instructions of a wrong path are executed as well, with every change logged, and undone by the
// redirect.
//
// An instruction that traps to the program's own handler (bare metal) passes through the pipeline
// without effects, and fetch waits until it has left. (A machine that fetches further instructions
// and squashes them fetches the handler in the same cycle.)

#include "common/branch_recovery.hpp"
#include "core/units/branch_predictor.hpp"
#include "core/units/control_flow.hpp"
#include "core/units/operand_latency.hpp"
#include "in_order/pipeline.hpp"
#include "isa/written_code.hpp"

#include <algorithm>

namespace stallscope::core {

/// The cause of slots lost behind a branch or jump that fetch has not followed: `why`, or the end
/// of the program when the branch leads there.
template <class Sink>
[[gnu::cold]] Cause Pipeline<Sink>::lost_behind(const InFlightOp& branch, Reason why) const {
  if (!branch.wrong_path && !branch.delay_slot &&
      reason_behind(program_, s_.arch, branch.actual_pc, why) == Reason::drain)
    return {Reason::drain};
  return {why, kNoRegister, branch.id};
}

/// Cause of the slots lost while fetch is on the wrong path.
template <class Sink> [[gnu::cold]] Cause Pipeline<Sink>::lost_on_wrong_path() const {
  for (const unsigned lane : occupied(0, lane_count()))
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i)
      if (const InFlightOp& op = op_at(s_.lanes[lane].slots[i]); op.id == s_.speculation.branch)
        return lost_behind(op, s_.speculation.why);
  return s_.speculation.lost();
}

/// As Speculation::fetch_gap().
template <class Sink> inline Cause Pipeline<Sink>::wrong_path_gap(const Cause& gap) const {
  // On bare metal this is not the end of the program: is_end().
  const Cause lost =
      program_.platform == isa::Platform::bare_metal ? s_.speculation.lost() : lost_on_wrong_path();
  return s_.speculation.fetch_gap(gap, lost);
}

/// Redirects fetch to the target of the branch resolved (or predicted) in the previous cycle, and
/// squashes younger operations.
template <class Sink> void Pipeline<Sink>::redirect_fetch() {
  if (!s_.fetch.redirect.pending)
    return;
  InFlightOp& branch = op_at(s_.fetch.redirect.slot);
  STALLSCOPE_CHECK(branch.id == s_.fetch.redirect.branch,
                   "the branch of a redirect has left the pipeline");
  const bool slot_to_come = s_.delay_slot_pending && s_.last_fetched_control == branch.id;
  const OpId last_kept = branch.delay_slot ? branch.delay_slot : branch.id;
  const bool as_predicted = s_.fetch.redirect.pc == branch.predicted_pc &&
                            s_.fetch.redirect.taken == branch.predicted_taken;
  const Cause cause = lost_behind(branch, branch.wrong_path || !as_predicted || is_foreseen(branch)
                                              ? s_.speculation.why
                                              : Reason::mispredict);
  flush_younger_than(last_kept, branch.id, cause);
  if (cause.why == Reason::drain)
    end_units();
  // Without overlap no instruction is fetched behind an unfinished branch, predicted right or
  // wrong: slots stay empty because the branch is not finished.
  const bool could_come = machine_.overlap || cause.why == Reason::drain;
  for (unsigned lane = 0; could_come && lane < std::min<unsigned>(branch.lane, plan_.front_count);
       ++lane)
    if (s_.lanes[lane].count == 0)
      replace_gap(lane, cause);
  if (could_come && branch.lane >= plan_.front_count && s_.lanes[plan_.front_count - 1].count == 0)
    s_.issue_gap = cause;

  restore_checkpoint(predictor(), s_, program_.code[branch.instruction], branch,
                     {s_.fetch.redirect.taken, s_.fetch.redirect.pc});
  if (slot_to_come) {
    s_.arch.npc = s_.fetch.redirect.pc;
  } else {
    s_.arch.pc = s_.fetch.redirect.pc;
    if (machine_.delay_slot)
      s_.arch.npc = s_.fetch.redirect.pc + 4;
    s_.delay_slot_pending = false;
  }
  s_.fetched_to = kNowhere;
  branch.followed_taken = s_.fetch.redirect.taken;
  // Only a prediction has been followed when the operation is not resolved.
  end_redirect(s_, branch,
               !branch.wrong_path && s_.fetch.redirect.pc == branch.actual_pc &&
                   s_.fetch.redirect.taken == branch.actual_taken);
  moved_ = true;
}

/// The program ends behind the resolved branch: idle units receive no further operations, so that
/// their empty slots are charged to the end of the program (drain).
template <class Sink> [[gnu::cold]] void Pipeline<Sink>::end_units() {
  for (unsigned lane = 0; lane < plan_.front_count; ++lane)
    if (s_.lanes[lane].count > 0)
      return;
  for (std::size_t unit = 0; unit < plan_.unit_first_lane.size(); ++unit)
    for (unsigned lane = plan_.unit_first_lane[unit];
         lane <= plan_.unit_last_lane[unit] && s_.lanes[lane].count == 0; ++lane)
      if (s_.gaps[lane].why == Reason::idle && core_.needs_unit_of(lane))
        replace_gap(lane, {Reason::drain});
}

/// Removes the gap causes that refer to a squashed operation: units left empty for it become idle.
template <class Sink> void Pipeline<Sink>::clear_unit_gaps(const InFlightOp& op) {
  const unsigned first = plan_.first_lane_of[static_cast<std::size_t>(op.op_class)];
  if (!plan_.lanes[first].is_unit)
    return;
  for (unsigned lane = first; lane <= plan_.unit_last_lane[plan_.lanes[first].unit]; ++lane)
    if (s_.gaps[lane] == op.cause)
      replace_gap(lane, {Reason::idle});
}

/// `lost`: the cause of the slots that become empty.
template <class Sink>
void Pipeline<Sink>::flush_younger_than(OpId last_kept, OpId branch, const Cause& lost) {
  const Cause cause{s_.speculation.why, kNoRegister, branch};
  outcomes().discarded(last_kept);
  for (const unsigned lane : occupied(0, lane_count())) {
    LaneContent& content = s_.lanes[lane];
    for (unsigned i = 0; i < content.count;) {
      const unsigned slot = content.slots[i];
      InFlightOp& op = op_at(slot);
      if (op.id <= last_kept) {
        ++i;
        continue;
      }
      if constexpr (Sink::kActive)
        sink_.report(What::flush, Cycle{now()}, op.id, branch, cause, static_cast<LaneId>(lane), 0);
      for (const RegId reg : micro_op_of(op).destinations())
        s_.registers[reg].writer = kNoOp;
      s_.unresolved -= op.resolved ? 0 : 1;
      ++s_.counters.flushed;
      if (op.held && lane == plan_.front_count - 1)
        clear_unit_gaps(op);
      free_op(slot);
      replace_gap(lane, lost);
    }
  }
  rebuild_register_status();
}

/// After a squash: recomputes each register's youngest writer from the remaining operations.
template <class Sink> void Pipeline<Sink>::rebuild_register_status() {
  for (const unsigned lane : occupied(0, lane_count()))
    for (unsigned i = 0; i < s_.lanes[lane].count; ++i) {
      const unsigned slot = s_.lanes[lane].slots[i];
      for (const RegId reg : micro_op_of(op_at(slot)).destinations())
        if (s_.registers[reg].writer < op_at(slot).id) {
          s_.registers[reg].writer = op_at(slot).id;
          s_.registers[reg].slot = static_cast<std::uint8_t>(slot);
        }
    }
}

/// Why nothing can be fetched in this cycle; none when fetch can proceed.
template <class Sink> Cause Pipeline<Sink>::fetch_hazard() const {
  if (const Cause stall =
          s_.fetch.stall(s_.in_flight == 0, [this] { return lost_on_wrong_path(); });
      stall.why != Reason::none)
    return stall;
  // Behind the last instruction nothing waits to be fetched.
  const auto waits_for = [this](const Cause& cause) {
    return !s_.speculation.active && is_end(program_, s_.arch, s_.arch.pc) ? Cause{Reason::drain}
                                                                           : cause;
  };
  if (!machine_.overlap && s_.in_flight > 0) {
    OpId oldest = kNoOp;
    // The lane furthest from fetch holds the oldest operation.
    for (const unsigned lane : occupied(0, lane_count()))
      oldest = op_at(s_.lanes[lane].slots[0]).id;
    return waits_for({Reason::not_pipelined, kNoRegister, oldest});
  }
  if (free_in(0) == 0)
    return why_not_moving(0).root;
  if (!may_enter_group(0))
    return waits_for(why_not_moving(0).root);
  if (machine_.memory_port == machine::PortSharing::shared)
    for (const unsigned lane : occupied(plan_.front_count, lane_count()))
      for (unsigned i = 0; plan_.lanes[lane].accesses_memory && i < s_.lanes[lane].count; ++i) {
        const InFlightOp& op = op_at(s_.lanes[lane].slots[i]);
        if (isa::is_memory(op.op_class) && op.ready_at >= now())
          return waits_for({Reason::memory_port, kNoRegister, op.id});
      }
  return {};
}

/// Fetches up to `width` instructions along the predicted path.
template <class Sink> void Pipeline<Sink>::fetch() {
  fetch_gap_ = fetch_hazard();
  if (fetch_gap_.why == Reason::none)
    s_.fetch.exception_pending = false;
  while (fetch_gap_.why == Reason::none && fetched_ < plan_.width) {
    if (free_in(0) == 0)
      fetch_gap_ = why_not_moving(0).root;
    else if (!fetch_one())
      fetch_gap_ = s_.fetch.stopped ? Cause{Reason::drain} : fetch_gap_;
    if (s_.fetch.stopped && fetch_gap_.why == Reason::none)
      fetch_gap_ = {Reason::drain};
  }
  if (s_.speculation.active && fetch_gap_.why != Reason::none) [[unlikely]]
    fetch_gap_ = wrong_path_gap(fetch_gap_);
  set_gap(0, free_in(0) > 0 ? fetch_gap_ : Cause{});
}

/// Cycles to fetch an instruction: one for each of its fetch blocks that has not been fetched with
/// earlier instructions, at least one.
template <class Sink> std::uint64_t Pipeline<Sink>::fetch_cycles(std::uint64_t pc, unsigned size) {
  const std::uint64_t bytes = machine_.fetch_bytes;
  if (bytes == 0)
    return machine_.fetch_latency_cycles;
  const bool has_begin = s_.fetched_to == pc && pc % bytes != 0;
  const std::uint64_t fetches = (pc + size - 1) / bytes - pc / bytes + (has_begin ? 0 : 1);
  s_.fetched_to = pc + size;
  return std::max<std::uint64_t>(1, fetches * machine_.fetch_latency_cycles);
}

/// Executes the fetched instruction functionally, and determines its extra cycles that depend on
/// operand values.
template <class Sink> Executed Pipeline<Sink>::execute_one(std::uint32_t index, bool wrong_path) {
  Executed done;
  if (!wrong_path && outcomes().replay(s_.arch, index, done))
    return done;
  const bool is_instruction = index != isa::kNoIndex;
  if (!wrong_path && is_instruction &&
      !plan_.executes[static_cast<std::size_t>(program_.instruction(index).op_class)] &&
      !isa::is_disabled(program_, s_.arch, program_.instruction(index))) {
    // Illegal even with a trap handler: the machine has no unit for the class.
    done.effect.trap = isa::Trap::illegal;
    outcomes().live(s_.arch.pc, index, done);
    return done;
  }
  // Measured before the operation overwrites its own operands.
  if (plan_.has_operand_latency && is_instruction)
    done.operand_cycles = operand_cycles(
        plan_.operand_latency[static_cast<std::size_t>(program_.instruction(index).op_class)],
        program_.instruction(index), s_.arch.regs);
  const std::uint64_t pc = s_.arch.pc;
  done.effect = wrong_path
                    ? execute_speculatively(program_, s_.arch, core_.environment(), now(), s_.undo)
                    : execute(program_, s_.arch, core_.executing(), now());
  if (done.effect.trap == isa::Trap::asks_cycle) [[unlikely]]
    done.effect =
        execute(program_, s_.arch, core_.environment(), cycle_of_issue(core_, s_, *this, index));
  if (plan_.splits_accesses && is_instruction && done.effect.bytes != 0 &&
      done.effect.bytes <= machine_.access_bytes &&
      isa::is_memory(program_.instruction(index).op_class) &&
      done.effect.address % machine_.access_bytes + done.effect.bytes > machine_.access_bytes)
    done.operand_cycles = static_cast<std::uint8_t>(machine_.split_cycles);
  if (wrong_path)
    outcomes().wrong_path(s_.next_op, pc, index, done);
  else
    outcomes().live(pc, index, done);
  return done;
}

/// Creates the operation of the instruction just executed, in a free slot.
template <class Sink>
[[gnu::always_inline]] inline unsigned
Pipeline<Sink>::new_op(std::uint32_t index, const Executed& executed, bool wrong_path) {
  STALLSCOPE_CHECK(s_.free_count > 0, "more operations in flight than the machine was checked for");
  const unsigned slot = s_.free_slots[--s_.free_count];
  ++s_.in_flight;
  InFlightOp& op = op_at(slot);
  op = InFlightOp{};
  op.id = s_.next_op;
  s_.next_op.value += 1;
  ++s_.counters.fetched;
  const isa::Instruction& instruction = program_.instruction(index);
  const MicroOp& micro_op = program_.micro_op(instruction.first_micro_op);
  op.instruction = index;
  op.micro_op = instruction.first_micro_op;
  op.op_class = instruction.op_class;
  op.operand_cycles = executed.operand_cycles;
  // An access wider than the data path is split at any address.
  if (plan_.splits_accesses && isa::is_memory(op.op_class) &&
      isa::access_bytes(instruction) > machine_.access_bytes)
    op.operand_cycles = static_cast<std::uint8_t>(machine_.split_cycles);
  op.wrong_path = wrong_path;
  op.faulting = !wrong_path && (is_fault(executed.effect.trap) || executed.effect.exception);
  op.address = executed.effect.address;
  op.access_bytes = executed.effect.bytes;
  link_producers(op, micro_op);
  for (unsigned d = 0; d < micro_op.write_count; ++d)
    op.results[d] = s_.arch.regs[micro_op.writes[d]];
  return slot;
}

/// Records that an operation is in the delay slot of the control operation before it.
template <class Sink> void Pipeline<Sink>::enter_delay_slot(const InFlightOp& op) {
  InFlightOp& control = op_at(s_.last_control_slot);
  if (control.id == s_.last_fetched_control) {
    control.delay_slot = op.id;
    control.undo_mark = static_cast<std::uint32_t>(s_.undo.size());
  }
  s_.delay_slot_pending = false;
  s_.speculation.end_of_slot();
}

/// fence.i: invalidates the instruction cache, so that later fetches see earlier stores.
template <class Sink> void Pipeline<Sink>::empty_fetch_cache(const isa::Instruction& instruction) {
  if (instruction.op == isa::Op::fence_i && plan_.fetch_cache)
    core_.hierarchy().invalidate_fetch(s_.memory, now());
}

/// Fetches one instruction; false when there is none to fetch. Sets fetch_gap_ when the group ends
/// behind it.
template <class Sink> bool Pipeline<Sink>::fetch_one() {
  const std::uint64_t pc = s_.arch.pc;
  const std::uint32_t index = index_at(program_, s_.arch, pc);
  const bool wrong_path = s_.speculation.active;
  const bool is_instruction = index != isa::kNoIndex;
  if (wrong_path && !is_instruction) {
    s_.fetch.left_code = true;
    fetch_gap_ = lost_on_wrong_path();
    return false;
  }
  if (is_instruction && isa::is_control(program_.instruction(index).op_class) &&
      !predictor().can_predict(s_.predictor)) {
    fetch_gap_ = {Reason::queue_full, kNoRegister, s_.last_retired};
    return false;
  }
  if (is_instruction && plan_.fetch_cache &&
      !access_fetch_cache(pc, program_.instruction(index).size))
    return false;
  const Executed executed = execute_one(index, wrong_path);
  note_trap(s_, executed.effect, pc, s_.speculation.active, is_instruction ? s_.next_op : kNoOp,
            fetch_gap_);
  if (!is_instruction)
    return false; // the end of the program, or a jump to an address without code
  enter_fetched(pc, index, executed, wrong_path);
  return true;
}

/// Creates the operation of the instruction just executed in the fetch stage, and returns its slot.
template <class Sink>
[[gnu::always_inline]] inline unsigned
Pipeline<Sink>::enter_fetched(std::uint64_t pc, std::uint32_t index, const Executed& executed,
                              bool wrong_path) {
  const isa::Effect& effect = executed.effect;
  const isa::Instruction& instruction = program_.instruction(index);
  const unsigned slot = new_op(index, executed, wrong_path);
  InFlightOp& op = op_at(slot);
  if constexpr (Sink::kActive)
    sink_.begin(Cycle{now()}, op.id, InstructionIndex{index}, wrong_path);
  if (plan_.fetch_cache)
    op.cache_miss = fetch_missed_;
  else
    fetching_cycles_ = fetch_cycles(pc, instruction.size);
  enter(slot, 0);
  ++fetched_;
  if (wrong_path) {
    ++fetched_wrong_;
    fetched_wrong_cause_ = s_.speculation.lost();
  }
  if (s_.delay_slot_pending)
    enter_delay_slot(op);
  if (isa::is_control(op.op_class) && !s_.fetch.stopped && !effect.exception)
    sequence_control(op, instruction, effect);
  else if (!wrong_path)
    empty_fetch_cache(instruction);
  // The write-order check needs the outcome before the operation enters its unit.
  if (outcomes().records_path_of(op) && machine_.waw == machine::WawRule::overtake &&
      micro_op_of(op).write_count > 0 && time_depends_on_outcome(op))
    outcomes().wrong_path_unknown();
  op.undo_mark = static_cast<std::uint32_t>(s_.undo.size());
  if (s_.arch.pc != pc + instruction.size && !s_.fetch.stopped && !effect.exception)
    fetch_gap_ = goes_wrong(op) && op.actual_pc == pc + instruction.size // the right path goes on
                     ? lost_behind(op, s_.speculation.why)
                     : Cause{Reason::fetch_group, kNoRegister, op.id};
  return slot;
}

/// Chooses the path behind a branch or jump: the prediction when the branch target buffer knows the
/// operation; otherwise fetch continues sequentially and follows the prediction at the end of the
/// predict stage, unless the operation is resolved in that stage. Behind a mispredicted operation
/// every instruction fetched is on the wrong path, including those fetched sequentially before the
/// prediction is followed.
template <class Sink>
void Pipeline<Sink>::sequence_control(InFlightOp& op, const isa::Instruction& instruction,
                                      const isa::Effect& effect) {
  const bool delayed = machine_.delay_slot;
  const std::uint64_t sequential = instruction.pc + instruction.size + (delayed ? 4 : 0);
  const bool redirects_to_next = machine_.to_next == machine::ToNext::redirect;
  op.actual_pc = effect.next_pc;
  op.actual_taken = redirects_to_next ? effect.taken : effect.next_pc != sequential;
  const Prediction prediction =
      predictor().predict(s_.predictor, instruction, {op.actual_taken, op.actual_pc});
  op.is_control = true;
  op.prediction = prediction.token;
  if (op.op_class == OpClass::branch && op.actual_taken)
    op.operand_cycles = static_cast<std::uint8_t>(machine_.taken_cycles);
  op.is_direct_jump = isa::is_jump(op.op_class) && !is_indirect(instruction);
  op.predicted_pc = prediction.taken ? prediction.target : sequential;
  op.predicted_taken = redirects_to_next ? prediction.taken : op.predicted_pc != sequential;
  const unsigned resolve = resolve_stage_of(op);
  const bool at_fetch = machine_.predict_stage == 0 || prediction.at_fetch;
  op.followed_pc = at_fetch ? op.predicted_pc : sequential;
  op.followed_taken = at_fetch && op.predicted_taken;
  // The histories represent the fetched path: a prediction is appended when fetch follows it.
  if (op.followed_pc != op.predicted_pc || op.followed_taken != op.predicted_taken)
    predictor().discard_behind(s_.predictor, instruction, op.prediction,
                               {op.followed_taken, op.followed_pc});
  op.predicted = at_fetch || machine_.predict_stage >= resolve;
  op.resolved = false;
  ++s_.unresolved;
  if (delayed) {
    s_.delay_slot_pending = true;
    s_.last_fetched_control = op.id;
    s_.last_control_slot = static_cast<std::uint8_t>(&op - s_.ops.data());
  }
  if (is_followed(op) && (op.predicted || is_foreseen(op)))
    return;
  (delayed ? s_.arch.npc : s_.arch.pc) = op.followed_pc;
  // A jump without a predicted target is late; one with a wrong predicted target is mispredicted.
  const bool foreseen = is_foreseen(op) || (isa::is_jump(op.op_class) && !prediction.taken);
  s_.speculation.begin(op.id, foreseen ? Reason::redirect : Reason::mispredict, delayed);
}

} // namespace stallscope::core
