#pragma once

// The observer policy: reports to a record beside the movement of micro-ops, why they wait, and
// from which producers they take operands, and says what the stages have to find out for that. The
// stages call the observer always; NullObserver, that of a run without a record, does nothing, so
// that such a run has no overhead.

#include "common/slot_accounting.hpp"
#include "core/out_of_order/waits.hpp"
#include "out_of_order/arrival.hpp"
#include "trace/sinks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace stallscope::core {

using trace::LedgerPoint;
using trace::What;

/// The causes last reported to a record for a held micro-op.
struct ReportedHold {
  Cause cause;
  Cause before;
  std::uint64_t since = 0; ///< first cycle of `cause`
  bool is_reported = true; ///< false: derived from the initial state of the window, not reported

  [[nodiscard]] const Cause& in(std::uint64_t cycle) const {
    return since > cycle ? before : cause;
  }
};

// What only a record needs of a cycle (entry_forecast.hpp, idle_ports.hpp, select_report.hpp).
template <class Cycle> class EntryForecast;
template <class Cycle> class IdlePortReport;
template <class Cycle> class SelectReport;

/// Nothing is recorded.
struct NullObserver {
  template <class Sink> NullObserver(const OutOfOrderCore&, const OutOfOrderState&, Sink&) {}

  // As those of RecordingObserver.
  static constexpr bool sees_writes() { return false; }
  static constexpr bool shows_full_lanes() { return false; }
  static constexpr bool explains_every_wait() { return false; }
  static constexpr bool names_releaser(unsigned) { return true; }
  static constexpr bool holds_in_window(const WindowOp&) { return false; }
  template <class Cycle> static constexpr bool may_change(const Cycle&) { return false; }
  template <class Cycle>
  static constexpr std::uint64_t unchanged_until(const Cycle&, std::uint64_t last, bool) {
    return last;
  }
  template <class Cycle> static OpId frees_entry(const Cycle&, const PlannedOp&, Reason) {
    return kNoOp;
  }
  template <class Cycle> static void not_selected(const Cycle&, bool) {}
  template <class Cycle> static void idle_ports(const Cycle&) {}

  static void begin_cycle() {}
  static void front() {}
  static void fetched(const WindowOp&) {}
  static void enter(const WindowOp&, std::uint64_t, LaneId) {}
  static void hold(const WindowOp&, std::uint64_t, const Cause&, LaneId) {}
  static void held(const WindowOp&, const Cause&) {}
  template <class CauseOf> static void held_by(const WindowOp&, CauseOf) {}
  static void wait(const WindowOp&, std::uint64_t) {}
  static void woken(const WindowOp&, Slot) {}
  static void taken(const WindowOp&, unsigned, const WindowOp&, std::uint64_t) {}
  static void bypassing() {}
  static void selected(const WindowOp&, unsigned) {}
  static void resolved(const WindowOp&, bool) {}
  static void squashed(const WindowOp&, OpId) {}
  static void thrown_back(const WindowOp&) {}
  static void replayed(const WindowOp&) {}
  static void written(const WindowOp&) {}
  static void store_held(const WindowOp&, const Cause&) {}
  static void retired(const WindowOp&) {}
  static void lost(LedgerPoint, unsigned, unsigned, unsigned, unsigned, const Cause&) {}
  static void end_cycle() {}
  static void last_lane() {}
  static Cause with_holder(const Cause& cause, const WindowOp&) { return cause; }
  static Cause with_culprit(const Cause& cause, const WindowOp&) { return cause; }
  static Cause with_last_operand(const Cause& missing, const WindowOp&) { return missing; }
  static Cause with_last_store(const Cause& cause, const WindowOp&) { return cause; }
};

