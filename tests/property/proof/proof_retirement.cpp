// Why nothing retires on dynamically scheduled machines, or nothing is written where results are
// final with the write: what is said is what holds the oldest operation that has not done so.

#include "property/proof/proof.hpp"
#include "property/proof/proof_record.hpp"
#include "timeline/occupancy_table.hpp"
#include "trace/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace stallscope::property {

namespace {

/// The same cause; a wait for itself has no culprit in its own cell.
bool is_same(const Cause& gap, const Cause& own, OpId op) {
  return gap == own || (own.culprit == kNoOp && gap == Cause{own.why, own.reg, op});
}

class EmptyRetirement {
public:
  EmptyRetirement(const isa::Program& program, const machine::Machine& machine,
                  const Timeline& timeline, Proof& proof)
      : core_(program, machine, environment_of(machine)), timeline_(timeline), proof_(proof) {
    const core::WindowPlan& plan = core_.plan();
    lane_ = core_.dynamic().speculates() ? plan.retire_lane : plan.write_lane;
    for (const LostSlots& lost : timeline.lost)
      if (lost.point == static_cast<std::uint8_t>(trace::LedgerPoint::issue))
        dispatch_lost_.push_back(&lost);
  }

  void prove();

private:
  [[nodiscard]] Cause lost_at_dispatch(std::uint64_t cycle) const;
  [[nodiscard]] std::uint64_t dispatched_in(const OpRow& row, std::uint64_t cycle) const;
  [[nodiscard]] Cause delay_of(const OpRow& row, std::uint64_t cycle) const;
  [[nodiscard]] const OpRow* head(std::uint64_t cycle) const;
  [[nodiscard]] std::string problem(const Cause& gap, std::uint64_t cycle) const;
  [[nodiscard]] std::string problem_without(const Cause& gap, const OpRow* next,
                                            std::uint64_t cycle) const;
  [[nodiscard]] std::string problem_of_station(const Cause& gap, const OpRow& row, const Span& span,
                                               std::uint64_t cycle) const;
  [[nodiscard]] std::string problem_at_work(const Cause& gap, const OpRow& row,
                                            std::uint64_t cycle) const;

