#include "base/check.hpp"
#include "graph/execute/events.hpp"
#include "graph/execute/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace stallscope::graph {

namespace {

// Indices in the shared palette.
enum Colour : std::uint8_t { blue = 1, orange = 2, green = 3, purple = 4, yellow = 5, grey = 8 };

std::uint8_t colour_of(const Graph& graph, const Task& task) {
  if (task.kind == TaskKind::launch)
    return Colour::grey;
  if (task.kind != TaskKind::kernel)
    return Colour::yellow;
  const Node& node = graph.nodes[task.node];
  if (node.backward)
    return Colour::orange;
  const OpClass kind = info(node.op).kind;
  return kind == OpClass::contraction   ? Colour::blue
         : kind == OpClass::elementwise ? Colour::green
                                        : Colour::purple;
}

std::string words_of(const Graph& graph, const Execution& run, const Task& task) {
  if (task.node == kNoNode)
    return "launch of the graph";
  const std::string& name = graph.nodes[task.node].name;
  switch (task.kind) {
  case TaskKind::launch:
    return "launch " + name;
  case TaskKind::kernel:
    return fmt::format("{} = {}", name, text_of(graph, task.node));
  case TaskKind::copy_in:
    return "copy in " + name;
  case TaskKind::copy_out:
    return "copy out " + name;
  case TaskKind::collective:
    return fmt::format("{} = {}", name, text_of(graph, task.node));
  case TaskKind::transfer:
    return fmt::format("transfer of {} to device {}", name, run.lanes[task.lane].stream);
  }
  return name;
}

class GraphRecord {
public:
  GraphRecord(const Graph& graph, const Execution& run, Style style)
      : graph_(graph), run_(run), style_(style), event_words_(run.tasks.size()) {
    for (const StreamEvent& event : stream_events(run)) {
      event_words_[event.recorded_behind] += "; records an event";
      for (const TaskIndex waits : event.waits)
        event_words_[waits] += fmt::format("; waits for the event of {} ({})",
                                           graph.nodes[run.tasks[event.recorded_behind].node].name,
                                           run.lanes[run.tasks[event.recorded_behind].lane].name);
    }
  }

  void build(trace::RunRecord& record) {
    Timeline& timeline = record.timeline;
    timeline.end_cycle = Cycle{run_.makespan + 1};
    for (const GraphLane& of : run_.lanes) {
      Lane lane;
      lane.name = of.name;
      lane.mark = of.name;
      lane.slots = 1;
      lane.is_unit = of.kind != LaneKind::host && of.kind != LaneKind::stream;
      timeline.lanes.push_back(std::move(lane));
    }
    std::vector<TaskIndex> order(run_.tasks.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [this](TaskIndex a, TaskIndex b) {
      return run_.tasks[a].start < run_.tasks[b].start;
    });
    numbers_.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      numbers_[order[i]] = OpId{i + 1};
    for (const TaskIndex index : order)
      add(record, index);
    std::stable_sort(timeline.arrows.begin(), timeline.arrows.end(),
                     [](const Arrow& a, const Arrow& b) { return a.cycle < b.cycle; });
    for (std::uint32_t lane = 0; lane < run_.lanes.size(); ++lane)
      for (const IdleStretch& idle : idle_stretches(run_, lane, style_))
        timeline.gaps.push_back({Cycle{idle.begin + 1}, Cycle{idle.end + 1},
                                 static_cast<LaneId>(lane),
                                 Cause{idle.why, kNoRegister,
                                       idle.culprit == kNoTask ? kNoOp : numbers_[idle.culprit]}});
  }

private:
  void add(trace::RunRecord& record, TaskIndex index) {
    const Task& task = run_.tasks[index];
    const OpId own = numbers_[index];
    Timeline& timeline = record.timeline;
    OpRow row;
    row.op = own;
    row.instruction = InstructionIndex{static_cast<std::uint32_t>(timeline.rows.size())};
    row.begin = Cycle{task.start + 1};
    row.end = Cycle{task.end + 1};
    row.first_span = static_cast<std::uint32_t>(timeline.spans.size());
    row.span_count = 1;
    timeline.rows.push_back(row);
    timeline.spans.push_back({row.begin, row.end, own, static_cast<LaneId>(task.lane), 0, {}});
    for (const TaskIndex need : task.needs)
      timeline.arrows.push_back({row.begin, numbers_[need], own, kNoRegister,
                                 static_cast<LaneId>(run_.tasks[need].lane)});
    record.legend.instruction_text.push_back(words_of(graph_, run_, task) + event_words_[index]);
    record.legend.cell_text.push_back(task.node == kNoNode ? "graph"
                                                           : graph_.nodes[task.node].name);
    record.legend.color.push_back(colour_of(graph_, task));
    record.legend.instruction_line.push_back(
        task.node == kNoNode ? 0 : graph_.at(task.node).place.line);
  }

  const Graph& graph_;
  const Execution& run_;
  Style style_;
  std::vector<OpId> numbers_;
  std::vector<std::string> event_words_; ///< by task: the events that it records and waits for
};

std::string_view work_name(TaskKind kind) {
  switch (kind) {
  case TaskKind::launch:
    return "launch";
  case TaskKind::kernel:
    return "kernel";
  case TaskKind::copy_in:
    return "copy_in";
  case TaskKind::copy_out:
    return "copy_out";
  case TaskKind::transfer:
    return "transfer";
  case TaskKind::collective:
    return "collective";
  }
  return "";
}

/// The ledger: every tick of every lane is busy or idle for a reason.
void add_ledger(trace::RunRecord& record, const Execution& run, Style style) {
  trace::Ledger& ledger = record.ledger;
  ledger.of_devices = true;
  ledger.cycles = run.makespan;
  for (trace::LedgerAccount& account : ledger.accounts)
    account.width = 0;
  trace::LedgerAccount& lanes = ledger.at(trace::LedgerPoint::issue);
  lanes.width = static_cast<std::uint32_t>(run.lanes.size());
  std::array<std::uint64_t, 6> work{};
  for (const Task& task : run.tasks) {
    lanes.slots[0] += task.end - task.start;
    work[static_cast<std::size_t>(task.kind)] += task.end - task.start;
  }
  for (std::uint32_t lane = 0; lane < run.lanes.size(); ++lane)
    for (const IdleStretch& idle : idle_stretches(run, lane, style))
      lanes.slots[static_cast<std::size_t>(idle.why)] += idle.end - idle.begin;
  for (std::size_t i = 0; i < work.size(); ++i)
    if (work[i] > 0)
      record.work.push_back({std::string(work_name(static_cast<TaskKind>(i))), work[i]});
  STALLSCOPE_CHECK(ledger.balanced(), "lanes x makespan is all that lanes did and waited");
}

} // namespace

trace::RunRecord run_record(const Graph& graph, const Execution& run, const ExecuteOptions& options,
                            bool timeline) {
  trace::RunRecord record;
  if (timeline)
    GraphRecord(graph, run, options.style).build(record);
  record.training = true;
  record.program = graph.name;
  record.machine =
      fmt::format("{} device{} x {} stream{}", options.devices, options.devices == 1 ? "" : "s",
                  options.streams, options.streams == 1 ? "" : "s");
  record.cycles = run.makespan;
  record.instructions = static_cast<std::uint64_t>(
      std::count_if(run.tasks.begin(), run.tasks.end(),
                    [](const Task& task) { return task.kind == TaskKind::kernel; }));
  record.stop.reason = "end";
  add_ledger(record, run, options.style);
  return record;
}

} // namespace stallscope::graph