/// Reports to a sink with the functions of trace::RecordingSink.
template <class Sink> class RecordingObserver {
public:
  RecordingObserver(const OutOfOrderCore& core, OutOfOrderState& s, Sink& sink)
      : core_(core), plan_(core.plan()), s_(s), sink_(sink) {
    idle_ports_.fill(kNothingReportedOfPort);
    // The causes reported so far are derived from the state, so that a record has the same contents
    // wherever it begins.
    for (std::uint64_t at = s.rob.oldest; at < s.rob.end; ++at)
      if (const WindowOp& op = s.at(at); sink_.explains(op.id))
        holds_[s.slot_at(at)] = {wait_of(core, s, op), {}, now() + 1, false};
  }

  // What stages have to find out
  /// A result is written in its own cycle, in which it is reported.
  static constexpr bool sees_writes() { return true; }
  /// A lane has a cause even when no slot of the ledger is lost there.
  static constexpr bool shows_full_lanes() { return true; }
  /// The wait of every micro-op is explained, and not only that of the one which the ledger
  /// charges.
  static constexpr bool explains_every_wait() { return true; }
  /// A micro-op that releases a station's entry is named: the first of a cycle. `before`: entries
  /// released in it so far.
  static constexpr bool names_releaser(unsigned before) { return before == 0; }
  /// A completed micro-op does not retire. The sink observes a cycle of a state from which an
  /// obstacle has been removed (counterfactual.hpp): a mispredicted jump may have completed there
  /// without having been resolved.
  static constexpr bool holds_in_window(const WindowOp& op) {
    if constexpr (requires { Sink::kWatchesOutlook; })
      return op.wrong_path;
    else
      return false;
  }
  /// What is reported may change in the next cycle although nothing moves in it.
  template <class Cycle> static bool may_change(const Cycle& c) {
    // An entry that was released in the previous cycle came too late for the idle port of this one.
    return c.now - c.s.last_progress == c.front_cycles + 1 ||
           // Causes of idle ports change before a mispredicted branch ends its execution:
           // kept_to().
           (c.read_cycles > 1 && c.s.speculation.active) ||
           // The stall reasons of micro-ops in stations can change.
           (c.policy.delays_bypasses() && c.s.stations.demanded != 0);
  }
  /// The last cycle up to which the same is reported, when nothing moves up to `last`.
  /// `lacks_entry`: dispatch lacks an entry.
  template <class Cycle>
  static std::uint64_t unchanged_until(const Cycle& c, std::uint64_t last, bool lacks_entry) {
    // The micro-op that frees an entry is reported one cycle earlier.
    return lacks_entry && last > c.now ? last - 1 : last;
  }
  /// The micro-op that frees an entry which another lacks for its dispatch; kNoOp: not known.
  template <class Cycle>
  static OpId frees_entry(const Cycle& c, const PlannedOp& planned, Reason why) {
    return EntryForecast<Cycle>::frees_entry(c, planned, why);
  }
  /// Why ready micro-ops have not been selected. `all_issued`: the issue width is used up.
  template <class Cycle> static void not_selected(Cycle& c, bool all_issued) {
    SelectReport<Cycle>::report(c, all_issued);
  }
  /// Why ports are idle in this cycle.
  template <class Cycle> static void idle_ports(Cycle& c) { IdlePortReport<Cycle>::report(c); }

  void begin_cycle() {
    ports_selected_ = ports_taken_ = ports_in_vain_ = 0;
    if (plan_.bypass.any)
      woken_ = {};
  }

  // Fetch
  /// Micro-ops fetched in the previous cycle enter the front end.
  void front() {
    if (core_.dynamic().front_cycles == 0)
      return;
    std::uint64_t first = s_.rob.end;
    while (first > s_.rob.undispatched && s_.at(first - 1).id >= s_.fetch.first_of_cycle)
      --first;
    for (; first < s_.rob.end; ++first)
      enter(s_.at(first), now(), plan_.front_lane);
  }
  /// A micro-op of a fetched instruction begins.
  void fetched(const WindowOp& op) {
    sink_.begin(Cycle{now()}, op.id, InstructionIndex{op.instruction}, op.wrong_path,
                op.planned->part, op.instructions > 1);
    enter(op, now(), plan_.fetch_lane);
  }

  // Movement and waiting
  /// A micro-op enters a lane in a given cycle, with no cause that holds it yet.
  void enter(const WindowOp& op, std::uint64_t cycle, LaneId lane, const Cause& cause = {}) {
    holds_[slot_of(op)] = {};
    sink_.report(What::enter, Cycle{cycle}, op.id, cause.culprit, cause, lane, 0);
  }
  /// A micro-op is held in a lane from a given cycle on; a cause equal to the last one reported is
  /// not repeated.
  void hold(const WindowOp& op, std::uint64_t cycle, const Cause& cause, LaneId lane) {
    ReportedHold& last = holds_[slot_of(op)];
    if (last.is_reported && last.cause == cause)
      return;
    last = {cause, last.in(cycle - 1), cycle};
    sink_.report(What::hold, Cycle{cycle}, op.id, cause.culprit, cause, lane, 0);
  }
  /// A micro-op cannot proceed in this cycle.
  void held(const WindowOp& op, const Cause& cause) { hold(op, now(), cause, plan_.station_lane); }
  /// The same, with a cause that only a record needs.
  template <class CauseOf> void held_by(const WindowOp& op, CauseOf cause_of) {
    held(op, cause_of());
  }
  /// Reports the cause for which a micro-op waits in its station from a given cycle on.
  void wait(const WindowOp& op, std::uint64_t cycle) {
    if (!sink_.explains(op.id))
      return;
    if (const Cause cause = wait_of(core_, s_, op); cause.why != Reason::none)
      hold(op, cycle, cause, plan_.station_lane);
  }
  /// A result has come for a micro-op that waits.
  void woken(const WindowOp& op, Slot slot) {
    if (plan_.bypass.any)
      woken_.insert(slot);
    wait(op, now() + 1);
  }
  /// A micro-op takes an operand from a producer when it leaves its station in the given cycle or
  /// later: reads it in that cycle, or takes it from the producer's unit when it executes.
  void taken(const WindowOp& op, unsigned operand, const WindowOp& from, std::uint64_t cycle) {
    if (operand >= op.planned->op.read_count)
      return;
    const bool bypassed = is_bypassed(core_, from);
    sink_.report(What::forward, Cycle{cycle + (bypassed ? core_.dynamic().read_cycles : 0)}, op.id,
                 from.id, {Reason::none, op.planned->op.reads[operand].reg, from.id},
                 bypassed ? plan_.ports[from.port].lane : kNoLane, 0);
  }
  /// Reports the operands whose results have been computed by this cycle and are still on the
  /// bypass network.
  void bypassing() {
    if (!plan_.bypass.any)
      return;
    for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest); at < s_.rob.undispatched;
         ++at) {
      const WindowOp& op = s_.at(at);
      if (op.progress != Progress::ready || op.ready_at <= now() || woken_.contains(s_.slot_at(at)))
        continue;
      const Cause cause = late_operand(core_, s_, op, now());
      if (cause.why == Reason::bypass && late_operand(core_, s_, op, now() - 1).why == Reason::raw)
        held(op, cause);
    }
  }

  // Select
  /// A micro-op has been selected for a port, or its access has been refused.
  void selected(const WindowOp& op, unsigned port) {
    taken_by_[port] = op.id;
    ports_selected_ |= 1U << port;
    const bool is_discarded = s_.fetch.redirect.pending && op.id > s_.fetch.redirect.branch;
    const bool is_again = s_.replay.pending && op.id >= s_.replay.load;
    const std::uint32_t taken = op.progress > Progress::ready ? 1U << port : 0U;
    ports_taken_ |= taken; // not if the cache refused its access
    ports_in_vain_ |= is_discarded || is_again ? taken : 0U;
  }

  // Completion
  void resolved(const WindowOp& op, bool wrong) {
    sink_.report(What::resolve, Cycle{now()}, op.id, kNoOp, {}, plan_.ports[op.port].lane,
                 wrong ? 1 : 0);
  }
  void squashed(const WindowOp& op, OpId branch) {
    sink_.report(What::flush, Cycle{now()}, op.id, branch,
                 {Reason::mispredict, kNoRegister, branch}, 0, 0);
  }
  /// A micro-op that has been dispatched is in the front end again, because of a load that has read
  /// too early.
  void thrown_back(const WindowOp& op) {
    enter(op, now(), plan_.front_lane, again_behind(s_, op.id));
  }
  /// A micro-op behind a load that has read too early passes through the front end again. No cause:
  /// it is not the next to be dispatched any more.
  void replayed(const WindowOp& op) { held(op, wait_of(core_, s_, op)); }
  /// A result has been written: without a reorder buffer this completes the micro-op.
  void written(const WindowOp& op) {
    enter(op, now(), plan_.write_lane);
    if (core_.dynamic().speculates())
      enter(op, now() + 1, plan_.done_lane);
    else
      sink_.report(op.faulting ? What::flush : What::retire, Cycle{now()}, op.id, kNoOp, {},
                   plan_.write_lane, 0);
  }
  /// The oldest micro-op is a store that cannot retire. Without a reorder buffer it is complete,
  /// and nothing is reported.
  void store_held(const WindowOp& op, const Cause& cause) {
    if (core_.dynamic().speculates())
      hold(op, now(), cause, plan_.done_lane);
  }
  /// A micro-op leaves the reorder buffer; one that has trapped does not become final.
  void retired(const WindowOp& op) {
    if (!core_.dynamic().speculates())
      return;
    enter(op, now(), plan_.retire_lane);
    sink_.report(op.faulting ? What::flush : What::retire, Cycle{now()}, op.id, kNoOp, {},
                 plan_.retire_lane, 0);
  }

  // Accounting
  void lost(LedgerPoint point, unsigned wrong, unsigned again, unsigned idle, unsigned lost,
            const Cause& rest);
  /// Reports again the waits of micro-ops with several missing operands or a missing store, because
  /// the operand that arrives last may be known better from the next cycle on.
  void end_cycle() {
    for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest); at < s_.rob.undispatched;
         ++at)
      if (const WindowOp& op = s_.at(at);
          op.progress == Progress::waiting && sink_.explains(op.id) &&
          ((op.missing & (op.missing - 1)) != 0 || (op.missing != 0 && op.ready_at > now()) ||
           (op.missing >> kMemoryOperand & 1U) != 0))
        wait(op, now() + 1);
  }
  /// Why the free slots of the last lane (write-back, retirement) are empty in this cycle: not what
  /// the lost slots are charged to, but what makes the next micro-op arrive late (What::late).
  void last_lane() {
    if (sink_.is_narrow())
      return;
    // The first cycle in which a micro-op fetched in the first cycle of the run can be there.
    const std::uint64_t first_retirement = 2 + core_.dynamic().front_cycles + plan_.passage_cycles;
    const LaneId lane = core_.dynamic().speculates() ? plan_.retire_lane : plan_.write_lane;
    const bool is_early = charged_.why != Reason::none && now() < first_retirement;
    const Cause final = is_early ? Cause{Reason::fill} : charged_;
    const WindowOp* const next = next_to_arrive(core_, s_);
    const bool is_ended = next == nullptr && (s_.fetch.stopped || charged_.why == Reason::drain);
    if (is_early || is_ended || charged_.why == Reason::none)
      sink_.report(What::empty, Cycle{now()}, kNoOp, final.culprit, final, lane, 0);
    else if (next != nullptr)
      sink_.late(Cycle{now()}, next->id, lane, late_arrival(core_, s_, *next));
    else
      sink_.late(Cycle{now()}, s_.speculation.active ? kNoOp : s_.next_op, lane,
                 late_fetch(core_, s_));
  }
  /// The cause that holds a micro-op waiting for a unit, with its culprit, as last reported.
  [[nodiscard]] Cause with_holder(const Cause& cause, const WindowOp& op) const {
    const Cause& reported = holds_[slot_of(op)].cause;
    return cause.why == Reason::unit_busy && reported.why == cause.why && reported.culprit
               ? reported
               : cause;
  }
  /// The cause of a refusal with the culprit that the micro-op's own wait has in this cycle: the
  /// store that has had the entry may have left it since.
  [[nodiscard]] Cause with_culprit(Cause cause, const WindowOp& op) const {
    if (const Cause& reported = reported_for(op); reported.why == cause.why && reported.culprit)
      cause.culprit = reported.culprit;
    return cause;
  }
  /// The cause of a missing operand, with the one that comes last.
  [[nodiscard]] Cause with_last_operand(const Cause& missing, const WindowOp& op) const {
    if (sink_.is_narrow())
      return missing;
    const Cause last = last_operand(core_, s_, op, now());
    return last.why == missing.why ? last : missing;
  }
  /// The cause of a late operand, with the store that comes last.
  [[nodiscard]] Cause with_last_store(const Cause& cause, const WindowOp& op) const {
    return core::with_last_store(core_, s_, op, cause, now());
  }

  // What has been reported
  /// The cause that holds a micro-op in this cycle.
  [[nodiscard]] const Cause& reported_for(const WindowOp& op) const {
    return holds_[slot_of(op)].in(now());
  }
  /// By port: the micro-op selected for it last, in this cycle for the ports of ports_selected().
  [[nodiscard]] const std::array<OpId, kMaxPorts>& taken_by() const { return taken_by_; }
  /// Ports for which one has been selected, as bits; the cache may have refused its access.
  [[nodiscard]] std::uint32_t ports_selected() const { return ports_selected_; }
  /// Ports on which micro-ops begin in this cycle, as bits.
  [[nodiscard]] std::uint32_t ports_taken() const { return ports_taken_; }
  /// Those of them whose micro-ops are squashed or replayed in the next cycle.
  [[nodiscard]] std::uint32_t ports_in_vain() const { return ports_in_vain_; }
  /// Why a port is idle from this cycle on.
  void idle_port(unsigned port, const Cause& cause) {
    idle_lane(idle_ports_[port], plan_.ports[port].lane, cause);
  }
  /// Why no micro-op reads operands from this cycle on.
  void idle_read(LaneId lane, const Cause& cause) { idle_lane(idle_read_, lane, cause); }

