#pragma once

// Why issue ports are idle, for a record. The cause of an idle port is what the next micro-op that
// could execute there waits for in this cycle. A micro-op in its station has its stall cause. A
// micro-op in the front end has a missing operand or store as its cause if it would wait for that
// in its station as well, and otherwise its front-end delay. Without such a micro-op the cause is
// Reason::idle; so it is in every cycle for a port that no micro-op of the program could use.

#include "core/out_of_order/waits.hpp"
#include "out_of_order/window.hpp"

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

/// Why a micro-op is still in its station: the reported cause, if there is one.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::reported_in_station(const WindowOp& op) const {
  if (const Cause& told = observer_.told_of(op); told.why != Reason::none)
    return told;
  return op.missing != 0 ? last_operand(core_, s_, op, now()) : station_cause(op);
}

/// The structural hazard of a micro-op in the front end if it were dispatched next; none: no
/// hazard.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::lacks_entry(const PlannedOp& planned) const {
  unsigned station = 0;
  const Reason why = dispatch_hazard(planned, station);
  return why != Reason::none ? dispatch_cause(planned, why) : Cause{};
}

/// The position behind the last micro-op that could reach a unit if it were selected in this cycle:
/// the others are squashed before, in the next cycle or as long as operands are read, because a
/// mispredicted branch has been resolved or ends its execution by then.
template <class Sink, Known kKnown> std::uint64_t Window<Sink, kKnown>::kept_to() const {
  for (std::uint64_t at = s_.branch_queue.oldest; at < s_.branch_queue.end; ++at) {
    const BranchEntry& entry = s_.branch_queue.at(at);
    if (entry.followed_pc == entry.actual_pc)
      continue;
    const WindowOp& branch = op_at(entry.slot);
    const bool ends = !entry.resolved && branch.progress >= Progress::executing &&
                      branch.ends_at < now() + read_cycles_;
    if (ends || (s_.fetch.redirect.pending && s_.fetch.redirect.branch == entry.id))
      return s_.position_of(entry.slot) + 1;
  }
  return s_.rob.end;
}

/// Causes from micro-ops in their stations in front of a position.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::give_stations(IdlePorts& idle, std::uint64_t end) const {
  for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest);
       at < std::min(dispatched_from_, end) && idle.left != 0; ++at)
    if (const WindowOp& op = op_at(slot_at(at));
        op.in_station && op.progress <= Progress::ready && (op.ports & idle.left) != 0)
      idle.give(op.ports, reported_in_station(op));
}

/// Position of the oldest load that is replayed from the next cycle on because of a memory-order
/// violation: it has read before an older store to the same address. kNever: there is none.
template <class Sink, Known kKnown> std::uint64_t Window<Sink, kKnown>::first_done_again() const {
  const bool any = s_.replay.pending && op_at(s_.replay.slot).id == s_.replay.load;
  return any ? s_.position_of(s_.replay.slot) : kNever;
}

/// Position of the oldest load that has read before an older store to the same address whose
/// address is not computed yet: the violation will be found when it is. kNever: there is none.
template <class Sink, Known kKnown>
std::uint64_t Window<Sink, kKnown>::first_perhaps_again() const {
  if (machine_.disambiguation != machine::Disambiguation::predict)
    return kNever;
  for (std::uint64_t at = s_.lsq.loads.oldest; at < s_.lsq.loads.end; ++at) {
    const WindowOp& load = op_at(s_.lsq.loads.at(at));
    for (std::uint64_t store = std::max(s_.lsq.stores.oldest, load.source_position);
         store < load.store_position && load.bytes != 0; ++store)
      if (const StoreEntry& entry = store_at(store);
          entry.bytes != 0 && !StoreQueue::has_address(s_.rob, entry, now()) &&
          overlaps(entry, load))
        return s_.position_of(s_.lsq.loads.at(at));
  }
  return kNever;
}

/// Causes from micro-ops that will be replayed from the next cycle on: a load that has read too
/// early, and all younger micro-ops.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::give_replayed(IdlePorts& idle) const {
  for (std::uint64_t at = first_done_again(); at < dispatched_from_; ++at)
    if (const WindowOp& op = op_at(slot_at(at)); !op.wrong_path)
      idle.give(op.planned->ports, again_behind(s_, op.id));
}

/// Ports of micro-ops that have executed and will, or may, be replayed.
template <class Sink, Known kKnown> std::uint32_t Window<Sink, kKnown>::wanted_again() const {
  std::uint32_t ports = 0;
  for (std::uint64_t at = std::min(first_done_again(), first_perhaps_again()); at < s_.rob.end;
       ++at)
    if (const WindowOp& op = op_at(slot_at(at)); !op.wrong_path)
      ports |= op.planned->ports;
  return ports;
}

