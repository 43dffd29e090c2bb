#include "trace/timeline_builder.hpp"

#include "base/check.hpp"
#include "record/fact.hpp"
#include "record/fetch_waits.hpp"
#include "record/gaps.hpp"
#include "record/late_arrivals.hpp"
#include "record/live_ops.hpp"
#include "record/lost_slots_builder.hpp"

#include <algorithm>

namespace stallscope::trace {

namespace {

using Gaps = GrowingArray<Gap>;

} // namespace

/// Applies events in order; finish() closes everything still open. Cycles after the end of the
/// record are clipped there, those before its first cycle immediately.
class TimelineBuilder::Parts {
public:
  Parts(std::vector<Lane> lanes, Cycle first) : lane_gaps_(lanes.size()), gaps_(lanes.size()) {
    timeline_.lanes = std::move(lanes);
    timeline_.first_cycle = first;
    std::uint8_t lead = 0;
    for (const Lane& lane : timeline_.lanes) {
      lead = std::max(lead, lane.lead_cycles);
      reads_registers_ = reads_registers_ || lane.reads_registers;
    }
    arrivals_ = LateArrivals(timeline_.lanes);
    first_missed_ = Cycle{first.value - std::min<std::uint64_t>(first.value, lead)};
  }

  void apply(const Fact& fact) {
    resolve_late(fact.cycle); // before later events change what has held the operation
    switch (fact.what) {
    case What::begin:
      begin(fact);
      break;
    case What::enter:
      enter(fact);
      break;
    case What::hold:
      hold(fact);
      break;
    case What::empty:
      late_.is_open = late_.is_open && fact.lane != late_.lane;
      empty(fact);
      break;
    case What::forward:
      forward(fact);
      break;
    case What::resolve:
      break; // no effect on spans: flush events follow
    case What::retire:
      if (LiveOp* op = open_op(fact.op))
        close(*op, fact.cycle + 1);
      break;
    case What::flush:
      flush(fact);
      break;
    case What::late:
      late_ = {fact.op, fact.lane, fact.cycle, fact.late, fact.cycle, true};
      break;
    case What::lose:
      if (fact.lane == static_cast<LaneId>(LedgerPoint::fetch))
        arrivals_.fetch_loses(fact.cycle, fact.cause);
      lost_.add(fact.cycle, fact.lane, clipped_missed(fact.cycle), fact.slot, fact.cause);
      break;
    }
  }

  /// Moves ended operations, in order of number, out of the live set.
  void keep_closed() {
    while (!ops_.empty() && ops_.oldest().closed) {
      keep(ops_.oldest());
      ops_.drop_oldest();
    }
  }

  Timeline finish(Cycle end) {
    end = std::max(end, timeline_.first_cycle);
    resolve_late(end);
    timeline_.end_cycle = end;
    ops_.for_each([&](LiveOp& op) {
      if (!op.closed) {
        close_span(op, std::max(end, op.open.begin));
        op.row.in_flight = true;
        op.row.end = end;
      }
      keep(op);
    });
    for (LaneId lane = 0; lane < lane_gaps_.size(); ++lane)
      close_gap(lane, std::max(end, lane_gaps_[lane].since));
    lost_.finish(end);
    if (std::max(latest_, lost_.latest()) > end)
      clip_end();
    GrowingArray<Arrow>& arrows = timeline_.arrows;
    while (!arrows.empty() && arrows.back().cycle >= end)
      arrows.truncate(arrows.size() - 1);
    if (!in_order_)
      put_in_order();
    leave_out_unseen();
    explain_empty_lanes();
    for (GrowingArray<LostSlots>& lost : lost_.by_point()) { // closed in order of time, as gaps are
      clip_before(lost, timeline_.first_cycle);
      timeline_.lost.append(lost.begin(), lost.end());
      lost = {};
    }
    std::size_t gaps = 0;
    for (const Gaps& of_lane : gaps_)
      gaps += of_lane.size();
    timeline_.gaps.reserve(gaps);
    for (Gaps& of_lane : gaps_) {
      clip_before(of_lane, timeline_.first_cycle);
      timeline_.gaps.append(of_lane.begin(), of_lane.end());
      of_lane = {};
    }
    find_fetch_waits(timeline_, first_fetched_);
    return std::move(timeline_);
  }

private:
  struct OpenGap {
    Cycle since;
    Cause cause;
  };
  /// The last What::late.
  struct Late {
    OpId op;
    LaneId lane = kNoLane;
    Cycle since;
    LateArrival arrival;
    Cycle resolved_to; ///< the cycles before have their causes
    bool is_open = false;
  };
  Cycle clipped(Cycle cycle) const { return std::max(cycle, timeline_.first_cycle); }
  /// First cycle of a gap on the lead of a lane: operations missing there before the first cycle
  /// are missing on the lane in the record.
  Cycle clipped_missed(Cycle cycle) const { return std::max(cycle, first_missed_); }

