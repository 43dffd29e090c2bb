#pragma once

// Fetch control and decode (ICU). An instruction is executed functionally when it is fetched, and
// cracked into micro-ops. After a misprediction fetch follows the predicted path; its instructions
// are executed with all changes logged, to be undone when the branch is resolved.

#include "core/units/control_flow.hpp"
#include "isa/written_code.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// The cause of the right path's lost slots while fetch is on a wrong path: the mispredicted
/// branch, or the end of the program when the branch leads there.
template <class Sink, Known kKnown> inline Cause Window<Sink, kKnown>::lost_on_wrong_path() const {
  if (s_.speculation.why == Reason::drain) [[unlikely]]
    return {Reason::drain};
  return {s_.speculation.why, kNoRegister, s_.speculation.branch};
}

/// The cause of lost fetch slots on a wrong path. A cause whose culprit is not younger than the
/// branch delays the right path as well. With other causes, and when branches of the wrong path
/// fill the branch prediction queue, the slots are lost to the misprediction.
template <class Sink, Known kKnown>
inline Cause Window<Sink, kKnown>::wrong_path_gap(const Cause& gap) const {
  const bool holds_both =
      gap.why == Reason::redirect || // redirect of the branch itself: see sequence_control()
      (s_.speculation.delays_right_path(gap) && gap.why != Reason::branches_full);
  return holds_both && s_.speculation.why != Reason::drain ? gap : lost_on_wrong_path();
}

/// Why fetch stalls in this cycle, apart from full queues; none when it can go on.
template <class Sink, Known kKnown> inline Cause Window<Sink, kKnown>::fetch_hazard() const {
  if (const Cause stall = s_.fetch.stall(s_.rob.empty(), [this] { return lost_on_wrong_path(); });
      stall.why != Reason::none)
    return stall;
  if (s_.fetch.waits_for)
    return {Reason::control, kNoRegister, s_.fetch.waits_for};
  if (s_.fetch.resumes_at > now())
    return s_.fetch.cause;
  return {};
}

