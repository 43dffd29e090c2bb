#include "trace/build_timeline.hpp"

#include "trace/timeline_builder.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::trace {

namespace {

/// The cycles [from, before) of a log: those declared with covered(), otherwise those of its
/// events.
std::pair<Cycle, Cycle> covered_cycles(const EventLog& log) {
  if (log.end_cycle > Cycle{0})
    return {log.first_cycle, log.end_cycle};
  Cycle first = kNever;
  Cycle end{0};
  for (const EventChunk& chunk : log.chunks)
    for (const Event& event : chunk.events) {
      const Cycle cycle = chunk.cycle_of(event);
      first = std::min(first, cycle);
      end = std::max(end, cycle + 1);
    }
  if (end == Cycle{0})
    return {Cycle{1}, Cycle{1}};
  return {first, end};
}

} // namespace

Timeline build_timeline(const EventLog& log, std::vector<Lane> lanes) {
  const auto [first, end] = covered_cycles(log);
  TimelineBuilder builder(std::move(lanes), first);
  builder.add(log);
  return builder.finish(end);
}

} // namespace stallscope::trace