  /// Finds or creates an operation; nullptr when the operation has ended.
  LiveOp* open_op(OpId id) {
    STALLSCOPE_CHECK(id, "an event of an operation names none");
    if (LiveOp* op = ops_.find(id))
      return op->closed ? nullptr : op;
    return kept(id) != nullptr ? nullptr : &ops_.insert(id);
  }
  /// The row of an operation that has ended.
  const OpRow* kept(OpId id) const {
    const GrowingArray<OpRow>& rows = timeline_.rows;
    if (rows.empty() || (in_order_ && rows.back().op < id))
      return nullptr;
    const OpRow* found =
        in_order_ ? std::lower_bound(rows.begin(), rows.end(), id,
                                     [](const OpRow& row, OpId op) { return row.op < op; })
                  : std::find_if(rows.begin(), rows.end(),
                                 [id](const OpRow& row) { return row.op == id; });
    return found != rows.end() && found->op == id ? found : nullptr;
  }

  void begin(const Fact& fact) {
    LiveOp* op = open_op(fact.op);
    if (op == nullptr)
      return;
    if (fact.cycle >= timeline_.first_cycle && !first_fetched_)
      first_fetched_ = fact.op;
    arrivals_.begin(op->passage, fact.cycle, (fact.slot & 1U) != 0);
    op->row.instruction = InstructionIndex{fact.instruction};
    op->row.wrong_path = (fact.slot & 1U) != 0;
    op->row.part = fact.slot >> 1;
    op->row.fused = fact.fused;
  }

  void enter(const Fact& fact) {
    STALLSCOPE_CHECK(fact.lane < timeline_.lanes.size(),
                     "an operation enters a lane the machine does not have");
    LiveOp* op = open_op(fact.op);
    if (op == nullptr)
      return;
    const Lane& lane = timeline_.lanes[fact.lane];
    LateArrivals::enter(*op, fact.cycle, lane);
    if (lane.is_front)
      note_unreached(*op, fact.cycle, fact.cause);
    close_span(*op, fact.cycle);
    const bool leads = lane.lead != kNoLane; // slot: number of cycles already spent on the lead
    if (lane.reads_registers)
      read_operands(*op, fact.cycle, fact.cycle + lane.lead_cycles);
    if (lane.is_front) // back in the front end: replayed
      op->waiting.clear();
    op->open = {clipped(fact.cycle),
                Cycle{0},
                fact.op,
                fact.lane,
                static_cast<std::uint16_t>(leads ? 0 : fact.slot),
                {}};
    op->led_to =
        leads ? fact.cycle + (lane.lead_cycles - std::min(fact.slot, lane.lead_cycles)) : Cycle{0};
  }

