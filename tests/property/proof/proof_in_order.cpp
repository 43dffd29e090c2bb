#include "property/proof/proof_in_order.hpp"

#include "core/units/control_flow.hpp"

#include <algorithm>

namespace stallscope::property {

using core::PipelinePlan;
using machine::Machine;

namespace {

using CycleNumber = std::uint64_t;
inline constexpr CycleNumber kNotSeen = 0;

/// What a record shows of an operation's way.
class Way {
public:
  Way(const Timeline& timeline, const PipelinePlan& plan, const OpRow& row)
      : plan_(plan), row_(row), spans_(timeline.spans_of(row)) {}

  /// It enters a lane in the cycle, or is gone from it on.
  [[nodiscard]] bool moved(CycleNumber cycle) const {
    if (row_.end.value == cycle)
      return !row_.in_flight;
    for (std::size_t i = 0; i < spans_.size(); ++i)
      if (spans_[i].begin.value == cycle)
        return i == 0 || spans_[i - 1].lane != spans_[i].lane;
    return false;
  }
  /// Its stage in a cycle; none: it is not in the pipeline.
  [[nodiscard]] std::optional<unsigned> stage(CycleNumber cycle) const {
    const Span* const span = at(cycle);
    return span != nullptr ? std::optional<unsigned>(plan_.lanes[span->lane].stage) : std::nullopt;
  }
  [[nodiscard]] const Span* at(CycleNumber cycle) const {
    for (const Span& span : spans_)
      if (span.begin.value <= cycle && cycle < span.end.value)
        return &span;
    return nullptr;
  }
  [[nodiscard]] CycleNumber issued() const {
    for (const Span& span : spans_)
      if (plan_.lanes[span.lane].is_unit)
        return span.begin.value;
    return kNotSeen;
  }
  /// The cycle behind the last one in which it works in its unit.
  [[nodiscard]] CycleNumber done_in_unit() const {
    CycleNumber done = kNotSeen;
    for (const Span& span : spans_)
      if (plan_.lanes[span.lane].is_unit && span.cause.why == Reason::none)
        done = span.end.value;
    return done;
  }
  /// It is held in its unit, in a cycle or later.
  [[nodiscard]] bool held_in_unit_from(CycleNumber cycle) const {
    return std::any_of(spans_.begin(), spans_.end(), [&](const Span& span) {
      return plan_.lanes[span.lane].is_unit && span.cause.why != Reason::none &&
             span.end.value > cycle;
    });
  }
  /// It may have written its registers at the end of the cycle: it leaves the write stage behind
  /// it, or ends its work there and waits for others.
  [[nodiscard]] bool may_write(CycleNumber cycle) const {
    for (std::size_t i = 0; i < spans_.size(); ++i)
      if (plan_.lanes[spans_[i].lane].writes && spans_[i].end.value == cycle + 1)
        return true;
    return false;
  }
  [[nodiscard]] CycleNumber last() const { return row_.end.value - 1; }

private:
  const PipelinePlan& plan_;
  const OpRow& row_;
  std::span<const Span> spans_;
};

/// The stage an operation of a lane goes to.
unsigned stage_behind(const PipelinePlan& plan, LaneId lane) {
  if (lane + 1U == plan.front_count)
    return plan.execute_stage;
  const unsigned next = plan.next_lane(lane);
  return next < plan.lanes.size() ? plan.lanes[next].stage : plan.lanes[lane].stage;
}

/// A path brings what the culprit makes to a stage for the first time in the cycle: it has just
/// moved to where a path begins.
bool comes_by_path(const PipelinePlan& plan, const Way& culprit, unsigned to, CycleNumber cycle) {
  const auto from = culprit.stage(cycle);
  return from && culprit.moved(cycle) && (plan.forwards[to] >> *from & 1U) != 0;
}

/// The operand is there in the cycle in which the wait ends and was not one earlier. It comes over
/// a path to the stage that is entered then, or to the one it waits in, a cycle earlier; or it is
/// read, on entering the read stage in the last case and at the end of the cycle before in the
/// others. What is written in a cycle is read in it (write_then_read) or in the next one.
bool operand_comes(const Machine& machine, const PipelinePlan& plan, const Way& culprit,
                   LaneId lane, CycleNumber end) {
  const unsigned here = plan.lanes[lane].stage;
  if (culprit.moved(end) && culprit.stage(end).value_or(0) > plan.execute_stage &&
      (plan.lanes[lane].is_unit || (machine.late_stage != 0 && lane + 1U == plan.front_count)))
    return true; // it has left the units: store data follows it, and what executes in the late ALU
  const unsigned there = stage_behind(plan, lane);
  if (comes_by_path(plan, culprit, there, end) || comes_by_path(plan, culprit, here, end - 1))
    return true;
  const CycleNumber read_later = machine.write_then_read ? 0 : 1;
  return culprit.may_write(end - read_later) || culprit.may_write(end - 1 - read_later);
}

/// The latency rules let the operation issue in this cycle, and not in the one before. They count
/// from the last writer that was issued, be it on a wrong path: nullopt when that is another one.
std::optional<bool> rule_ends(const isa::Program& program, const PipelinePlan& plan,
                              const Timeline& timeline, const OpRow& row, const OpRow& culprit,
                              CycleNumber end) {
  const auto class_of = [&](const OpRow& of) {
    return static_cast<std::size_t>(program.instruction(of.instruction.value).op_class);
  };
  const auto lets_go = [&](const OpRow& writer) {
    const CycleNumber issued = Way(timeline, plan, writer).issued();
    return issued != kNotSeen &&
           end == issued + plan.stall_cycles[class_of(writer)][class_of(row)] + 1;
  };
  if (lets_go(culprit))
    return true;
  const bool discarded =
      std::any_of(timeline.rows.begin(), timeline.rows.end(), [&](const OpRow& writer) {
        return writer.flushed && writer.op > culprit.op && writer.op < row.op && lets_go(writer);
      });
  return discarded ? std::nullopt : std::optional<bool>(false);
}

/// A branch or jump that is not overtaken is resolved at the end of the cycle.
bool resolved_in(const isa::Program& program, const Machine& machine, const OpRow& branch,
                 const Way& way, CycleNumber cycle) {
  const isa::Instruction& instruction = program.instruction(branch.instruction.value);
  const bool direct = isa::is_jump(instruction.op_class) && !core::is_indirect(instruction);
  unsigned stage = direct ? machine.jump_resolve_stage
                   : instruction.op_class == isa::OpClass::jump_register
                       ? machine.jump_register_stage
                       : machine.resolve_stage;
  const auto now = way.stage(cycle);
  const auto before = way.stage(cycle - 1);
  if (machine.late_stage > stage && now && *now >= machine.late_stage &&
      (!before || *before < machine.late_stage))
    stage = machine.late_stage;
  const Span* const span = way.at(cycle);
  return now && *now >= stage &&
         (!before || *before < stage || span->end.value == cycle + 1 || way.moved(cycle));
}

} // namespace

std::optional<bool> ends_in_order(const isa::Program& program, const Machine& machine,
                                  const PipelinePlan& plan, const Timeline& timeline,
                                  const Span& wait, const OpRow& row, const OpRow& culprit) {
  const Way way(timeline, plan, culprit);
  const Way own(timeline, plan, row);
  const CycleNumber end = wait.end.value;
  switch (wait.cause.why) {
  case Reason::raw:
    if (plan.has_latency_rules)
      return rule_ends(program, plan, timeline, row, culprit, end);
    return operand_comes(machine, plan, way, wait.lane, end);
  case Reason::stage_full: // and the stages behind one at work
  case Reason::memory_latency:
  case Reason::fetch_latency:
  case Reason::icache_miss:
  case Reason::dcache_miss:
  case Reason::memory_port:
    return way.moved(end);
  case Reason::latency:
    return way.moved(end) || resolved_in(program, machine, culprit, way, end - 1);
  case Reason::unit_busy: // a unit that reopens late is free in the cycle behind
    if (way.moved(end) ||
        (machine.unit_reuse == machine::UnitReuse::next_cycle && way.moved(end - 1)))
      return true;
    // Of two that end together in one unit, it was the other: this one has just missed an operand
    // for the late ALU.
    return machine.late_stage != 0 && way.done_in_unit() == end ? std::nullopt
                                                                : std::optional<bool>(false);
  case Reason::waw: // it has left the units, or (overtake) leaves them together with this one
    if (way.moved(end) || way.may_write(end - 1))
      return true;
    if (machine.waw != machine::WawRule::overtake || own.issued() != end)
      return false;
    if (own.done_in_unit() == way.done_in_unit())
      return true;
    // Either leaves later than it would have, by what the machine reckons with, or never.
    return row.flushed || way.held_in_unit_from(end) || own.held_in_unit_from(end) ||
                   machine.caches.levels.size() > 0
               ? std::nullopt
               : std::optional<bool>(false);
  case Reason::pairing: // it has been issued
    return way.issued() == end - 1;
  case Reason::read_port: // it enters the stage that takes the port
    return way.moved(end - 1);
  case Reason::write_port: // the same, or it has retired in its place
    return way.moved(end - 1) || way.last() == end - 2;
  default:
    return std::nullopt;
  }
}

} // namespace stallscope::property
