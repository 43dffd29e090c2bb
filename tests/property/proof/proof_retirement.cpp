// Why nothing retires on dynamically scheduled machines, or nothing is written where results are
// final with the write: each empty cell has the cause of the cycle in which the next operation was
// held as many cycles before as it moves from there to the last lane. That a held operation goes on
// without what it is held for is proven by prove_counterfactuals().

#include "property/proof/proof.hpp"
#include "property/proof/proof_record.hpp"
#include "property/proof/proof_removal.hpp"
#include "timeline/occupancy_table.hpp"
#include "trace/ledger.hpp"
#include "trace/sinks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <vector>

namespace stallscope::property {

namespace {

/// In place of a cause: an access that is no hit, or a slower unit.
constexpr Cause kSlower{Reason::other};

/// Cycles in which an operation was held or came late, in order of time.
struct HeldCycles {
  struct Held {
    std::uint64_t cycle = 0;
    Cause cause;
    bool in_front = false;
  };
  std::vector<Held> held;
  std::uint64_t dispatched = 0;
  bool thrown_back = false;
  bool faster = false; ///< it has executed in less than the least latency: forwarded by a store
  Cause first_wait;    ///< for which it is held in the cycle behind its dispatch
};

class EmptyRetirement {
public:
  EmptyRetirement(const isa::Program& program, const machine::Machine& machine,
                  const Timeline& timeline, Proof& proof)
      : core_(program, machine, environment_of(machine)), timeline_(timeline), proof_(proof) {
    const core::WindowPlan& plan = core_.plan();
    lane_ = core_.dynamic().speculates() ? plan.retire_lane : plan.write_lane;
    for (const LostSlots& lost : timeline.lost)
      if (lost.point == static_cast<std::uint8_t>(trace::LedgerPoint::fetch))
        fetch_lost_.push_back(&lost);
  }

  void prove();

private:
  [[nodiscard]] const OpRow* next_to_arrive(std::uint64_t cycle) const;
  [[nodiscard]] Cause lost_at_fetch(std::uint64_t cycle) const;
  [[nodiscard]] std::uint64_t least_latency(const OpRow& row) const;
  void add_fetch(HeldCycles& all, const OpRow& row) const;
  void add_line(HeldCycles& all, const OpRow& row) const;
  void add_access(HeldCycles& all, const OpRow& row, std::size_t unit) const;
  [[nodiscard]] HeldCycles held_cycles(const OpRow& row) const;
  [[nodiscard]] std::string problem(const Cause& gap, std::uint64_t cycle);
  void prove_removals();