  void hold(const Fact& fact) {
    LiveOp* op = open_op(fact.op);
    if (op == nullptr || op->open.lane == kNoLane)
      return;
    Cause cause = fact.cause;
    if (cause.why == Reason::none)
      cause = Cause{};
    if (cause == op->open.cause)
      return;
    LateArrivals::hold(op->passage, fact.cycle, cause);
    close_span(*op, fact.cycle);
    op->open.begin = std::max(op->open.begin, clipped(fact.cycle));
    op->open.cause = cause;
  }

  void flush(const Fact& fact) {
    LiveOp* op = open_op(fact.op);
    if (op == nullptr)
      return;
    op->row.flushed = true;
    op->row.flushed_by = fact.cause.culprit;
    note_unreached(*op, fact.cycle, fact.cause);
    close(*op, fact.cycle);
    // An operation squashed before it could read a value does not read it. Arrows are sorted by
    // cycle.
    GrowingArray<Arrow>& arrows = timeline_.arrows;
    std::size_t first = arrows.size();
    while (first > 0 && arrows[first - 1].cycle >= op->row.end)
      --first;
    Arrow* const end =
        std::remove_if(arrows.begin() + first, arrows.end(),
                       [&](const Arrow& arrow) { return arrow.consumer == fact.op; });
    arrows.truncate(static_cast<std::size_t>(end - arrows.begin()));
  }

  /// An operation on the lead of a lane does not reach the lane.
  void note_unreached(const LiveOp& op, Cycle cycle, const Cause& cause) {
    if (op.open.lane != kNoLane && cycle <= op.led_to)
      unreached_.push_back({op.led_to, op.led_to + 1, op.open.lane, cause});
  }

  void close(LiveOp& op, Cycle end) {
    close_span(op, end);
    op.closed = true;
    op.row.end = clipped(end);
    if (!op.spans.empty())
      op.row.end = std::max(op.row.end, op.spans.back().end);
    latest_ = std::max(latest_, op.row.end);
  }

  void close_span(LiveOp& op, Cycle end) const {
    Span& open = op.open;
    if (open.lane == kNoLane)
      return;
    if (open.begin < op.led_to) [[unlikely]] {
      const LaneId lane = open.lane;
      open.lane = timeline_.lanes[lane].lead;
      open.slot = lane;
      add_span(op, std::min(end, op.led_to));
      open.lane = lane;
      open.slot = 0;
      open.begin = op.led_to;
    }
    add_span(op, end);
  }

  static void add_span(LiveOp& op, Cycle end) {
    const Span& open = op.open;
    if (end > open.begin)
      op.spans.push_back({open.begin, end, open.op, open.lane, open.slot, open.cause});
  }

  /// Creates the row of an operation; its spans follow those of earlier rows.
  void keep(LiveOp& op) {
    GrowingArray<OpRow>& rows = timeline_.rows;
    in_order_ = in_order_ && (rows.empty() || rows.back().op < op.row.op);
    any_unseen_ = any_unseen_ || op.spans.empty();
    op.row.first_span = static_cast<std::uint32_t>(timeline_.spans.size());
    op.row.span_count = static_cast<std::uint32_t>(op.spans.size());
    if (!op.spans.empty()) {
      op.row.begin = op.spans.front().begin;
      op.row.end = std::max(op.row.end, op.spans.back().end);
      latest_ = std::max(latest_, op.row.end);
    }
    rows.push_back(op.row);
    timeline_.spans.append(op.spans.begin(), op.spans.end());
  }

  void empty(const Fact& fact) {
    STALLSCOPE_CHECK(fact.lane < timeline_.lanes.size(),
                     "an event names a lane the machine does not have");
    set_gap(fact.lane, fact.cycle, fact.cause);
  }

  void set_gap(LaneId lane, Cycle cycle, const Cause& cause) {
    OpenGap& gap = lane_gaps_[lane];
    if (gap.cause == cause)
      return;
    close_gap(lane, cycle);
    gap = {clipped_missed(cycle), cause};
    // An event that is reported early has had the cycle resolved before its own report.
    Gaps& earlier = gaps_[lane];
    if (!earlier.empty() && earlier.back().end == gap.since && earlier.back().cause == cause) {
      gap.since = earlier.back().begin;
      earlier.truncate(earlier.size() - 1);
    }
  }

