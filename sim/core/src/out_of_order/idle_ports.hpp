#pragma once

// Why issue ports are idle, for a record. The cause of an idle port is what the next micro-op that
// could execute there waits for in this cycle. A micro-op in its station has its stall cause. A
// micro-op in the front end has a missing operand or store as its cause if it would wait for that
// in its station as well, and otherwise its front-end delay. Without such a micro-op the cause is
// Reason::idle; so it is in every cycle for a port that no micro-op of the program could use.

#include "core/out_of_order/waits.hpp"
#include "out_of_order/stages/dispatch.hpp"
#include "out_of_order/stages/fetch_stage.hpp"
#include "out_of_order/stall_causes.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace stallscope::core {

/// Idle ports with their causes, which are found in the order in which micro-ops would issue.
struct IdlePorts {
  std::uint32_t left = 0; ///< ports without a cause so far
  std::array<Cause, kMaxPorts> causes{};
  Cause first; ///< cause of the first micro-op that could use at least one of the ports

  void give(std::uint32_t ports, const Cause& cause) {
    ports &= left;
    left &= ~ports;
    if (ports != 0 && first.why == Reason::none)
      first = cause;
    for (; ports != 0; ports &= ports - 1)
      causes[static_cast<unsigned>(std::countr_zero(ports))] = cause;
  }
};

