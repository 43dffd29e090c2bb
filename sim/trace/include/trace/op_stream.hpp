#pragma once

#include "timeline/timeline.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::trace {

/// Static information on an operation when it begins. The texts are valid during the call.
struct OpFacts {
  std::string_view text; ///< text of the operation's row: "add $t2, $t0, $t1"; for later micro-ops
                         ///< of an instruction "addq %rax, 8(%rdx): store data"
  std::optional<std::uint64_t> pc;
  std::uint32_t line = 0;       ///< source line, from 1; 0: unknown
  std::string_view file;        ///< source file; empty: the program, or unknown
  std::string_view note;        ///< further text in the trace
  std::uint8_t part = 0;        ///< micro-op index within its instruction, from 0
  bool fused = false;           ///< fused with the next instruction
  InstructionIndex instruction; ///< operations with equal instruction, part and path have equal
                                ///< facts; kNoInstruction: unknown
  bool wrong_path = false;      ///< fetched behind a mispredicted branch
  Cycle stored;                 ///< cycle in which a store's data were written; 0: unknown
};

/// How an operation ends.
enum class Ending : std::uint8_t { retired, flushed };

/// Time stamps of a trace in ticks: tick = offset + cycle x per_cycle.
struct Ticks {
  std::uint64_t per_cycle = 1000;
  std::uint64_t offset = 0;

  bool operator==(const Ticks&) const = default;
};

/// A stream of operations occupying lanes, in order of time: produced by simulated runs and trace
/// readers, consumed by trace writers and timeline builders. Memory is needed only for operations
/// in flight.
///
/// Cycles of calls ascend. Operation numbers ascend, though not in the order of their first cycles.
/// Calls for an operation that has ended, or has not begun, are ignored, except notes.
class OpStream {
public:
  OpStream() = default;
  virtual ~OpStream() = default;
  OpStream(const OpStream&) = delete;
  OpStream& operator=(const OpStream&) = delete;

  /// Declares a lane, before its first use. Numbers start with 0 and are contiguous.
  virtual void lane(LaneId id, const Lane& lane) = 0;
  /// Declares what the lanes are, "devices", before the first cycle. Stages if not.
  virtual void name_lanes(std::string_view /*plural*/) {}
  /// Declares a register name, before a cause refers to it.
  virtual void name_register(RegId, std::string_view /*name*/) {}
  /// Declares the time scale of traces with ticks.
  virtual void ticks(const Ticks&) {}
  /// The first cycle of the following events.
  virtual void start(Cycle first) = 0;

  virtual void begin(Cycle cycle, OpId op, const OpFacts& facts) = 0;
  /// Text that a trace adds later, also after the operation's end: to its text (`is_text`) or its
  /// note.
  virtual void add_note(Cycle, OpId, bool /*is_text*/, std::string_view /*text*/) {}
  /// The operation is on this lane, and on no other, from this cycle on, not held.
  virtual void enter(Cycle cycle, OpId op, LaneId lane) = 0;
  /// The operation is on no lane from this cycle on.
  virtual void leave(Cycle cycle, OpId op) = 0;
  /// The operation is held on its lane from this cycle on; Reason::none: it is not held any more.
  virtual void hold(Cycle cycle, OpId op, const Cause& cause) = 0;
  /// The operation reads the result of another operation.
  virtual void take(Cycle cycle, OpId consumer, const Arrow& arrow) = 0;
  /// The operation is not in flight any more from this cycle on. `by`: the branch that squashed it.
  virtual void end(Cycle cycle, OpId op, Ending ending, OpId by) = 0;
  /// End of the stream. Operations still in flight continue beyond `end`, the first cycle after the
  /// trace.
  virtual void finish(Cycle end) = 0;
};

} // namespace stallscope::trace
