#include "model/language/strings.hpp"
#include "model/processor/awaited_line.hpp"
#include "model/processor/processor_model.hpp"

#include <fmt/format.h>

#include <algorithm>

// Why parts of the processor are empty.
namespace stallscope::gui {

/// Explains each empty part by its first lane with a reason.
void ProcessorModel::find_gaps(const Run& run, const RunWindow& window, const Timeline& part) {
  const OccupancyTable table = occupancy_table(part, Cycle{cycle_}, Cycle{cycle_ + 1});
  if (table.rows.empty())
    return;
  for (std::size_t index = 0; index < layout_.parts.size(); ++index) {
    if (view_.in_part[index] > 0)
      continue;
    for (const LaneId lane : layout_.parts[index].lanes) {
      const Cause& cause = table.rows.front()[lane].gap;
      if (cause.why == Reason::none)
        continue;
      view_.gaps.push_back({index, lane, cause, short_cause(cause, window.record)});
      break;
    }
  }
  if (const auto icache = layout_.find(PartKind::icache))
    if (const auto line = awaited_line(run, window, cycle_))
      view_.gaps.push_back({*icache, kNoLane, line->cause, line->words()});
  if (layout_.dynamic)
    derive_gaps(run, window);
}

const ProcessorGap* ProcessorModel::gap_of(std::size_t part) const {
  const auto found = std::find_if(view_.gaps.begin(), view_.gaps.end(),
                                  [part](const ProcessorGap& gap) { return gap.part == part; });
  return found == view_.gaps.end() ? nullptr : &*found;
}

/// The cause of an empty part from the parts that lead to it. If they are empty, too, nothing has
/// come for the reason that they are; if what they hold is stalled, it is that stall; if it moves,
/// it goes elsewhere, or, from the units, it is not finished. Only flows from the front of a
/// dynamically scheduled machine to its end are followed, in which nothing comes back to a part.
std::optional<Cause> ProcessorModel::cause_of_feeders(std::size_t part) const {
  std::optional<Cause> stalled;
  std::optional<Cause> empty;
  bool moves = false;
  for (const ProcessorFlow& flow : layout_.flows) {
    if (flow.to != part || flow.kind == FlowKind::prediction || flow.kind == FlowKind::data ||
        flow.kind == FlowKind::updates)
      continue;
    const bool in_order = layout_.parts[flow.from].kind == PartKind::decode;
    for (const ProcessorToken& token : view_.tokens) {
      if (token.part != flow.from || token.swept)
        continue;
      if (token.cause.why == Reason::none)
        moves = true;
      else if (!stalled)
        stalled = token.cause;
      if (in_order)
        break; // those behind the oldest leave after it
    }
    if (view_.in_part[flow.from] > 0)
      continue;
    const ProcessorGap* gap = gap_of(flow.from);
    const std::optional<Cause> why =
        gap != nullptr ? std::optional(gap->cause) : cause_of_feeders(flow.from);
    // A unit without work says less than one that waits for some.
    if (why && (!empty || empty->why == Reason::idle))
      empty = why;
  }
  if (moves)
    return Cause(layout_.parts[part].kind == PartKind::results ? Reason::latency : Reason::idle);
  return stalled ? stalled : empty;
}

/// Explains the empty parts that the record has no reason for, and the empty branch prediction
/// queue.
void ProcessorModel::derive_gaps(const Run& run, const RunWindow& window) {
  std::vector<ProcessorGap> derived;
  for (std::size_t i = 0; i < layout_.parts.size(); ++i) {
    const ProcessorPart& part = layout_.parts[i];
    if (part.kind == PartKind::branch_queue) {
      if (view_.queue.empty() && run.machine()->dynamic->speculates())
        derived.push_back({i, kNoLane, {Reason::idle}, tr(Text::no_branches)});
      continue;
    }
    const bool cache = part.kind == PartKind::icache;
    // Fetch without a recorded reason has passed on what it fetched within the cycle.
    if ((part.lanes.empty() && !cache) || part.kind == PartKind::fetch || view_.in_part[i] > 0 ||
        gap_of(i) != nullptr)
      continue;
    std::optional<Cause> cause = cause_of_feeders(i);
    if (cache && (!cause || cause->why == Reason::idle)) // it delivers
      continue;
    cause = cause.value_or(Cause(Reason::idle));
    // The cache has no lane: its reason is that of fetch.
    derived.push_back(
        {i, cache ? LaneId{0} : part.lanes.front(), *cause, short_cause(*cause, window.record)});
  }
  view_.gaps.insert(view_.gaps.end(), derived.begin(), derived.end());
}

} // namespace stallscope::gui
