// What fetch waits for on dynamically scheduled machines: the culprit ends the wait, and without
// what is named fetch goes on.

#include "property/proof/proof_fetch.hpp"

#include "property/proof/proof.hpp"
#include "property/proof/proof_record.hpp"
#include "trace/ledger.hpp"
#include "trace/sinks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace stallscope::property {

namespace {

/// It has executed up to the cycle in front of one. What is done again decides nothing new.
bool has_executed(const Timeline& timeline, const OpRow& row, std::uint64_t cycle) {
  const auto spans = timeline.spans_of(row);
  return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
    return timeline.lanes[span.lane].is_unit && span.cause.why == Reason::none &&
           span.end.value == cycle;
  });
}

/// It has been dispatched in the cycle, perhaps once more (`again`). One that needs no port is
/// shown in the front end until its write in the next one.
bool leaves_front(const Timeline& timeline, const OpRow& row, Cycle cycle, bool again) {
  const auto is_front = [&](const Span* span) {
    return span != nullptr && timeline.lanes[span->lane].is_front;
  };
  const Span* const there = span_at(timeline, row, cycle.value);
  const Span* const later = span_at(timeline, row, cycle.value + 1);
  const bool was_in_front =
      again || row.begin == cycle || is_front(span_at(timeline, row, cycle.value - 1));
  return was_in_front &&
         (!is_front(there) ||
          (!is_front(later) && (later == nullptr || !timeline.lanes[later->lane].is_queue)));
}

} // namespace

void prove_fetch_waits(const machine::Machine& machine, const Timeline& timeline, Proof& proof) {
  if (!machine.dynamic)
    return;
  const auto discards_in = [&](Cycle cycle) { // a branch has been mispredicted
    return std::any_of(timeline.rows.begin(), timeline.rows.end(),
                       [&](const OpRow& row) { return row.flushed && row.end == cycle; });
  };
  const std::map<std::uint64_t, OpId> back = thrown_back(timeline);
  const auto is_back = [&](const OpRow& row, std::uint64_t cycle) {
    const auto oldest = back.find(cycle);
    return oldest != back.end() && oldest->second <= row.op;
  };
  // Without a front end what is fetched is dispatched in the same cycle.
  const bool dispatches_first = machine.dynamic->front_cycles != 0;
  for (std::size_t i = 0; i < timeline.fetch_waits.size(); ++i) {
    const FetchWait& wait = timeline.fetch_waits[i];
    if (i + 1 < timeline.fetch_waits.size())
      if (const FetchWait& next = timeline.fetch_waits[i + 1];
          next.op == wait.op && next.begin == wait.end && next.cause.why != wait.cause.why)
        continue; // from there on for something else
    const OpRow* const culprit = timeline.find(wait.cause.culprit);
    const OpRow* const next = timeline.find(wait.op);
    if (culprit == nullptr || wait.end >= timeline.end_cycle)
      continue;
    if (wait.cause.why == Reason::mispredict && (next == nullptr || next->begin != wait.end))
      continue; // between two cycles in which the wrong path is fetched
    if (is_back(*culprit, wait.end.value))
      continue; // it stands behind others that are done again
    const Cycle leaves = wait.end - (dispatches_first ? 0U : 1U); // a full queue, in which cycle
    bool ends = true;
    switch (wait.cause.why) {
    case Reason::control:
    case Reason::mispredict: // it is decided, and fetch is sent behind it
      ends = has_executed(timeline, *culprit, wait.end.value - machine.dynamic->redirect_cycles);
      break;
    case Reason::branches_full: // it has retired
      ends = culprit->end == wait.end || discards_in(wait.end);
      break;
    case Reason::queue_full:
      ends = leaves_front(timeline, *culprit, leaves, is_back(*culprit, leaves.value)) ||
             discards_in(wait.end);
      break;
    default:
      continue;
    }
    const bool is_full =
        wait.cause.why == Reason::branches_full || wait.cause.why == Reason::queue_full;
    if (is_full && !machine.dynamic->speculates())
      continue;
    ++proof.waits;
    ++proof.ends;
    if (!ends)
      proof.problems.push_back(fmt::format(
          "fetch waits in cycles {} to {} in front of #{} for {}, which does not end it",
          wait.begin.value, wait.end.value - 1, wait.op.value, words(wait.cause)));
  }
}

