#pragma once

#include "trace/event.hpp"

namespace stallscope::trace {

/// Sinks are template arguments of a core's step function: which one is decided outside the loop. A sink has
///   static constexpr bool kActive   false: the core does not even prepare the facts
///   void report(What, Cycle, OpId op, OpId other_or_none, const Cause&, LaneId lane, unsigned slot)
///   void begin(Cycle, OpId, InstructionIndex, bool wrong_path)

/// Drops everything; costs nothing.
struct NullSink {
  static constexpr bool kActive = false;
  void report(What, Cycle, OpId, OpId, const Cause&, LaneId, unsigned) {}
  void begin(Cycle, OpId, InstructionIndex, bool) {}
};

/// Appends every fact to an EventLog.
class RecordingSink {
public:
  static constexpr bool kActive = true;

  void report(What what, Cycle cycle, OpId op, OpId other, const Cause& cause, LaneId lane, unsigned slot);
  void begin(Cycle cycle, OpId op, InstructionIndex instruction, bool wrong_path);

  [[nodiscard]] const EventLog& log() const { return log_; }
  [[nodiscard]] EventLog take() { return std::move(log_); }
  /// Cycles [from, to) are complete: nothing will be reported for them any more.
  void covered(Cycle from, Cycle to);
  void clear();

private:
  Event& append(Cycle cycle, OpId op);
  EventLog log_;
};

} // namespace stallscope::trace