  /// Gives the cycles since the last report of a late arrival, up to `end`, their causes.
  void resolve_late(Cycle end) {
    if (!late_.is_open || end <= late_.resolved_to)
      return;
    const LiveOp* const op = late_.op ? ops_.find(late_.op) : nullptr;
    for (Cycle cycle = late_.resolved_to; cycle < end; ++cycle)
      set_gap(late_.lane, cycle,
              arrivals_.cause_of(late_.op, op != nullptr ? &op->passage : nullptr, late_.arrival,
                                 late_.since, cycle));
    late_.resolved_to = end;
  }

  void close_gap(LaneId lane, Cycle end) {
    const OpenGap& gap = lane_gaps_[lane];
    if (gap.cause.why == Reason::none || end <= gap.since)
      return;
    gaps_[lane].push_back({gap.since, end, lane, gap.cause});
    latest_ = std::max(latest_, end);
  }

  void forward(const Fact& fact) {
    LiveOp* live = ops_.find(fact.op);
    const Arrow arrow{fact.cycle, fact.cause.culprit, fact.op, fact.cause.reg, fact.lane};
    if (reads_registers_ && live != nullptr && !live->closed &&
        (live->open.lane == kNoLane || !timeline_.lanes[live->open.lane].is_unit)) {
      live->waiting.push_back(arrow);
      return;
    }
    const OpRow* row = live != nullptr ? &live->row : kept(fact.op);
    if (row != nullptr && row->flushed && row->end <= fact.cycle)
      return; // the operation was squashed before
    add_arrow(arrow);
  }

  /// An operation enters its unit: it reads registers in one cycle, and executes from a later one.
  /// A result of a unit is read on its way to the registers, unless it has been written already.
  void read_operands(LiveOp& op, Cycle reads, Cycle executes) {
    for (Arrow arrow : op.waiting) {
      if (arrow.from == kNoLane || arrow.cycle < reads) {
        arrow.cycle = std::max(arrow.cycle, reads);
        arrow.from = kNoLane;
      } else {
        arrow.cycle = std::max(arrow.cycle, executes);
      }
      add_arrow(arrow);
    }
    op.waiting.clear();
  }

  void add_arrow(const Arrow& arrow) {
    if (arrow.cycle < timeline_.first_cycle)
      return;
    GrowingArray<Arrow>& arrows = timeline_.arrows;
    arrows.push_back(arrow);
    // The position is near the end: few arrows are reported some cycles early.
    for (std::size_t i = arrows.size() - 1; i > 0 && arrows[i].cycle < arrows[i - 1].cycle; --i)
      std::swap(arrows[i], arrows[i - 1]);
  }

  /// Discards reports of cycles after the end of the record.
  void clip_end() {
    const Cycle end = timeline_.end_cycle;
    std::uint32_t count = 0;
    for (OpRow& row : timeline_.rows) {
      const std::uint32_t first = count;
      for (Span span : timeline_.spans_of(row)) {
        span.end = std::min(span.end, end);
        if (span.begin < span.end)
          timeline_.spans[count++] = span; // truncated, at most to an empty span
      }
      row.first_span = first;
      row.span_count = count - first;
      row.end = std::min(row.end, end);
      any_unseen_ = any_unseen_ || row.span_count == 0;
    }
    timeline_.spans.truncate(count);
    const auto clip = [end](auto& list) {
      std::size_t left = 0;
      for (auto what : list) {
        what.end = std::min(what.end, end);
        if (what.begin < what.end)
          list[left++] = what;
      }
      list.truncate(left);
    };
    for (Gaps& gaps : gaps_)
      clip(gaps);
    for (GrowingArray<LostSlots>& lost : lost_.by_point())
      clip(lost);
  }