private:
  /// A reason that no idle port has.
  static constexpr Cause kNothingReportedOfPort{Reason::other};

  [[nodiscard]] std::uint64_t now() const { return s_.cycle; }
  [[nodiscard]] std::size_t slot_of(const WindowOp& op) const {
    return static_cast<std::size_t>(&op - s_.rob.ops.data());
  }
  void idle_lane(Cause& last, LaneId lane, const Cause& cause) {
    if (last == cause)
      return;
    last = cause;
    sink_.report(What::empty, Cycle{now()}, kNoOp, cause.culprit, cause, lane, 0);
  }

  const OutOfOrderCore& core_;
  const WindowPlan& plan_;
  OutOfOrderState& s_;
  Sink& sink_;
  std::array<ReportedHold, kWindowSlots> holds_{}; ///< by slot
  std::array<Cause, kMaxPorts> idle_ports_;        ///< why each port is idle, as last reported
  Cause idle_read_ = kNothingReportedOfPort;       ///< the same of the stage that reads operands
  Cause charged_; ///< the cause of the retirement slots lost in this cycle
  // In this cycle
  std::array<OpId, kMaxPorts> taken_by_{}; ///< valid for ports in ports_selected_
  std::uint32_t ports_selected_ = 0;
  std::uint32_t ports_taken_ = 0;
  std::uint32_t ports_in_vain_ = 0;
  SlotSet woken_; ///< micro-ops woken; their causes are reported from the next cycle on
};

