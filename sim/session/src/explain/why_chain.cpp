#include "session/critical_path.hpp"
#include "session/explain.hpp"
#include "timeline/occupancy_table.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace stallscope::session {

namespace {

/// Number of cycles or operations recorded around the requested cell when the run up to it is long.
constexpr std::uint64_t kAround = 2'000;

const Span* held_in(const Timeline& timeline, const OpRow& row, Cycle cycle) {
  for (const Span& span : timeline.spans_of(row))
    if (span.begin <= cycle && cycle < span.end && span.cause.why != Reason::none)
      return &span;
  return nullptr;
}

/// The first cycle of the longest wait of an operation. When it is never held: of the longest stay
/// in which it may wait for its turn to be dispatched or to retire.
Cycle longest_wait(const Timeline& timeline, const OpRow& row) {
  Cycle found = row.begin;
  std::uint64_t longest = 0;
  const auto look = [&](const auto& waits) {
    for (const Span& span : timeline.spans_of(row))
      if (waits(span) && span.end - span.begin > longest) {
        longest = span.end - span.begin;
        found = span.begin;
      }
  };
  look([](const Span& span) { return span.cause.why != Reason::none; });
  if (longest == 0)
    look([&](const Span& span) {
      return timeline.lanes[span.lane].is_front || timeline.lanes[span.lane].is_queue;
    });
  return found;
}

trace::OpName name_in(const CellQuestion& question) {
  return question.named ? *question.named : trace::OpName{question.op.value_or(0), 0, false, true};
}

trace::RunRecord record_of(const isa::Program& program, const machine::Machine& machine,
                           RunOptions options, const CellQuestion& question) {
  options.record = true;
  options.live_output = nullptr;
  options.stop_at_repeats = false;
  if (question.cycle) {
    options.from_cycle = *question.cycle <= kMaxRemedyCycles ? 1 : *question.cycle - kAround;
    options.to_cycle = *question.cycle + kAround;
    options.limit_cycles = std::min(options.limit_cycles, options.to_cycle);
  } else {
    const trace::OpName name = name_in(question);
    options.from_op = name.number > kAround ? name.number - kAround : 1;
    options.to_op = name.number + (name.wrong_path ? kAround : 0);
    options.counts_right_path = machine.dynamic.has_value() && !name.is_id;
    options.stop_after_window = true;
  }
  return run_program(program, machine, options);
}

/// The operations held in a cycle, oldest first.
std::vector<const OpRow*> who_is_held(const Timeline& timeline, Cycle cycle) {
  std::vector<const OpRow*> held;
  for (const OpRow& row : timeline.rows)
    if (held_in(timeline, row, cycle) != nullptr)
      held.push_back(&row);
  return held;
}

/// The chain of the oldest operation that is held in a cell, else of the oldest there, and that of
/// the cell's free slots, as the occupancy table has them.
void answer_cell(CellAnswer& answer, const trace::RunGraph& graph, Cycle cycle, LaneId lane) {
  const OccupancyTable table = occupancy_table(answer.run.timeline, cycle, cycle + 1);
  if (table.rows.empty())
    return;
  const TableCell& cell = table.rows.front()[lane];
  if (cell.gap.why != Reason::none)
    answer.of_free_slots = graph.why_empty(lane, cycle);
  const auto works = [](const Occupant& one) { return one.cause.why == Reason::none; };
  const auto held = std::find_if_not(cell.occupants.begin(), cell.occupants.end(), works);
  if (held != cell.occupants.end()) {
    answer.chain = graph.why(held->op, cycle);
    answer.others =
        static_cast<std::size_t>(std::count_if(held + 1, cell.occupants.end(), std::not_fn(works)));
  } else if (!cell.occupants.empty() && !answer.of_free_slots) {
    answer.chain = graph.why(cell.occupants.front().op, cycle);
  }
  if (!answer.chain)
    answer.chain.swap(answer.of_free_slots);
}

void answer_lane(CellAnswer& answer, const trace::RunGraph& graph, Cycle cycle, LaneId lane) {
  if (lane != kNoLane) {
    answer_cell(answer, graph, cycle, lane);
  } else if (const auto held = who_is_held(answer.run.timeline, cycle); !held.empty()) {
    answer.chain = graph.why(held.front()->op, cycle);
    answer.others = held.size() - 1;
  }
  if (!answer.chain)
    answer.problem = lane == kNoLane
                         ? fmt::format("nothing is held in cycle {}; --lane NAME asks why a stage "
                                       "or unit is empty",
                                       cycle.value)
                         : fmt::format("in {} nothing is held in cycle {}, and nothing is missing",
                                       answer.run.timeline.lanes[lane].name, cycle.value);
}

} // namespace

CellAnswer why_chain(const isa::Program& program, const machine::Machine& machine,
                     const RunOptions& options, const CellQuestion& question) {
  CellAnswer answer;
  answer.run = record_of(program, machine, options, question);
  const Timeline& timeline = answer.run.timeline;
  LaneId lane = kNoLane;
  if (!question.lane.empty()) {
    const auto at =
        std::find_if(timeline.lanes.begin(), timeline.lanes.end(),
                     [&](const Lane& candidate) { return candidate.name == question.lane; });
    if (at == timeline.lanes.end()) {
      answer.problem = fmt::format(
          "--lane {}: the machine has no such stage, unit or queue; it has", question.lane);
      for (const Lane& one : timeline.lanes)
        answer.problem += " " + one.name;
      return answer;
    }
    lane = static_cast<LaneId>(at - timeline.lanes.begin());
  }
  if (question.cycle && timeline.end_cycle.value <= *question.cycle) {
    answer.problem = fmt::format("the run has no cycle {}; it ends in cycle {}", *question.cycle,
                                 answer.run.cycles);
    return answer;
  }
  const trace::RunGraph graph(answer.run);
  if (!question.op && !question.named) {
    answer_lane(answer, graph, Cycle{*question.cycle}, lane);
    return answer;
  }
  const trace::OpName name = name_in(question);
  const std::string number =
      question.named ? trace::op_name_text(name) : std::to_string(name.number);
  const OpRow* row = trace::find_op(answer.run, name);
  if (row == nullptr) {
    answer.problem = fmt::format(
        "{} {} is not in flight {}", answer.run.counts_micro_ops ? "micro-op" : "instruction",
        number, question.cycle ? fmt::format("in cycle {}", *question.cycle) : "in this run");
    return answer;
  }
  answer.chain =
      graph.why(row->op, question.cycle ? Cycle{*question.cycle} : longest_wait(timeline, *row));
  if (!answer.chain)
    answer.problem = fmt::format("{} {} is in flight in cycles {} to {}",
                                 answer.run.counts_micro_ops ? "micro-op" : "instruction", number,
                                 row->begin.value, row->end.value - 1);
  return answer;
}

} // namespace stallscope::session
