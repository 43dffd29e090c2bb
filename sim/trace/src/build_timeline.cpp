#include "trace/build_timeline.hpp"

#include "base/check.hpp"
#include "base/huge_pages.hpp"
#include "fetch_waits.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

namespace stallscope::trace {

namespace {

/// An event with its offsets resolved.
struct Fact {
  What what = What::begin;
  Cycle cycle;
  OpId op;
  Cause cause; ///< `culprit` holds the producer or branch for forward and flush
  std::uint32_t instruction = 0;
  LaneId lane = kNoLane;
  std::uint8_t slot = 0;
  bool fused = false;
};

Fact resolve(const EventChunk& chunk, const Event& event) {
  Fact fact;
  fact.what = static_cast<What>(event.what);
  fact.cycle = Cycle{chunk.base_cycle + event.cycle};
  fact.op = event.op == kNoEventOp ? kNoOp : OpId{chunk.base_op + event.op};
  fact.lane = static_cast<LaneId>(event.lane);
  fact.slot = static_cast<std::uint8_t>(event.slot);
  if (fact.what == What::begin) {
    fact.fused = event.why != 0;
    fact.instruction = static_cast<std::uint32_t>(event.other);
    return fact;
  }
  STALLSCOPE_CHECK(event.why < kReasonCount, "an event carries an unknown reason");
  fact.cause.why = static_cast<Reason>(event.why);
  fact.cause.reg = static_cast<RegId>(event.reg);
  if (event.other != kNoOther)
    fact.cause.culprit =
        OpId{chunk.base_op + static_cast<std::uint64_t>(static_cast<std::int64_t>(event.other))};
  return fact;
}

/// Finds an operation's place by its number. Operations are numbered without holes, so a plain
/// array serves; a log whose numbers lie far apart gets a hash table instead.
class OpIndex {
public:
  explicit OpIndex(const EventLog& log) {
    std::uint64_t first = kNever.value;
    std::uint64_t last = 0;
    for (const EventChunk& chunk : log.chunks)
      for (const Event& event : chunk.events)
        if (event.op != kNoEventOp) {
          first = std::min(first, chunk.base_op + event.op);
          last = std::max(last, chunk.base_op + event.op);
        }
    if (first > last)
      return;
    first_ = first;
    if (last - first < 4 * (log.size() + 1024))
      dense_.assign(last - first + 1, kNone);
  }

  /// The place of an operation; `next` when it has none yet, which it then takes.
  std::uint32_t place_of(OpId op, std::uint32_t next) {
    std::uint32_t& place = dense_.empty() ? sparse_.try_emplace(op.value, kNone).first->second
                                          : dense_[op.value - first_];
    if (place == kNone)
      place = next;
    return place;
  }

private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::uint64_t first_ = 0;
  std::vector<std::uint32_t> dense_;
  std::unordered_map<std::uint64_t, std::uint32_t> sparse_;
};

/// Applies facts in order; everything still open is closed by finish().
class Builder {
public:
  Builder(Timeline& timeline, const EventLog& log)
      : timeline_(timeline), by_op_(log), lane_gaps_(timeline.lanes.size()),
        gaps_(timeline.lanes.size()) {
    lay_out(log);
  }

  void apply(const Fact& fact) {
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
      empty(fact);
      break;
    case What::forward:
      forward(fact);
      break;
    case What::resolve:
      break; // changes no span: the flush events behind it do
    case What::retire:
      close(fact.op, fact.cycle + 1);
      break;
    case What::flush:
      flush(fact);
      break;
    case What::lose:
      lose(fact);
      break;
    }
  }