/// Why fetch stalls when a queue is full.
template <class Sink, Known kKnown> inline Cause Window<Sink, kKnown>::fetch_full() const {
  if (s_.rob.end - s_.rob.undispatched >= machine_.fetch_queue)
    return {Reason::queue_full, kNoRegister, op_at(slot_at(s_.rob.undispatched)).id};
  if (s_.rob.end - first_oldest_ + isa::kMaxCracked > slot_mask_ + 1)
    return {Reason::queue_full, kNoRegister, op_at(slot_at(s_.rob.oldest)).id};
  return {};
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::fetch() {
  s_.fetch.exception_pending = false;
  taken_ = 0;
  decoded_from_ = s_.rob.end;
  const OpId first = s_.next_op;
  const unsigned width = machine_.fetch_width;
  // A quick upper limit; fetch_full() gives the reason.
  const std::uint64_t full_at = std::min(s_.rob.undispatched + machine_.fetch_queue,
                                         first_oldest_ + slot_mask_ + 2 - isa::kMaxCracked);
  std::uint32_t next = isa::kNoIndex; // index of the instruction at pc, if known
  while (fetched_ < width) {
    if (s_.rob.end >= full_at) {
      fetch_gap_ = fetch_full();
      if (fetch_gap_.why != Reason::none)
        break;
    }
    const bool any = fetch_one(next);
    if (s_.fetch.stopped && (!any || (fetch_gap_.why == Reason::none && fetched_ < width)))
      fetch_gap_ = {Reason::drain};
    if (fetch_gap_.why != Reason::none)
      break;
  }
  moved_ = moved_ || s_.next_op != first;
}

/// The branch prediction queue is full.
template <class Sink, Known kKnown> inline bool Window<Sink, kKnown>::is_branch_queue_full() const {
  return s_.branch_queue.end - first_oldest_branch_ >= plan_.branch_entries;
}

/// The oldest branch or jump that was unresolved at the beginning of this cycle; none: all were
/// resolved.
template <class Sink, Known kKnown> OpId Window<Sink, kKnown>::undecided_branch() const {
  const BranchEntry* const entry = s_.branch_queue.oldest_unresolved_before(now());
  return entry != nullptr ? entry->id : kNoOp;
}

/// The instruction is in another fetch block than those already fetched in this cycle.
template <class Sink, Known kKnown>
inline bool Window<Sink, kKnown>::leaves_block(std::uint64_t pc) {
  // Without fetch blocks the whole address space counts as one block.
  const std::uint64_t block = pc >> plan_.fetch_block_shift;
  if (fetch_block_ == kNowhere)
    fetch_block_ = block;
  return fetch_block_ != block;
}

/// All cache lines of an instruction have been read.
template <class Sink, Known kKnown>
inline bool Window<Sink, kKnown>::has_lines(std::uint64_t pc, unsigned size) const {
  const std::uint64_t first = pc >> plan_.fetch_line_shift;
  const std::uint64_t last = (pc + size - 1) >> plan_.fetch_line_shift;
  return s_.fetch.has_line(first) && (first == last || s_.fetch.has_line(last));
}

/// Accesses the instruction cache for the missing lines of an instruction. False, with the reason,
/// when fetch must wait. The last two lines read stay available.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::ask_fetch(std::uint64_t pc, unsigned size) {
  const Hierarchy& hierarchy = core_.hierarchy();
  const unsigned hit_cycles = hierarchy.caches().levels[hierarchy.first_for(true)].latency_cycles;
  const unsigned shift = plan_.fetch_line_shift;
  for (std::uint64_t line = pc >> shift; line <= (pc + size - 1) >> shift; ++line) {
    if (s_.fetch.has_line(line))
      continue;
    const std::uint64_t begin = std::max(pc, line << shift);
    const CacheAnswer answer = effects().fetch_line(begin, pc, now());
    if (!answer.accepted) {
      fetch_gap_ = {answer.refusal(Reason::icache_miss)};
      fetch_refused_at_ = now();
      return false;
    }
    s_.fetch.keep_line(line);
    // The front-end latency includes the hit time.
    if (const std::uint64_t cycles = answer.cycles; cycles > hit_cycles) {
      s_.fetch.resume_at(now() + cycles - hit_cycles, {Reason::icache_miss});
      fetch_gap_ = s_.fetch.cause;
      return false;
    }
  }
  return true;
}

/// The cache lines of an instruction have been read. False, with the reason, when fetch waits.
template <class Sink, Known kKnown>
inline bool Window<Sink, kKnown>::read_lines(const isa::Instruction& instruction) {
  return !plan_.fetch_cache || has_lines(instruction.pc, instruction.size) ||
         ask_fetch(instruction.pc, instruction.size);
}

/// The fetch group ends in front of an instruction: it is in another fetch block, or exceeds the
/// decode width.
template <class Sink, Known kKnown>
inline bool Window<Sink, kKnown>::ends_group(std::uint64_t pc, std::size_t micro_ops) {
  if (!leaves_block(pc) && (s_.rob.end == decoded_from_ || s_.rob.end - decoded_from_ + micro_ops <=
                                                               plan_.decode_micro_ops)) [[likely]]
    return false;
  fetch_gap_ = {Reason::fetch_group};
  return true;
}

/// Fetch continues at a target address instead of sequentially.
template <class Sink, Known kKnown> inline void Window<Sink, kKnown>::go_elsewhere() {
  fetch_block_ = kNowhere; // the target counts as another fetch block
  if (!s_.fetch.stopped && fetch_gap_.why == Reason::none && taken_++ == machine_.taken_branches)
    fetch_gap_ = {Reason::fetch_group, kNoRegister, op_at(slot_at(s_.rob.end - 1)).id};
}

