#pragma once

#include "trace/event.hpp"

namespace stallscope::trace {

/// Sinks are template arguments of a core's step function: which one is decided outside the loop. A
/// sink has
///   static constexpr bool kActive   false: the core does not even prepare the facts
///   void report(What, Cycle, OpId op, OpId other_or_none, const Cause&, LaneId lane, unsigned
///   slot) void begin(Cycle, OpId, InstructionIndex, bool wrong_path)

/// Drops everything; costs nothing.
struct NullSink {
  static constexpr bool kActive = false;
  void report(What, Cycle, OpId, OpId, const Cause&, LaneId, unsigned) {}
  void begin(Cycle, OpId, InstructionIndex, bool) {}
};

/// Appends every fact to an EventLog. `other` of an event is the `other` of the report, or else the
/// cause's culprit. A new chunk begins when an offset no longer fits, and after a million events,
/// so that long logs are not copied.
class RecordingSink {
public:
  static constexpr bool kActive = true;

  void report(What what, Cycle cycle, OpId op, OpId other, const Cause& cause, LaneId lane,
              unsigned slot);
  void begin(Cycle cycle, OpId op, InstructionIndex instruction, bool wrong_path);

  [[nodiscard]] const EventLog& log() const { return log_; }
  /// Hands the log over and starts an empty one.
  [[nodiscard]] EventLog take();
  /// Cycles [from, to) are complete: nothing will be reported for them any more. Calls may overlap
  /// or touch the cycles covered so far, never leave a hole. A log without any call covers the
  /// cycles its events name.
  void covered(Cycle from, Cycle to);
  void clear();

private:
  EventLog log_;
};

} // namespace stallscope::trace
