#include "record/fetch_waits.hpp"

#include "trace/ledger.hpp"

#include <algorithm>

namespace stallscope::trace {

namespace {

/// Lost fetch slots not explained otherwise: those of cycles in which no operation was held in the
/// fetch stage and no wrong-path operation took the slot. Where the fetch stage is a queue,
/// operations in it do not explain a fetch stall.
class FetchWaits {
public:
  FetchWaits(Timeline& timeline, OpId first_fetched)
      : timeline_(timeline), first_fetched_(first_fetched) {
    if (timeline.lanes.empty() || timeline.lanes[kFetchLane].slots == 0)
      return;
    for (const OpRow& row : timeline.rows)
      for (const Span& span : timeline.spans_of(row))
        if (span.lane == kFetchLane && span.cause.why != Reason::none)
          held_.push_back(&span);
    std::stable_sort(held_.begin(), held_.end(),
                     [](const Span* a, const Span* b) { return a->begin < b->begin; });
  }

  void find() {
    const GrowingArray<LostSlots>& lost = timeline_.lost;
    for (std::size_t first = 0; first < lost.size();) {
      // One past the entries of the same cycles, of which there may be several causes.
      std::size_t last = first + 1;
      while (last < lost.size() && lost[last].point == lost[first].point &&
             lost[last].begin == lost[first].begin)
        ++last;
      if (lost[first].point == static_cast<std::uint8_t>(LedgerPoint::fetch))
        for (Cycle c = lost[first].begin; c < lost[first].end; ++c)
          for (std::size_t i = first; i < last; ++i)
            if (!shown(c, lost[i]))
              add(c, lost[i].cause);
      first = last;
    }
  }

private:
  static constexpr LaneId kFetchLane = 0;

  /// Whether an operation in the fetch stage explains these lost slots of a cycle. Called with
  /// ascending cycles.
  bool shown(Cycle c, const LostSlots& lost) {
    for (; next_held_ < held_.size() && held_[next_held_]->begin <= c; ++next_held_)
      held_until_ = std::max(held_until_, held_[next_held_]->end);
    const GrowingArray<OpRow>& rows = timeline_.rows;
    while (next_row_ < rows.size() && rows[next_row_].begin <= c)
      ++next_row_;
    unsigned wrong = 0;
    for (std::size_t i = next_row_; i > 0 && rows[i - 1].begin == c; --i)
      wrong += rows[i - 1].wrong_path && rows[i - 1].op >= first_fetched_ ? 1 : 0;
    return lost.cause.why == Reason::fill || lost.cause.why == Reason::drain || held_until_ > c ||
           lost.count <= wrong;
  }

  void add(Cycle c, const Cause& cause) {
    // While fetch is on the wrong path, the next right-path operation is the one delayed.
    std::size_t next = next_row_;
    while (next < timeline_.rows.size() && timeline_.rows[next].wrong_path)
      ++next;
    if (next == timeline_.rows.size())
      return; // fetch has ended, and no operation follows
    const OpId op = timeline_.rows[next].op;
    std::vector<FetchWait>& waits = timeline_.fetch_waits;
    if (!waits.empty() && waits.back().op == op && waits.back().end > c)
      return; // the second cause of the same cycle is skipped
    if (!waits.empty() && waits.back().op == op && waits.back().end == c &&
        waits.back().cause == cause)
      waits.back().end = c + 1;
    else
      waits.push_back({c, c + 1, op, cause});
  }

  Timeline& timeline_;
  OpId first_fetched_;
  std::vector<const Span*> held_; ///< held spans in the fetch stage, by begin
  std::size_t next_held_ = 0;
  Cycle held_until_{0};
  std::size_t next_row_ = 0; ///< index of the first row fetched later
};

} // namespace

void find_fetch_waits(Timeline& timeline, OpId first_fetched) {
  FetchWaits(timeline, first_fetched).find();
}

} // namespace stallscope::trace
