#include "property/proof.hpp"

#include "core/counterfactual.hpp"
#include "timeline/occupancy_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace stallscope::property {

using core::Outlook;
using machine::Machine;

namespace {

std::string words(const Cause& cause) {
  return fmt::format("{} r{} #{}", info(cause.why).name, cause.reg, cause.culprit.value);
}

isa::Environment environment_of(const Machine& machine) {
  isa::Environment environment;
  environment.misaligned = machine.misaligned;
  environment.undeclared = machine.undeclared;
  environment.delay_slots = machine.delay_slot;
  return environment;
}

/// What happens to an operation, by cycle.
struct Events {
  std::set<std::uint64_t> moved;   ///< it enters a lane in the cycle, or is gone from it on
  std::set<std::uint64_t> begins;  ///< execution, or reading its operands for that
  std::set<std::uint64_t> ended;   ///< its execution in the cycle before
  std::set<std::uint64_t> written; ///< in the cycle
  std::set<std::uint64_t> left;    ///< its station, in the cycle
  std::set<std::uint64_t> back;    ///< in the front end, from the cycle on
  std::set<std::uint64_t> changed; ///< it goes on, or is held for another reason from the cycle on
  std::set<std::uint64_t> refused; ///< by the cache, in the cycle: it has had its port for nothing
  std::uint64_t retires = 0;       ///< in the cycle
};

Events events_of(const Timeline& timeline, const OpRow& row, LaneId write_lane) {
  Events events;
  const std::span<const Span> spans = timeline.spans_of(row);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Lane& lane = timeline.lanes[spans[i].lane];
    const Lane* const before = i > 0 ? &timeline.lanes[spans[i - 1].lane] : nullptr;
    if (i == 0 || spans[i - 1].lane != spans[i].lane)
      events.moved.insert(spans[i].begin.value);
    const bool here = lane.is_unit || lane.is_lead;
    if (here && (before == nullptr || !(before->is_unit || before->is_lead)))
      events.begins.insert(spans[i].begin.value);
    events.changed.insert(spans[i].begin.value);
    if (before != nullptr && lane.is_front && !before->is_front)
      events.back.insert(spans[i].begin.value);
    if (before != nullptr && before->is_queue && !before->is_front &&
        spans[i - 1].lane != spans[i].lane)
      events.left.insert(spans[i].begin.value);
    if (spans[i].cause.why == Reason::dcache_miss || spans[i].cause.why == Reason::memory_port)
      for (Cycle c = spans[i].begin; c < spans[i].end; ++c)
        events.refused.insert(c.value);
    if (lane.is_unit && spans[i].cause.why == Reason::none)
      events.ended.insert(spans[i].end.value);
    if (spans[i].lane == write_lane)
      events.written.insert(spans[i].begin.value);
    else if (spans[i].lane > write_lane && before != nullptr && before->is_unit)
      events.written.insert(spans[i].begin.value - 1); // done without a result
  }
  events.moved.insert(row.end.value);
  if (row.flushed)
    events.left.insert(row.end.value);
  if (!row.flushed && !row.in_flight)
    events.retires = row.end.value - 1;
  return events;
}

/// True or false when the wait that ended in front of `end` did so as it must; nullopt: no rule.
using Verdict = std::optional<bool>;

Verdict ends_dynamic(const machine::Dynamic& m, const Events& c, Reason why, std::uint64_t end) {
  const bool at_write = m.release == machine::EntryRelease::write;
  // Who comes back to the same cycle takes what is given up in it.
  const std::uint64_t given_up = m.reuse_same_cycle ? end : end - 1;
  const bool usable =
      c.written.contains(end - 1) || (m.captures_store_data && c.written.contains(end)) ||
      (m.wakeup == machine::Wakeup::bypass && c.ended.contains(end + m.read_cycles));
  if (c.back.contains(end))
    return true; // it has given up everything
  switch (why) {
  case Reason::raw:
    return usable;
  case Reason::reorder_full:
    return c.retires == given_up;
  case Reason::load_full:
  case Reason::store_full:
  case Reason::no_register:
    return m.speculates() ? Verdict(c.retires == given_up) : std::nullopt;
  case Reason::station_full:
    return at_write ? c.written.contains(given_up) : c.left.contains(given_up);
  case Reason::waw:
    return c.written.contains(given_up);
  case Reason::war:
    return c.left.contains(end - 1);
  case Reason::pairing:
    return c.begins.contains(end - 1) || c.refused.contains(end - 1);
  case Reason::unit_busy: // it has taken the port, or has it for itself
    return c.begins.contains(end - 1) || c.refused.contains(end - 1) ||
           c.ended.contains(end + m.read_cycles);
  case Reason::write_port:
    return c.written.contains(end - 1);
  case Reason::control:
    return c.ended.contains(end);
  case Reason::serialising: // or its store is in the cache, which a record does not show
    return m.speculates() && c.retires >= end ? Verdict(c.retires == end) : std::nullopt;
  case Reason::memory_order:
    return usable ? Verdict(true) : std::nullopt;
  default:
    return std::nullopt;
  }
}

