#include "model/run/timeline_index.hpp"

#include <algorithm>

namespace stallscope::gui {

bool is_stall(const Span& span) {
  return span.cause.why != Reason::none && span.cause.why != Reason::latency;
}

TimelineIndex::TimelineIndex(const Timeline& timeline) : timeline_(&timeline) {
  latest_end_.reserve(timeline.rows.size());
  std::uint64_t latest = 0;
  for (const OpRow& row : timeline.rows) {
    latest = std::max(latest, row.end.value);
    latest_end_.push_back(latest);
    if (row.wrong_path || row.flushed || row.in_flight)
      continue;
    if (row.part > 0 && !retirements_.empty()) // an instruction retires with its last micro-op
      retirements_.back() = std::max(retirements_.back(), row.end.value - 1);
    else
      retirements_.push_back(row.end.value - 1);
  }
  std::sort(retirements_.begin(), retirements_.end());
  latest_lost_.reserve(timeline.lost.size());
  for (std::size_t i = 0; i < timeline.lost.size(); ++i) {
    const bool first = i == 0 || timeline.lost[i].point != timeline.lost[i - 1].point;
    const std::uint64_t end = timeline.lost[i].end.value;
    latest_lost_.push_back(first ? end : std::max(end, latest_lost_.back()));
  }
  first_gap_.assign(timeline.lanes.size() + 1, timeline.gaps.size());
  for (std::size_t i = timeline.gaps.size(); i-- > 0;)
    first_gap_[timeline.gaps[i].lane] = i;
  for (std::size_t lane = timeline.lanes.size(); lane-- > 0;)
    first_gap_[lane] = std::min(first_gap_[lane], first_gap_[lane + 1]);
  for (const Span& span : timeline.spans)
    if (is_stall(span))
      stalls_.push_back(span.begin.value);
  std::sort(stalls_.begin(), stalls_.end());
  stalls_.erase(std::unique(stalls_.begin(), stalls_.end()), stalls_.end());
}

TimelineIndex::Rows TimelineIndex::rows_in(Cycle from, Cycle to) const {
  if (timeline_ == nullptr)
    return {};
  const auto first = std::partition_point(latest_end_.begin(), latest_end_.end(),
                                          [from](std::uint64_t end) { return end <= from.value; });
  const auto& rows = timeline_->rows;
  const auto last = std::partition_point(rows.begin(), rows.end(),
                                         [to](const OpRow& row) { return row.begin < to; });
  const auto begin = static_cast<std::size_t>(first - latest_end_.begin());
  return {begin, std::max(begin, static_cast<std::size_t>(last - rows.begin()))};
}

TimelineIndex::Rows TimelineIndex::gaps_in(LaneId lane, Cycle from, Cycle to) const {
  if (timeline_ == nullptr || lane + std::size_t{1} >= first_gap_.size())
    return {};
  const auto& gaps = timeline_->gaps;
  const auto begin = gaps.begin() + static_cast<std::ptrdiff_t>(first_gap_[lane]);
  const auto end = gaps.begin() + static_cast<std::ptrdiff_t>(first_gap_[lane + std::size_t{1}]);
  const auto first =
      std::partition_point(begin, end, [from](const Gap& gap) { return gap.end <= from; });
  const auto last =
      std::partition_point(first, end, [to](const Gap& gap) { return gap.begin < to; });
  return {static_cast<std::size_t>(first - gaps.begin()),
          static_cast<std::size_t>(last - gaps.begin())};
}

TimelineIndex::Rows TimelineIndex::lost_in(std::uint8_t point, Cycle from, Cycle to) const {
  if (timeline_ == nullptr)
    return {};
  const GrowingArray<LostSlots>& lost = timeline_->lost;
  const auto begin = std::partition_point(lost.begin(), lost.end(),
                                          [point](const LostSlots& l) { return l.point < point; });
  const auto end = std::partition_point(begin, lost.end(), [point, to](const LostSlots& l) {
    return l.point == point && l.begin < to;
  });
  const auto ends = latest_lost_.begin();
  const auto first =
      std::partition_point(ends + (begin - lost.begin()), ends + (end - lost.begin()),
                           [from](std::uint64_t latest) { return latest <= from.value; });
  return {static_cast<std::size_t>(first - ends), static_cast<std::size_t>(end - lost.begin())};
}

namespace {

/// The entries of a list sorted by cycle that lie in [from, to).
template <class List> auto in_cycles(const List& list, Cycle from, Cycle to) {
  const auto first = std::partition_point(list.begin(), list.end(),
                                          [from](const auto& a) { return a.cycle < from; });
  const auto last =
      std::partition_point(first, list.end(), [to](const auto& a) { return a.cycle < to; });
  return std::pair(first, last);
}

} // namespace

Timeline TimelineIndex::slice(Cycle from, Cycle to) const {
  Timeline part;
  if (timeline_ == nullptr)
    return part;
  const Timeline& all = *timeline_;
  part.lanes = all.lanes;
  from = std::clamp(from, all.first_cycle, all.end_cycle);
  to = std::clamp(to, from, all.end_cycle);
  part.first_cycle = from;
  part.end_cycle = to;
  const Rows range = rows_in(from, to);
  for (std::size_t i = range.first; i < range.last; ++i) {
    const OpRow& row = all.rows[i];
    if (row.end <= from)
      continue;
    part.rows.push_back(row);
    part.rows.back().first_span = static_cast<std::uint32_t>(part.spans.size());
    const std::span<const Span> spans = all.spans_of(row);
    part.spans.append(spans.begin(), spans.end());
    const std::span<const FetchWait> waits = all.fetch_waits_of(row.op);
    part.fetch_waits.insert(part.fetch_waits.end(), waits.begin(), waits.end());
  }
  for (std::size_t lane = 0; lane + 1 < first_gap_.size(); ++lane) {
    const Rows gaps = gaps_in(static_cast<LaneId>(lane), from, to);
    for (std::size_t i = gaps.first; i < gaps.last; ++i)
      part.gaps.push_back(all.gaps[i]);
  }
  const auto [first, last] = in_cycles(all.arrows, from, to);
  part.arrows.append(first, last);
  return part;
}

Cycle TimelineIndex::retirement(std::size_t n) const {
  if (n == 0)
    return Cycle{0};
  return n <= retirements_.size() ? Cycle{retirements_[n - 1]} : kNever;
}

std::size_t TimelineIndex::retired_at(Cycle cycle) const {
  return static_cast<std::size_t>(
      std::upper_bound(retirements_.begin(), retirements_.end(), cycle.value) -
      retirements_.begin());
}

Cycle TimelineIndex::next_stall(Cycle cycle) const {
  const auto found = std::upper_bound(stalls_.begin(), stalls_.end(), cycle.value);
  return found == stalls_.end() ? kNever : Cycle{*found};
}

Cycle TimelineIndex::previous_stall(Cycle cycle) const {
  const auto found = std::lower_bound(stalls_.begin(), stalls_.end(), cycle.value);
  return found == stalls_.begin() ? kNever : Cycle{*std::prev(found)};
}

} // namespace stallscope::gui
