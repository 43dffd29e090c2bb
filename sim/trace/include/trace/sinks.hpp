#pragma once

#include "base/check.hpp"
#include "trace/event.hpp"

#include <array>
#include <cstdint>
#include <limits>
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

  RecordingSink() = default;
  RecordingSink(const RecordingSink&) = delete;
  RecordingSink& operator=(const RecordingSink&) = delete;

  [[gnu::always_inline]] void report(What what, Cycle cycle, OpId op, OpId other,
                                     const Cause& cause, LaneId lane, unsigned slot) {
    STALLSCOPE_CHECK(slot < 16, "an event's slot has four bits");
    STALLSCOPE_CHECK(cause.reg <= kNoRegister, "an event's register has ten bits");
    const OpId named = other ? other : cause.culprit;
    if (chunk_ == nullptr || !has_room(*chunk_, cycle, op, named)) [[unlikely]]
      make_room(cycle, op, named);
    Event event; // all of it at once, as it lies in memory
    event.cycle = static_cast<std::uint32_t>(cycle.value - chunk_->base_cycle);
    event.op = op ? static_cast<std::uint32_t>(op.value - chunk_->base_op) : kNoEventOp;
    event.other =
        named ? static_cast<std::int32_t>(static_cast<std::int64_t>(named.value - chunk_->base_op))
              : kNoOther;
    event.what = static_cast<std::uint32_t>(what) & 0xfU;
    event.why = static_cast<std::uint32_t>(cause.why) & 0x3fU;
    event.lane = lane;
    event.slot = slot & 0xfU;
    event.reg = cause.reg & 0x3ffU;
    chunk_->events.push_back(event);
  }
  void begin(Cycle cycle, OpId op, InstructionIndex instruction, bool wrong_path, unsigned part = 0,
             bool fused = false) {
    STALLSCOPE_CHECK(part < 8, "an event has three bits for the parts of an instruction");
    if (chunk_ == nullptr || !has_room(*chunk_, cycle, op, kNoOp)) [[unlikely]]
      make_room(cycle, op, kNoOp);
    Event event;
    event.cycle = static_cast<std::uint32_t>(cycle.value - chunk_->base_cycle);
    event.op = static_cast<std::uint32_t>(op.value - chunk_->base_op);
    event.other = static_cast<std::int32_t>(instruction.value);
    event.what = static_cast<std::uint32_t>(What::begin) & 0xfU;
    event.why = fused ? 1 : 0;
    event.lane = kNoLane;
    event.slot = (part << 1 | (wrong_path ? 1U : 0U)) & 0xfU;
    event.reg = kNoRegister;
    chunk_->events.push_back(event);
  }

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
  /// Forgets everything; memory is kept for what comes next.
  void clear();

private:
  static bool cycle_fits(const EventChunk& chunk, Cycle cycle) {
    return cycle.value - chunk.base_cycle <= std::numeric_limits<std::uint32_t>::max();
  }
  static bool op_fits(const EventChunk& chunk, OpId op) {
    return !op || op.value - chunk.base_op < kNoEventOp;
  }
  static bool other_fits(const EventChunk& chunk, OpId other) {
    constexpr std::uint64_t kReach = std::numeric_limits<std::int32_t>::max(); // either way
    return !other || other.value - chunk.base_op + kReach <= 2 * kReach;
  }
  /// An event of these fits into the chunk, and the chunk has memory for it.
  static bool has_room(const EventChunk& chunk, Cycle cycle, OpId op, OpId other) {
    return chunk.events.size() < chunk.events.capacity() && cycle_fits(chunk, cycle) &&
           op_fits(chunk, op) && other_fits(chunk, other);
  }
  /// More memory for the last chunk, or a new one.
  void make_room(Cycle cycle, OpId op, OpId other);
  EventChunk& add_chunk(Cycle cycle, std::uint64_t oldest_op, std::size_t room);

  EventLog log_;
  EventChunk* chunk_ = nullptr; ///< the last of log_
  std::vector<Event> spare_;    ///< memory for the next first chunk
};

} // namespace stallscope::trace