  core::OutOfOrderCore core_;
  const Timeline& timeline_;
  Proof& proof_;
  LaneId lane_ = kNoLane;
  std::vector<const LostSlots*> fetch_lost_;
  std::vector<HeldBefore> cells_; ///< that name what the next operation was held for in its record
};

/// The oldest operation that arrives behind a cycle.
const OpRow* EmptyRetirement::next_to_arrive(std::uint64_t cycle) const {
  for (const OpRow& row : timeline_.rows)
    if ((!row.flushed || !row.flushed_by) && (row.in_flight || row.end.value > cycle + 1))
      return &row;
  return nullptr;
}

/// Why fetch lost slots in a cycle; none: it lost none. Those of a wrong path are said first.
Cause EmptyRetirement::lost_at_fetch(std::uint64_t cycle) const {
  Cause cause;
  for (const LostSlots* lost : fetch_lost_)
    if (lost->begin.value <= cycle && cycle < lost->end.value && cause.why != Reason::mispredict)
      cause = lost->cause;
  return cause;
}

/// The latency of an operation on the fastest of its units, without a miss.
std::uint64_t EmptyRetirement::least_latency(const OpRow& row) const {
  const std::uint32_t index = row.instruction.value;
  const core::PlannedOp& planned =
      (row.fused ? core_.micro_ops_of_pair(index) : core_.micro_ops_of(index))[row.part];
  if (planned.latency != 0)
    return planned.latency;
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t ports = planned.ports; ports != 0; ports &= ports - 1)
    least = std::min<std::uint64_t>(
        least,
        core_.plan().latency[static_cast<unsigned>(std::countr_zero(ports))][planned.port_class]);
  return least;
}

/// Fetch has gone on with it late, since the operation before it was fetched.
void EmptyRetirement::add_fetch(HeldCycles& all, const OpRow& row) const {
  std::uint64_t behind = 1;
  for (const OpRow& other : timeline_.rows)
    if (other.op < row.op && !other.wrong_path)
      behind = other.begin.value;
  for (std::uint64_t cycle = behind; cycle < row.begin.value; ++cycle)
    if (const Cause lost = lost_at_fetch(cycle);
        lost.why != Reason::none && lost.why != Reason::fill)
      all.held.push_back({cycle, lost, true});
}

/// It has stood in the front end for longer than its way takes, with no cause: older operations
/// were in front of it, and what it has waited for at fetch does not count.
void EmptyRetirement::add_line(HeldCycles& all, const OpRow& row) const {
  std::uint64_t in_front = 0;
  for (const HeldCycles::Held& held : all.held)
    in_front += held.in_front && held.cycle >= row.begin.value ? 1 : 0;
  const std::uint64_t arrived = row.begin.value + core_.dynamic().front_cycles + in_front;
  if (arrived >= all.dispatched)
    return;
  std::erase_if(all.held, [&](const auto& held) { return held.cycle < row.begin.value; });
  for (std::uint64_t i = arrived; i < all.dispatched; ++i)
    all.held.insert(all.held.begin(), {0, {}, true});
}

/// It has executed longer than the least: the cause is kSlower.
void EmptyRetirement::add_access(HeldCycles& all, const OpRow& row, std::size_t unit) const {
  const auto spans = timeline_.spans_of(row);
  const std::uint64_t cycles = spans[unit].end - spans[unit].begin;
  const std::uint64_t latency = least_latency(row);
  all.faster = all.faster || cycles < latency;
  for (std::uint64_t i = latency; i < cycles; ++i)
    all.held.push_back({spans[unit].begin.value + i, kSlower});
}

HeldCycles EmptyRetirement::held_cycles(const OpRow& row) const {
  HeldCycles all;
  add_fetch(all, row);
  const auto spans = timeline_.spans_of(row);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Span& span = spans[i];
    const Lane& lane = timeline_.lanes[span.lane];
    if (i > 0 && span.lane < spans[i - 1].lane && all.dispatched != 0) { // done again
      all.held.clear();
      for (std::uint64_t c = all.dispatched; c < span.begin.value; ++c)
        all.held.push_back({c, {Reason::memory_order, kNoRegister, row.op}, true});
      all.dispatched = 0;
      all.thrown_back = true;
    }
    if (!lane.is_front && all.dispatched == 0) {
      all.dispatched = span.begin.value - (lane.is_queue || lane.is_unit || lane.is_lead ? 0 : 1);
      if (!all.thrown_back)
        add_line(all, row);
    }
    if (span.cause.why != Reason::none) {
      if (!lane.is_front && span.begin.value <= all.dispatched + 1 &&
          all.first_wait.why == Reason::none && lane.is_queue)
        all.first_wait = span.cause;
      for (std::uint64_t c = span.begin.value; c < span.end.value; ++c)
        all.held.push_back({c, span.cause, lane.is_front});
    } else if (lane.is_unit) {
      add_access(all, row, i);
    }
  }
  return all;
}

