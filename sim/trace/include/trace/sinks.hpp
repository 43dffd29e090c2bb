#pragma once

#include "trace/event.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::trace {

/// Sinks are template arguments of a core's step function: which one is decided outside the loop. A
/// sink has
///   static constexpr bool kActive   false: the core does not even prepare the facts
///   void report(What, Cycle, OpId op, OpId other_or_none, const Cause&, LaneId lane, unsigned
///   slot) void begin(Cycle, OpId, InstructionIndex, bool wrong_path, unsigned part, bool fused)

/// Drops everything; costs nothing.
struct NullSink {
  static constexpr bool kActive = false;
  void report(What, Cycle, OpId, OpId, const Cause&, LaneId, unsigned) {}
  void begin(Cycle, OpId, InstructionIndex, bool, unsigned = 0, bool = false) {}
};

/// Events of a stretch of a run, without the place where they happened: to be appended elsewhere.
struct EventBlock {
  /// An event, and which of its numbers move with the place: all ones for those that do.
  struct Entry {
    std::array<std::uint32_t, 4> words{};
    std::array<std::uint32_t, 4> moves{};
  };
  std::vector<Entry> entries;
  std::uint64_t last_cycle = 0; ///< of its events, from the place
  std::int64_t oldest_op = 0;   ///< named by its events, from the place; may be before it
  std::int64_t youngest_op = 0;

  [[nodiscard]] std::uint64_t bytes() const { return entries.size() * sizeof(Entry); }
};

/// The events of a log as seen from a place: a cycle not behind the first of them, and an
/// operation.
[[nodiscard]] EventBlock block_of(const EventLog& log, Cycle cycle, OpId op);

/// Appends every fact to an EventLog. `other` of an event is the `other` of the report, or else the
/// cause's culprit. A new chunk begins when an offset no longer fits, and after a million events,
/// so that long logs are not copied.
class RecordingSink {
public:
  static constexpr bool kActive = true;

  void report(What what, Cycle cycle, OpId op, OpId other, const Cause& cause, LaneId lane,
              unsigned slot);
  void begin(Cycle cycle, OpId op, InstructionIndex instruction, bool wrong_path, unsigned part = 0,
             bool fused = false);

  /// Appends what happened elsewhere as if it had happened here.
  void append(const EventBlock& block, Cycle cycle, OpId op);

  [[nodiscard]] const EventLog& log() const { return log_; }
  /// How much has been recorded.
  struct Mark {
    std::size_t chunks = 0;
    std::size_t events = 0; ///< of the last chunk
  };
  [[nodiscard]] Mark mark() const;
  /// Drops what has been recorded since.
  void go_back(const Mark& mark);
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
