#include "window.hpp"

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

OccupancyTable table_of(const RunRecord& run, const View& view) {
  const Cycles cycles = cycles_of(run, view);
  return occupancy_table(run.timeline, cycles.from, cycles.to);
}

PipelineDiagram diagram_of(const RunRecord& run, const View& view) {
  if (names_ops(view) && !names_cycles(view))
    return pipeline_diagram(run.timeline, first_op(view), last_op(view));
  const Cycles cycles = cycles_of(run, view);
  PipelineDiagram diagram = pipeline_diagram(run.timeline, cycles.from, cycles.to);
  diagram.rows.erase(std::remove_if(diagram.rows.begin(), diagram.rows.end(),
                                    [&](const DiagramRow& row) { return !shows(view, row.row); }),
                     diagram.rows.end());
  return diagram;
}

std::string why_nothing(const RunRecord& run, const View& view) {
  const Timeline& timeline = run.timeline;
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
    return fmt::format("Those instructions are not in the record, which holds {} to {}.",
                       timeline.rows.front().op.value, timeline.rows.back().op.value);
  }
  return "";
}

SpanWindow span_window(const RunRecord& run, const View& view) {
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

std::string why_no_diagram(const RunRecord& run, const View& view) {
  if (std::string why = why_nothing(run, view); !why.empty())
    return why;
  const SpanWindow window = span_window(run, view);
  const Cycles asked = cycles_of(run, view);
  const Cycle from = std::max(asked.from, window.from);
  const Cycle to = std::min(asked.to, window.to);
  const std::uint64_t rows = window.rows.size();
  const std::uint64_t cycles = to > from ? to - from : 0;
  if (rows > 0 && cycles > kMaxDiagramCells / rows)
    return fmt::format(
        "The diagram would have {} rows of {} cycles, more than {} cells: choose fewer cycles or "
        "instructions.",
        rows, cycles, kMaxDiagramCells);
  return "";
}

} // namespace stallscope::trace
