#pragma once

#include "timeline/timeline.hpp"
#include "trace/event.hpp"

#include <memory>
#include <vector>

namespace stallscope::trace {

/// Turns the events of a run into a timeline while the run goes on, so that they need not be kept.
/// What it makes of them says build_timeline.
class TimelineBuilder {
public:
  /// `lanes` are the core's, in order; what was before cycle `first` is clipped.
  TimelineBuilder(std::vector<Lane> lanes, Cycle first);
  ~TimelineBuilder();
  TimelineBuilder(const TimelineBuilder&) = delete;
  TimelineBuilder& operator=(const TimelineBuilder&) = delete;

  /// The events of the next stretch of the run; the log is not needed afterwards.
  void add(const EventLog& log);
  /// What there is before cycle `end`. Nothing can be added any more.
  [[nodiscard]] Timeline finish(Cycle end);

private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace stallscope::trace