/// fetch_one() for most instructions: Decoded::is_plain.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline bool
Window<Sink, kKnown>::fetch_plain(const OutOfOrderCore::Decoded& decoded, std::uint32_t index,
                                  std::uint32_t& next) {
  const isa::Instruction& instruction = *decoded.instruction;
  const std::uint64_t behind = instruction.pc + instruction.size;
  if (ends_group(instruction.pc, decoded.count) || !read_lines(instruction))
    return false;
  const bool wrong_path = s_.speculation.active;
  isa::Effect effect;
  effects().execute_functionally(instruction, wrong_path, false, effect, now());
  bool faulting = false;
  if (effect.trap != isa::Trap::none || effect.exception) [[unlikely]]
    faulting = trapped(effect, instruction.pc, wrong_path);
  add_micro_ops(decoded.parts(), index, effect, wrong_path, faulting, 1);
  ++fetched_;
  fetched_wrong_ += wrong_path ? 1 : 0;
  if (s_.arch.pc == behind) [[likely]] {
    next = s_.arch.code ? isa::kNoIndex : index + 1;
    return true;
  }
  next = isa::kNoIndex; // at a trap handler the next instruction must be looked up
  go_elsewhere();
  return true;
}

/// The branch prediction queue and the predictor have room for another branch or jump. False, with
/// the reason, when they do not.
template <class Sink, Known kKnown> inline bool Window<Sink, kKnown>::has_branch_entry() {
  const bool is_full = is_branch_queue_full();
  if (!is_full && (!speculates() || effects().can_predict()))
    return true;
  if (!is_full)
    effects().forget();
  // The oldest branch is the first to free its entry: it has not retired, or retires in this cycle.
  fetch_gap_ = {Reason::branches_full, kNoRegister, s_.branch_queue.at(first_oldest_branch_).id};
  return false;
}

/// Executes a decoded instruction functionally; an instruction without a port on the machine traps.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void
Window<Sink, kKnown>::execute_decoded(const OutOfOrderCore::Decoded& decoded, bool wrong_path,
                                      isa::Effect& effect) {
  const isa::Instruction& instruction = *decoded.instruction;
  if (decoded.lacks_port && !wrong_path && !isa::is_disabled(program_, s_.arch, instruction))
      [[unlikely]] {
    effects().forget();
    // A trap handler is not called, because the machine cannot execute the instruction.
    effect.trap = isa::Trap::illegal;
    effect.next_pc = instruction.pc;
    return;
  }
  if (decoded.hands_on)
    handed_ = isa::handed_before(instruction, s_.arch);
  effects().execute_functionally(instruction, wrong_path, false, effect, now());
  if (decoded.hands_on)
    isa::add_handed_results(instruction, effect, s_.arch, handed_);
}

/// Fetches one instruction, or a fused pair; false when there is none. Sets fetch_gap_ when the
/// fetch group ends behind it.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline bool Window<Sink, kKnown>::fetch_one(std::uint32_t& next) {
  const std::uint64_t pc = s_.arch.pc;
  std::uint32_t index = next != isa::kNoIndex ? next : index_at(program_, s_.arch, pc);
  if (const OutOfOrderCore::Decoded* const plain = core_.plain(index)) [[likely]]
    return fetch_plain(*plain, index, next);
  const bool wrong_path = s_.speculation.active;
  if (index == isa::kNoIndex) [[unlikely]] {
    leave_code(wrong_path);
    return false;
  }
  const OutOfOrderCore::Decoded decoded = core_.decoded(index);
  const isa::Instruction* instruction = decoded.instruction;
  if ((decoded.is_control && !has_branch_entry()) || ends_group(pc, decoded.count) ||
      !read_lines(*instruction))
    return false;
  isa::Effect effect;
  execute_decoded(decoded, wrong_path, effect);
  bool faulting = false;
  if (effect.trap != isa::Trap::none || effect.exception) [[unlikely]]
    faulting = trapped(effect, pc, wrong_path);
  std::span<const PlannedOp> parts = decoded.parts();
  const std::uint32_t first = index;
  if (decoded.begins_pair && !s_.fetch.stopped && !effect.exception &&
      fuse(index, effect, wrong_path)) {
    parts = core_.micro_ops_of_pair(first);
    instruction = &program_.instruction(index);
  }
  const unsigned instructions = first == index ? 1 : 2;
  add_micro_ops(parts, first, effect, wrong_path, faulting, instructions);
  if (decoded.hands_on)
    hand_on(parts.size());
  const unsigned places = instructions == 2 ? pair_places() : 1;
  fetched_ += places;
  fetched_wrong_ += wrong_path ? places : 0;
  const bool is_control =
      first == index ? decoded.is_control : isa::is_control(instruction->op_class);
  if (is_control && !s_.fetch.stopped && !effect.exception)
    sequence_control(slot_at(s_.rob.end - 1), index, effect);
  if (decoded.fences_code && plan_.fetch_cache && !wrong_path) {
    core_.hierarchy().invalidate_fetch(s_.memory, now());
    s_.fetch.forget_lines();
  }
  next = decoded.followed && first == index && !s_.arch.code ? index + 1 : isa::kNoIndex;
  if (s_.arch.pc == instruction->pc + instruction->size)
    return true;
  next = isa::kNoIndex;
  go_elsewhere();
  return true;
}