Verdict ends_in_order(const Machine& m, const Events& c, Reason why, std::uint64_t end) {
  const bool moves = c.moved.contains(end);
  switch (why) {
  case Reason::raw:
    if (!m.latency_rules.empty())
      return std::nullopt;
    return moves || c.moved.contains(end - 1) || // where it is written
           (m.write_then_read && c.retires == end);
  case Reason::latency: // or a branch is decided
    return moves || c.changed.contains(end);
  case Reason::stage_full:
  case Reason::memory_latency:
  case Reason::dcache_miss:
    return moves || c.moved.contains(end - 1);
  case Reason::unit_busy:
    return moves || c.moved.contains(end - 1); // which reopens late
  case Reason::pairing:
    return c.moved.contains(end - 1);
  default:
    return std::nullopt;
  }
}

} // namespace

std::string Proof::summary() const {
  std::string text = fmt::format("{} waits, {} of them ended by their culprit; {} held cells, {} "
                                 "went on without what held them; {} others; {} empty units;",
                                 waits, ends, cells, goes_on, others, empty);
  for (std::size_t i = 0; i < kReasonCount; ++i)
    if (unproven[i] != 0)
      text += fmt::format(" {} {}", info(static_cast<Reason>(i)).name, unproven[i]);
  return text;
}

void prove_ends(const isa::Program& program, const Machine& machine, const Timeline& timeline,
                Proof& proof) {
  LaneId write_lane = kNoLane;
  if (machine.dynamic)
    write_lane = core::OutOfOrderCore(program, machine, environment_of(machine)).plan().write_lane;
  for (const OpRow& row : timeline.rows) {
    const std::span<const Span> spans = timeline.spans_of(row);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const Span& span = spans[i];
      const Cause& cause = span.cause;
      if (cause.why == Reason::none || !cause.culprit || cause.culprit == row.op ||
          span.end >= timeline.end_cycle || (row.flushed && span.end == row.end))
        continue;
      if (i + 1 < spans.size()) {
        const Span& next = spans[i + 1];
        const auto is_operand = [](Reason why) {
          return why == Reason::raw || why == Reason::memory_order;
        };
        if (next.lane == span.lane &&
            (next.cause.why == cause.why || (is_operand(next.cause.why) && is_operand(cause.why))))
          continue; // for the same, and by now for somebody else
        if (next.lane < span.lane)
          continue; // it is done again
        if (!machine.dynamic && next.lane == span.lane && next.cause.why != Reason::none)
          continue; // hazards are named in a fixed order: this one may be there still
      }
      const OpRow* const culprit = timeline.find(cause.culprit);
      ++proof.waits;
      if (culprit == nullptr) {
        ++proof.unproven[static_cast<std::size_t>(cause.why)];
        continue;
      }
      const Events events = events_of(timeline, *culprit, write_lane);
      const Verdict verdict =
          machine.dynamic ? ends_dynamic(*machine.dynamic, events, cause.why, span.end.value)
                          : ends_in_order(machine, events, cause.why, span.end.value);
      proof.ends += verdict.value_or(false) ? 1 : 0;
      if (!verdict)
        ++proof.unproven[static_cast<std::size_t>(cause.why)];
      else if (!*verdict && proof.problem.empty())
        proof.problem =
            fmt::format("#{} is held on {} in cycles {} to {} for {}, which does not end "
                        "it",
                        row.op.value, timeline.lanes[span.lane].name, span.begin.value,
                        span.end.value - 1, words(cause));
    }
  }
}

