#pragma once

#include "timeline/timeline.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::trace {

/// What is known of an operation when it appears. The texts live as long as the call.
struct OpFacts {
  std::string_view text; ///< what stands in its row: "add $t2, $t0, $t1"; of a micro-op behind the
                         ///< first one of its instruction "addq %rax, 8(%rdx): store data"
  std::optional<std::uint64_t> pc;
  std::uint32_t line = 0;       ///< of the source, from 1; 0: not known
  std::string_view file;        ///< of the source; empty: the program, or not known
  std::string_view note;        ///< what else a trace says of it
  std::uint8_t part = 0;        ///< which of the micro-ops of its instruction it is, from 0
  bool fused = false;           ///< it is the instruction behind it as well
  InstructionIndex instruction; ///< facts with the same one, part and path are the same;
                                ///< kNoInstruction: nothing is known of that
  bool wrong_path = false;      ///< fetched behind a wrongly predicted branch
  Cycle stored;                 ///< cycle in which the data of a store were written; 0: not known
};

/// How an operation leaves.
enum class Ending : std::uint8_t { retired, flushed };

/// The ticks that a trace counts time in: tick = offset + cycle x per_cycle.
struct Ticks {
  std::uint64_t per_cycle = 1000;
  std::uint64_t offset = 0;

  bool operator==(const Ticks&) const = default;
};

/// Operations occupying lanes, told as time goes by: what simulated runs and readers of traces say,
/// and what writers of traces and whoever makes a timeline of it take. Nothing has to be kept
/// longer than operations are in flight.
///
/// Cycles of calls never decrease. Operations come with rising numbers, though not in the order of
/// their first cycles. What is said of an operation that has ended, or was never begun, means
/// nothing, but for notes.
class OpStream {
public:
  OpStream() = default;
  virtual ~OpStream() = default;
  OpStream(const OpStream&) = delete;
  OpStream& operator=(const OpStream&) = delete;

  /// A lane, before something enters it. Numbers begin with 0 and have no holes.
  virtual void lane(LaneId id, const Lane& lane) = 0;
  /// The name of a register, before a cause names it.
  virtual void name_register(RegId, std::string_view /*name*/) {}
  /// Of traces that have ticks.
  virtual void ticks(const Ticks&) {}
  /// The first cycle of what follows.
  virtual void start(Cycle first) = 0;

  virtual void begin(Cycle cycle, OpId op, const OpFacts& facts) = 0;
  /// What a trace says later, also of an operation that has ended: more of its text (`is_text`), or
  /// of its note.
  virtual void add_note(Cycle, OpId, bool /*is_text*/, std::string_view /*text*/) {}
  /// The operation is on this lane from this cycle on, and on no other; at work.
  virtual void enter(Cycle cycle, OpId op, LaneId lane) = 0;
  /// It is on no lane from this cycle on.
  virtual void leave(Cycle cycle, OpId op) = 0;
  /// It is held on its lane from this cycle on; Reason::none: it works again.
  virtual void hold(Cycle cycle, OpId op, const Cause& cause) = 0;
  /// It takes the result of another one.
  virtual void take(Cycle cycle, OpId consumer, const Arrow& arrow) = 0;
  /// It is gone from this cycle on. `by`: the branch that discarded it.
  virtual void end(Cycle cycle, OpId op, Ending ending, OpId by) = 0;
  /// Nothing follows. Operations that have not ended go on beyond `end`, the first cycle that the
  /// trace does not have.
  virtual void finish(Cycle end) = 0;
};

} // namespace stallscope::trace