/// There is no instruction at the functional pc: the end of the program, or a jump to an address
/// without code.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::leave_code(bool wrong_path) {
  if (wrong_path) {
    s_.fetch.left_code = true;
    fetch_gap_ = lost_on_wrong_path();
    return;
  }
  effects().forget();
  const std::uint64_t pc = s_.arch.pc;
  const isa::Effect effect = isa::execute(program_, s_.arch, core_.environment(), now());
  if (effect.trap != isa::Trap::none)
    stop_fetch(effect, pc);
  if (effect.exception)
    fetch_gap_ = s_.fetch.wait_for_handler(kNoOp);
}

/// The instruction being fetched has trapped. Returns whether the trap keeps it from retiring.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::trapped(const isa::Effect& effect, std::uint64_t pc, bool wrong_path) {
  if (!wrong_path && effect.trap != isa::Trap::none)
    stop_fetch(effect, pc);
  if (effect.exception)
    fetch_gap_ = s_.fetch.wait_for_handler(s_.next_op);
  return !wrong_path && (is_fault(effect.trap) || effect.exception);
}

/// Fetches the next instruction as well when it fuses with the one just fetched and fits into the
/// same group; `index` and `effect` are then those of the second. An instruction that traps does
/// not fuse.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::fuse(std::uint32_t& index, isa::Effect& effect, bool wrong_path) {
  const isa::Instruction& first = program_.instruction(index);
  if (fetched_ + pair_places() > machine_.fetch_width || s_.arch.pc != first.pc + first.size ||
      leaves_block(s_.arch.pc) || index_at(program_, s_.arch, s_.arch.pc) != index + 1 ||
      is_branch_queue_full() || (speculates() && !effects().can_predict()))
    return false;
  const isa::Instruction& second = program_.instruction(index + 1);
  if (plan_.fetch_cache && !has_lines(second.pc, second.size) && !ask_fetch(second.pc, second.size))
    return false;
  const isa::Effect of_first = effect;
  effect = {};
  effects().execute_functionally(second, wrong_path, true, effect, now());
  STALLSCOPE_CHECK(!effect.exception && effect.trap == isa::Trap::none,
                   "what fuses computes or branches, and cannot trap");
  if (effect.bytes == 0) // with a replayed script, the accesses of the pair are combined already
    take_access(of_first, effect);
  ++index;
  return true;
}

