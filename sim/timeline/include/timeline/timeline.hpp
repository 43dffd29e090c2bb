#pragma once

#include "base/growing_array.hpp"
#include "base/ids.hpp"
#include "timeline/reason.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stallscope {

/// No ledger point.
inline constexpr std::uint8_t kNoLedgerPoint = 0xff;

/// A place operations can occupy: a pipeline stage, one step of a functional unit, a port or a
/// queue.
struct Lane {
  std::string name;        ///< column heading, e.g. "ID", "M3"
  std::uint16_t slots = 1; ///< operations it can hold at once; 0: no fixed number
  bool is_unit = false;    ///< of a functional unit: used by some operations only
  /// What enters it reads its registers then: nothing has kept their values for it before.
  bool reads_registers = false;
  bool is_queue = false;  ///< a station or buffer: a table shows how many are in it, not which
  LaneId queue = kNoLane; ///< operations here also keep an entry of this queue, until they leave
  std::string mark = {};  ///< in the cells of a diagram; empty: the name
  bool is_front = false;  ///< of a dynamically scheduled machine: in front of dispatch
  /// Operations that enter this lane are on that one first, for `lead_cycles`: they read their
  /// operands there, say. What is told of this lane when operations enter it (`lost_at` too) is
  /// seen on it so many cycles later.
  LaneId lead = kNoLane;
  std::uint8_t lead_cycles = 0;
  bool is_lead = false; ///< it is the `lead` of others
  /// The LedgerPoint whose lost slots say why it stands empty; kNoLedgerPoint: that is said of the
  /// lane itself, or nowhere.
  std::uint8_t lost_at = kNoLedgerPoint;

  /// So few operations in it leave something free.
  [[nodiscard]] bool has_room(std::size_t operations) const {
    return slots == 0 ? operations == 0 : operations < slots;
  }
  /// What stands in the cells of a diagram.
  [[nodiscard]] const std::string& cell_text() const { return mark.empty() ? name : mark; }
};

/// An operation on a lane, or waiting there: cycles [begin, end).
struct Span {
  Cycle begin;
  Cycle end;
  OpId op;
  LaneId lane = kNoLane;
  std::uint8_t slot = 0; ///< on the lead of a lane: that lane
  Cause cause;           ///< none: at work; otherwise the operation was held here, and this is why

  bool operator==(const Span&) const = default;
};

/// A lane's slots standing empty: cycles [begin, end).
struct Gap {
  Cycle begin;
  Cycle end;
  LaneId lane = kNoLane;
  Cause cause; ///< never Reason::none

  bool operator==(const Gap&) const = default;
};

/// A value (or an order) handed from one operation to another, drawn as an arrow.
struct Arrow {
  Cycle cycle; ///< the cycle in which the consumer takes the value
  OpId producer;
  OpId consumer;
  RegId reg = kNoRegister;
  LaneId from = kNoLane; ///< lane whose result was forwarded; kNoLane: read from the register file

  bool operator==(const Arrow&) const = default;
};

/// One dynamic operation: a row of the pipeline diagram.
struct OpRow {
  OpId op;
  InstructionIndex instruction;
  Cycle begin;                  ///< first cycle on any lane
  Cycle end;                    ///< one past its last cycle
  std::uint32_t first_span = 0; ///< into Timeline::spans
  std::uint32_t span_count = 0;
  bool wrong_path = false; ///< fetched behind a wrongly predicted branch
  bool flushed = false;    ///< discarded before it retired
  bool in_flight = false;  ///< neither retired nor flushed when the record ended
  OpId flushed_by;         ///< the branch that discarded it
  std::uint8_t part = 0;   ///< which of the micro-ops of its instruction it is, from 0
  bool fused = false;      ///< it is the instruction behind `instruction` as well

  bool operator==(const OpRow&) const = default;
};

/// Lost slots at one point of the machine during one stretch of cycles [begin, end).
struct LostSlots {
  Cycle begin;
  Cycle end;
  std::uint8_t point = 0; ///< a LedgerPoint
  std::uint8_t count = 0; ///< slots lost in each of these cycles
  Cause cause;

  bool operator==(const LostSlots&) const = default;
};

/// Cycles [begin, end) in which slots of the fetch stage went unused before an operation was
/// fetched there, and nothing that stood in the stage shows why.
struct FetchWait {
  Cycle begin;
  Cycle end;
  OpId op; ///< the next one fetched
  Cause cause;

  bool operator==(const FetchWait&) const = default;
};

/// Operations occupying lanes over time: the one record every table, diagram, picture and file is a
/// projection of.
///
/// `rows` is sorted by op (and so by begin); the spans of a row are consecutive in `spans` and
/// sorted by begin. `gaps` is sorted by lane, then begin. Covers cycles [first_cycle, end_cycle).
struct Timeline {
  std::vector<Lane> lanes;
  Cycle first_cycle{1};
  Cycle end_cycle{1}; ///< one past the last recorded cycle
  GrowingArray<OpRow> rows;
  GrowingArray<Span> spans;
  GrowingArray<Gap> gaps;
  GrowingArray<Arrow> arrows;         ///< sorted by cycle
  GrowingArray<LostSlots> lost;       ///< sorted by point, then begin
  std::vector<FetchWait> fetch_waits; ///< sorted by op, then begin

  [[nodiscard]] std::span<const Span> spans_of(const OpRow& row) const {
    return {spans.data() + row.first_span, row.span_count};
  }
  /// What an operation's fetch waited for.
  [[nodiscard]] std::span<const FetchWait> fetch_waits_of(OpId op) const;
  /// The row of an operation, or nullptr when it is not in this record.
  [[nodiscard]] const OpRow* find(OpId op) const;
};

} // namespace stallscope