  /// An operation with a lower number than an ended one: rare, and never from a core.
  void put_in_order() {
    std::sort(timeline_.rows.begin(), timeline_.rows.end(),
              [](const OpRow& a, const OpRow& b) { return a.op < b.op; });
    GrowingArray<Span> spans;
    for (OpRow& row : timeline_.rows) {
      const std::span<const Span> of_row = timeline_.spans_of(row);
      row.first_span = static_cast<std::uint32_t>(spans.size());
      spans.append(of_row.begin(), of_row.end());
    }
    timeline_.spans = std::move(spans);
  }

  /// Operations without a span were on no lane during the recorded cycles.
  void leave_out_unseen() {
    if (!any_unseen_)
      return;
    GrowingArray<OpRow>& rows = timeline_.rows;
    const OpRow* end = std::remove_if(rows.begin(), rows.end(),
                                      [](const OpRow& row) { return row.span_count == 0; });
    rows.truncate(static_cast<std::size_t>(end - rows.begin()));
  }

  /// Adds the gaps of lanes that are empty because slots were lost at a ledger point.
  void explain_empty_lanes() {
    for (LaneId lane = 0; lane < timeline_.lanes.size(); ++lane) {
      const std::uint8_t point = timeline_.lanes[lane].lost_at;
      const bool is_counted = !timeline_.lanes[lane].is_unit && !timeline_.lanes[lane].is_lead;
      if (point == kNoLedgerPoint || (is_counted && !gaps_[lane].empty()))
        continue; // the core has said why the lane is empty
      const Gaps gaps = gaps_of(lost_.by_point()[point], lane);
      Gaps own = std::move(gaps_[lane]); // gaps of a unit without work
      gaps_[lane] = with_others_outside(own, gaps);
      if (timeline_.lanes[lane].lead_cycles > 0)
        delay_gaps(gaps_[lane], timeline_.lanes[lane].lead_cycles, timeline_.end_cycle);
      Gaps unreached;
      for (const Gap& gap : unreached_)
        if (gap.lane == lane && gap.begin < timeline_.end_cycle)
          unreached.push_back({gap.begin, gap.end, lane, lasting(gap, timeline_)});
      std::sort(unreached.begin(), unreached.end(),
                [](const Gap& a, const Gap& b) { return a.begin < b.begin; });
      if (!unreached.empty())
        gaps_[lane] = with_others_outside(unreached, gaps_[lane]);
    }
  }

  Timeline timeline_;
  Cycle first_missed_;
  OpId first_fetched_; ///< first operation of the record: earlier ones were in flight when it began
  LiveOps ops_;
  Cycle latest_{0};              ///< reports before this cycle are complete; the record may end
                                 ///< earlier
  bool reads_registers_ = false; ///< at least one lane has Lane::reads_registers
  bool in_order_ = true;         ///< rows are sorted by op
  bool any_unseen_ = false;      ///< some rows have no span
  std::vector<OpenGap> lane_gaps_;
  std::vector<Gaps> gaps_;     ///< by lane, then begin
  std::vector<Gap> unreached_; ///< gaps of operations taken out on the lead of their lane
  LostSlotsBuilder lost_;
  LateArrivals arrivals_;
  Late late_;
};

TimelineBuilder::TimelineBuilder(std::vector<Lane> lanes, Cycle first)
    : parts_(std::make_unique<Parts>(std::move(lanes), first)) {}

TimelineBuilder::~TimelineBuilder() = default;

void TimelineBuilder::add(const EventLog& log) {
  for (const EventChunk& chunk : log.chunks)
    for (const Event& event : chunk.events)
      parts_->apply(resolve(chunk, event));
  parts_->keep_closed();
}

Timeline TimelineBuilder::finish(Cycle end) {
  return parts_->finish(end);
}

} // namespace stallscope::trace