/// Decode: cracks an instruction into micro-ops, appended to the window in order.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void
Window<Sink, kKnown>::add_micro_ops(std::span<const PlannedOp> parts, std::uint32_t index,
                                    const isa::Effect& effect, bool wrong_path, bool faulting,
                                    unsigned instructions) {
  s_.counters.fetched += parts.size();
  effects().add(parts);
  const PlannedOp* part = parts.data();
  const PlannedOp* const end = part + parts.size();
  do
    add_micro_op(*part, index, effect, wrong_path, faulting, instructions);
  while (++part != end);
  if (wrong_path)
    effects().access_made(parts, effect.bytes != 0);
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void
Window<Sink, kKnown>::add_micro_op(const PlannedOp& planned, std::uint32_t index,
                                   const isa::Effect& effect, bool wrong_path, bool faulting,
                                   unsigned instructions) {
  WindowOp& op = op_at(slot_at(s_.rob.end++));
  STALLSCOPE_CHECK(!op.id, "the window slot of a new micro-op is in use");
  op.id = s_.next_op;
  s_.next_op.value += 1;
  op.planned = &planned;
  op.arrives_at = now() + front_cycles_;
  op.instruction = index;
  op.missing = 0;
  op.progress = Progress::fetched;
  op.in_station = false;
  op.wrong_path = wrong_path;
  op.faulting = faulting;
  op.is_control = false;
  op.replayed = false;
  op.waiting_first = kNoSlot;
  op.wheel_bucket = kNoBucket;
  op.instructions = static_cast<std::uint16_t>(instructions);
  op.refusal = Reason::none;
  effects().set_access(op, effect);
  for (unsigned d = 0; d < planned.op.write_count; ++d)
    op.results[d] = effects().registers()[planned.op.writes[d]];
  observer_.fetched(op);
}

/// Sets the temporaries that the micro-ops of the youngest instruction pass to each other.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::hand_on(std::size_t count) {
  for (std::uint64_t position = s_.rob.end - count; position < s_.rob.end; ++position) {
    WindowOp& op = op_at(slot_at(position));
    const PlannedOp& planned = *op.planned;
    for (unsigned d = 0; d < planned.op.write_count; ++d)
      if (isa::is_temporary(planned.op.writes[d]))
        op.results[d] = handed_[planned.op.writes[d]];
    if (planned.data_is_handed)
      op.handed_data() = handed_[planned.data];
  }
}

/// Selects the path behind a branch or jump: the predicted one, or without speculation none until
/// it is resolved.
template <class Sink, Known kKnown>
[[gnu::noinline]] void Window<Sink, kKnown>::sequence_control(Slot slot, std::uint32_t index,
                                                              const isa::Effect& effect) {
  WindowOp& op = op_at(slot);
  op.is_control = true;
  op.branch = s_.branch_queue.allocate();
  BranchEntry& entry = s_.branch_queue.entries[op.branch];
  entry.id = op.id;
  entry.slot = slot;
  entry.resolved = false;
  entry.wrong_path = op.wrong_path;
  const bool seen_at_decode = effects().control(entry, index, effect.next_pc, speculates());
  if (!speculates()) {
    s_.arch.pc = entry.actual_pc; // the value set by functional execution
    if (is_end(program_, s_.arch, entry.actual_pc))
      return; // the program ends behind the branch: further lost slots are charged to the end
    s_.fetch.waits_for = op.id;
    fetch_gap_ = {Reason::control, kNoRegister, op.id};
    return;
  }
  if (seen_at_decode && machine_.decode_cycles > 0) {
    s_.fetch.resume_at(now() + 1 + machine_.decode_cycles,
                       op.wrong_path ? lost_on_wrong_path()
                                     : Cause{Reason::redirect, kNoRegister, op.id});
    fetch_gap_ = s_.fetch.cause;
  }
  s_.arch.pc = entry.followed_pc;
  if (entry.followed_pc == entry.actual_pc)
    return;
  if (s_.speculation.active)
    return; // on a wrong path the older branch remains the cause
  s_.speculation = {true, false, op.id, lost_behind(program_, s_.arch, entry)};
}

/// The right path has reached the end of the program, an exit system call, a breakpoint or a fault.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::stop_fetch(const isa::Effect& effect, std::uint64_t pc) {
  s_.fetch.stopped = true;
  s_.end_right_path(effect, pc);
}

} // namespace stallscope::core
