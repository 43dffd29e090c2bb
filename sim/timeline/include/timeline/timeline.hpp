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

/// A lane: a place that operations occupy, such as a pipeline stage, one step of a functional unit,
/// a port or a queue.
struct Lane {
  std::string name;        ///< column heading, e.g. "ID", "M3"
  std::uint16_t slots = 1; ///< capacity in operations; 0: not fixed
  bool is_unit = false;    ///< of a functional unit: only some operations pass through it
  /// Operations read their registers on entering the lane; operands were not captured before.
  bool reads_registers = false;
  bool is_queue = false;  ///< a station or buffer: tables show the number of its operations
  LaneId queue = kNoLane; ///< operations on this lane also keep an entry of this queue until they
                          ///< leave
  std::string mark = {};  ///< abbreviation in diagram cells; empty: the name
  bool is_front = false;  ///< before dispatch, on dynamically scheduled machines
  /// Operations that enter this lane are first on the lead lane for `lead_cycles` (operand read,
  /// for example). Events of entering this lane, and `lost_at`, take effect that many cycles later.
  LaneId lead = kNoLane;
  std::uint8_t lead_cycles = 0;
  bool is_lead = false; ///< the lane is the `lead` of others
  /// Of a lane in which operations also wait for their turn without being held: the number of
  /// cycles that an operation spends there when no older one is in front of it. kNotKnown: of other
  /// lanes.
  static constexpr std::uint16_t kNotKnown = 0xffff;
  std::uint16_t own_cycles = kNotKnown;
  /// The LedgerPoint whose lost slots give the reason why the lane is empty; kNoLedgerPoint: the
  /// lane has gaps with reasons, or no reason is recorded.
  std::uint8_t lost_at = kNoLedgerPoint;
  /// Of a lane without a fixed capacity, as operations can share a slot, through which they pass in
  /// program order: the number of slots a cycle. 0: of other lanes.
  std::uint16_t slots_a_cycle = 0;

  /// The lane has an empty slot when it holds this number of operations.
  [[nodiscard]] bool has_room(std::size_t operations) const {
    return slots == 0 ? operations == 0 : operations < slots;
  }
  /// Text of the lane's diagram cells.
  [[nodiscard]] const std::string& cell_text() const { return mark.empty() ? name : mark; }
};

/// An interval [begin, end) of an operation on a lane, executing or held.
struct Span {
  Cycle begin;
  Cycle end;
  OpId op;
  LaneId lane = kNoLane;
  std::uint16_t slot = 0; ///< on the lead of a lane: that lane
  Cause cause;            ///< none: executing; otherwise why the operation was held

  bool operator==(const Span&) const = default;
};

/// An interval [begin, end) in which slots of a lane are empty.
struct Gap {
  Cycle begin;
  Cycle end;
  LaneId lane = kNoLane;
  Cause cause; ///< never Reason::none

  bool operator==(const Gap&) const = default;
};

/// A data dependence (or ordering) between two operations, drawn as an arrow.
struct Arrow {
  Cycle cycle; ///< the cycle in which the consumer reads the value
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
  Cycle end;                    ///< one past the last cycle
  std::uint32_t first_span = 0; ///< index into Timeline::spans
  std::uint32_t span_count = 0;
  bool wrong_path = false; ///< fetched behind a mispredicted branch
  bool flushed = false;    ///< squashed
  bool in_flight = false;  ///< neither retired nor flushed when the record ended
  OpId flushed_by;         ///< the branch whose misprediction squashed it
  std::uint8_t part = 0;   ///< micro-op index within its instruction, from 0
  bool fused = false;      ///< fused with the instruction after `instruction`

  bool operator==(const OpRow&) const = default;
};

/// Lost slots at one ledger point during cycles [begin, end).
struct LostSlots {
  Cycle begin;
  Cycle end;
  std::uint8_t point = 0; ///< a LedgerPoint
  std::uint8_t count = 0; ///< slots lost in each of these cycles
  Cause cause;

  bool operator==(const LostSlots&) const = default;
};

/// An interval [begin, end) in which fetch slots stayed empty before an operation was fetched, for
/// a reason that no operation in the fetch stage shows.
struct FetchWait {
  Cycle begin;
  Cycle end;
  OpId op; ///< the next operation fetched
  Cause cause;

  bool operator==(const FetchWait&) const = default;
};

/// Position of a run in its program when recording began: numbers of instructions are counted from
/// there.
struct RecordStart {
  std::uint64_t instructions = 0; ///< number of instructions fetched before, without wrong paths
  OpId next_op{1};                ///< number of the operation fetched next

  bool operator==(const RecordStart&) const = default;
};

/// Operations occupying lanes over time: the record from which every table, diagram, picture and
/// file is derived.
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
  RecordStart start;

  [[nodiscard]] std::span<const Span> spans_of(const OpRow& row) const {
    return {spans.data() + row.first_span, row.span_count};
  }
  /// The waits before an operation's fetch.
  [[nodiscard]] std::span<const FetchWait> fetch_waits_of(OpId op) const;
  /// The row of an operation; nullptr when it is not in the record.
  [[nodiscard]] const OpRow* find(OpId op) const;
};

} // namespace stallscope
