#pragma once

// Fetch control and decode (ICU). An instruction is executed functionally when it is fetched, and
// cracked into micro-ops. After a misprediction fetch follows the predicted path; its instructions
// are executed with all changes logged, to be undone when the branch is resolved.

#include "core/units/control_flow.hpp"
#include "isa/written_code.hpp"
#include "out_of_order/cycle_context.hpp"

#include <algorithm>
#include <span>

namespace stallscope::core {

/// Fetches and decodes a group of instructions.
template <class Cycle> class FetchStage {
public:
  /// Slots of the fetch width that a fused pair takes.
  static unsigned pair_places(const Cycle& c) { return c.machine.pairs_count_once ? 1 : 2; }

  /// Fetches a group, and records the cause of its empty slots, which reaches dispatch after the
  /// front-end latency.
  [[gnu::always_inline]] static void fetch_and_decode(Cycle& c) {
    c.s.fetch.first_of_cycle = c.s.next_op;
    c.fetched.own.gap = hazard(c);
    if (c.fetched.own.gap.why == Reason::none)
      fetch_group(c);
    if (c.s.speculation.active && c.fetched.own.gap.why != Reason::none) [[unlikely]]
      c.fetched.own.gap = c.s.speculation.fetch_gap(c.fetched.own.gap, c.s.speculation.lost());
    c.s.fetch.gap(c.now) =
        c.fetched.own.gap.why != Reason::none ? c.fetched.own.gap : Cause{Reason::fetch_group};
  }

  /// All cache lines of an instruction have been read.
  static bool has_lines(const Cycle& c, std::uint64_t pc, unsigned size) {
    const std::uint64_t first = pc >> c.plan.fetch_line_shift;
    const std::uint64_t last = (pc + size - 1) >> c.plan.fetch_line_shift;
    return c.s.fetch.has_line(first) && (first == last || c.s.fetch.has_line(last));
  }

private:
  /// Why fetch stalls in this cycle, apart from full queues; none when it can go on.
  static Cause hazard(const Cycle& c) {
    if (const Cause stall =
            c.s.fetch.stall(c.s.rob.empty(), [&c] { return c.s.speculation.lost(); });
        stall.why != Reason::none)
      return stall;
    if (c.s.fetch.waits_for)
      return {Reason::control, kNoRegister, c.s.fetch.waits_for};
    if (c.s.fetch.resumes_at > c.now)
      return c.s.fetch.cause;
    return {};
  }

  /// Why fetch stalls when a queue is full: nothing waits for an entry when the program ends here.
  [[gnu::noinline]] static Cause full(const Cycle& c) {
    const bool holds_queue = c.s.rob.end - c.s.rob.undispatched >= c.machine.fetch_queue;
    if (!holds_queue && c.s.rob.end - c.first_oldest + isa::kMaxCracked <= c.slot_mask + 1)
      return {};
    if (!c.s.speculation.active && is_end(c.program, c.s.arch, c.s.arch.pc)) [[unlikely]]
      return {Reason::drain};
    const std::uint64_t leaves = holds_queue ? c.s.rob.undispatched : c.s.rob.oldest;
    return {Reason::queue_full, kNoRegister, c.at(leaves).id};
  }

  [[gnu::always_inline]] static void fetch_group(Cycle& c) {
    c.s.fetch.exception_pending = false;
    c.fetched.own.taken = 0;
    c.fetched.own.from = c.s.rob.end;
    const OpId first = c.s.next_op;
    const unsigned width = c.machine.fetch_width;
    // A quick upper limit; fetch_full() gives the reason.
    const std::uint64_t full_at = std::min(c.s.rob.undispatched + c.machine.fetch_queue,
                                           c.first_oldest + c.slot_mask + 2 - isa::kMaxCracked);
    std::uint32_t next = isa::kNoIndex; // index of the instruction at pc, if known
    while (c.fetched.own.slots < width) {
      if (c.s.rob.end >= full_at) {
        c.fetched.own.gap = full(c);
        if (c.fetched.own.gap.why != Reason::none)
          break;
      }
      const bool any = fetch_one(c, next);
      if (c.s.fetch.stopped &&
          (!any || (c.fetched.own.gap.why == Reason::none && c.fetched.own.slots < width)))
        c.fetched.own.gap = {Reason::drain};
      if (c.fetched.own.gap.why != Reason::none)
        break;
    }
    c.moved = c.moved || c.s.next_op != first;
  }

  /// Fetches one instruction, or a fused pair; false when there is none. Sets fetch_gap_ when the
  /// fetch group ends behind it.
  [[gnu::always_inline]] static bool fetch_one(Cycle& c, std::uint32_t& next) {
    const std::uint64_t pc = c.s.arch.pc;
    std::uint32_t index = next != isa::kNoIndex ? next : index_at(c.program, c.s.arch, pc);
    if (const OutOfOrderCore::Decoded* const plain = c.core.plain(index)) [[likely]]
      return fetch_plain(c, *plain, index, next);
    const bool wrong_path = c.s.speculation.active;
    if (index == isa::kNoIndex) [[unlikely]] {
      leave_code(c, wrong_path);
      return false;
    }
    const OutOfOrderCore::Decoded decoded = c.core.decoded(index);
    const isa::Instruction* instruction = decoded.instruction;
    if ((decoded.is_control && !has_branch_entry(c)) || ends_group(c, pc, decoded.count) ||
        !read_lines(c, *instruction))
      return false;
    isa::Effect effect;
    execute_decoded(c, decoded, wrong_path, effect);
    bool faulting = false;
    if (effect.trap != isa::Trap::none || effect.exception) [[unlikely]]
      faulting = trapped(c, effect, pc, wrong_path);
    std::span<const PlannedOp> parts = decoded.parts();
    const std::uint32_t first = index;
    if (decoded.begins_pair && !c.s.fetch.stopped && !effect.exception &&
        fuse(c, index, effect, wrong_path)) {
      parts = c.core.micro_ops_of_pair(first);
      instruction = &c.program.instruction(index);
    }
    const unsigned instructions = first == index ? 1 : 2;
    add_micro_ops(c, parts, first, effect, wrong_path, faulting, instructions);
    if (decoded.has_temporaries)
      set_temporaries(c, parts.size());
    const unsigned places = instructions == 2 ? pair_places(c) : 1;
    c.fetched.own.slots += places;
    c.fetched.own.wrong += wrong_path ? places : 0;
    const bool is_control =
        first == index ? decoded.is_control : isa::is_control(instruction->op_class);
    if (is_control && !c.s.fetch.stopped && !effect.exception)
      sequence_control(c, c.slot_at(c.s.rob.end - 1), index, effect);
    if (decoded.fences_code && c.plan.fetch_cache && !wrong_path) {
      c.core.hierarchy().invalidate_fetch(c.s.memory, c.now);
      c.s.fetch.forget_lines();
    }
    next = decoded.followed && first == index && !c.s.arch.code ? index + 1 : isa::kNoIndex;
    if (c.s.arch.pc == instruction->pc + instruction->size)
      return true;
    next = isa::kNoIndex;
    continue_at_target(c);
    return true;
  }

  /// fetch_one() for most instructions: Decoded::is_plain.
  [[gnu::always_inline]] static bool fetch_plain(Cycle& c, const OutOfOrderCore::Decoded& decoded,
                                                 std::uint32_t index, std::uint32_t& next) {
    const isa::Instruction& instruction = *decoded.instruction;
    const std::uint64_t behind = instruction.pc + instruction.size;
    if (ends_group(c, instruction.pc, decoded.count) || !read_lines(c, instruction))
      return false;
    const bool wrong_path = c.s.speculation.active;
    isa::Effect effect;
    c.effects().execute_functionally(instruction, wrong_path, false, effect, c.now);
    bool faulting = false;
    if (effect.trap != isa::Trap::none || effect.exception) [[unlikely]]
      faulting = trapped(c, effect, instruction.pc, wrong_path);
    add_micro_ops(c, decoded.parts(), index, effect, wrong_path, faulting, 1);
    ++c.fetched.own.slots;
    c.fetched.own.wrong += wrong_path ? 1 : 0;
    if (c.s.arch.pc == behind) [[likely]] {
      next = c.s.arch.code ? isa::kNoIndex : index + 1;
      return true;
    }
    next = isa::kNoIndex; // at a trap handler the next instruction must be looked up
    continue_at_target(c);
    return true;
  }

  /// Executes a decoded instruction functionally; an instruction without a port on the machine
  /// traps.
  [[gnu::always_inline]] static void execute_decoded(Cycle& c,
                                                     const OutOfOrderCore::Decoded& decoded,
                                                     bool wrong_path, isa::Effect& effect) {
    const isa::Instruction& instruction = *decoded.instruction;
    if (decoded.lacks_port && !wrong_path && !isa::is_disabled(c.program, c.s.arch, instruction))
        [[unlikely]] {
      c.effects().forget();
      // A trap handler is not called, because the machine cannot execute the instruction.
      effect.trap = isa::Trap::illegal;
      effect.next_pc = instruction.pc;
      return;
    }
    if (decoded.has_temporaries)
      c.fetched.own.handed = isa::handed_before(instruction, c.s.arch);
    c.effects().execute_functionally(instruction, wrong_path, false, effect, c.now);
    if (decoded.has_temporaries)
      isa::add_handed_results(instruction, effect, c.s.arch, c.fetched.own.handed);
  }

  /// Fetches the next instruction as well when it fuses with the one just fetched and fits into the
  /// same group; `index` and `effect` are then those of the second. An instruction that traps does
  /// not fuse.
  [[gnu::noinline]] static bool fuse(Cycle& c, std::uint32_t& index, isa::Effect& effect,
                                     bool wrong_path) {
    const isa::Instruction& first = c.program.instruction(index);
    if (c.fetched.own.slots + pair_places(c) > c.machine.fetch_width ||
        c.s.arch.pc != first.pc + first.size || leaves_block(c, c.s.arch.pc) ||
        index_at(c.program, c.s.arch, c.s.arch.pc) != index + 1 || is_branch_queue_full(c) ||
        !can_predict(c))
      return false;
    const isa::Instruction& second = c.program.instruction(index + 1);
    if (c.plan.fetch_cache && !has_lines(c, second.pc, second.size) &&
        !access_fetch_cache(c, second.pc, second.size))
      return false;
    const isa::Effect of_first = effect;
    effect = {};
    c.effects().execute_functionally(second, wrong_path, true, effect, c.now);
    STALLSCOPE_CHECK(!effect.exception && effect.trap == isa::Trap::none,
                     "what fuses computes or branches, and cannot trap");
    if (effect.bytes == 0) // with a replayed script, the accesses of the pair are combined already
      take_access(of_first, effect);
    ++index;
    return true;
  }

  /// The branch prediction queue is full.
  static bool is_branch_queue_full(const Cycle& c) {
    return c.s.branch_queue.end - c.first_oldest_branch >= c.plan.branch_entries;
  }

  /// The predictor has room for another prediction in flight.
  static bool can_predict(Cycle& c) { return !c.policy.speculates() || c.effects().can_predict(); }

  /// The branch prediction queue and the predictor have room for another branch or jump. False,
  /// with the reason, when they do not.
  static bool has_branch_entry(Cycle& c) {
    const bool is_full = is_branch_queue_full(c);
    if (!is_full && can_predict(c))
      return true;
    if (!is_full)
      c.effects().forget();
    // The oldest branch is the first to free its entry: it has not retired, or retires in this
    // cycle.
    c.fetched.own.gap = {Reason::branches_full, kNoRegister,
                         c.s.branch_queue.at(c.first_oldest_branch).id};
    return false;
  }

  /// The instruction is in another fetch block than those already fetched in this cycle.
  static bool leaves_block(Cycle& c, std::uint64_t pc) {
    // Without fetch blocks the whole address space counts as one block.
    const std::uint64_t block = pc >> c.plan.fetch_block_shift;
    if (c.fetched.own.block == kNowhere)
      c.fetched.own.block = block;
    return c.fetched.own.block != block;
  }

  /// The fetch group ends in front of an instruction: it is in another fetch block, or exceeds the
  /// decode width.
  static bool ends_group(Cycle& c, std::uint64_t pc, std::size_t micro_ops) {
    if (!leaves_block(c, pc) &&
        (c.s.rob.end == c.fetched.own.from ||
         c.s.rob.end - c.fetched.own.from + micro_ops <= c.plan.decode_micro_ops)) [[likely]]
      return false;
    c.fetched.own.gap = {Reason::fetch_group};
    return true;
  }

  /// Accesses the instruction cache for the missing lines of an instruction. False, with the
  /// reason, when fetch must wait. The last two lines read stay available.
  [[gnu::noinline]] static bool access_fetch_cache(Cycle& c, std::uint64_t pc, unsigned size) {
    const Hierarchy& hierarchy = c.core.hierarchy();
    const unsigned hit_cycles = hierarchy.caches().levels[hierarchy.first_for(true)].latency_cycles;
    const unsigned shift = c.plan.fetch_line_shift;
    for (std::uint64_t line = pc >> shift; line <= (pc + size - 1) >> shift; ++line) {
      if (c.s.fetch.has_line(line))
        continue;
      const std::uint64_t begin = std::max(pc, line << shift);
      const CacheAnswer answer = c.effects().fetch_line(begin, pc, c.now);
      if (!answer.accepted) {
        c.fetched.own.gap = {answer.refusal(Reason::icache_miss)};
        c.fetched.own.refused_at = c.now;
        return false;
      }
      c.s.fetch.keep_line(line);
      // The front-end latency includes the hit time.
      if (const std::uint64_t cycles = answer.cycles; cycles > hit_cycles) {
        c.s.fetch.resume_at(c.now + cycles - hit_cycles, {Reason::icache_miss});
        c.fetched.own.gap = c.s.fetch.cause;
        return false;
      }
    }
    return true;
  }

  /// The cache lines of an instruction have been read. False, with the reason, when fetch waits.
  [[gnu::always_inline]] static bool read_lines(Cycle& c, const isa::Instruction& instruction) {
    return !c.plan.fetch_cache || has_lines(c, instruction.pc, instruction.size) ||
           access_fetch_cache(c, instruction.pc, instruction.size);
  }

  /// Fetch continues at a target address instead of sequentially.
  static void continue_at_target(Cycle& c) {
    c.fetched.own.block = kNowhere; // the target counts as another fetch block
    if (!c.s.fetch.stopped && c.fetched.own.gap.why == Reason::none &&
        c.fetched.own.taken++ == c.machine.taken_branches)
      c.fetched.own.gap = {Reason::fetch_group, kNoRegister, c.at(c.s.rob.end - 1).id};
  }

  /// Decode: cracks an instruction into micro-ops, appended to the window in order.
  [[gnu::always_inline]] static void add_micro_ops(Cycle& c, std::span<const PlannedOp> parts,
                                                   std::uint32_t index, const isa::Effect& effect,
                                                   bool wrong_path, bool faulting,
                                                   unsigned instructions) {
    c.s.counters.fetched += parts.size();
    c.effects().add(parts);
    const PlannedOp* part = parts.data();
    const PlannedOp* const end = part + parts.size();
    do
      add_micro_op(c, *part, index, effect, wrong_path, faulting, instructions);
    while (++part != end);
    if (wrong_path)
      c.effects().access_made(parts, effect.bytes != 0);
  }

  [[gnu::always_inline]] static void add_micro_op(Cycle& c, const PlannedOp& planned,
                                                  std::uint32_t index, const isa::Effect& effect,
                                                  bool wrong_path, bool faulting,
                                                  unsigned instructions) {
    WindowOp& op = c.at(c.s.rob.end++);
    STALLSCOPE_CHECK(!op.id, "the window slot of a new micro-op is in use");
    op.id = c.s.next_op;
    c.s.next_op.value += 1;
    op.planned = &planned;
    op.arrives_at = c.now + c.front_cycles;
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
    c.effects().set_access(op, effect);
    for (unsigned d = 0; d < planned.op.write_count; ++d)
      op.results[d] = c.effects().registers()[planned.op.writes[d]];
    c.observer.fetched(op);
  }

  /// Sets the temporaries that the micro-ops of the youngest instruction pass to each other.
  static void set_temporaries(Cycle& c, std::size_t count) {
    for (std::uint64_t position = c.s.rob.end - count; position < c.s.rob.end; ++position) {
      WindowOp& op = c.at(position);
      const PlannedOp& planned = *op.planned;
      for (unsigned d = 0; d < planned.op.write_count; ++d)
        if (isa::is_temporary(planned.op.writes[d]))
          op.results[d] = c.fetched.own.handed[planned.op.writes[d]];
      if (planned.data_is_handed)
        op.handed_data() = c.fetched.own.handed[planned.data];
    }
  }

  /// Selects the path behind a branch or jump: the predicted one, or without speculation none until
  /// it is resolved.
  [[gnu::noinline]] static void sequence_control(Cycle& c, Slot slot, std::uint32_t index,
                                                 const isa::Effect& effect) {
    WindowOp& op = c.op_at(slot);
    op.is_control = true;
    op.branch = c.s.branch_queue.allocate();
    BranchEntry& entry = c.s.branch_queue.entries[op.branch];
    entry.id = op.id;
    entry.slot = slot;
    entry.resolved = false;
    entry.wrong_path = op.wrong_path;
    const bool seen_at_decode =
        c.effects().control(entry, index, effect.next_pc, c.policy.speculates());
    if (!c.policy.speculates()) {
      c.s.arch.pc = entry.actual_pc; // the value set by functional execution
      if (is_end(c.program, c.s.arch, entry.actual_pc))
        return; // the program ends behind the branch: further lost slots are charged to the end
      c.s.fetch.waits_for = op.id;
      c.fetched.own.gap = {Reason::control, kNoRegister, op.id};
      return;
    }
    if (seen_at_decode && c.machine.decode_cycles > 0) {
      c.s.fetch.resume_at(c.now + 1 + c.machine.decode_cycles,
                          op.wrong_path ? c.s.speculation.lost()
                                        : Cause{Reason::redirect, kNoRegister, op.id});
      c.fetched.own.gap = c.s.fetch.cause;
    }
    c.s.arch.pc = entry.followed_pc;
    if (entry.followed_pc == entry.actual_pc)
      return;
    c.s.speculation.begin(op.id, lost_behind(c.program, c.s.arch, entry));
  }

  /// There is no instruction at the functional pc: the end of the program, or a jump to an address
  /// without code.
  static void leave_code(Cycle& c, bool wrong_path) {
    if (wrong_path) {
      c.s.fetch.left_code = true;
      c.fetched.own.gap = c.s.speculation.lost();
      return;
    }
    c.effects().forget();
    const std::uint64_t pc = c.s.arch.pc;
    const isa::Effect effect = isa::execute(c.program, c.s.arch, c.core.environment(), c.now);
    note_trap(c.s, effect, pc, wrong_path, kNoOp, c.fetched.own.gap);
  }

  /// The instruction being fetched has trapped. Returns whether the trap keeps it from retiring.
  [[gnu::noinline]] static bool trapped(Cycle& c, const isa::Effect& effect, std::uint64_t pc,
                                        bool wrong_path) {
    note_trap(c.s, effect, pc, wrong_path, c.s.next_op, c.fetched.own.gap);
    return !wrong_path && (is_fault(effect.trap) || effect.exception);
  }
};

} // namespace stallscope::core
