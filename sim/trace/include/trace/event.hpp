#pragma once

#include "base/ids.hpp"
#include "timeline/reason.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::trace {

/// The kinds of facts a core reports.
enum class What : std::uint8_t {
  begin, ///< op exists from this cycle on; `other` is its instruction index; slot: 1 on the wrong
         ///< path, and twice its number among the micro-ops of its instruction; why: 1 when it is
         ///< the instruction behind it as well
  enter, ///< op enters lane/slot in this cycle; a lane with a Lane::lead: its lead, and then the
         ///< lane by itself, where `slot` are the cycles that it has been there already (15: or
         ///< more)
  hold,  ///< op, on the lane it is on, is held from this cycle on because of cause (none: it works
         ///< again)
  empty, ///< lane (all its free slots) stands empty from this cycle on because of cause; none: it
         ///< is occupied
  forward, ///< op takes register `reg` from `other` in this cycle; lane = forwarding stage, or
           ///< kNoLane: register file
  resolve, ///< the branch op is resolved at the end of this cycle; slot 1 = it was mispredicted
  retire,  ///< this cycle is the op's last, it has completed
  flush,   ///< op is discarded: it is gone in this cycle; `other` is the branch
  lose, ///< from this cycle on, at ledger point `lane`, `slot` slots a cycle are lost to cause (0:
        ///< none; with a cause, that is why the point's lane is empty although no slot is lost)
};

/// One fact in 16 bytes. Cycles and ops are stored as offsets from the bases of the log's chunk.
struct Event {
  std::uint32_t cycle = 0; ///< from chunk base_cycle
  std::uint32_t op = 0;    ///< from chunk base_op; 0xffffffff: no op
  std::int32_t other = 0;  ///< culprit, producer or branch, from chunk base_op (kNoOther: none), or
                           ///< an instruction index
  std::uint32_t what : 4 = 0;
  std::uint32_t why : 6 = 0;
  std::uint32_t lane : 8 = 0;
  std::uint32_t slot : 4 = 0;
  std::uint32_t reg : 10 = 0;
};
static_assert(sizeof(Event) == 16);

inline constexpr std::uint32_t kNoEventOp = 0xffffffffU;
inline constexpr std::int32_t kNoOther = INT32_MIN;

/// Events of one stretch of a run, in the order the core reported them. Cycles never decrease, but
/// that what is certain for the next cycle may be said already.
struct EventChunk {
  std::uint64_t base_cycle = 0;
  std::uint64_t base_op = 0;
  std::vector<Event> events;

  [[nodiscard]] Cycle cycle_of(const Event& event) const { return Cycle{base_cycle + event.cycle}; }
  [[nodiscard]] OpId op_of(const Event& event) const {
    return event.op == kNoEventOp ? kNoOp : OpId{base_op + event.op};
  }
  /// Of any but What::begin, whose `other` is no operation.
  [[nodiscard]] OpId other_of(const Event& event) const {
    return event.other == kNoOther
               ? kNoOp
               : OpId{base_op + static_cast<std::uint64_t>(std::int64_t{event.other})};
  }
};

/// What a recording sink has seen.
struct EventLog {
  std::vector<EventChunk> chunks;
  Cycle first_cycle{0}; ///< cycles [first_cycle, end_cycle) are covered
  Cycle end_cycle{0};

  [[nodiscard]] std::size_t size() const;
};

} // namespace stallscope::trace