namespace {

/// The causes for which fetch loses slots in a cycle.
std::vector<Cause> lost_at_fetch(const Timeline& timeline, std::uint64_t cycle) {
  std::vector<Cause> causes;
  for (const LostSlots& lost : timeline.lost)
    if (lost.point == static_cast<std::uint8_t>(trace::LedgerPoint::fetch) &&
        lost.begin.value <= cycle && cycle < lost.end.value)
      causes.push_back(lost.cause);
  return causes;
}

/// The branch has been executed, and was mispredicted: fetch is sent behind it.
bool decide(core::OutOfOrderState& state, OpId id) {
  core::BranchPredictionQueue& queue = state.branch_queue;
  for (std::uint64_t at = queue.oldest; at < queue.end; ++at)
    if (core::BranchEntry& entry = queue.at(at);
        entry.id == id && state.speculation.active && state.speculation.branch == id) {
      entry.resolved = true;
      state.fetch.redirect = {true, id, 0, entry.actual_pc};
      state.fetch.redirect_entry = at % core::kBranchEntries;
      return true;
    }
  return false;
}

/// The number of operations in the front end; what is to be done again comes back in the next
/// cycle.
unsigned in_front(const core::OutOfOrderState& state) {
  const std::uint64_t first =
      state.replay.pending ? state.position_of(state.replay.slot) : state.rob.undispatched;
  return static_cast<unsigned>(state.rob.end - std::min(first, state.rob.undispatched));
}

} // namespace

bool remove_fetch_obstacle(core::OutOfOrderState& state, machine::Machine& machine,
                           const Cause& cause) {
  machine::Dynamic& dynamic = *machine.dynamic;
  switch (cause.why) {
  case Reason::queue_full:
    if (in_front(state) < dynamic.fetch_queue)
      return false; // the window is full, or the queue behind what is fetched in this cycle
    dynamic.fetch_queue = in_front(state) + isa::kMaxCracked; // for one instruction more
    return true;
  case Reason::branches_full:
    if (dynamic.branch_queue == 0 || dynamic.branch_queue >= machine::kMaxBranchQueue)
      return false;
    ++dynamic.branch_queue;
    return true;
  case Reason::control:
    if (state.fetch.waits_for != cause.culprit && state.fetch.resumes_at <= state.cycle + 1)
      return false;
    state.fetch.waits_for = kNoOp;
    state.fetch.resumes_at = 0;
    return true;
  case Reason::mispredict:
    if (cause.culprit >= state.next_op)
      return false; // it is fetched in this cycle, behind another one
    dynamic.redirect_cycles = 0;
    if (decide(state, cause.culprit) || state.fetch.redirect.pending)
      return true;
    break;
  default:
    break;
  }
  if (state.fetch.resumes_at <= state.cycle + 1 || !(state.fetch.cause == cause))
    return false;
  state.fetch.resumes_at = 0;
  return true;
}

namespace {

/// The number of operations that are fetched in the cycle of a state, from the first one on: on the
/// right path, or on any.
unsigned fetched_in(const core::OutOfOrderState& state, OpId first, bool on_any) {
  unsigned count = 0;
  for (std::uint64_t at = state.rob.oldest; at < state.rob.end; ++at)
    count += state.at(at).id >= first && (on_any || !state.at(at).wrong_path) ? 1 : 0;
  return count;
}

} // namespace

void prove_fetch_room(const core::OutOfOrderCore& core, const core::OutOfOrderState& state,
                      const Timeline& timeline, Proof& proof) {
  const std::uint64_t cycle = state.cycle + 1;
  trace::NullSink nothing;
  for (const Cause& cause : lost_at_fetch(timeline, cycle)) {
    if (cause.why == Reason::fill || cause.why == Reason::drain ||
        (cause.why == Reason::fetch_group && state.fetch.resumes_at <= cycle))
      continue; // no wait: there is nothing to fetch, or fetch has done what it can
    auto with = std::make_unique<core::OutOfOrderState>(state);
    auto without = std::make_unique<core::OutOfOrderState>(state);
    machine::Machine machine = core.machine();
    if (!remove_fetch_obstacle(*without, machine, cause)) {
      ++proof.unproven_fetch[static_cast<std::size_t>(cause.why)];
      continue;
    }
    const core::OutOfOrderCore other(core.program(), machine, core.environment());
    if (other.plan().slots != core.plan().slots)
      continue;
    core.run(*with, nothing, cycle);
    other.run(*without, nothing, cycle);
    ++proof.fetch;
    const bool on_any = cause.why != Reason::mispredict; // the wrong path waits for entries, too
    const bool is_more =
        fetched_in(*without, state.next_op, on_any) > fetched_in(*with, state.next_op, on_any);
    // On bare metal a handler may follow behind the last instruction.
    if (cause.why == Reason::queue_full && without->fetch.stopped && !is_more &&
        core.program().platform != isa::Platform::bare_metal)
      proof.problems.push_back(fmt::format("cycle {}: fetch loses slots for {}, and there the "
                                           "program has ended",
                                           cycle, words(cause)));
    if (!is_more && !without->fetch.stopped && without->fetch.gap(cycle) == cause)
      proof.problems.push_back(fmt::format("cycle {}: fetch loses slots for {}, and without that "
                                           "for the same",
                                           cycle, words(cause)));
  }
}

} // namespace stallscope::property