std::string EmptyRetirement::problem(const Cause& gap, std::uint64_t cycle) {
  const OpRow* const next = next_to_arrive(cycle);
  if (next == nullptr)
    return ""; // in the record
  const std::uint64_t first = 2 + core_.dynamic().front_cycles + core_.plan().passage_cycles;
  if (cycle < first)
    return gap == Cause{Reason::fill} ? "" : "and the pipeline is filling";
  if (next->in_flight || next->flushed) // or it has trapped
    return "";
  const HeldCycles all = held_cycles(*next);
  // That it is fused, or takes its value from a store, is known late.
  if (all.faster || (next->fused && cycle < next->begin.value))
    return "";
  const std::uint64_t late = next->end.value - 1 - cycle;
  ++proof_.retirement;
  const bool is_own = gap.reg == kNoRegister &&
                      (gap.culprit == next->op || next->begin.value > cycle) &&
                      (gap.why == Reason::latency || gap.why == Reason::memory_latency);
  const bool is_first = next->op == timeline_.rows[0].op && next->begin.value > cycle;
  if (late > all.held.size())
    return is_own || (is_first && gap == Cause{Reason::fill})
               ? ""
               : fmt::format("and #{} has not been held so often", next->op.value);
  const HeldCycles::Held& held = all.held[all.held.size() - late];
  ++proof_.filled;
  if (held.cause.why == Reason::none) // it has stood behind others
    return is_own ? "" : fmt::format("and #{} has stood in line", next->op.value);
  Cause cause = held.cause;
  // What held it as soon as it had come through the front end stands for lost slots of fetch.
  const std::uint64_t arrives = next->begin.value + core_.dynamic().front_cycles;
  if (held.cycle < next->begin.value && cycle >= arrives)
    for (const HeldCycles::Held& later : all.held)
      if (later.in_front && later.cycle == arrives)
        cause = later.cause;
  const bool is_operand = all.first_wait.why == Reason::raw ||
                          all.first_wait.why == Reason::bypass ||
                          all.first_wait.why == Reason::memory_order;
  if (held.in_front && !all.thrown_back && is_operand && cycle >= all.dispatched)
    cause = all.first_wait;
  // How long its second passage takes is known late: what the first one has cost is the replay's,
  // or its own.
  if (all.thrown_back && (gap.why == Reason::memory_order || is_own))
    return "";
  if (cause == kSlower)
    return is_own || gap == Cause{Reason::dcache_miss, kNoRegister, next->op}
               ? ""
               : fmt::format("and #{} is slow", next->op.value);
  if (gap == cause || (cause.culprit == kNoOp && gap == Cause{cause.why, cause.reg, next->op})) {
    // What it lacked in its station is not what it was held for in the front end.
    if (cause == held.cause && !all.thrown_back)
      cells_.push_back({next->op, least_latency(*next), held.cycle, cause, cycle});
    return "";
  }
  return fmt::format("and #{}, which arrives {} cycles later, was held for {} in cycle {}",
                     next->op.value, late, words(cause), held.cycle);
}

/// Some of the cells are looked at in copies of the state, in the order of the cycles in which the
/// operations were held.
void EmptyRetirement::prove_removals() {
  constexpr std::size_t kLooks = 6;
  const std::size_t stride = std::max<std::size_t>(1, cells_.size() / kLooks);
  std::vector<HeldBefore> chosen;
  for (std::size_t i = stride / 2; i < cells_.size(); i += stride)
    chosen.push_back(cells_[i]);
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const auto& a, const auto& b) { return a.held < b.held; });
  const auto state = std::make_unique<core::OutOfOrderState>(core_.initial_state());
  trace::NullSink nothing;
  for (const HeldBefore& cell : chosen) {
    core_.run(*state, nothing, cell.held - 1);
    const WithoutObstacle without = step_without(core_, *state, cell);
    if (without == WithoutObstacle::unproven) {
      ++proof_.unproven_removed[static_cast<std::size_t>(cell.cause.why)];
      continue;
    }
    ++proof_.removed;
    proof_.stands += without == WithoutObstacle::stands ? 1 : 0;
    if (without == WithoutObstacle::neither)
      proof_.problems.push_back(fmt::format(
          "cycle {}: {} is empty for {}, and without that, for which #{} was held in cycle {}, "
          "nobody is there",
          cell.empty, timeline_.lanes[lane_].name, words(cell.cause), cell.op.value, cell.held));
  }
}

void EmptyRetirement::prove() {
  const OccupancyTable table =
      occupancy_table(timeline_, timeline_.first_cycle, timeline_.end_cycle);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::uint64_t cycle = timeline_.first_cycle.value + r;
    const TableCell& cell = table.rows[r][lane_];
    if (!cell.occupants.empty() || cell.gap.why == Reason::none)
      continue;
    if (const std::string what = problem(cell.gap, cycle); !what.empty())
      proof_.problems.push_back(fmt::format("cycle {}: {} is empty for {}, {}", cycle,
                                            timeline_.lanes[lane_].name, words(cell.gap), what));
  }
  prove_removals();
}

} // namespace

void prove_empty_retirement(const isa::Program& program, const machine::Machine& machine,
                            const Timeline& timeline, Proof& proof) {
  if (machine.dynamic)
    EmptyRetirement(program, machine, timeline, proof).prove();
}

} // namespace stallscope::property