  core::OutOfOrderCore core_;
  const Timeline& timeline_;
  Proof& proof_;
  LaneId lane_ = kNoLane;
  std::vector<const LostSlots*> dispatch_lost_;
};

/// Why dispatch lost slots in a cycle; none: it lost none, but to a wrong path.
Cause EmptyRetirement::lost_at_dispatch(std::uint64_t cycle) const {
  Cause cause; // the last one of a cycle is that of the right path
  for (const LostSlots* lost : dispatch_lost_)
    if (lost->begin.value <= cycle && cycle < lost->end.value)
      cause = lost->cause;
  return cause;
}

/// The cycle in which an operation was last dispatched, up to a cycle; 0: it is in the front end.
/// What needs no port is shown there in that cycle, too, and written in the next one; captured
/// store data that are there are written in it.
std::uint64_t EmptyRetirement::dispatched_in(const OpRow& row, std::uint64_t cycle) const {
  std::uint64_t dispatched = 0;
  bool was_in_front = true;
  bool was_held = false;
  for (const Span& span : timeline_.spans_of(row)) {
    const Lane& lane = timeline_.lanes[span.lane];
    const std::uint64_t in = span.begin.value - (lane.is_queue || was_held ? 0 : 1);
    if (in <= cycle && !lane.is_front && was_in_front)
      dispatched = in;
    was_in_front = lane.is_front;
    was_held = span.cause.why != Reason::none;
  }
  return dispatched;
}

/// Why the first operation of a dispatch group was not dispatched earlier: dispatch lost slots in
/// the cycle in front of it. None: an operation of one cycle that had been dispatched then would
/// have gone by now.
Cause EmptyRetirement::delay_of(const OpRow& row, std::uint64_t cycle) const {
  const std::uint64_t dispatched = dispatched_in(row, cycle);
  const bool is_first =
      std::none_of(timeline_.rows.begin(), timeline_.rows.end(), [&](const OpRow& other) {
        return other.op < row.op && other.begin.value <= dispatched &&
               dispatched <= other.end.value && dispatched_in(other, dispatched) == dispatched;
      });
  if (dispatched == 0 || !is_first || cycle > dispatched + core_.plan().passage_cycles)
    return {};
  if (dispatched == 1)
    return {Reason::fill};
  for (const OpRow& other : timeline_.rows) // what has been discarded in it counts as lost
    if (other.flushed && other.end.value == dispatched && other.op < row.op)
      return {Reason::mispredict, kNoRegister, other.flushed_by};
  return lost_at_dispatch(dispatched - 1);
}

/// The oldest operation that is there at the end of a cycle and has not gone for good.
const OpRow* EmptyRetirement::head(std::uint64_t cycle) const {
  for (const OpRow& row : timeline_.rows) {
    const bool has_gone = !row.flushed && !row.in_flight && row.end.value == cycle + 1;
    if (row.begin.value <= cycle && cycle < row.end.value && !has_gone)
      return &row;
  }
  return nullptr;
}

/// Nobody has been dispatched that has not gone: nothing has come yet, or what keeps dispatch from
/// its next one is why.
std::string EmptyRetirement::problem_without(const Cause& gap, const OpRow* next,
                                             std::uint64_t cycle) const {
  const bool any = std::any_of(timeline_.rows.begin(), timeline_.rows.end(), [&](const OpRow& row) {
    return !row.flushed && row.end.value <= cycle + 1;
  });
  if (gap.why == Reason::fill)
    return any ? "and somebody has gone before" : "";
  const Cause lost = lost_at_dispatch(cycle);
  if (lost.why != Reason::none)
    return gap == lost ? "" : "and dispatch has lost slots for " + words(lost);
  return gap.why == Reason::latency && (next == nullptr || gap.culprit == next->op)
             ? ""
             : "and dispatch has lost none";
}

/// The oldest waits in its station: for just that, as far as its own cell says so.
std::string EmptyRetirement::problem_of_station(const Cause& gap, const OpRow& row,
                                                const Span& span, std::uint64_t cycle) const {
  const Span* const later = span_at(timeline_, row, cycle + 1);
  const Cause next = later != nullptr && later->lane == span.lane ? later->cause : Cause{};
  if (is_same(gap, span.cause.why != Reason::none ? span.cause : next, row.op))
    return "";
  if (gap == Cause{Reason::latency, kNoRegister, row.op} || gap == delay_of(row, cycle))
    return span.cause.why == Reason::none ? "" : "and its own cell says " + words(span.cause);
  return fmt::format("and #{} waits for {}", row.op.value,
                     words(span.cause.why != Reason::none ? span.cause : next));
}

/// The oldest executes, or has done so and is held: its own time, or what has had it dispatched
/// late.
std::string EmptyRetirement::problem_at_work(const Cause& gap, const OpRow& row,
                                             std::uint64_t cycle) const {
  const Cause delay = delay_of(row, cycle);
  if (gap.culprit == row.op && gap.reg == kNoRegister &&
      (gap.why == Reason::latency || gap.why == Reason::memory_latency))
    return delay.why != Reason::none ? "and it has been dispatched late for " + words(delay) : "";
  return gap.culprit == row.op || gap == delay ? ""
                                               : fmt::format("and #{} is at work", row.op.value);
}

std::string EmptyRetirement::problem(const Cause& gap, std::uint64_t cycle) const {
  const OpRow* const row = head(cycle);
  const Span* const span = row != nullptr ? span_at(timeline_, *row, cycle) : nullptr;
  if (span == nullptr || (timeline_.lanes[span->lane].is_front && dispatched_in(*row, cycle) == 0))
    return problem_without(gap, row, cycle);
  if (timeline_.lanes[span->lane].is_front)
    return dispatched_in(*row, cycle) == cycle ? problem_at_work(gap, *row, cycle)
                                               : problem_without(gap, row, cycle);
  const core::WindowPlan& plan = core_.plan();
  if (span->lane < plan.station_lane + plan.station_ports.size())
    return problem_of_station(gap, *row, *span, cycle);
  if (span->cause.why != Reason::none)
    return is_same(gap, span->cause, row->op) ? "" : "and its own cell says " + words(span->cause);
  return problem_at_work(gap, *row, cycle);
}

void EmptyRetirement::prove() {
  const OccupancyTable table =
      occupancy_table(timeline_, timeline_.first_cycle, timeline_.end_cycle);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::uint64_t cycle = timeline_.first_cycle.value + r;
    const TableCell& cell = table.rows[r][lane_];
    if (!cell.occupants.empty() || cell.gap.why == Reason::none)
      continue;
    ++proof_.retirement;
    if (const std::string what = problem(cell.gap, cycle); !what.empty())
      proof_.problems.push_back(fmt::format("cycle {}: {} is empty for {}, {}", cycle,
                                            timeline_.lanes[lane_].name, words(cell.gap), what));
  }
}

} // namespace

void prove_empty_retirement(const isa::Program& program, const machine::Machine& machine,
                            const Timeline& timeline, Proof& proof) {
  if (machine.dynamic)
    EmptyRetirement(program, machine, timeline, proof).prove();
}

} // namespace stallscope::property
