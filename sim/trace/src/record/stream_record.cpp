#include "trace/stream_record.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace stallscope::trace {

namespace {

/// The source line of an instruction, and its file.
std::uint32_t line_of(const Legend& legend, InstructionIndex i) {
  return i.value < legend.instruction_line.size() ? legend.instruction_line[i.value] : 0;
}
std::string_view file_of(const Legend& legend, InstructionIndex i) {
  return i.value < legend.instruction_file.size()
             ? std::string_view(legend.instruction_file[i.value])
             : std::string_view();
}

/// The events of a cycle, in order of their report.
enum class Step : std::uint8_t { end, span, take };

struct TraceStep {
  Cycle cycle;
  Step step;
  std::uint32_t index; ///< index of the row, span or arrow
};

} // namespace

void stream_record(const RunRecord& run, OpStream& to) {
  const Timeline& timeline = run.timeline;
  for (std::size_t i = 0; i < timeline.lanes.size(); ++i)
    to.lane(static_cast<LaneId>(i), timeline.lanes[i]);
  to.name_lanes(run.terms().lanes);
  to.start(timeline.first_cycle);
  std::vector<TraceStep> steps;
  steps.reserve(timeline.rows.size() + timeline.spans.size() + timeline.arrows.size());
  for (std::uint32_t i = 0; i < timeline.rows.size(); ++i)
    if (!timeline.rows[i].in_flight)
      steps.push_back({timeline.rows[i].end, Step::end, i});
  for (std::uint32_t i = 0; i < timeline.spans.size(); ++i)
    steps.push_back({timeline.spans[i].begin, Step::span, i});
  for (std::uint32_t i = 0; i < timeline.arrows.size(); ++i)
    steps.push_back({timeline.arrows[i].cycle, Step::take, i});
  std::stable_sort(steps.begin(), steps.end(), [](const TraceStep& a, const TraceStep& b) {
    return a.cycle != b.cycle ? a.cycle < b.cycle : a.step < b.step;
  });
  for (const TraceStep& event : steps)
    switch (event.step) {
    case Step::end: {
      const OpRow& row = timeline.rows[event.index];
      to.end(event.cycle, row.op, row.flushed ? Ending::flushed : Ending::retired, row.flushed_by);
      break;
    }
    case Step::span: {
      const Span& span = timeline.spans[event.index];
      const OpRow* row = timeline.find(span.op);
      if (row != nullptr && row->first_span == event.index) {
        const std::string text = run.legend.text(*row);
        to.begin(event.cycle, span.op,
                 {.text = text,
                  .pc = {},
                  .line = line_of(run.legend, row->instruction),
                  .file = file_of(run.legend, row->instruction),
                  .note = {},
                  .part = row->part,
                  .fused = row->fused,
                  .instruction = row->instruction,
                  .wrong_path = row->wrong_path,
                  .stored = {}});
      }
      to.enter(event.cycle, span.op, span.lane);
      to.hold(event.cycle, span.op, span.cause);
      break;
    }
    case Step::take:
      to.take(event.cycle, timeline.arrows[event.index].consumer, timeline.arrows[event.index]);
      break;
    }
  to.finish(timeline.end_cycle);
}

} // namespace stallscope::trace
