#include "timeline/pipeline_diagram.hpp"

#include <algorithm>

namespace stallscope {

namespace {

DiagramRow project(const Timeline& timeline, const OpRow& row, Cycle from, Cycle to) {
  DiagramRow out{row, std::vector<DiagramCell>(to - from)};
  for (const FetchWait& wait : timeline.fetch_waits_of(row.op))
    for (Cycle c = std::max(wait.begin, from); c < std::min(wait.end, to); ++c)
      out.cells[c - from].cause = wait.cause;
  for (const Span& span : timeline.spans_of(row))
    for (Cycle c = std::max(span.begin, from); c < std::min(span.end, to); ++c)
      out.cells[c - from] = {span.lane, span.cause};
  return out;
}

} // namespace

PipelineDiagram pipeline_diagram(const Timeline& timeline, Cycle from, Cycle to) {
  PipelineDiagram diagram;
  diagram.lanes = timeline.lanes;
  from = std::max(from, timeline.first_cycle);
  to = std::min(to, timeline.end_cycle);
  diagram.first_cycle = from;
  if (to <= from)
    return diagram;
  diagram.cycle_count = to - from;
  for (const OpRow& row : timeline.rows) {
    if (row.begin < to && row.end > from)
      diagram.rows.push_back(project(timeline, row, from, to));
  }
  return diagram;
}

PipelineDiagram pipeline_diagram(const Timeline& timeline, OpId first, OpId last) {
  PipelineDiagram diagram;
  diagram.lanes = timeline.lanes;
  Cycle from = kNever;
  Cycle to{0};
  for (const OpRow& row : timeline.rows)
    if (row.op >= first && row.op <= last) {
      from = std::min(from, row.begin);
      to = std::max(to, row.end);
    }
  if (to <= from)
    return diagram;
  diagram.first_cycle = from;
  diagram.cycle_count = to - from;
  for (const OpRow& row : timeline.rows)
    if (row.op >= first && row.op <= last)
      diagram.rows.push_back(project(timeline, row, from, to));
  return diagram;
}

} // namespace stallscope
