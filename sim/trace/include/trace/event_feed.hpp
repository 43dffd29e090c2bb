#pragma once

#include "trace/event.hpp"
#include "trace/micro_op_part.hpp"
#include "trace/op_stream.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stallscope::trace {

/// Static information on an instruction.
struct StaticFacts {
  std::string text;
  std::uint64_t pc = 0;
  std::uint32_t line = 0;         ///< source line; 0: unknown
  std::string file;               ///< empty: the program itself
  std::vector<MicroOpPart> parts; ///< its micro-ops, empty when it has only one
};

/// Feeds the events of a core to an OpStream, chunk by chunk.
class EventFeed {
public:
  /// `facts_of` is called once for each instruction that runs (an index into the program's code).
  EventFeed(OpStream& to, std::function<StaticFacts(std::uint32_t)> facts_of)
      : to_(to), facts_of_(std::move(facts_of)) {}

  void start(const std::vector<Lane>& lanes, const std::vector<std::string>& register_names,
             Cycle first);
  /// More events. Cycles before `complete` have been reported completely. Later events are buffered
  /// until they are complete, so chunks should be short.
  void add(const EventLog& log, Cycle complete);
  /// The run, or its recorded part, ends before cycle `end`.
  void finish(Cycle end);

  [[nodiscard]] std::uint64_t retired() const { return retired_; }

private:
  struct Fact {
    Cycle cycle;
    Cycle reported_at; ///< like `cycle`, but not moved to the first cycle of the record
    OpId op;
    Event event;
    OpId other;
  };
  /// Lane::lead
  struct Lead {
    LaneId lane = kNoLane;
    std::uint64_t cycles = 0;
  };
  /// An operation on the lead of a lane.
  struct Led {
    Cycle until; ///< the cycle in which it enters the lane itself
    OpId op;
    LaneId lane = kNoLane;
  };
  void take_in(const EventChunk& chunk);
  void sort_waiting();
  void emit(const Fact& fact);
  void begin(const Fact& fact);
  void enter(const Fact& fact);
  void leave_lead(OpId op);
  void go_on_before(Cycle cycle);
  const StaticFacts& facts(std::uint32_t instruction);
  void emit_before(Cycle end);

  OpStream& to_;
  std::function<StaticFacts(std::uint32_t)> facts_of_;
  std::vector<Fact> waiting_;        ///< in order of report
  std::vector<std::uint32_t> order_; ///< indices into waiting_, sorted by cycle
  std::vector<std::uint32_t> count_; ///< number of facts, by cycle
  Cycle first_;
  std::vector<Lead> leads_; ///< by lane
  std::vector<Led> led_;    ///< sorted by `until`
  std::uint64_t retired_ = 0;
  std::vector<StaticFacts> known_; ///< by instruction
  std::vector<bool> asked_;        ///< by instruction: its facts are in known_
  std::string text_;               ///< text of the operation that begins
};

} // namespace stallscope::trace