/// No operation follows those in flight: fetch has reached the end of the program, or will reach it
/// when the mispredicted branch is resolved.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::has_program_ended() const {
  return s_.fetch.stopped || fetch_gap_.why == Reason::drain ||
         (s_.speculation.active && lost_on_wrong_path().why == Reason::drain);
}

/// Ports on which operations in flight have yet to execute, or to execute again.
template <class Sink, Known kKnown> std::uint32_t Window<Sink, kKnown>::still_wanted() const {
  std::uint32_t ports = wanted_again();
  for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest); at < s_.rob.end; ++at)
    if (const WindowOp& op = op_at(slot_at(at)); !op.wrong_path && op.progress <= Progress::ready)
      ports |= op.progress == Progress::fetched ? op.planned->ports : op.ports;
  return ports;
}

/// The cause that has delayed a replayed operation in the front end up to this cycle or the
/// previous one; none: the operation is not replayed, or not late any more.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::replay_cause(const WindowOp& op) const {
  const bool is_late = op.progress == Progress::fetched ||
                       s_.dispatch_gap == Cause{Reason::memory_order, kNoRegister, s_.replay.load};
  return op.replayed && is_late ? again_behind(s_, op.id) : Cause{};
}

/// The cause that has delayed the micro-ops leaving the front end in this cycle. A dispatch group
/// behind a delayed group is delayed by the same cause.
template <class Sink, Known kKnown> Cause Window<Sink, kKnown>::front_gap() const {
  const DelayedGroup& group = s_.delayed_groups[(now() - 1) % kDelayedGroups];
  const bool is_late = group.cycle == now() - 1 && group.cause.why != Reason::fill;
  return s_.dispatch_gap.why == Reason::none && is_late ? group.cause : s_.dispatch_gap;
}

/// Why a micro-op that was in the front end when the cycle began, or is dispatched in it, does not
/// execute.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::reported_in_front(const WindowOp& op, const Cause& gap) const {
  const bool is_dispatched = op.progress != Progress::fetched; // in this cycle
  const bool has_arrived = op.arrives_at < now();
  const Cause again = keeps_in_front(gap.why) ? Cause{} : replay_cause(op);
  const bool is_late = gap.why != Reason::none || again.why != Reason::none;
  // A producer that is delayed like the micro-op itself does not count, because it would have
  // executed earlier without the delay.
  const std::uint64_t before =
      has_arrived || !is_late ? s_.rob.end : std::max(dispatched_from_, s_.rob.oldest);
  const bool is_new = !is_dispatched && op.id >= s_.fetch.first_of_cycle; // fetched in this cycle
  const Cause operand = is_new ? Cause{} : front_wait(core_, s_, op, before).cause;
  if (operand.why != Reason::none)
    return operand;
  const Cause cause = again.why != Reason::none ? again : gap;
  const bool is_turn = cause.why == Reason::none || cause.why == Reason::control;
  if (is_turn && !is_dispatched) // the micro-op would have a structural hazard if it were next
    if (const Cause lacks =
            keeps_in_front(dispatch_gap_.why) ? dispatch_gap_ : lacks_entry(*op.planned);
        lacks.why != Reason::none)
      return lacks;
  if (cause.why == Reason::none) // the dispatch width is used up
    return {Reason::pairing, kNoRegister, op.id};
  return cause;
}

/// Causes from micro-ops in the front end in front of a position. Those that have not arrived at
/// dispatch count only where fetch has left slots empty, in which they could have arrived.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::give_front(IdlePorts& idle, std::uint64_t end) const {
  const Cause gap = front_gap();
  const bool arrived_only = gap.why == Reason::none || keeps_in_front(gap.why);
  for (std::uint64_t at = std::max(dispatched_from_, s_.rob.oldest); at < end && idle.left != 0;
       ++at) {
    const WindowOp& op = op_at(slot_at(at));
    const bool is_dispatched = op.progress != Progress::fetched; // in this cycle
    const bool is_held = observer_.told_of(op).why != Reason::none;
    if (arrived_only && !is_dispatched && !is_held && op.arrives_at >= now() &&
        (keeps_in_front(gap.why) || replay_cause(op).why == Reason::none))
      break;
    const std::uint32_t ports = is_dispatched ? op.ports : op.planned->ports;
    if ((ports & idle.left) == 0 || op.progress > Progress::ready)
      continue; // the micro-op has issued
    const Cause cause = op.wrong_path && !is_dispatched ? Cause{} : reported_in_front(op, gap);
    // On the wrong path only a micro-op that is in its station and lacks an operand or a store has
    // a cause.
    if (!op.wrong_path || cause.why == Reason::raw || cause.why == Reason::bypass ||
        cause.why == Reason::memory_order)
      idle.give(ports, cause);
  }
}

