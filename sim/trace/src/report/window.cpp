#include "report/window.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

bool names_cycles(const View& view) {
  return view.from_cycle || view.to_cycle;
}
bool names_ops(const View& view) {
  return view.from_op || view.to_op;
}

/// The view with operation numbers of this run.
View in_ops_of(const RunRecord& run, const View& asked) {
  View view = asked;
  if (run.window && names_ops(asked)) {
    view.from_op = run.window->first;
    view.to_op = run.window->last;
  }
  return view;
}

OpId first_op(const View& view) {
  return view.from_op.value_or(kNoOp);
}
OpId last_op(const View& view) {
  return view.to_op.value_or(OpId{kNever.value});
}

bool shows(const View& view, const OpRow& row) {
  return row.op >= first_op(view) && row.op <= last_op(view);
}

struct Cycles {
  Cycle from;
  Cycle to; ///< one past the last
};

Cycles cycles_of(const RunRecord& run, const View& view) {
  if (names_ops(view) && !names_cycles(view)) {
    Cycles cycles{kNever, Cycle{0}};
    for (const OpRow& row : run.timeline.rows)
      if (shows(view, row)) {
        cycles.from = std::min(cycles.from, row.begin);
        cycles.to = std::max(cycles.to, row.end);
      }
    return cycles;
  }
  const Cycle last = view.to_cycle.value_or(kNever);
  return {view.from_cycle.value_or(Cycle{0}), last == kNever ? kNever : last + 1};
}

} // namespace

namespace {

/// The program ended regularly: everything fetched has retired or was squashed.
bool reaches_its_end(const RunRecord& run) {
  return run.stop.reason == "end" || run.stop.reason == "exit" || run.stop.reason == "passed" ||
         run.stop.reason == "trace";
}

} // namespace

OccupancyTable table_of(const RunRecord& run, const View& asked) {
  const View view = in_ops_of(run, asked);
  const Cycles cycles = cycles_of(run, view);
  return occupancy_table(run.timeline, cycles.from, cycles.to);
}

PipelineDiagram diagram_of(const RunRecord& run, const View& asked) {
  const View view = in_ops_of(run, asked);
  if (names_ops(view) && !names_cycles(view))
    return pipeline_diagram(run.timeline, first_op(view), last_op(view));
  const Cycles cycles = cycles_of(run, view);
  PipelineDiagram diagram = pipeline_diagram(run.timeline, cycles.from, cycles.to);
  diagram.rows.erase(std::remove_if(diagram.rows.begin(), diagram.rows.end(),
                                    [&](const DiagramRow& row) { return !shows(view, row.row); }),
                     diagram.rows.end());
  return diagram;
}

std::string why_nothing(const RunRecord& run, const View& asked) {
  const View view = in_ops_of(run, asked);
  const Timeline& timeline = run.timeline;
  if (run.timed && view.from_cycle && view.from_cycle->value > run.cycles)
    return view.to_cycle ? fmt::format("There are no cycles {} to {}: the run ends in cycle {}.",
                                       view.from_cycle->value, view.to_cycle->value, run.cycles)
                         : fmt::format("There is no cycle {}: the run ends in cycle {}.",
                                       view.from_cycle->value, run.cycles);
  // Operations are numbered in fetch order, micro-ops separately. In comparisons instructions are
  // counted.
  const bool micro_ops = run.counts_micro_ops && !run.window;
  const std::uint64_t retired = micro_ops && !run.imported ? run.micro_ops : run.instructions;
  const std::uint64_t counted = retired + (run.window ? 0 : run.wrong_path_ops);
  if (run.timed && reaches_its_end(run) && asked.from_op && asked.from_op->value > counted)
    return fmt::format("There is no {} {}: the run ends in cycle {} with {} {}.",
                       micro_ops ? "micro-op" : "instruction", asked.from_op->value, run.cycles,
                       counted, run.window ? "retired" : "fetched");
  if (timeline.lanes.empty() || timeline.end_cycle == timeline.first_cycle)
    return "No cycle of this run was recorded.";
  const Cycle last = timeline.end_cycle - 1;
  const Cycle from = view.from_cycle.value_or(timeline.first_cycle);
  const Cycle to = view.to_cycle.value_or(last);
  if (from > to || from > last || to < timeline.first_cycle)
    return fmt::format("Cycles {} to {} are not in the record, which covers cycles {} to {}.",
                       from.value, to.value, timeline.first_cycle.value, last.value);
  if (names_ops(view) && std::none_of(timeline.rows.begin(), timeline.rows.end(),
                                      [&](const OpRow& row) { return shows(view, row); })) {
    if (timeline.rows.empty())
      return "No instruction is in the record.";
    return fmt::format("Those {} are not in the record, which holds {} to {}.",
                       micro_ops ? "micro-ops" : "instructions", timeline.rows.front().op.value,
                       timeline.rows.back().op.value);
  }
  return "";
}

