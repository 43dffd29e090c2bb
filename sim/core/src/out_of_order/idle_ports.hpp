#pragma once

// Why ports stand idle, for a record: what keeps those from coming that they could execute.

#include "core/out_of_order/waits.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Why a micro-op is in its station still, as its cell says it.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::reported_in_station(const WindowOp& op) const {
  if (op.missing != 0)
    return last_operand(core_, s_, op, now());
  if (op.ready_at > now())
    return station_cause(op);
  const Cause& told = reported_holds_[static_cast<std::size_t>(&op - s_.rob.ops.data())];
  return told.why != Reason::none && told.why != Reason::other ? told : station_cause(op);
}

/// What one in the front end lacks to be dispatched, were it the next; none: nothing.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::lacks_entry(const PlannedOp& planned) const {
  unsigned station = 0;
  const Reason why = dispatch_hazard(planned, station);
  return why != Reason::none ? dispatch_cause(planned, why) : Cause{};
}

/// Of idle ports those that could execute what fetch goes on with on the right path, as many
/// instructions as are dispatched in a cycle, up to where that may lead elsewhere: they lack it for
/// what has kept it from coming, or, behind an undecided branch, for an entry that it would lack
/// even so. Gives the ports.
template <class Sink, Known kKnown>
std::uint32_t Window<Sink, kKnown>::give_next(std::uint32_t ports, const Cause& gap,
                                              std::array<Cause, kMaxPorts>& causes) const {
  std::uint32_t given = 0;
  std::uint64_t pc = s_.arch.pc;
  for (std::uint64_t at = s_.branch_queue.oldest; at < s_.branch_queue.end; ++at)
    if (const BranchEntry& entry = s_.branch_queue.at(at);
        s_.speculation.active && entry.id == s_.speculation.branch)
      pc = entry.actual_pc;
  std::uint32_t index = index_at(program_, s_.arch, pc);
  for (unsigned i = 0; i < machine_.dispatch_width && index != isa::kNoIndex; ++i) {
    const OutOfOrderCore::Decoded decoded = core_.decoded(index);
    for (const PlannedOp& part : decoded.parts()) {
      std::uint32_t own = part.ports & ports & ~given;
      if (own == 0)
        continue;
      const Cause lacks = gap.why == Reason::control ? lacks_entry(part) : Cause{};
      given |= own;
      for (; own != 0; own &= own - 1)
        causes[static_cast<unsigned>(std::countr_zero(own))] =
            lacks.why == Reason::station_full ? lacks : gap;
    }
    index = decoded.is_control || !decoded.followed ? isa::kNoIndex : index + 1;
  }
  return given;
}

/// What has kept one in the front end that is to be done again, up to this cycle or the one before;
/// none: of others.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::replay_cause(const WindowOp& op) const {
  const bool is_late = op.progress == Progress::fetched ||
                       s_.dispatch_gap == Cause{Reason::memory_order, kNoRegister, s_.replay.load};
  return op.replayed && is_late ? again_behind(s_, op.id) : Cause{};
}

