#pragma once

#include "base/check.hpp"
#include "trace/event.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace stallscope::trace {

/// Sinks are template parameters of a core's step function, so that the choice is made outside the
/// loop. A sink has
/// - static constexpr bool kActive; false: the core does not compute the arguments of reports
/// - void report(What, Cycle, OpId op, OpId other_or_none, const Cause&, LaneId, unsigned slot)
/// - void begin(Cycle, OpId, InstructionIndex, bool wrong_path, unsigned part, bool fused)
/// - void late(Cycle, OpId, LaneId, const LateArrival&)

/// Discards all events, without run-time cost.
struct NullSink {
  static constexpr bool kActive = false;
  void report(What, Cycle, OpId, OpId, const Cause&, LaneId, unsigned) {}
  void begin(Cycle, OpId, InstructionIndex, bool, unsigned = 0, bool = false) {}
  void late(Cycle, OpId, LaneId, const LateArrival&) {}
};

/// The sink's stop condition is fulfilled; a core checks it at the end of every cycle.
template <class Sink> [[nodiscard]] bool is_over(const Sink& sink) {
  if constexpr (requires { sink.is_over(); })
    return sink.is_over();
  return false;
}

/// Events relative to a position in a run, to be appended at another position.
struct EventBlock {
  /// An event, and a mask of its fields that are relative to the position.
  struct Entry {
    std::array<std::uint32_t, 4> words{};
    std::array<std::uint32_t, 4> moves{};
  };
  std::vector<Entry> entries;
  std::uint64_t last_cycle = 0; ///< last cycle of its events, relative to the position
  std::int64_t oldest_op = 0;   ///< smallest operation number in its events, relative to the
                                ///< position; can be negative
  std::int64_t youngest_op = 0;

  [[nodiscard]] std::uint64_t bytes() const { return entries.size() * sizeof(Entry); }
};

/// The events of a log relative to a position: an operation, and a cycle not after the first event.
[[nodiscard]] EventBlock block_of(const EventLog& log, Cycle cycle, OpId op);

/// Appends events to an EventLog. `other` of an event is the report's `other`, or else the cause's
/// culprit. A new chunk begins when an offset does not fit, and after a million events, so that
/// long logs are not copied.
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
    Event event; // written as one value, in memory layout
    event.cycle = static_cast<std::uint32_t>(cycle.value - chunk_->base_cycle);
    event.op = op ? static_cast<std::uint32_t>(op.value - chunk_->base_op) : kNoEventOp;
    event.other =
        named ? static_cast<std::int32_t>(static_cast<std::int64_t>(named.value - chunk_->base_op))
              : kNoOther;
    event.what = static_cast<std::uint32_t>(what) & 0xfU;
    event.why = static_cast<std::uint32_t>(cause.why) & 0x3fU;
    event.lane = lane & 0xffU; // kNoLane becomes kNoEventLane
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
    event.lane = kNoEventLane;
    event.slot = (part << 1 | (wrong_path ? 1U : 0U)) & 0xfU;
    event.reg = kNoRegister;
    chunk_->events.push_back(event);
  }

  void late(Cycle cycle, OpId op, LaneId lane, const LateArrival& arrival) {
    STALLSCOPE_CHECK(arrival.slower_by <= LateArrival::kMostSlower,
                     "an event has three bits for that");
    if (chunk_ == nullptr || !has_room(*chunk_, cycle, op, kNoOp)) [[unlikely]]
      make_room(cycle, op, kNoOp);
    Event event;
    event.cycle = static_cast<std::uint32_t>(cycle.value - chunk_->base_cycle);
    event.op = op ? static_cast<std::uint32_t>(op.value - chunk_->base_op) : kNoEventOp;
    event.other = static_cast<std::int32_t>(arrival.cycles);
    event.what = static_cast<std::uint32_t>(What::late) & 0xfU;
    event.why = static_cast<std::uint32_t>(arrival.own) & 0x3fU;
    event.lane = lane & 0xffU;
    event.slot = ((arrival.approaches ? 1U : 0U) | arrival.slower_by << 1U) & 0xfU;
    event.reg = static_cast<std::uint32_t>(arrival.slower) & 0x3ffU;
    chunk_->events.push_back(event);
  }

  /// Only the waits of these operations are of interest: a dynamically scheduled core need not find
  /// out what others wait for, nor why its units are empty. What operations do is recorded of all.
  void narrow(OpId first, OpId last) {
    first_explained_ = first;
    last_explained_ = last;
    is_narrow_ = true;
  }
  [[nodiscard]] bool is_narrow() const { return is_narrow_; }
  [[nodiscard]] bool explains(OpId op) const {
    return !is_narrow_ || (first_explained_ <= op && op <= last_explained_);
  }
  /// Stop condition: recording ends with the first cycle at whose end it holds, if that is before
  /// the cycle up to which the core runs.
  void end_when(std::function<bool()> is_over) { is_over_ = std::move(is_over); }
  [[nodiscard]] bool is_over() const { return is_over_ && is_over_(); }

  /// Appends relative events at the present position.
  void append(const EventBlock& block, Cycle cycle, OpId op);

  [[nodiscard]] const EventLog& log() const { return log_; }
  /// A position in the log.
  struct Mark {
    std::size_t chunks = 0;
    std::size_t events = 0; ///< number of events in the last chunk
  };
  [[nodiscard]] Mark mark() const;
  /// Truncates the log to an earlier position.
  void go_back(const Mark& mark);
  /// Moves the log out and starts an empty one.
  [[nodiscard]] EventLog take();
  /// Declares cycles [from, to) complete: no further events are reported for them. Calls may
  /// overlap or touch the cycles covered so far, but not leave a gap. A log without any call covers
  /// the cycles of its events.
  void covered(Cycle from, Cycle to);
  /// Clears the log; its memory is reused.
  void clear();

private:
  static bool cycle_fits(const EventChunk& chunk, Cycle cycle) {
    return cycle.value - chunk.base_cycle <= std::numeric_limits<std::uint32_t>::max();
  }
  static bool op_fits(const EventChunk& chunk, OpId op) {
    return !op || op.value - chunk.base_op < kNoEventOp;
  }
  static bool other_fits(const EventChunk& chunk, OpId other) {
    constexpr std::uint64_t kReach = std::numeric_limits<std::int32_t>::max(); // in both directions
    return !other || other.value - chunk.base_op + kReach <= 2 * kReach;
  }
  /// The numbers fit into the current chunk, which has memory for another event.
  static bool has_room(const EventChunk& chunk, Cycle cycle, OpId op, OpId other) {
    return chunk.events.size() < chunk.events.capacity() && cycle_fits(chunk, cycle) &&
           op_fits(chunk, op) && other_fits(chunk, other);
  }
  /// Enlarges the last chunk, or starts a new one.
  void make_room(Cycle cycle, OpId op, OpId other);
  EventChunk& add_chunk(Cycle cycle, std::uint64_t oldest_op, std::size_t room);

  EventLog log_;
  EventChunk* chunk_ = nullptr; ///< the last chunk of log_
  std::vector<Event> spare_;    ///< memory for the next log's first chunk
  bool is_narrow_ = false;
  OpId first_explained_;
  OpId last_explained_;
  std::function<bool()> is_over_;
};

} // namespace stallscope::trace
