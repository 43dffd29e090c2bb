#include "session/critical_path.hpp"
#include "session/explain.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

namespace {

/// Number of cycles or operations recorded around the requested cell when the run up to it is long.
constexpr std::uint64_t kAround = 2'000;

const Span* held_in(const Timeline& timeline, const OpRow& row, Cycle cycle, LaneId lane) {
  for (const Span& span : timeline.spans_of(row))
    if (span.begin <= cycle && cycle < span.end && span.cause.why != Reason::none &&
        (lane == kNoLane || span.lane == lane))
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

/// The operations held in a cycle, on a lane or anywhere, oldest first.
std::vector<const OpRow*> who_is_held(const Timeline& timeline, Cycle cycle, LaneId lane) {
  std::vector<const OpRow*> held;
  for (const OpRow& row : timeline.rows)
    if (held_in(timeline, row, cycle, lane) != nullptr)
      held.push_back(&row);
  return held;
}

/// The operations on a lane in a cycle, oldest first.
std::vector<const OpRow*> who_is_in(const Timeline& timeline, Cycle cycle, LaneId lane) {
  std::vector<const OpRow*> here;
  for (const OpRow& row : timeline.rows)
    for (const Span& span : timeline.spans_of(row))
      if (span.lane == lane && span.begin <= cycle && cycle < span.end)
        here.push_back(&row);
  return here;
}

void answer_lane(CellAnswer& answer, const trace::RunGraph& graph, Cycle cycle, LaneId lane) {
  const auto held = who_is_held(answer.run.timeline, cycle, lane);
  if (!held.empty()) {
    answer.chain = graph.why(held.front()->op, cycle);
    answer.others = held.size() - 1;
    return;
  }
  if (lane != kNoLane) {
    const Timeline& timeline = answer.run.timeline;
    const auto working = who_is_in(timeline, cycle, lane);
    if (answer.run.counts_micro_ops ? working.empty()
                                    : timeline.lanes[lane].has_room(working.size()))
      answer.chain = graph.why_empty(lane, cycle);
    if (!answer.chain && !working.empty()) // names the operations executing there
      answer.chain = graph.why(working.front()->op, cycle);
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