/// Of idle ports those that somebody in the front end could use, each for what the oldest of them
/// waits for: an operand that it would lack in a station as well, or else what keeps it where it
/// is. Who stands behind others that have been dispatched late is late with them. Gives the ports.
template <class Sink, Known kKnown>
std::uint32_t Window<Sink, kKnown>::give_front(std::uint32_t ports,
                                               std::array<Cause, kMaxPorts>& causes) const {
  Cause gap = s_.dispatch_gap;
  if (const DelayedGroup& group = s_.delayed_groups[(now() - 1) % kDelayedGroups];
      gap.why == Reason::none && group.cycle == now() - 1 && group.cause.why != Reason::fill)
    gap = group.cause;
  // Those on their way could have come in place of slots that fetch has left empty.
  const bool arrived_only = s_.dispatch_gap.why == Reason::none || keeps_in_front(gap.why);
  std::uint32_t given = 0;
  for (std::uint64_t at = std::max(dispatched_from_, s_.rob.oldest); at < s_.rob.end; ++at) {
    const WindowOp& op = op_at(slot_at(at));
    const bool is_dispatched = op.progress != Progress::fetched; // in this cycle
    const bool has_arrived = op.arrives_at < now();
    const Cause again = keeps_in_front(gap.why) ? Cause{} : replay_cause(op);
    if (arrived_only && !has_arrived && !is_dispatched && again.why == Reason::none)
      break;
    std::uint32_t own = (is_dispatched ? op.ports : op.planned->ports) & ports & ~given;
    if (op.wrong_path || own == 0 || op.progress > Progress::ready) // the last: has no use for it
      continue;
    Cause cause = has_arrived                                ? front_operand(core_, s_, op).cause
                  : is_dispatched && gap.why == Reason::none ? wait_of(core_, s_, op)
                                                             : Cause{};
    if (cause.why == Reason::none)
      cause = again.why != Reason::none ? again : gap;
    const bool is_turn = cause.why == Reason::none || cause.why == Reason::control;
    if (is_turn && !is_dispatched) // it would lack something in its turn, too
      if (const Cause lacks =
              keeps_in_front(dispatch_gap_.why) ? dispatch_gap_ : lacks_entry(*op.planned);
          lacks.why != Reason::none)
        cause = lacks;
    if (cause.why == Reason::none) // as many have been dispatched as can be in a cycle
      cause = {Reason::pairing, kNoRegister, op.id};
    given |= own;
    for (; own != 0; own &= own - 1)
      causes[static_cast<unsigned>(std::countr_zero(own))] = cause;
  }
  return given;
}

/// Of idle ports those that somebody could use who has executed there for nothing: from the next
/// cycle on a load that has read too early is done again, and all behind it. Gives the ports.
template <class Sink, Known kKnown>
std::uint32_t Window<Sink, kKnown>::give_replayed(std::uint32_t ports,
                                                  std::array<Cause, kMaxPorts>& causes) const {
  std::uint32_t given = 0;
  if (!s_.replay.pending || op_at(s_.replay.slot).id != s_.replay.load)
    return given;
  for (std::uint64_t at = s_.position_of(s_.replay.slot); at < dispatched_from_; ++at) {
    const WindowOp& op = op_at(slot_at(at));
    std::uint32_t own = op.planned->ports & ports & ~given;
    if (op.wrong_path)
      continue;
    given |= own;
    for (; own != 0; own &= own - 1)
      causes[static_cast<unsigned>(std::countr_zero(own))] = again_behind(s_, op.id);
  }
  return given;
}

/// Why ports stand idle, each for what the oldest micro-op in a station waits for that it could
/// execute. Of those that nobody there could use, those for what comes next lack it for what has
/// kept that from coming, and the others have nothing to do.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_idle_ports() {
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << plan_.ports.size()) - 1);
  std::array<Cause, kMaxPorts> causes{};
  std::uint32_t left = all & ~ports_taken_;
  const auto give = [&](std::uint32_t ports, const Cause& cause) {
    left &= ~ports;
    for (; ports != 0; ports &= ports - 1)
      causes[static_cast<unsigned>(std::countr_zero(ports))] = cause;
  };
  for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest);
       at < dispatched_from_ && left != 0; ++at)
    if (const WindowOp& op = op_at(slot_at(at)); op.in_station && op.progress <= Progress::ready)
      if (const std::uint32_t ports = op.ports & left; ports != 0)
        give(ports, reported_in_station(op));
  const Cause& gap = s_.dispatch_gap;
  left &= ~give_replayed(left, causes);
  if (gap.why == Reason::fill || gap.why == Reason::drain) // nobody else comes
    give(left, gap);
  left &= ~give_front(left, causes);
  const std::uint64_t first = std::max(dispatched_from_, s_.rob.oldest);
  const bool none_in_front = first == s_.rob.end || op_at(slot_at(first)).wrong_path;
  if (left != 0 && gap.why != Reason::none && none_in_front)
    left &= ~give_next(left, gap, causes);
  give(left, {Reason::idle});
  for (unsigned port = 0; port < plan_.ports.size(); ++port)
    if (!(reported_ports_[port] == causes[port])) {
      reported_ports_[port] = causes[port];
      sink_.report(What::empty, Cycle{now()}, kNoOp, causes[port].culprit, causes[port],
                   plan_.ports[port].lane, 0);
    }
}

} // namespace stallscope::core