  void finish() {
    for (std::uint32_t i = 0; i < ops_.size(); ++i)
      if (!ops_[i].closed) {
        close_span(i, timeline_.end_cycle);
        ops_[i].row.in_flight = true;
        ops_[i].row.end = timeline_.end_cycle;
      }
    for (LaneId lane = 0; lane < lane_gaps_.size(); ++lane)
      close_gap(lane, timeline_.end_cycle);
    for (std::size_t point = 0; point < kLedgerPointCount; ++point) {
      settle_lost(point);
      close_lost(point, timeline_.end_cycle);
    }
    collect_rows();
    drop_arrows_to_discarded();
    sort_arrows();
    for (const std::vector<LostSlots>& lost : lost_) // closed in time order, as gaps are
      timeline_.lost.insert(timeline_.lost.end(), lost.begin(), lost.end());
    explain_empty_lanes();
    std::size_t gaps = 0;
    for (const std::vector<Gap>& of_lane : gaps_)
      gaps += of_lane.size();
    reserve(timeline_.gaps, gaps);
    for (std::vector<Gap>& of_lane : gaps_) {
      timeline_.gaps.insert(timeline_.gaps.end(), of_lane.begin(), of_lane.end());
      of_lane = {};
    }
  }

private:
  struct Op {
    OpRow row;
    Span open;              ///< the span the operation is in; lane kNoLane: on no lane yet
    std::uint32_t room = 0; ///< for so many spans
    bool closed = false;    ///< retired or flushed: later events of it mean nothing
  };
  struct OpenGap {
    Cycle since;
    Cause cause;
  };
  struct OpenLost {
    Cycle since;
    std::uint8_t count = 0;
    Cause cause;
  };
  /// What is lost at a ledger point.
  struct Losing {
    Cycle cycle = kNever;       ///< of which something was said last
    std::vector<OpenLost> said; ///< of it
    std::vector<OpenLost> open; ///< in the cycles before
  };

  /// Memory for so many, of large pages where they fill some: it is written once, from end to end.
  template <class T> static void reserve(std::vector<T>& list, std::size_t size) {
    constexpr std::size_t kSome = std::size_t{8} << 20; // bytes
    list.reserve(size);
    if (list.capacity() * sizeof(T) >= kSome)
      prefer_huge_pages(list.data(), list.capacity() * sizeof(T));
  }

  Cycle clip(Cycle cycle) const {
    return std::min(std::max(cycle, timeline_.first_cycle), timeline_.end_cycle);
  }

  std::uint32_t index_of(OpId op) {
    STALLSCOPE_CHECK(op, "an event of an operation names none");
    const auto next = static_cast<std::uint32_t>(ops_.size());
    const std::uint32_t place = by_op_.place_of(op, next);
    if (place == next) {
      ops_.emplace_back();
      ops_.back().row.op = op;
    }
    return place;
  }

  void begin(const Fact& fact) {
    OpRow& row = ops_[index_of(fact.op)].row;
    row.instruction = InstructionIndex{fact.instruction};
    row.wrong_path = (fact.slot & 1U) != 0;
    row.part = fact.slot >> 1;
    row.fused = fact.fused;
  }

  void enter(const Fact& fact) {
    STALLSCOPE_CHECK(fact.lane < timeline_.lanes.size(),
                     "an operation enters a lane the machine does not have");
    const std::uint32_t i = index_of(fact.op);
    if (ops_[i].closed)
      return;
    close_span(i, fact.cycle);
    ops_[i].open = {clip(fact.cycle), Cycle{0}, fact.op, fact.lane, fact.slot, {}};
  }

  void hold(const Fact& fact) {
    const std::uint32_t i = index_of(fact.op);
    Op& op = ops_[i];
    if (op.closed || op.open.lane == kNoLane)
      return;
    Cause cause = fact.cause;
    if (cause.why == Reason::none)
      cause = Cause{};
    if (cause == op.open.cause)
      return;
    close_span(i, fact.cycle);
    op.open.begin = std::max(op.open.begin, clip(fact.cycle));
    op.open.cause = cause;
  }

  void flush(const Fact& fact) {
    const std::uint32_t i = index_of(fact.op);
    if (ops_[i].closed)
      return;
    ops_[i].row.flushed = true;
    ops_[i].row.flushed_by = fact.cause.culprit;
    close(fact.op, fact.cycle);
  }

  void close(OpId id, Cycle end) {
    const std::uint32_t i = index_of(id);
    if (ops_[i].closed)
      return;
    close_span(i, end);
    ops_[i].closed = true;
    ops_[i].row.end = clip(end);
  }

  void close_span(std::uint32_t i, Cycle end) {
    Span& open = ops_[i].open;
    if (open.lane == kNoLane)
      return;
    open.end = clip(end);
    if (open.end > open.begin) {
      OpRow& row = ops_[i].row;
      timeline_.spans[row.first_span + row.span_count++] = open;
    }
  }

  void empty(const Fact& fact) {
    STALLSCOPE_CHECK(fact.lane < timeline_.lanes.size(),
                     "an event names a lane the machine does not have");
    OpenGap& gap = lane_gaps_[fact.lane];
    if (gap.cause == fact.cause)
      return;
    close_gap(fact.lane, fact.cycle);
    gap = {clip(fact.cycle), fact.cause};
  }

