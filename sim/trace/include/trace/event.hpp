#pragma once

#include "base/ids.hpp"
#include "timeline/reason.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::trace {

/// The kinds of facts a core reports.
enum class What : std::uint8_t {
  /// Op exists from this cycle on; `other` is its instruction index; slot: 1 on the wrong path,
  /// plus twice the op's micro-op index within the instruction; why: 1 when the op is fused with
  /// the next instruction.
  begin,
  /// Op enters lane/slot in this cycle. For a lane with a Lane::lead: op enters the lead, and later
  /// the lane; `slot` is the number of cycles op has already been on the lead (15: or more). Why
  /// and `other`: of an op that goes back to be replayed, the cause of that.
  enter,
  hold,    ///< op is held on its lane from this cycle on because of cause (none: not held any more)
  empty,   ///< the lane's free slots are empty from this cycle on because of cause; none: no slot
           ///< is empty
  forward, ///< op reads register `reg` from `other` in this cycle; lane = forwarding stage, or
           ///< kNoLane: register file
  resolve, ///< branch op is resolved at the end of this cycle; slot 1: it was mispredicted
  retire,  ///< this is the last cycle of op, which has completed
  flush,   ///< op is squashed and not in flight any more in this cycle; `other` is the branch
  lose, ///< from this cycle on, `slot` slots a cycle are lost to cause at ledger point `lane` (0:
        ///< none; with a cause, the lane of that point is empty for it although no slot is lost)
  /// The free slots of `lane` are empty from this cycle on because op arrives there late (none: the
  /// operation that is fetched next, behind a wrong path). The cause is what held op in one of its
  /// cycles; the other
  /// fields are those of LateArrival.
  late,
};

/// How late an operation arrives on a lane, for What::late.
struct LateArrival {
  /// Cycles from this one to the arrival, if nothing holds the operation from the next cycle on.
  /// While it executes: without the cycles by which it is slower; 0 when no other ones are left.
  std::uint32_t cycles = 0;
  bool approaches = false; ///< it is not held: one cycle less in every following cycle
  /// Cycles by which its execution was longer than the least (a hit, the fastest unit), at most
  /// kMostSlower; only of an operation that has executed.
  std::uint8_t slower_by = 0;
  Reason slower = Reason::none; ///< why it executes longer than the least
  Reason own = Reason::latency; ///< why it is late when nothing has held it
  static constexpr unsigned kMostSlower = 7;
};

/// One event in 16 bytes. Cycles and ops are offsets from the bases of the log's chunk.
struct Event {
  std::uint32_t cycle = 0; ///< offset from chunk base_cycle
  std::uint32_t op = 0;    ///< offset from chunk base_op; 0xffffffff: no op
  std::int32_t other = 0;  ///< culprit, producer or branch, from chunk base_op (kNoOther: none), or
                           ///< an instruction index
  std::uint32_t what : 4 = 0;
  std::uint32_t why : 6 = 0;
  std::uint32_t lane : 8 = 0; ///< kNoEventLane: none; machines have fewer lanes than that value
  std::uint32_t slot : 4 = 0;
  std::uint32_t reg : 10 = 0;
};
static_assert(sizeof(Event) == 16);

inline constexpr std::uint32_t kNoEventOp = 0xffffffffU;
inline constexpr std::uint32_t kNoEventLane = kNoLane & 0xffU;
inline constexpr std::int32_t kNoOther = INT32_MIN;

[[nodiscard]] constexpr LaneId lane_of(const Event& event) {
  return event.lane == kNoEventLane ? kNoLane : static_cast<LaneId>(event.lane);
}

/// Events of a part of a run, in the order of the core's reports. Cycles ascend, except that events
/// certain for the next cycle may be reported early.
struct EventChunk {
  std::uint64_t base_cycle = 0;
  std::uint64_t base_op = 0;
  std::vector<Event> events;

  [[nodiscard]] Cycle cycle_of(const Event& event) const { return Cycle{base_cycle + event.cycle}; }
  [[nodiscard]] OpId op_of(const Event& event) const {
    return event.op == kNoEventOp ? kNoOp : OpId{base_op + event.op};
  }
  /// Not for What::begin and What::late, whose `other` is an instruction index and a number of
  /// cycles.
  [[nodiscard]] OpId other_of(const Event& event) const {
    return event.other == kNoOther
               ? kNoOp
               : OpId{base_op + static_cast<std::uint64_t>(std::int64_t{event.other})};
  }
};

/// The log of a recording sink.
struct EventLog {
  std::vector<EventChunk> chunks;
  Cycle first_cycle{0}; ///< the log covers cycles [first_cycle, end_cycle)
  Cycle end_cycle{0};

  [[nodiscard]] std::size_t size() const;
};

} // namespace stallscope::trace