SpanWindow span_window(const RunRecord& run, const View& asked) {
  const View view = in_ops_of(run, asked);
  const Timeline& timeline = run.timeline;
  SpanWindow window;
  window.from = std::max(view.from_cycle.value_or(timeline.first_cycle), timeline.first_cycle);
  const Cycle last = view.to_cycle.value_or(kNever);
  window.to = last < timeline.end_cycle ? last + 1 : timeline.end_cycle;
  for (const OpRow& row : timeline.rows)
    if (shows(view, row) && row.begin < window.to && row.end > window.from)
      window.rows.push_back(&row);
  return window;
}

Extent extent_of(const RunRecord& run) {
  const Timeline& timeline = run.timeline;
  Extent extent{timeline.first_cycle,  timeline.end_cycle, OpId{1}, kNoOp,
                timeline.lanes.size(), &run.terms()};
  if (!timeline.rows.empty()) {
    extent.first_op = timeline.rows.front().op;
    extent.last_op = timeline.rows.back().op;
  }
  return extent;
}

std::string why_too_large(const View& view, const Extent& extent) {
  const Terms& terms = *extent.terms;
  const Cycle from = std::max(view.from_cycle.value_or(Cycle{0}), extent.first_cycle);
  const Cycle last = view.to_cycle.value_or(kNever);
  const Cycle to = last < extent.end_cycle ? last + 1 : extent.end_cycle;
  const std::uint64_t cycles = to > from ? to - from : 0;
  if (view.table && cycles > kMaxTableCells / std::max<std::size_t>(extent.lanes, 1))
    return fmt::format("The table would have {} {} of {} {} by {} {}, more than {} cells: show "
                       "fewer with {}.",
                       cycles, terms.times, extent.lanes, terms.lanes, terms.time, (to - 1).value,
                       kMaxTableCells, terms.fewer);
  const OpId first = std::max(first_op(view), extent.first_op);
  const OpId end = std::min(last_op(view), extent.last_op);
  const std::uint64_t rows = end >= first ? end.value - first.value + 1 : 0;
  if (view.diagram && rows > 0 && cycles > kMaxDiagramCells / rows)
    return fmt::format("The diagram would have {} rows of {} {} by {} {}, more than {} cells: show "
                       "fewer with {}.",
                       rows, cycles, terms.times, terms.time, (to - 1).value, kMaxDiagramCells,
                       terms.fewer_of_either);
  return "";
}

std::string why_no_table(const RunRecord& run, const View& asked) {
  if (std::string why = why_nothing(run, asked); !why.empty())
    return why;
  const View view = in_ops_of(run, asked);
  View table;
  const Cycles shown = cycles_of(run, view);
  table.table = true;
  table.from_cycle = shown.from;
  table.to_cycle = shown.to == kNever ? kNever : shown.to - 1;
  return why_too_large(table, extent_of(run));
}

std::string why_no_diagram(const RunRecord& run, const View& asked) {
  if (std::string why = why_nothing(run, asked); !why.empty())
    return why;
  const View view = in_ops_of(run, asked);
  View diagram = view;
  const Cycles shown = cycles_of(run, view);
  diagram.table = false;
  diagram.diagram = true;
  diagram.from_cycle = shown.from;
  diagram.to_cycle = shown.to == kNever ? kNever : shown.to - 1;
  Extent extent = extent_of(run);
  if (names_cycles(view)) { // rows are the operations of these cycles
    const SpanWindow window = span_window(run, view);
    if (!window.rows.empty()) {
      extent.first_op = window.rows.front()->op;
      extent.last_op = window.rows.back()->op;
    }
  }
  return why_too_large(diagram, extent);
}

} // namespace stallscope::trace