  void close_gap(LaneId lane, Cycle end) {
    const OpenGap& gap = lane_gaps_[lane];
    if (gap.cause.why != Reason::none && clip(end) > gap.since)
      gaps_[lane].push_back({gap.since, clip(end), lane, gap.cause});
  }

  void lose(const Fact& fact) {
    STALLSCOPE_CHECK(fact.lane < kLedgerPointCount,
                     "an event names a ledger point that does not exist");
    Losing& losing = losing_[fact.lane];
    if (fact.cycle != losing.cycle) {
      settle_lost(fact.lane);
      losing.cycle = fact.cycle;
    }
    if (fact.cause.why != Reason::none) // of no slot: why the lane is empty all the same
      losing.said.push_back({clip(fact.cycle), fact.slot, fact.cause});
  }

  /// All has been said of a cycle. The same as before goes on: some cores say it every cycle.
  void settle_lost(std::size_t point) {
    Losing& losing = losing_[point];
    const bool same = std::equal(losing.open.begin(), losing.open.end(), losing.said.begin(),
                                 losing.said.end(), [](const OpenLost& a, const OpenLost& b) {
                                   return a.count == b.count && a.cause == b.cause;
                                 });
    if (!same) {
      close_lost(point, losing.cycle);
      losing.open.swap(losing.said);
    }
    losing.said.clear();
  }

  void close_lost(std::size_t point, Cycle end) {
    for (const OpenLost& open : losing_[point].open)
      if (clip(end) > open.since)
        lost_[point].push_back(
            {open.since, clip(end), static_cast<std::uint8_t>(point), open.count, open.cause});
    losing_[point].open.clear();
  }

  void forward(const Fact& fact) {
    if (fact.cycle >= timeline_.first_cycle && fact.cycle < timeline_.end_cycle)
      timeline_.arrows.push_back(
          {fact.cycle, fact.cause.culprit, fact.op, fact.cause.reg, fact.lane});
  }

