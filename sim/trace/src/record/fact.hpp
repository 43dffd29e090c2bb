#pragma once

#include "base/check.hpp"
#include "trace/event.hpp"

#include <cstdint>

namespace stallscope::trace {

/// An event with absolute cycle and operations.
struct Fact {
  What what = What::begin;
  Cycle cycle;
  OpId op;
  Cause cause; ///< `culprit` is the producer or branch for forward and flush
  std::uint32_t instruction = 0;
  LateArrival late; ///< for What::late
  LaneId lane = kNoLane;
  std::uint8_t slot = 0;
  bool fused = false;
};

inline Fact resolve(const EventChunk& chunk, const Event& event) {
  Fact fact;
  fact.what = static_cast<What>(event.what);
  fact.cycle = chunk.cycle_of(event);
  fact.op = chunk.op_of(event);
  fact.lane = lane_of(event);
  fact.slot = static_cast<std::uint8_t>(event.slot);
  if (fact.what == What::begin) {
    fact.fused = event.why != 0;
    fact.instruction = static_cast<std::uint32_t>(event.other);
    return fact;
  }
  STALLSCOPE_CHECK(event.why < kReasonCount, "an event carries an unknown reason");
  if (fact.what == What::late) {
    STALLSCOPE_CHECK(event.reg < kReasonCount, "an event carries an unknown reason");
    fact.late = {static_cast<std::uint32_t>(event.other), (event.slot & 1U) != 0,
                 static_cast<std::uint8_t>(event.slot >> 1U), static_cast<Reason>(event.reg),
                 static_cast<Reason>(event.why)};
    return fact;
  }
  fact.cause.why = static_cast<Reason>(event.why);
  fact.cause.reg = static_cast<RegId>(event.reg);
  fact.cause.culprit = chunk.other_of(event);
  return fact;
}

} // namespace stallscope::trace