/// A micro-op that had no station entry in the previous cycle cannot issue in this one: micro-ops
/// of the right path held all entries that it could use, or released one too late. The first of
/// them to release one is the culprit; none: an entry was free.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::had_no_station(const PlannedOp& planned) const {
  const std::uint64_t last = now() - 1 + (freed_now() != 0 ? 0U : 1U); // released then: too late
  const std::uint64_t places = slot_mask_ + 1;
  OpId first;
  std::uint64_t first_leaves = kNever;
  for (unsigned stations = planned.stations; stations != 0; stations &= stations - 1) {
    const auto station = static_cast<unsigned>(std::countr_zero(stations));
    unsigned used = 0;
    // The station is far from full: at most one entry for each port is released in a cycle.
    if (frees_at_issue() &&
        s_.stations.used[station] + freed_.stations[station] + plan_.ports.size() <
            plan_.station_entries[station])
      return {};
    for (std::uint64_t at = s_.rob.end > places ? s_.rob.end - places : 0; at < dispatched_from_;
         ++at) {
      const WindowOp& op = op_at(slot_at(at));
      const bool has_left =
          op.progress != Progress::fetched && !op.in_station &&
          (frees_at_issue() ? op.progress > Progress::ready : op.progress == Progress::written);
      if (op.planned == nullptr || op.planned->ports == 0 || op.wrong_path ||
          op.station != station || (!op.in_station && !has_left))
        continue;
      const std::uint64_t leaves = op.in_station      ? kNever
                                   : frees_at_issue() ? op.ready_at
                                                      : op.written_at;
      if (leaves < last)
        continue;
      ++used;
      if (leaves < first_leaves) {
        first_leaves = leaves;
        first = at < s_.rob.oldest ? retired_id(s_, at) : op.id;
      }
    }
    if (used < plan_.station_entries[station])
      return {};
  }
  return {Reason::station_full, kNoRegister,
          first_leaves != kNever ? first : leaves_next(planned.stations)};
}

/// The second instruction of a pair could be fetched together with the first one, as far as the
/// instruction cache is concerned: its lines are those of the first or of the last fetches, or hit
/// behind the accesses of the first in one cycle.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::fetches_both(const isa::Instruction& first,
                                        const isa::Instruction& second) const {
  if (!plan_.fetch_cache || has_lines(second.pc, second.size))
    return true;
  const Hierarchy& hierarchy = core_.hierarchy();
  const std::uint64_t hit = hierarchy.caches().levels[hierarchy.first_for(true)].latency_cycles;
  const std::uint64_t cycle = now() + 1;
  const unsigned shift = plan_.fetch_line_shift;
  HierarchyState memory = s_.memory; // what has been asked for is there
  const auto hits = [&](std::uint64_t address, std::uint64_t pc) {
    const Answer answer =
        hierarchy.access(memory, {.address = address, .fetch = true, .pc = pc}, cycle);
    return answer.accepted && answer.ready_at <= cycle + hit;
  };
  const std::uint64_t from = first.pc >> shift;
  const std::uint64_t last = (first.pc + first.size - 1) >> shift;
  bool is_alone = false; // fetch waits for a line of the first, and asks for the others later
  for (std::uint64_t line = from; line <= last; ++line)
    if (!s_.fetch.has_line(line))
      is_alone = !hits(std::max(first.pc, line << shift), first.pc) || is_alone;
  if (is_alone)
    memory = s_.memory;
  for (std::uint64_t line = std::max(last + 1, second.pc >> shift);
       line <= (second.pc + second.size - 1) >> shift; ++line)
    if (!s_.fetch.has_line(line) && !hits(std::max(second.pc, line << shift), second.pc))
      return false;
  return true;
}