  /// Operations get room for their spans side by side, in order of op: as many as there can be at
  /// most. So spans are written where they belong, and need no memory twice.
  void lay_out(const EventLog& log) {
    std::array<std::size_t, 16> events{}; // by What, which has four bits
    for (const EventChunk& chunk : log.chunks)
      for (const Event& event : chunk.events)
        ++events[event.what];
    const auto of = [&events](What what) { return events[static_cast<std::size_t>(what)]; };
    reserve(ops_, of(What::begin));
    reserve(timeline_.arrows, of(What::forward));
    for (const EventChunk& chunk : log.chunks)
      for (const Event& event : chunk.events)
        if (event.op != kNoEventOp) {
          Op& op = ops_[index_of(OpId{chunk.base_op + event.op})];
          const auto what = static_cast<What>(event.what);
          op.room += what == What::enter || what == What::hold ? 1 : 0; // each closes one at most
        }
    order_.resize(ops_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    const auto older = [&](std::uint32_t a, std::uint32_t b) {
      return ops_[a].row.op < ops_[b].row.op;
    };
    if (!std::is_sorted(order_.begin(), order_.end(), older)) // mostly they came in order
      std::sort(order_.begin(), order_.end(), older);
    std::uint32_t first = 0;
    for (const std::uint32_t i : order_) {
      ops_[i].row.first_span = first;
      first += ops_[i].room;
    }
    reserve(timeline_.spans, first);
    timeline_.spans.resize(first);
  }

  /// Rows in order of op, without the room that their spans did not need. Operations without any
  /// span are left out: they were on no lane during the recorded cycles.
  void collect_rows() {
    std::vector<Span>& spans = timeline_.spans;
    reserve(timeline_.rows, ops_.size());
    std::uint32_t end = 0;
    for (const std::uint32_t i : order_) {
      OpRow& row = ops_[i].row;
      if (row.span_count == 0)
        continue;
      const auto from = spans.begin() + row.first_span;
      std::copy(from, from + row.span_count, spans.begin() + end); // which is no further on
      row.first_span = end;
      end += row.span_count;
      row.begin = spans[row.first_span].begin;
      row.end = std::max(row.end, spans[end - 1].end);
      timeline_.rows.push_back(row);
    }
    spans.resize(end);
  }

  /// What was discarded before it could take a value has taken none.
  void drop_arrows_to_discarded() {
    std::erase_if(timeline_.arrows, [this](const Arrow& arrow) {
      const OpRow* row = timeline_.find(arrow.consumer);
      return row != nullptr && row->flushed && row->end <= arrow.cycle;
    });
  }

  /// Each lies near its place: a few are told some cycles ahead.
  void sort_arrows() {
    std::vector<Arrow>& arrows = timeline_.arrows;
    const auto earlier = [](const Arrow& a, const Arrow& b) { return a.cycle < b.cycle; };
    for (auto at = arrows.begin(); at != arrows.end(); ++at)
      if (at != arrows.begin() && earlier(*at, *(at - 1)))
        std::rotate(std::upper_bound(arrows.begin(), at, *at, earlier), at, at + 1);
  }

  /// Lanes that stand empty because slots were lost at a ledger point: with the cause of those lost
  /// to nothing that takes a lane, which is told last of a cycle. Stretches that differ only in how
  /// many are lost are one.
  void explain_empty_lanes() {
    for (LaneId lane = 0; lane < timeline_.lanes.size(); ++lane) {
      const std::uint8_t point = timeline_.lanes[lane].lost_at;
      if (point == kNoLedgerPoint)
        continue;
      std::vector<Gap> gaps;
      const std::vector<LostSlots>& lost = lost_[point];
      for (std::size_t i = 0; i < lost.size(); ++i) {
        if (i + 1 < lost.size() && lost[i + 1].begin == lost[i].begin)
          continue; // more was told of these cycles
        if (!gaps.empty() && gaps.back().end == lost[i].begin && gaps.back().cause == lost[i].cause)
          gaps.back().end = lost[i].end;
        else
          gaps.push_back({lost[i].begin, lost[i].end, lane, lost[i].cause});
      }
      std::vector<Gap> own = std::move(gaps_[lane]); // that a unit has nothing to do
      gaps_[lane] = outside_of(own, gaps);
    }
  }

  /// What says of the lane itself why it is empty, and between that the other gaps; by begin.
  static std::vector<Gap> outside_of(std::vector<Gap>& own, const std::vector<Gap>& others) {
    if (own.empty())
      return others;
    std::vector<Gap> all;
    std::size_t next = 0; // of its own that have not ended before
    for (Gap gap : others) {
      while (next < own.size() && own[next].end <= gap.begin)
        ++next;
      for (std::size_t i = next; i < own.size() && own[i].begin < gap.end; ++i) {
        if (own[i].begin > gap.begin)
          all.push_back({gap.begin, own[i].begin, gap.lane, gap.cause});
        gap.begin = std::max(gap.begin, own[i].end);
      }
      if (gap.begin < gap.end)
        all.push_back(gap);
    }
    const auto middle = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), own.begin(), own.end());
    std::inplace_merge(all.begin(), all.begin() + middle, all.end(),
                       [](const Gap& a, const Gap& b) { return a.begin < b.begin; });
    return all;
  }

  Timeline& timeline_;
  OpIndex by_op_;
  std::vector<Op> ops_;
  std::vector<std::uint32_t> order_; ///< places in ops_, by op
  std::vector<OpenGap> lane_gaps_;
  std::vector<std::vector<Gap>> gaps_; ///< by lane, then begin
  std::array<std::vector<LostSlots>, kLedgerPointCount> lost_;
  std::array<Losing, kLedgerPointCount> losing_;
};

/// A log nobody called covered() for covers the cycles its events name.
void set_covered_cycles(const EventLog& log, Timeline& timeline) {
  timeline.first_cycle = log.first_cycle;
  timeline.end_cycle = log.end_cycle;
  if (log.end_cycle > Cycle{0})
    return;
  timeline.first_cycle = kNever;
  timeline.end_cycle = Cycle{0};
  for (const EventChunk& chunk : log.chunks)
    for (const Event& event : chunk.events) {
      const Cycle cycle{chunk.base_cycle + event.cycle};
      timeline.first_cycle = std::min(timeline.first_cycle, cycle);
      timeline.end_cycle = std::max(timeline.end_cycle, cycle + 1);
    }
  if (timeline.end_cycle == Cycle{0})
    timeline.first_cycle = timeline.end_cycle = Cycle{1};
}

} // namespace

Timeline build_timeline(const EventLog& log, std::vector<Lane> lanes) {
  Timeline timeline;
  timeline.lanes = std::move(lanes);
  set_covered_cycles(log, timeline);
  Builder builder(timeline, log);
  for (const EventChunk& chunk : log.chunks)
    for (const Event& event : chunk.events)
      builder.apply(resolve(chunk, event));
  builder.finish();
  find_fetch_waits(timeline);
  return timeline;
}

} // namespace stallscope::trace