/// Reports the lost slots of a cycle: to a wrong path, to replayed micro-ops, of ports that no
/// micro-op could use, and to the stall cause.
template <class Sink>
void RecordingObserver<Sink>::lost(LedgerPoint point, unsigned wrong, unsigned again, unsigned idle,
                                   unsigned lost, const Cause& rest) {
  if (point == LedgerPoint::retire)
    charged_ = rest;
  OutOfOrderLosses losses;
  if (wrong > 0)
    losses.append({Reason::mispredict, kNoRegister, s_.speculation.branch}, wrong);
  if (again > 0)
    losses.append({Reason::memory_order, kNoRegister, s_.replay.load}, again);
  if (idle > 0)
    losses.append({Reason::idle}, idle);
  // Without lost slots: why no micro-op is visible there.
  const bool reports_anyway = point == LedgerPoint::retire || point == LedgerPoint::ports;
  if (lost > 0 || (reports_anyway && rest.why != Reason::none))
    losses.append(rest, lost);
  report_changed_losses(sink_, Cycle{now()}, point, s_.reported[static_cast<std::size_t>(point)],
                        losses);
}

template <class Sink>
using ObserverOf = std::conditional_t<Sink::kActive, RecordingObserver<Sink>, NullObserver>;

} // namespace stallscope::core