/// Causes from the instructions that follow on the right path: at most a dispatch group, up to the
/// first branch. Behind an unresolved branch they may lack a station entry as well. `gap` is none
/// when the instructions are in time and no other cause delays them.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::give_next(IdlePorts& idle, const Cause& gap) const {
  std::uint64_t pc = s_.arch.pc;
  for (std::uint64_t at = s_.branch_queue.oldest; at < s_.branch_queue.end; ++at)
    if (const BranchEntry& entry = s_.branch_queue.at(at);
        s_.speculation.active && entry.id == s_.speculation.branch)
      pc = entry.actual_pc;
  std::uint32_t index = index_at(program_, s_.arch, pc);
  unsigned fetched = 0; // index within the fetch group
  for (unsigned i = 0; i < machine_.dispatch_width && index != isa::kNoIndex; ++i) {
    OutOfOrderCore::Decoded decoded = core_.decoded(index);
    const isa::Instruction& first = program_.instruction(index);
    const auto block = [&](std::uint64_t address) { return address >> plan_.fetch_block_shift; };
    const bool fuses = decoded.begins_pair && fetched + pair_places() <= machine_.fetch_width &&
                       block(first.pc) == block(first.pc + first.size) &&
                       fetches_both(first, program_.instruction(index + 1));
    for (const PlannedOp& part : fuses ? core_.micro_ops_of_pair(index) : decoded.parts()) {
      if ((part.ports & idle.left) == 0)
        continue;
      const bool is_behind_branch =
          gap.why == Reason::control || gap.why == Reason::mispredict || gap.why == Reason::none;
      const Cause lacks = is_behind_branch ? had_no_station(part) : Cause{};
      if (const Cause& cause = lacks.why != Reason::none ? lacks : gap; cause.why != Reason::none)
        idle.give(part.ports, cause);
    }
    if (fuses)
      decoded = core_.decoded(++index);
    fetched = (fetched + (fuses ? pair_places() : 1)) % machine_.fetch_width;
    if (block(first.pc) != block(first.pc + first.size))
      fetched = 0;
    index = decoded.is_control || !decoded.followed ? isa::kNoIndex : index + 1;
  }
}

/// No micro-op of the right path is in the front end: fetch is on a wrong path, or has stopped.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::right_path_is_missing() const {
  const std::uint64_t first =
      s_.speculation.active ? s_.rob.undispatched : std::max(dispatched_from_, s_.rob.oldest);
  return first == s_.rob.end || op_at(slot_at(first)).wrong_path;
}

/// The first micro-ops of the run, or those behind a misprediction, are still in the front end:
/// instructions fetched after them are delayed by the same.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::is_refilling() const {
  const Reason why = s_.dispatch_gap.why;
  return (why == Reason::mispredict || why == Reason::fill) && !s_.speculation.active &&
         s_.rob.undispatched < s_.rob.end && op_at(slot_at(s_.rob.undispatched)).arrives_at > now();
}

/// The cause that delays the right path behind a mispredicted branch. If an instruction could have
/// been dispatched behind the branch in the previous cycle, given the free slots, it is missing
/// because of the misprediction; otherwise it shares the delay of the branch in the front end.
template <class Sink, Known kKnown> Cause Window<Sink, kKnown>::behind_branch_gap() const {
  std::uint64_t behind = s_.rob.end; // the position behind the branch
  while (behind > s_.rob.oldest && op_at(slot_at(behind - 1)).wrong_path)
    --behind;
  const bool filled_width = behind == dispatched_from_ && s_.dispatch_gap.why == Reason::none;
  return behind <= dispatched_from_ && !filled_width ? lost_on_wrong_path() : front_gap();
}

/// Causes of the idle ports in this cycle; `in_next`: of the units behind them, which micro-ops
/// that are squashed do not reach, and micro-ops that are replayed wait for what they lacked
/// before.
template <class Sink, Known kKnown> IdlePorts Window<Sink, kKnown>::idle_ports(bool in_next) const {
  const std::uint64_t end = in_next ? kept_to() : s_.rob.end;
  IdlePorts idle;
  idle.left = static_cast<std::uint32_t>((std::uint64_t{1} << plan_.ports.size()) - 1) &
              ~(observer_.ports_taken() & ~(in_next ? observer_.ports_in_vain() : 0U));
  give_stations(idle, end);
  give_replayed(idle);
  Cause gap = s_.dispatch_gap;
  if (gap.why != Reason::drain)
    give_front(idle, end);
  const bool is_missing = right_path_is_missing();
  const bool is_wrong = s_.speculation.active && is_missing;
  if (is_wrong) // replaces the causes that delay the wrong path
    gap = behind_branch_gap();
  if (idle.left != 0 && !has_program_ended() &&
      (is_wrong || (gap.why != Reason::none && (is_missing || is_refilling()))))
    give_next(idle, gap);
  if (has_program_ended())
    idle.give(idle.left & core_.used_ports() & ~still_wanted(), {Reason::drain});
  idle.give(idle.left, {Reason::idle});
  return idle;
}

template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_idle_ports() {
  // What is selected in this cycle is in its unit from the next on, where operands are read first.
  const bool in_next =
      read_cycles_ != 0 && speculates() && (s_.replay.pending || kept_to() < s_.rob.end);
  const IdlePorts idle = idle_ports(in_next);
  for (unsigned port = 0; port < plan_.ports.size(); ++port)
    observer_.idle_port(port, idle.causes[port]);
  // No micro-op issues: the read stage is empty for the cause of the next micro-op.
  if (const LaneId read = plan_.names[plan_.ports.front().lane].lead; read != kNoLane)
    observer_.idle_read(read, observer_.ports_taken() != 0 ? Cause{}
                              : in_next                    ? idle_ports(false).first
                                                           : idle.first);
}

} // namespace stallscope::core
