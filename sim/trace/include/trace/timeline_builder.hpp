#pragma once

#include "timeline/timeline.hpp"
#include "trace/event.hpp"

#include <memory>
#include <vector>

namespace stallscope::trace {

/// Builds a timeline from events during the run, so that the events need not be kept. Rules: see
/// build_timeline.
class TimelineBuilder {
public:
  /// `lanes` are the core's, in order; everything before cycle `first` is clipped.
  TimelineBuilder(std::vector<Lane> lanes, Cycle first);
  ~TimelineBuilder();
  TimelineBuilder(const TimelineBuilder&) = delete;
  TimelineBuilder& operator=(const TimelineBuilder&) = delete;

  /// Adds the next events of the run; the log is not needed afterwards.
  void add(const EventLog& log);
  /// The timeline up to cycle `end`. No events can be added after this call.
  [[nodiscard]] Timeline finish(Cycle end);

private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace stallscope::trace
