#include "property/proof/proof.hpp"

#include "property/proof/proof_in_order.hpp"
#include "property/proof/proof_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace stallscope::property {

using machine::Machine;

namespace {

/// What happens to an operation, by cycle.
struct Events {
  std::set<std::uint64_t> moved;   ///< it enters a lane in the cycle, or is gone from it on
  std::set<std::uint64_t> begins;  ///< execution, or reading its operands for that
  std::set<std::uint64_t> ended;   ///< its execution in the cycle before
  std::set<std::uint64_t> written; ///< in the cycle
  std::set<std::uint64_t> left;    ///< its station, in the cycle
  std::set<std::uint64_t> back;    ///< thrown back in the cycle, to be done again
  std::set<std::uint64_t> changed; ///< it goes on, or is held for another reason from the cycle on
  std::set<std::uint64_t> refused; ///< by the cache, in the cycle: it has had its port for nothing
  std::uint64_t retires = 0;       ///< in the cycle

  [[nodiscard]] bool thrown_back_in(std::uint64_t first, std::uint64_t last) const {
    const auto at = back.lower_bound(first);
    return at != back.end() && *at <= last;
  }
};

Events events_of(const Timeline& timeline, const OpRow& row, LaneId write_lane) {
  Events events;
  const std::span<const Span> spans = timeline.spans_of(row);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Lane& lane = timeline.lanes[spans[i].lane];
    const Lane* const before = i > 0 ? &timeline.lanes[spans[i - 1].lane] : nullptr;
    const bool cut = i + 1 == spans.size() && (row.flushed || row.in_flight);
    if (i == 0 || spans[i - 1].lane != spans[i].lane)
      events.moved.insert(spans[i].begin.value);
    const bool here = lane.is_unit || lane.is_lead;
    if (here && (before == nullptr || !(before->is_unit || before->is_lead)))
      events.begins.insert(spans[i].begin.value);
    events.changed.insert(spans[i].begin.value);
    const bool back = before != nullptr && spans[i].lane < spans[i - 1].lane;
    if (back)
      events.back.insert(spans[i].begin.value);
    if (before != nullptr && before->is_queue && !before->is_front &&
        spans[i - 1].lane != spans[i].lane)
      events.left.insert(spans[i].begin.value);
    if (spans[i].cause.why == Reason::dcache_miss || spans[i].cause.why == Reason::memory_port)
      for (Cycle c = spans[i].begin; c < spans[i].end; ++c)
        events.refused.insert(c.value);
    if (lane.is_unit && spans[i].cause.why == Reason::none && !cut)
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

/// What ends the waits of a dynamically scheduled machine.
class DynamicEnds {
public:
  DynamicEnds(const core::OutOfOrderCore& core, const Timeline& timeline)
      : core_(core), m_(core.dynamic()), timeline_(timeline) {
    std::uint64_t last = 0;
    for (const OpRow& row : timeline.rows) {
      const Events events = events_of(timeline, row, core.plan().write_lane);
      if (!events.written.empty())
        last = std::max(last, *events.written.rbegin());
      leaves_.emplace(row.op, last + 1);
      if (row.flushed && row.span_count > 0)
        if (const Lane& lane = timeline.lanes[timeline.spans_of(row).back().lane];
            lane.is_unit || lane.is_lead)
          discarded_.insert(row.end.value);
    }
  }

  [[nodiscard]] Verdict operator()(const OpRow& row, const Span& span, const OpRow& culprit) const;

private:
  /// A store between the two has its address: what searches among those that are known finds it.
  [[nodiscard]] bool finds_another(const OpRow& row, const OpRow& culprit,
                                   std::uint64_t executed) const {
    return m_.disambiguation == machine::Disambiguation::predict &&
           std::any_of(timeline_.rows.begin(), timeline_.rows.end(), [&](const OpRow& store) {
             return culprit.op < store.op && store.op < row.op && planned(store).writes_address &&
                    events_of(timeline_, store, core_.plan().write_lane).ended.contains(executed);
           });
  }
  [[nodiscard]] Verdict bypass(const OpRow& row, const Span& span, const OpRow& culprit,
                               const Events& c) const;
  [[nodiscard]] Verdict entry(const Span& span, const OpRow& culprit, const Events& c) const;
  /// Behind a data cache a store may stay longer than its write, which a record does not show.
  [[nodiscard]] bool may_stay(const OpRow& row) const {
    return core_.plan().data_cache && planned(row).writes_data;
  }
  [[nodiscard]] std::uint64_t leaves(const OpRow& row, const Events& c) const {
    return m_.speculates() ? c.retires : leaves_.find(row.op)->second;
  }
  [[nodiscard]] const core::PlannedOp& planned(const OpRow& row) const {
    const std::uint32_t index = row.instruction.value;
    return (row.fused ? core_.micro_ops_of_pair(index) : core_.micro_ops_of(index))[row.part];
  }

  const core::OutOfOrderCore& core_;
  const machine::Dynamic& m_;
  const Timeline& timeline_;
  /// When one has left the window that has no reorder buffer to retire from: in the cycle behind
  /// the write of the last of those up to it.
  std::map<OpId, std::uint64_t> leaves_;
  /// Cycles in which one is discarded that has a unit: another than the one that would have been
  /// free first is free, which nobody could know.
  std::set<std::uint64_t> discarded_;
};

Verdict DynamicEnds::operator()(const OpRow& row, const Span& span, const OpRow& culprit) const {
  const Events c = events_of(timeline_, culprit, core_.plan().write_lane);
  const std::uint64_t end = span.end.value;
  // Results are taken read_cycles before the cycle behind their execution: that end is not seen of
  // one that is discarded or thrown back before, nor behind the end of the record.
  const std::uint64_t executed = end + m_.read_cycles;
  const bool unseen = executed >= timeline_.end_cycle.value ||
                      (culprit.flushed && culprit.end.value <= executed) ||
                      c.thrown_back_in(end, executed);
  const bool bypassed = m_.wakeup == machine::Wakeup::bypass && planned(culprit).ports != 0;
  const bool written =
      c.written.contains(end - 1) || (m_.captures_store_data && c.written.contains(end));
  const bool usable = bypassed ? c.ended.contains(executed) : written;
  if (c.back.contains(end) || (culprit.flushed && culprit.end == span.end))
    return true; // it has given up everything
  switch (span.cause.why) {
  case Reason::raw:
    return usable ? Verdict(true) : bypassed && unseen ? std::nullopt : Verdict(false);
  case Reason::bypass:
    return bypass(row, span, culprit, c);
  case Reason::reorder_full:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::no_register:
  case Reason::station_full:
  case Reason::waw:
  case Reason::serialising:
    return entry(span, culprit, c);
  case Reason::war:
    return c.left.contains(end - 1);
  case Reason::pairing:
    return c.begins.contains(end - 1) || c.refused.contains(end - 1);
  case Reason::unit_busy: // it has taken the port, or has it for itself
    if (c.begins.contains(end - 1) || c.refused.contains(end - 1) || c.ended.contains(executed))
      return true;
    return unseen || discarded_.contains(end) ? std::nullopt : Verdict(false);
  case Reason::write_port:
    return c.written.contains(end - 1);
  case Reason::control:
    return c.ended.contains(end);
  case Reason::memory_order: // for its address, for its data, or until it is in memory
    if (timeline_.lanes[span.lane].is_front) // what is done again comes through the front end
      return c.back.contains(span.begin.value) ||
             events_of(timeline_, row, core_.plan().write_lane).back.contains(span.begin.value);
    if (usable || written || leaves(culprit, c) == end ||
        (!m_.speculates() && c.written.contains(end)) || finds_another(row, culprit, executed))
      return true;
    return may_stay(culprit) || (bypassed && unseen) ? std::nullopt : Verdict(false);
  default:
    return std::nullopt;
  }
}

/// A micro-op dispatched at the end of a wait: its entry, register or turn is there.
Verdict DynamicEnds::entry(const Span& span, const OpRow& culprit, const Events& c) const {
  const std::uint64_t end = span.end.value;
  const std::uint64_t left = leaves(culprit, c);
  const bool at_write = m_.release == machine::EntryRelease::write;
  // Who comes back to the same cycle takes what is given up in it.
  const std::uint64_t given_up = m_.reuse_same_cycle ? end : end - 1;
  switch (span.cause.why) {
  case Reason::reorder_full:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::no_register:
    if (!m_.speculates() && core_.plan().data_cache)
      return std::nullopt; // some store in front of it may stay longer
    return left == given_up;
  case Reason::station_full: {
    const bool gives = ((at_write || m_.captures_store_data) && c.written.contains(given_up)) ||
                       (!at_write && c.left.contains(given_up));
    // An entry that is taken in the cycle in which it is given up: who will give it is foretold in
    // the cycle before, from what is known then of caches, stores and buses.
    return gives ? Verdict(true) : m_.reuse_same_cycle ? std::nullopt : Verdict(false);
  }
  case Reason::waw:
    return c.written.contains(given_up);
  case Reason::serialising: // all older ones have left, and their stores are in the cache
    if (!m_.speculates() && core_.plan().data_cache)
      return std::nullopt;
    return left == end                       ? Verdict(true)
           : may_stay(culprit) && left < end ? std::nullopt
                                             : Verdict(false);
  default:
    return std::nullopt;
  }
}

/// The result is there, and comes to this station so many cycles later than to others.
Verdict DynamicEnds::bypass(const OpRow& row, const Span& span, const OpRow& culprit,
                            const Events& c) const {
  const core::WindowPlan& plan = core_.plan();
  const unsigned used_in =
      plan.bypass.used_in[span.lane - plan.station_lane][planned(row).port_class];
  bool seen = true;                                      // all of what the culprit has executed
  for (const Span& made : timeline_.spans_of(culprit)) { // several, when it was done again
    const auto port = std::find_if(plan.ports.begin(), plan.ports.end(),
                                   [&](const auto& one) { return one.lane == made.lane; });
    if (port == plan.ports.end())
      continue;
    const auto index = static_cast<std::size_t>(port - plan.ports.begin());
    const unsigned delay =
        plan.bypass.cycles[plan.bypass.made_in[index][planned(culprit).port_class]][used_in];
    const std::uint64_t leaves = span.end.value - delay; // others can use it
    const std::uint64_t executed = leaves + m_.read_cycles;
    if (m_.wakeup == machine::Wakeup::bypass ? c.ended.contains(executed)
                                             : c.written.contains(leaves - 1))
      return true;
    seen = seen && executed < timeline_.end_cycle.value &&
           (!culprit.flushed || culprit.end.value > executed) &&
           !c.thrown_back_in(span.end.value, executed);
  }
  return seen ? Verdict(false) : std::nullopt;
}

} // namespace

std::string Proof::summary() const {
  std::string text =
      fmt::format("{} waits, {} of them ended by their culprit; {} held cells, {} "
                  "went on without what held them; {} others; {} empty cells, {} of them looked at "
                  "without their reason; {} ports are never needed; {} cycles without retirement; "
                  "{} cycles of fetch; {} empty cells of the last lane stepped from where the next "
                  "one was held, {} with an operation then; unproven waits + cells + fetch + last "
                  "lane:",
                  waits, ends, cells, goes_on, others, empty, filled, unused, retirement, fetch,
                  removed, stands);
  for (std::size_t i = 0; i < kReasonCount; ++i)
    if (unproven_waits[i] + unproven_cells[i] + unproven_fetch[i] + unproven_removed[i] != 0)
      text += fmt::format(" {} {}+{}+{}+{}", info(static_cast<Reason>(i)).name, unproven_waits[i],
                          unproven_cells[i], unproven_fetch[i], unproven_removed[i]);
  return text;
}

namespace {

/// It is a load that takes its value from a store, or takes in turn what such a load makes, and
/// that begins to execute behind a cycle: that, and how long it takes, is known when it begins.
bool waits_for_forwarding(const core::OutOfOrderCore& core, const Timeline& timeline,
                          const OpRow& row, std::uint64_t cycle) {
  const Events events = events_of(timeline, row, core.plan().write_lane);
  if (events.begins.empty() || events.ended.empty() || *events.begins.begin() <= cycle)
    return false;
  const auto parts = core.micro_ops_of(row.instruction.value);
  const std::uint64_t begins = *events.begins.begin() + core.dynamic().read_cycles;
  if (!row.fused && parts[row.part].is_load &&
      *events.ended.begin() - begins == core.dynamic().forward_cycles)
    return true;
  return std::any_of(timeline.arrows.begin(), timeline.arrows.end(), [&](const Arrow& arrow) {
    const OpRow* const maker = arrow.consumer == row.op ? timeline.find(arrow.producer) : nullptr;
    return maker != nullptr && waits_for_forwarding(core, timeline, *maker, cycle);
  });
}

/// Of two operands that are named one behind the other the first was the later of the two, as far
/// as was known: when the second was being made already, its end was known and lay behind.
void prove_order(const core::OutOfOrderCore& core, const Timeline& timeline, const OpRow& row,
                 const Span& span, const Span& next, Proof& proof) {
  if (span.cause.why != Reason::raw || next.cause.why != Reason::raw || next.lane != span.lane ||
      next.begin != span.end || next.cause.culprit == span.cause.culprit)
    return;
  const OpRow* const first = timeline.find(span.cause.culprit);
  const OpRow* const second = timeline.find(next.cause.culprit);
  if (first == nullptr || second == nullptr)
    return;
  const Events a = events_of(timeline, *first, core.plan().write_lane);
  const Events b = events_of(timeline, *second, core.plan().write_lane);
  if (!a.back.empty() || !b.back.empty() || a.ended.empty() || b.ended.empty())
    return;
  if (waits_for_forwarding(core, timeline, *first, span.begin.value))
    return;
  if (*b.begins.begin() < span.begin.value && *a.ended.begin() < *b.ended.begin())
    proof.problems.push_back(fmt::format(
        "#{} is held in cycles {} to {} for {}, and #{} was being made and ended later",
        row.op.value, span.begin.value, span.end.value - 1, words(span.cause), second->op.value));
}

} // namespace

void prove_ends(const isa::Program& program, const Machine& machine, const Timeline& timeline,
                Proof& proof) {
  const core::PipelinePlan plan = machine.dynamic ? core::PipelinePlan{} : core::make_plan(machine);
  std::optional<core::OutOfOrderCore> core;
  std::optional<DynamicEnds> dynamic_ends;
  if (machine.dynamic) {
    core.emplace(program, machine, environment_of(machine));
    dynamic_ends.emplace(*core, timeline);
  }
  const std::map<std::uint64_t, OpId> back = thrown_back(timeline);
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
        if (machine.dynamic)
          prove_order(*core, timeline, row, span, next, proof);
        const auto is_operand = [](Reason why) {
          return why == Reason::raw || why == Reason::memory_order || why == Reason::bypass;
        };
        if (next.lane == span.lane &&
            (next.cause.why == cause.why || (is_operand(next.cause.why) && is_operand(cause.why))))
          continue; // for the same, and by now for somebody else
        if (const auto oldest = back.find(span.end.value);
            oldest != back.end() && oldest->second <= row.op)
          continue; // it is done again, or stands behind others that are
        const bool for_port = cause.why == Reason::unit_busy || cause.why == Reason::pairing;
        if (machine.dynamic && next.lane == span.lane && for_port &&
            next.cause.why == Reason::memory_order)
          continue; // a load that has found a store whose address it did not know before
        if (!machine.dynamic && next.lane == span.lane && next.cause.why != Reason::none)
          continue; // hazards are named in a fixed order: this one may be there still
      }
      const OpRow* const culprit = timeline.find(cause.culprit);
      ++proof.waits;
      if (culprit == nullptr) { // the record holds the run from its first cycle on
        proof.problems.push_back(fmt::format("#{} is held in cycles {} to {} for {}, whom nobody "
                                             "has seen",
                                             row.op.value, span.begin.value, span.end.value - 1,
                                             words(cause)));
        continue;
      }
      const Verdict verdict =
          dynamic_ends ? (*dynamic_ends)(row, span, *culprit)
                       : ends_in_order(program, machine, plan, timeline, span, row, *culprit);
      proof.ends += verdict.value_or(false) ? 1 : 0;
      if (!verdict)
        ++proof.unproven_waits[static_cast<std::size_t>(cause.why)];
      else if (!*verdict)
        proof.problems.push_back(fmt::format(
            "#{} is held on {} in cycles {} to {} for {}, which does not end it", row.op.value,
            timeline.lanes[span.lane].name, span.begin.value, span.end.value - 1, words(cause)));
    }
  }
}

} // namespace stallscope::property