/// Finds and reports the causes of the ports that are idle in a cycle.
template <class Cycle> class IdlePortReport {
  using Dispatch = core::Dispatch<Cycle>;
  using EntryForecast = core::EntryForecast<Cycle>;
  using FetchStage = core::FetchStage<Cycle>;
  using StallCauses = core::StallCauses<Cycle>;

public:
  static void report(Cycle& c) {
    if (c.sink.is_narrow())
      return;
    // What is selected in this cycle is in its unit from the next on, where operands are read
    // first.
    const bool in_next = c.read_cycles != 0 && c.policy.speculates() &&
                         (c.s.replay.pending || kept_to(c) < c.s.rob.end);
    const IdlePorts idle = idle_ports(c, in_next);
    for (unsigned port = 0; port < c.plan.ports.size(); ++port)
      c.observer.idle_port(port, idle.causes[port]);
    // No micro-op issues: the read stage is empty for the cause of the next micro-op.
    if (const LaneId read = c.plan.names[c.plan.ports.front().lane].lead; read != kNoLane)
      c.observer.idle_read(read, c.observer.ports_taken() != 0 ? Cause{}
                                 : in_next                     ? idle_ports(c, false).first
                                                               : idle.first);
  }

private:
  /// Causes of the idle ports in this cycle; `in_next`: of the units behind them, which micro-ops
  /// that are squashed do not reach, and micro-ops that are replayed wait for what they lacked
  /// before.
  static IdlePorts idle_ports(const Cycle& c, bool in_next) {
    const std::uint64_t end = in_next ? kept_to(c) : c.s.rob.end;
    IdlePorts idle;
    idle.left = static_cast<std::uint32_t>((std::uint64_t{1} << c.plan.ports.size()) - 1) &
                ~(c.observer.ports_taken() & ~(in_next ? c.observer.ports_in_vain() : 0U));
    give_stations(c, idle, end);
    give_replayed(c, idle);
    Cause gap = c.s.dispatch_gap;
    if (gap.why != Reason::drain)
      give_front(c, idle, end);
    const bool is_missing = right_path_is_missing(c);
    const bool is_wrong = c.s.speculation.active && is_missing;
    if (is_wrong) // replaces the causes that delay the wrong path
      gap = behind_branch_gap(c);
    if (idle.left != 0 && !has_program_ended(c) &&
        (is_wrong || (gap.why != Reason::none && (is_missing || is_refilling(c)))))
      give_next(c, idle, gap);
    if (has_program_ended(c))
      idle.give(idle.left & c.core.used_ports() & ~still_wanted(c), {Reason::drain});
    idle.give(idle.left, {Reason::idle});
    return idle;
  }

  /// Causes from micro-ops in their stations in front of a position.
  static void give_stations(const Cycle& c, IdlePorts& idle, std::uint64_t end) {
    for (std::uint64_t at = std::max(c.s.rob.unissued, c.s.rob.oldest);
         at < std::min(c.dispatched->from, end) && idle.left != 0; ++at)
      if (const WindowOp& op = c.at(at);
          op.in_station && op.progress <= Progress::ready && (op.ports & idle.left) != 0)
        idle.give(op.ports, reported_in_station(c, op));
  }

  /// Why a micro-op is still in its station: the reported cause, if there is one.
  static Cause reported_in_station(const Cycle& c, const WindowOp& op) {
    if (const Cause& reported = c.observer.reported_for(op); reported.why != Reason::none)
      return reported;
    return op.missing != 0 ? last_operand(c.core, c.s, op, c.now)
                           : StallCauses::station_cause(c, op);
  }

  /// Causes from micro-ops that have begun to execute and will be replayed from the next cycle on:
  /// a load that has read too early, and younger micro-ops. Those still in their stations can use
  /// no ports in this cycle but those of give_stations().
  static void give_replayed(const Cycle& c, IdlePorts& idle) {
    for (std::uint64_t at = first_done_again(c); at < c.dispatched->from; ++at)
      if (const WindowOp& op = c.at(at); !op.wrong_path && op.progress > Progress::ready)
        idle.give(op.planned->ports, again_behind(c.s, op.id));
  }

  /// Position of the oldest load that is replayed from the next cycle on because of a memory-order
  /// violation: it has read before an older store to the same address. kNever: there is none.
  static std::uint64_t first_done_again(const Cycle& c) {
    const bool any = c.s.replay.pending && c.op_at(c.s.replay.slot).id == c.s.replay.load;
    return any ? c.s.position_of(c.s.replay.slot) : kNever;
  }

  /// Position of the oldest load that has read before an older store to the same address whose
  /// address is not computed yet: the violation will be found when it is. kNever: there is none.
  static std::uint64_t first_perhaps_again(const Cycle& c) {
    if (!core::Disambiguation<Cycle>::searches_at_issue(c))
      return kNever;
    for (std::uint64_t at = c.s.lsq.loads.oldest; at < c.s.lsq.loads.end; ++at) {
      const WindowOp& load = c.op_at(c.s.lsq.loads.at(at));
      for (std::uint64_t store = std::max(c.s.lsq.stores.oldest, load.source_position);
           store < load.store_position && load.bytes != 0; ++store)
        if (const StoreEntry& entry = c.store_at(store);
            entry.bytes != 0 && !StoreQueue::has_address(c.s.rob, entry, c.now) &&
            overlaps(entry, load))
          return c.s.position_of(c.s.lsq.loads.at(at));
    }
    return kNever;
  }

  /// Causes from micro-ops in the front end in front of a position. Those that have not arrived at
  /// dispatch count only where fetch has left slots empty, in which they could have arrived.
  static void give_front(const Cycle& c, IdlePorts& idle, std::uint64_t end) {
    const Cause gap = front_gap(c);
    const bool arrived_only = gap.why == Reason::none || keeps_in_front(gap.why);
    for (std::uint64_t at = std::max(c.dispatched->from, c.s.rob.oldest);
         at < end && idle.left != 0; ++at) {
      const WindowOp& op = c.at(at);
      const bool is_dispatched = op.progress != Progress::fetched; // in this cycle
      const bool is_held = c.observer.reported_for(op).why != Reason::none;
      if (arrived_only && !is_dispatched && !is_held && op.arrives_at >= c.now &&
          (keeps_in_front(gap.why) || replay_cause(c, op).why == Reason::none))
        break;
      const std::uint32_t ports = is_dispatched ? op.ports : op.planned->ports;
      if ((ports & idle.left) == 0 || op.progress > Progress::ready)
        continue; // the micro-op has issued
      const Cause cause = op.wrong_path && !is_dispatched ? Cause{} : reported_in_front(c, op, gap);
      // On the wrong path only a micro-op that is in its station and lacks an operand or a store
      // has a cause.
      if (!op.wrong_path || cause.why == Reason::raw || cause.why == Reason::bypass ||
          cause.why == Reason::memory_order)
        idle.give(ports, cause);
    }
  }

  /// The cause that has delayed the micro-ops leaving the front end in this cycle. A dispatch group
  /// behind a delayed group is delayed by the same cause.
  static Cause front_gap(const Cycle& c) {
    const DelayedGroup& group = c.s.delayed_groups[(c.now - 1) % kDelayedGroups];
    const bool is_late = group.cycle == c.now - 1 && group.cause.why != Reason::fill;
    return c.s.dispatch_gap.why == Reason::none && is_late ? group.cause : c.s.dispatch_gap;
  }

  /// Why a micro-op that was in the front end when the cycle began, or is dispatched in it, does
  /// not execute.
  static Cause reported_in_front(const Cycle& c, const WindowOp& op, const Cause& gap) {
    const bool is_dispatched = op.progress != Progress::fetched; // in this cycle
    const bool has_arrived = op.arrives_at < c.now;
    const Cause again = keeps_in_front(gap.why) ? Cause{} : replay_cause(c, op);
    const bool is_late = gap.why != Reason::none || again.why != Reason::none;
    // A producer that is delayed like the micro-op itself does not count, because it would have
    // executed earlier without the delay.
    const std::uint64_t before =
        has_arrived || !is_late ? c.s.rob.end : std::max(c.dispatched->from, c.s.rob.oldest);
    const bool is_new =
        !is_dispatched && op.id >= c.s.fetch.first_of_cycle; // fetched in this cycle
    const Cause operand = is_new ? Cause{} : front_wait(c.core, c.s, op, before).cause;
    if (operand.why != Reason::none)
      return operand;
    const Cause cause = again.why != Reason::none ? again : gap;
    const bool is_turn = cause.why == Reason::none || cause.why == Reason::control;
    if (is_turn && !is_dispatched) // the micro-op would have a structural hazard if it were next
      if (const Cause lacks = keeps_in_front(c.dispatched->gap.why) ? c.dispatched->gap
                                                                    : lacks_entry(c, *op.planned);
          lacks.why != Reason::none)
        return lacks;
    if (cause.why == Reason::none) // the dispatch width is used up
      return {Reason::pairing, kNoRegister, op.id};
    return cause;
  }

  /// The cause that has delayed a replayed operation in the front end up to this cycle or the
  /// previous one; none: the operation is not replayed, or not late any more.
  static Cause replay_cause(const Cycle& c, const WindowOp& op) {
    const bool is_late =
        op.progress == Progress::fetched ||
        c.s.dispatch_gap == Cause{Reason::memory_order, kNoRegister, c.s.replay.load};
    return op.replayed && is_late ? again_behind(c.s, op.id) : Cause{};
  }

  /// The structural hazard of a micro-op in the front end if it were dispatched next; none: no
  /// hazard.
  static Cause lacks_entry(const Cycle& c, const PlannedOp& planned) {
    unsigned station = 0;
    const Reason why = Dispatch::hazard(c, planned, station);
    return why != Reason::none ? Dispatch::cause_of(c, planned, why) : Cause{};
  }

  /// Causes from the instructions that follow on the right path: at most a dispatch group, up to
  /// the first branch. Behind an unresolved branch they may lack a station entry as well. `gap` is
  /// none when the instructions are in time and no other cause delays them.
  static void give_next(const Cycle& c, IdlePorts& idle, const Cause& gap) {
    std::uint64_t pc = c.s.arch.pc;
    for (std::uint64_t at = c.s.branch_queue.oldest; at < c.s.branch_queue.end; ++at)
      if (const BranchEntry& entry = c.s.branch_queue.at(at);
          c.s.speculation.active && entry.id == c.s.speculation.branch)
        pc = entry.actual_pc;
    std::uint32_t index = index_at(c.program, c.s.arch, pc);
    unsigned fetched = 0; // index within the fetch group
    for (unsigned i = 0; i < c.machine.dispatch_width && index != isa::kNoIndex; ++i) {
      OutOfOrderCore::Decoded decoded = c.core.decoded(index);
      const isa::Instruction& first = c.program.instruction(index);
      const auto block = [&](std::uint64_t address) { return address >> c.plan.fetch_block_shift; };
      const bool fuses = decoded.begins_pair &&
                         fetched + FetchStage::pair_places(c) <= c.machine.fetch_width &&
                         block(first.pc) == block(first.pc + first.size) &&
                         fetches_both(c, first, c.program.instruction(index + 1));
      for (const PlannedOp& part : fuses ? c.core.micro_ops_of_pair(index) : decoded.parts()) {
        if ((part.ports & idle.left) == 0)
          continue;
        const bool is_behind_branch =
            gap.why == Reason::control || gap.why == Reason::mispredict || gap.why == Reason::none;
        const Cause lacks = is_behind_branch ? had_no_station(c, part) : Cause{};
        if (const Cause& cause = lacks.why != Reason::none ? lacks : gap; cause.why != Reason::none)
          idle.give(part.ports, cause);
      }
      if (fuses)
        decoded = c.core.decoded(++index);
      fetched = (fetched + (fuses ? FetchStage::pair_places(c) : 1)) % c.machine.fetch_width;
      if (block(first.pc) != block(first.pc + first.size))
        fetched = 0;
      index = decoded.is_control || !decoded.followed ? isa::kNoIndex : index + 1;
    }
  }

  /// The second instruction of a pair could be fetched together with the first one, as far as the
  /// instruction cache is concerned: its lines are those of the first or of the last fetches, or
  /// hit behind the accesses of the first in one cycle.
  static bool fetches_both(const Cycle& c, const isa::Instruction& first,
                           const isa::Instruction& second) {
    if (!c.plan.fetch_cache || FetchStage::has_lines(c, second.pc, second.size))
      return true;
    const Hierarchy& hierarchy = c.core.hierarchy();
    const std::uint64_t hit = hierarchy.caches().levels[hierarchy.first_for(true)].latency_cycles;
    const std::uint64_t cycle = c.now + 1;
    const unsigned shift = c.plan.fetch_line_shift;
    HierarchyState memory = c.s.memory; // what has been asked for is there
    const auto hits = [&](std::uint64_t address, std::uint64_t pc) {
      const Answer answer =
          hierarchy.access(memory, {.address = address, .fetch = true, .pc = pc}, cycle);
      return answer.accepted && answer.ready_at <= cycle + hit;
    };
    const std::uint64_t from = first.pc >> shift;
    const std::uint64_t last = (first.pc + first.size - 1) >> shift;
    bool is_alone = false; // fetch waits for a line of the first, and asks for the others later
    for (std::uint64_t line = from; line <= last; ++line)
      if (!c.s.fetch.has_line(line))
        is_alone = !hits(std::max(first.pc, line << shift), first.pc) || is_alone;
    if (is_alone)
      memory = c.s.memory;
    for (std::uint64_t line = std::max(last + 1, second.pc >> shift);
         line <= (second.pc + second.size - 1) >> shift; ++line)
      if (!c.s.fetch.has_line(line) && !hits(std::max(second.pc, line << shift), second.pc))
        return false;
    return true;
  }

  /// A micro-op that had no station entry in the previous cycle cannot issue in this one: micro-ops
  /// of the right path held all entries that it could use, or released one too late. The first of
  /// them to release one is the culprit; none: an entry was free.
  static Cause had_no_station(const Cycle& c, const PlannedOp& planned) {
    const std::uint64_t last =
        c.now - 1 + (c.policy.freed_now() != 0 ? 0U : 1U); // released then: too late
    const std::uint64_t places = c.slot_mask + 1;
    OpId first;
    std::uint64_t first_leaves = kNever;
    for (unsigned stations = planned.stations; stations != 0; stations &= stations - 1) {
      const auto station = static_cast<unsigned>(std::countr_zero(stations));
      unsigned used = 0;
      // The station is far from full: at most one entry for each port is released in a cycle.
      if (c.policy.frees_at_issue() &&
          c.s.stations.used[station] + c.completed->freed[station] + c.plan.ports.size() <
              c.plan.station_entries[station])
        return {};
      for (std::uint64_t at = c.s.rob.end > places ? c.s.rob.end - places : 0;
           at < c.dispatched->from; ++at) {
        const WindowOp& op = c.at(at);
        const bool has_left = op.progress != Progress::fetched && !op.in_station &&
                              (c.policy.frees_at_issue() ? op.progress > Progress::ready
                                                         : op.progress == Progress::written);
        if (op.planned == nullptr || op.planned->ports == 0 || op.wrong_path ||
            op.station != station || (!op.in_station && !has_left))
          continue;
        const std::uint64_t leaves = op.in_station               ? kNever
                                     : c.policy.frees_at_issue() ? op.ready_at
                                                                 : op.written_at;
        if (leaves < last)
          continue;
        ++used;
        if (leaves < first_leaves) {
          first_leaves = leaves;
          first = at < c.s.rob.oldest ? retired_id(c.s, at) : op.id;
        }
      }
      if (used < c.plan.station_entries[station])
        return {};
    }
    return {Reason::station_full, kNoRegister,
            first_leaves != kNever ? first : EntryForecast::leaves_next(c, planned.stations)};
  }

  /// The position behind the last micro-op that could reach a unit if it were selected in this
  /// cycle: the others are squashed before, in the next cycle or as long as operands are read,
  /// because a mispredicted branch has been resolved or ends its execution by then.
  static std::uint64_t kept_to(const Cycle& c) {
    for (std::uint64_t at = c.s.branch_queue.oldest; at < c.s.branch_queue.end; ++at) {
      const BranchEntry& entry = c.s.branch_queue.at(at);
      if (entry.followed_pc == entry.actual_pc)
        continue;
      const WindowOp& branch = c.op_at(entry.slot);
      const bool ends = !entry.resolved && branch.progress >= Progress::executing &&
                        branch.ends_at < c.now + c.read_cycles;
      if (ends || (c.s.fetch.redirect.pending && c.s.fetch.redirect.branch == entry.id))
        return c.s.position_of(entry.slot) + 1;
    }
    return c.s.rob.end;
  }

  /// No micro-op of the right path is in the front end: fetch is on a wrong path, or has stopped.
  static bool right_path_is_missing(const Cycle& c) {
    const std::uint64_t first = c.s.speculation.active
                                    ? c.s.rob.undispatched
                                    : std::max(c.dispatched->from, c.s.rob.oldest);
    return first == c.s.rob.end || c.at(first).wrong_path;
  }

  /// The first micro-ops of the run, or those behind a misprediction, are still in the front end:
  /// instructions fetched after them are delayed by the same.
  static bool is_refilling(const Cycle& c) {
    const Reason why = c.s.dispatch_gap.why;
    return (why == Reason::mispredict || why == Reason::fill) && !c.s.speculation.active &&
           c.s.rob.undispatched < c.s.rob.end && c.at(c.s.rob.undispatched).arrives_at > c.now;
  }

  /// The cause that delays the right path behind a mispredicted branch. If an instruction could
  /// have been dispatched behind the branch in the previous cycle, given the free slots, it is
  /// missing because of the misprediction; otherwise it shares the delay of the branch in the front
  /// end.
  static Cause behind_branch_gap(const Cycle& c) {
    std::uint64_t behind = c.s.rob.end; // the position behind the branch
    while (behind > c.s.rob.oldest && c.at(behind - 1).wrong_path)
      --behind;
    const bool filled_width = behind == c.dispatched->from && c.s.dispatch_gap.why == Reason::none;
    return behind <= c.dispatched->from && !filled_width ? c.s.speculation.lost() : front_gap(c);
  }

  /// No operation follows those in flight: fetch has reached the end of the program, or will reach
  /// it when the mispredicted branch is resolved.
  static bool has_program_ended(const Cycle& c) {
    return c.s.fetch.stopped || c.fetched->gap.why == Reason::drain ||
           (c.s.speculation.active && c.s.speculation.lost().why == Reason::drain);
  }

  /// Ports on which operations in flight have yet to execute, or to execute again.
  static std::uint32_t still_wanted(const Cycle& c) {
    std::uint32_t ports = wanted_again(c);
    for (std::uint64_t at = std::max(c.s.rob.unissued, c.s.rob.oldest); at < c.s.rob.end; ++at)
      if (const WindowOp& op = c.at(at); !op.wrong_path && op.progress <= Progress::ready)
        ports |= op.progress == Progress::fetched ? op.planned->ports : op.ports;
    return ports;
  }

  /// Ports of micro-ops that have executed and will, or may, be replayed.
  static std::uint32_t wanted_again(const Cycle& c) {
    std::uint32_t ports = 0;
    for (std::uint64_t at = std::min(first_done_again(c), first_perhaps_again(c)); at < c.s.rob.end;
         ++at)
      if (const WindowOp& op = c.at(at); !op.wrong_path)
        ports |= op.planned->ports;
    return ports;
  }
};

} // namespace stallscope::core