namespace {

const Span* span_at(const Timeline& timeline, const OpRow& row, std::uint64_t cycle) {
  for (const Span& span : timeline.spans_of(row))
    if (span.begin.value <= cycle && cycle < span.end.value)
      return &span;
  return nullptr;
}

/// Ports that a micro-op could use, as bits.
std::uint32_t ports_of(const core::OutOfOrderCore& core, const OpRow& row) {
  const auto parts = row.fused ? core.micro_ops_of_pair(row.instruction.value)
                               : core.micro_ops_of(row.instruction.value);
  return row.part < parts.size() ? parts[row.part].ports : 0;
}

/// What keeps micro-ops from coming to the stations.
bool is_in_front(Reason why) {
  switch (why) {
  case Reason::mispredict:
  case Reason::redirect:
  case Reason::fetch_group:
  case Reason::icache_miss:
  case Reason::fetch_latency:
  case Reason::control:
  case Reason::branches_full:
  case Reason::reorder_full:
  case Reason::station_full:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::no_register:
  case Reason::queue_full:
  case Reason::serialising:
  case Reason::exception:
  case Reason::waw:
  case Reason::memory_order:
  case Reason::memory_port:
    return true;
  default:
    return false;
  }
}

} // namespace

void prove_empty_units(const isa::Program& program, const Machine& machine,
                       const Timeline& timeline, Proof& proof) {
  if (!machine.dynamic)
    return;
  const core::OutOfOrderCore core(program, machine, environment_of(machine));
  const bool binds = core.plan().binds_ports;
  const unsigned lead = machine.dynamic->read_cycles;
  const OccupancyTable table = occupancy_table(timeline, timeline.first_cycle, timeline.end_cycle);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::uint64_t cycle = timeline.first_cycle.value + r;
    if (cycle <= lead + 1)
      continue;
    std::uint32_t wanted = 0; // by those in their stations in the cycle in which units are chosen
    for (const OpRow& row : timeline.rows) {
      if (row.begin.value >= cycle - lead || row.end.value <= cycle - lead)
        continue;
      const Span* const span = span_at(timeline, row, cycle - lead);
      const Span* const before = span_at(timeline, row, cycle - lead - 1);
      const core::WindowPlan& plan = core.plan();
      if (span != nullptr && before != nullptr && before->lane == span->lane &&
          span->lane >= plan.station_lane &&
          span->lane < plan.station_lane + plan.station_ports.size())
        wanted |= ports_of(core, row) & plan.station_ports[span->lane - plan.station_lane];
    }
    for (std::size_t port = 0; port < core.plan().ports.size(); ++port) {
      const core::PlanPort& where = core.plan().ports[port];
      const TableCell& cell = table.rows[r][where.lane];
      if (!cell.occupants.empty() || cell.gap.why == Reason::none)
        continue;
      ++proof.empty;
      const Reason why = cell.gap.why;
      if (why == Reason::fill || why == Reason::drain)
        continue;
      const bool is_wanted = (wanted >> port & 1U) != 0;
      // Copies of a port are lanes of their own or share one.
      const bool several =
          std::count_if(core.plan().ports.begin(), core.plan().ports.end(),
                        [&](const core::PlanPort& other) { return other.lane == where.lane; }) > 1;
      if (several || binds)
        continue;
      if (proof.problem.empty() && ((why == Reason::idle && is_wanted) ||
                                    (why != Reason::idle && !is_wanted && !is_in_front(why))))
        proof.problem = fmt::format("cycle {}: {} is empty for {}, and somebody {} use it", cycle,
                                    timeline.lanes[where.lane].name, words(cell.gap),
                                    is_wanted ? "could" : "could not");
    }
  }
}

