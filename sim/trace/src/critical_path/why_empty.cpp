// Why a lane has empty slots: the chain from there back to its root.

#include "critical_path/lane_use.hpp"
#include "trace/critical_path.hpp"

#include <algorithm>
#include <optional>

namespace stallscope::trace {

namespace {

/// The arrival of an operation on a lane: its row, and the index of its stay there.
struct Arrival {
  std::size_t row = 0;
  std::size_t span = 0;
};

/// The oldest operation that enters a lane in a cycle, with its next span.
std::optional<Arrival> arrival_at(const Timeline& timeline, LaneId lane, Cycle cycle) {
  for (std::size_t i = 0; i < timeline.rows.size() && timeline.rows[i].begin <= cycle; ++i) {
    const OpRow& row = timeline.rows[i];
    const auto spans = timeline.spans_of(row);
    for (std::size_t k = 0; row.end > cycle && !row.flushed && k < spans.size(); ++k)
      if (spans[k].lane == lane && spans[k].begin == cycle && (k == 0 || spans[k - 1].lane != lane))
        return Arrival{i, k};
  }
  return std::nullopt;
}

/// An operation that comes to a lane, and was held before.
struct HeldArrival {
  Arrival arrival;
  std::size_t held = 0; ///< the last stay of its row in which it was held for the cause
};

/// The first operation that comes to a lane behind the slots [begin, end), of those held for a
/// cause before; of several of one cycle the oldest.
std::optional<HeldArrival> held_arrival(const Timeline& timeline, LaneId lane, const Cause& cause,
                                        Cycle end) {
  std::optional<HeldArrival> found;
  Cycle first = kNever;
  for (std::size_t i = 0; i < timeline.rows.size() && timeline.rows[i].begin < first; ++i) {
    const auto spans = timeline.spans_of(timeline.rows[i]);
    std::size_t held = spans.size();
    for (std::size_t k = 0; !timeline.rows[i].flushed && k < spans.size(); ++k) {
      if (spans[k].begin < end && spans[k].cause == cause)
        held = k;
      const bool comes = spans[k].lane == lane && (k == 0 || spans[k - 1].lane != lane);
      if (comes && held < k && end <= spans[k].begin && spans[k].begin < first) {
        found = HeldArrival{{i, k}, held};
        first = spans[k].begin;
      }
    }
  }
  return found;
}

/// For these reasons a slot stays empty until fetch continues at another address and the first
/// operation from that address has arrived.
bool is_lost_to_control(Reason why) {
  return why == Reason::mispredict || why == Reason::control || why == Reason::redirect ||
         why == Reason::exception;
}

/// A chain of a gap also covers the gaps before and behind it in the same lane, when they have the
/// same cause and no cycle lies between them.
void extend_over_gaps(const Timeline& timeline, const Gap* gap, WhyChain& chain) {
  for (auto next = gap + 1; next != timeline.gaps.end() && next->lane == gap->lane &&
                            next->begin == chain.end && next->cause == gap->cause;
       ++next)
    chain.end = next->end;
  for (auto before = gap; before != timeline.gaps.begin();) {
    --before;
    if (before->lane != gap->lane || before->end != chain.begin || !(before->cause == gap->cause))
      break;
    chain.begin = before->begin;
  }
}

/// Leaves out of links, the last first, what lies at or behind a cycle.
void clip_end(std::vector<PathLink>& links, Cycle end) {
  std::erase_if(links, [end](const PathLink& link) { return link.end > end && link.begin >= end; });
  for (PathLink& link : links)
    link.end = std::min(link.end, end);
}

} // namespace

/// The chain of slots that stay empty behind the cycles in which the operation that comes to them
/// was held: its way in the interval, and in front of that what held it, in as many cycles. False:
/// none was held for that.
bool RunGraph::follow_held_arrival(WhyChain& chain) const {
  const auto come = held_arrival(timeline_, chain.lane, chain.cause, chain.end);
  if (!come)
    return false;
  const auto [row, arrives] = come->arrival;
  follow(node_of(row, arrives), chain.begin, chain.links);
  clip_end(chain.links, chain.end);
  const std::uint32_t released = node_of(row, come->held + 1);
  if (chain.begin < nodes_[released].at)
    return true;
  const auto spans = timeline_.spans_of(timeline_.rows[row]);
  for (std::size_t i = arrives; i-- > come->held + 1;)
    chain.before.push_back({EdgeKind::work, spans[i].op, spans[i].op, spans[i].lane, spans[i].cause,
                            nodes_[node_of(row, i)].at, nodes_[node_of(row, i + 1)].at});
  clip_end(chain.before, chain.begin);
  const Cycle freed = nodes_[released].at;
  follow(released, Cycle{freed.value - std::min(freed.value, chain.end - chain.begin)},
         chain.before);
  return true;
}

std::optional<WhyChain> RunGraph::why_empty(LaneId lane, Cycle cycle) const {
  const auto covers = [&](const Gap& gap) {
    return gap.lane == lane && gap.begin <= cycle && cycle < gap.end;
  };
  const auto gap = std::find_if(timeline_.gaps.begin(), timeline_.gaps.end(), covers);
  if (gap == timeline_.gaps.end())
    return std::nullopt;
  WhyChain chain{kNoOp, lane, gap->cause, gap->begin, gap->end, false, {}};
  extend_over_gaps(timeline_, gap, chain);
  chain.partly = is_used(timeline_, lane, chain.begin, chain.end);
  if (is_lost_to_control(gap->cause.why))
    if (const auto first = arrival_at(timeline_, lane, chain.end)) {
      const std::uint32_t node = node_of(first->row, first->span);
      follow(node, chain.begin, chain.links);
      const Cycle fetched = timeline_.rows[first->row].begin;
      chain.before =
          before_until(node, chain.begin, gap->cause.culprit,
                       Cycle{fetched.value - std::min(fetched.value, chain.end - chain.begin)});
      return chain;
    }
  // The culprit's last event before the lane is used again, and its causal chain.
  const std::size_t row = row_of(gap->cause.culprit);
  std::uint32_t event = kNone;
  if (row != timeline_.rows.size()) {
    std::size_t last = timeline_.spans_of(timeline_.rows[row]).size();
    Cycle until = chain.end;
    if (is_lost_to_control(gap->cause.why)) { // up to the decision, behind which fetch goes on
      last = last_event(row, gap->cause.why);
      const auto next =
          std::find_if(timeline_.rows.begin() + static_cast<std::ptrdiff_t>(row) + 1,
                       timeline_.rows.end(), [](const OpRow& other) { return !other.flushed; });
      if (next != timeline_.rows.end())
        until = std::min(until, next->begin);
    }
    for (std::size_t i = 0; i <= last; ++i)
      if (nodes_[node_of(row, i)].at <= until)
        event = node_of(row, i);
  }
  const Cycle from = event == kNone ? chain.begin : std::max(nodes_[event].at, chain.begin);
  if (gap->cause.culprit && from == chain.begin && follow_held_arrival(chain))
    return chain; // the culprit has done before what was waited for
  if (from < chain.end)
    chain.links.push_back({EdgeKind::wait, kNoOp, event == kNone ? kNoOp : gap->cause.culprit, lane,
                           gap->cause, from, chain.end});
  if (event != kNone)
    follow(event, chain.begin, chain.links);
  return chain;
}

} // namespace stallscope::trace