namespace {

/// Another obstacle of an operation than the one that is named: an operand that comes earlier.
std::vector<Cause> others_of(const core::OutOfOrderCore&, const core::OutOfOrderState& state,
                             OpId id, const Cause& named) {
  std::vector<Cause> others;
  for (std::uint64_t at = state.oldest; at < state.end; ++at) {
    const core::WindowOp& op = state.at(at);
    if (op.id != id || op.progress == core::Progress::fetched)
      continue;
    for (unsigned i = 0; i < op.planned->op.read_count; ++i)
      if ((op.missing >> i & 1U) != 0)
        others.push_back(
            {Reason::raw, op.planned->op.reads[i].reg, state.ops[op.operands[i].slot].id});
  }
  std::erase_if(others, [&](const Cause& other) { return other.culprit == named.culprit; });
  return others;
}

std::vector<Cause> others_of(const core::InOrderCore& core, const core::InOrderState& state,
                             OpId id, const Cause& named) {
  std::vector<Cause> others;
  for (const core::InFlightOp& op : state.ops) {
    if (op.id != id || named.why != Reason::raw)
      continue;
    const isa::MicroOp& micro_op = core.program().micro_op(op.micro_op);
    for (unsigned i = 0; i < micro_op.read_count; ++i)
      if ((op.missing >> i & 1U) != 0 && op.producers[i])
        others.push_back({Reason::raw, micro_op.reads[i].reg, op.producers[i]});
  }
  std::erase_if(others, [&](const Cause& other) { return other.culprit == named.culprit; });
  return others;
}

void untime(const core::OutOfOrderCore& core, core::OutOfOrderState& state) {
  core.untime(state);
}
void untime(const core::InOrderCore&, core::InOrderState&) {}

template <class Core, class State>
void look(const Core& core, const State& state, const Timeline& timeline, Proof& proof) {
  const std::uint64_t cycle = state.cycle + 1;
  for (const OpRow& row : timeline.rows) {
    const Span* const now = span_at(timeline, row, cycle);
    if (now == nullptr || now->begin > Cycle{cycle} || row.begin >= Cycle{cycle} ||
        now->cause.why == Reason::none)
      continue;
    const auto fail = [&](const std::string& problem) {
      if (proof.problem.empty())
        proof.problem = fmt::format("cycle {}: #{} on {} is held for {}: {}", cycle, row.op.value,
                                    timeline.lanes[now->lane].name, words(now->cause), problem);
    };
    const Outlook with = outlook(core, state, row.op);
    if (with.moves || !(with.cause == now->cause)) {
      fail(with.moves ? "a copy of the state goes on" : "in a copy for " + words(with.cause));
      continue;
    }
    const std::optional<Outlook> without = outlook_without(core, state, row.op, with.cause);
    if (!without) {
      ++proof.unproven[static_cast<std::size_t>(with.cause.why)];
      continue;
    }
    ++proof.cells;
    proof.goes_on += without->moves ? 1 : 0;
    if (!without->moves && without->cause == with.cause)
      fail("without that it is held for the same");
    for (const Cause& other : others_of(core, state, row.op, with.cause)) {
      const std::optional<Outlook> same = outlook_without(core, state, row.op, other);
      if (!same)
        continue;
      ++proof.others;
      if (same->moves || !(same->cause == with.cause))
        fail(fmt::format("without {} {}", words(other),
                         same->moves ? "it goes on" : "for " + words(same->cause)));
    }
  }
}

template <class Core, class State>
void look_around(const Core& core, const Timeline& timeline, Random& random, unsigned looks,
                 Proof& proof) {
  const std::uint64_t cycles = timeline.end_cycle.value - 1;
  std::set<std::uint64_t> chosen;
  for (unsigned i = 0; i < looks; ++i)
    chosen.insert(random.next() % cycles);
  auto state = std::make_unique<State>(core.initial_state());
  trace::NullSink nothing;
  for (const std::uint64_t cycle : chosen) {
    core.run(*state, nothing, cycle);
    if (state->stop != core::StopReason::running || state->cycle != cycle)
      return;
    auto copy = std::make_unique<State>(*state);
    untime(core, *copy);
    look(core, *copy, timeline, proof);
  }
}

} // namespace

void prove_counterfactuals(const isa::Program& program, const Machine& machine,
                           const Timeline& timeline, Random& random, unsigned looks, Proof& proof) {
  if (timeline.end_cycle.value < 2)
    return;
  if (machine.dynamic)
    look_around<core::OutOfOrderCore, core::OutOfOrderState>(
        core::OutOfOrderCore(program, machine, environment_of(machine)), timeline, random, looks,
        proof);
  else
    look_around<core::InOrderCore, core::InOrderState>(
        core::InOrderCore(program, machine, environment_of(machine)), timeline, random, looks,
        proof);
}

} // namespace stallscope::property
