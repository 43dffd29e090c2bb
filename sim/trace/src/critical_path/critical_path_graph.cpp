// Builds the dependence graph of a record.

#include "base/check.hpp"
#include "trace/critical_path.hpp"
#include "trace/render.hpp"

#include <algorithm>
#include <numeric>

namespace stallscope::trace {

namespace {

/// The wait ends when the culprit leaves the machine, or later.
bool ends_with_retirement(Reason why) {
  switch (why) {
  case Reason::reorder_full:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::buffer_full:
  case Reason::branches_full:
  case Reason::no_register:
  case Reason::serialising:
  case Reason::exception:
  case Reason::memory_order:
  case Reason::not_pipelined:
    return true;
  default:
    return false;
  }
}

} // namespace

RunGraph::RunGraph(const RunRecord& run) : run_(run), timeline_(run.timeline) {
  for (std::size_t lane = 0; lane < timeline_.lanes.size(); ++lane) {
    if (timeline_.lanes[lane].is_unit)
      last_unit_ = lane;
    dynamic_ = dynamic_ || timeline_.lanes[lane].is_front;
  }
  for (std::size_t lane = 0; lane < timeline_.lanes.size(); ++lane)
    retires_in_order_ = retires_in_order_ || is_done_lane(static_cast<LaneId>(lane));
  add_nodes();
  find_shortest_stays();
  for (std::size_t row = 0; row < timeline_.rows.size(); ++row) {
    add_fetch(row);
    add_way(row);
    add_orders(row);
  }
  add_retire_width();
  add_data();
  add_end();
  order();
}

void RunGraph::add_nodes() {
  nodes_.push_back({kNoOp, timeline_.first_cycle, kNoLane});
  nodes_.push_back({kNoOp, timeline_.end_cycle, kNoLane});
  first_node_.reserve(timeline_.rows.size() + 1);
  for (const OpRow& row : timeline_.rows) {
    first_node_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    for (const Span& span : timeline_.spans_of(row))
      nodes_.push_back({row.op, std::min(span.begin, timeline_.end_cycle), span.lane});
    nodes_.push_back({row.op, std::min(row.end, timeline_.end_cycle), kNoLane});
  }
  STALLSCOPE_CHECK(nodes_.size() < kNone, "more moments than the graph of a run has numbers");
  first_node_.push_back(static_cast<std::uint32_t>(nodes_.size()));
}

std::uint32_t RunGraph::node_of(std::size_t row, std::size_t span) const {
  return first_node_[row] + static_cast<std::uint32_t>(span);
}

std::size_t RunGraph::row_of(OpId op) const {
  const OpRow* row = timeline_.find(op);
  return row == nullptr ? timeline_.rows.size()
                        : static_cast<std::size_t>(row - timeline_.rows.data());
}

/// Orders events of one cycle by program order, so that the graph is acyclic: an edge from a
/// younger operation must come from an earlier cycle.
bool RunGraph::may_precede(std::uint32_t from, std::uint32_t to) const {
  const PathNode& a = nodes_[from];
  const PathNode& b = nodes_[to];
  if (from == kBegin || to == kEnd)
    return true;
  return a.at < b.at || (a.at == b.at && (a.op < b.op || (a.op == b.op && from < to)));
}

void RunGraph::add_edge(EdgeKind kind, std::uint32_t from, std::uint32_t to, std::uint64_t cycles,
                        LaneId lane, const Cause& cause) {
  edges_.push_back({from, to, static_cast<std::uint32_t>(cycles), kind, lane, cause});
}

bool RunGraph::is_done_lane(LaneId lane) const {
  return dynamic_ && lane > last_unit_ && timeline_.lanes[lane].is_queue;
}

/// In the front end, and after completion, operations can wait behind others without being held.
/// The shortest stay of any operation is taken as the work; the rest is waiting.
void RunGraph::find_shortest_stays() {
  shortest_.assign(timeline_.lanes.size(), kNever.value);
  for (const OpRow& row : timeline_.rows)
    for (const Span& span : timeline_.spans_of(row))
      if (span.cause.why == Reason::none && span.end < timeline_.end_cycle && !row.flushed)
        shortest_[span.lane] = std::min(shortest_[span.lane], span.end - span.begin);
  for (std::size_t lane = 0; lane < timeline_.lanes.size(); ++lane)
    if (const Lane& known = timeline_.lanes[lane]; known.own_cycles != Lane::kNotKnown)
      shortest_[lane] = std::min<std::uint64_t>(shortest_[lane], known.own_cycles);
  // The operation retires in the cycle after its write.
  for (std::size_t lane = 0; lane < timeline_.lanes.size(); ++lane)
    if (is_done_lane(static_cast<LaneId>(lane)))
      shortest_[lane] = std::min<std::uint64_t>(shortest_[lane], 1);
}

/// The last event of a row, among its first `most` + 1, that is not after a cycle and may precede a
/// node.
std::uint32_t RunGraph::last_node_until(std::size_t row, Cycle cycle, std::size_t most,
                                        std::uint32_t to) const {
  const std::size_t count = first_node_[row + 1] - first_node_[row];
  std::uint32_t found = kNone;
  for (std::size_t i = 0; i < count && i <= most; ++i)
    if (const std::uint32_t node = node_of(row, i);
        nodes_[node].at <= cycle && may_precede(node, to))
      found = node;
  return found;
}

/// The culprit's event that ends a wait for it at node `to`; kNone: there is no earlier event.
std::uint32_t RunGraph::event_of(OpId culprit, Reason why, std::uint32_t to) const {
  const std::size_t row = row_of(culprit);
  if (row == timeline_.rows.size() || culprit == nodes_[to].op)
    return kNone;
  return last_node_until(row, nodes_[to].at, last_event(row, why), to);
}

/// The place in an operation's way of the last event that ends waits for it, for a reason.
std::size_t RunGraph::last_event(std::size_t row, Reason why) const {
  const auto spans = timeline_.spans_of(timeline_.rows[row]);
  std::size_t last = spans.size();
  if (dynamic_ && !ends_with_retirement(why))
    for (std::size_t i = 0; i < spans.size(); ++i)
      if (timeline_.lanes[spans[i].lane].is_unit) // it has executed, and possibly written back
        last = i + 1 < spans.size() && !is_done_lane(spans[i + 1].lane) ? i + 2 : i + 1;
  return last;
}

void RunGraph::add_way(std::size_t row) {
  const std::size_t spans = timeline_.spans_of(timeline_.rows[row]).size();
  for (std::size_t i = 0; i < spans; ++i)
    add_stay(row, i);
  add_edge(EdgeKind::drain, node_of(row, spans), kEnd, 0);
}

/// Connects the last event to the end of the run.
void RunGraph::add_end() {
  std::uint32_t last = kBegin;
  for (std::uint32_t node = kEnd + 1; node < nodes_.size(); ++node)
    if (nodes_[node].at > nodes_[last].at)
      last = node;
  if (last == kBegin || nodes_[last].at < nodes_[kEnd].at)
    add_edge(EdgeKind::drain, last, kEnd, nodes_[kEnd].at - nodes_[last].at);
}

/// Adds the edges from one event of an operation to its next event, and from the culprit that holds
/// the operation in between.
void RunGraph::add_stay(std::size_t row, std::size_t i) {
  const Span& span = timeline_.spans_of(timeline_.rows[row])[i];
  const std::uint32_t begin = node_of(row, i);
  const std::uint32_t end = node_of(row, i + 1);
  const std::uint64_t stays = nodes_[end].at - nodes_[begin].at;
  if (span.cause.why != Reason::none && !span.cause.culprit)
    return add_edge(EdgeKind::work, begin, end, stays, span.lane, span.cause);
  if (const Replay replay = replay_of(span.lane, span.cause, span.begin, run_);
      replay != Replay::none)
    return add_replay(row, i, replay == Replay::behind);
  if (span.cause.why != Reason::none) {
    std::uint32_t event = event_of(span.cause.culprit, span.cause.why, end);
    if (event == kNone)
      return add_edge(EdgeKind::work, begin, end, stays, span.lane, span.cause);
    event = within_unit(event, end, span.cause.why);
    add_edge(EdgeKind::work, begin, end, 0, span.lane);
    return add_edge(EdgeKind::wait, event, end, nodes_[end].at - nodes_[event].at, span.lane,
                    span.cause);
  }
  const bool front = timeline_.lanes[span.lane].is_front;
  if (!dynamic_ || (!front && !is_done_lane(span.lane)) || stays <= shortest_[span.lane] ||
      timeline_.rows[row].flushed)
    return add_edge(EdgeKind::work, begin, end, stays, span.lane);
  add_turn(row, i, front);
}

/// In-order dispatch or retirement behind the nearest older operation that takes the same path. Of
/// operations that retire in the same cycle, the oldest that completed only in the previous cycle
/// has delayed the others.
void RunGraph::add_turn(std::size_t row, std::size_t i, bool front) {
  const Span& span = timeline_.spans_of(timeline_.rows[row])[i];
  const std::uint32_t begin = node_of(row, i);
  const std::uint32_t end = node_of(row, i + 1);
  std::uint32_t before = kNone;
  for (std::size_t older = row; older-- > 0;) {
    const OpRow& candidate = timeline_.rows[older];
    if (candidate.flushed && !front)
      continue;
    const std::uint32_t node = node_of(older, front ? dispatch_of(older) : retirement_of(older));
    if (nodes_[node].at > nodes_[end].at || nodes_[node].at <= nodes_[begin].at ||
        (before != kNone && nodes_[node].at < nodes_[before].at))
      break;
    const Span& last = timeline_.spans_of(candidate).back();
    if (before == kNone || !is_done_lane(last.lane) ||
        last.end - last.begin <= shortest_[last.lane])
      before = node;
    if (front)
      break;
  }
  if (before == kNone)
    return add_edge(EdgeKind::work, begin, end, nodes_[end].at - nodes_[begin].at, span.lane);
  add_edge(EdgeKind::work, begin, end, shortest_[span.lane], span.lane);
  add_edge(front ? EdgeKind::dispatch : EdgeKind::retire, before, end,
           nodes_[end].at - nodes_[before].at, span.lane);
}

/// A stay in the front end of a replayed operation: the load that has read too early, or a younger
/// operation, which reaches its station after the load.
void RunGraph::add_replay(std::size_t row, std::size_t i, bool is_behind) {
  const Span& span = timeline_.spans_of(timeline_.rows[row])[i];
  const std::uint32_t begin = node_of(row, i);
  const std::uint32_t end = node_of(row, i + 1);
  std::uint32_t event = kNone; // the load leaves the front end
  if (const std::size_t load = row_of(span.cause.culprit);
      is_behind && load < timeline_.rows.size()) {
    const auto spans = timeline_.spans_of(timeline_.rows[load]);
    for (std::size_t k = 0; k < spans.size(); ++k)
      if (spans[k].cause.why == Reason::memory_order && timeline_.lanes[spans[k].lane].is_front &&
          nodes_[node_of(load, k + 1)].at <= nodes_[end].at)
        event = node_of(load, k + 1);
  }
  if (event == kNone || nodes_[event].at <= nodes_[begin].at)
    return add_edge(EdgeKind::work, begin, end, nodes_[end].at - nodes_[begin].at, span.lane,
                    span.cause);
  add_edge(EdgeKind::work, begin, end, 0, span.lane);
  add_edge(EdgeKind::wait, event, end, nodes_[end].at - nodes_[event].at, span.lane, span.cause);
}

/// The index of the first stay after the lane it was fetched to.
std::size_t RunGraph::first_stay(std::size_t row) const {
  const auto spans = timeline_.spans_of(timeline_.rows[row]);
  std::size_t i = 0;
  while (i < spans.size() && spans[i].lane == spans.front().lane)
    ++i;
  return i;
}

/// Moves the end of a wait into the producer's stay in its unit. A result is forwarded while its
/// producer is in the unit, and a consumer that reads registers after issue has left its station
/// before the producer has. A younger culprit leaves the unit in the very cycle in which the older
/// operation enters the unit, and none of its events precedes that cycle. `event`: the culprit
/// enters the unit; returns an event inside the unit at which the wait ends.
std::uint32_t RunGraph::within_unit(std::uint32_t event, std::uint32_t to, Reason why) {
  const PathNode entered = nodes_[event];
  const bool passes_value_on =
      why == Reason::raw || why == Reason::bypass || why == Reason::memory_order;
  const bool is_younger = nodes_[to].op < entered.op;
  const Cycle cycle{nodes_[to].at.value - (is_younger ? 1 : 0)};
  if (!dynamic_ || (!passes_value_on && !is_younger) || entered.lane == kNoLane ||
      cycle <= entered.at || !timeline_.lanes[entered.lane].is_unit)
    return event;
  nodes_.push_back({entered.op, cycle, entered.lane});
  const auto inside = static_cast<std::uint32_t>(nodes_.size() - 1);
  add_edge(EdgeKind::work, event, inside, cycle - entered.at, entered.lane);
  return inside;
}

/// The index of the first stay after the front end; the row's end when there is none.
std::size_t RunGraph::dispatch_of(std::size_t row) const {
  const auto spans = timeline_.spans_of(timeline_.rows[row]);
  std::size_t i = 0;
  while (i < spans.size() && timeline_.lanes[spans[i].lane].is_front)
    ++i;
  return i;
}

/// The index of the last stay, in which the operation retires.
std::size_t RunGraph::retirement_of(std::size_t row) const {
  const auto spans = timeline_.spans_of(timeline_.rows[row]);
  return spans.empty() || is_done_lane(spans.back().lane) ? spans.size() : spans.size() - 1;
}

namespace {

/// Why fetch was elsewhere when it fetched an operation that was squashed: a misprediction, or the
/// late target of a branch or jump that was predicted right.
Reason fetched_for(const Timeline& timeline, const OpRow& squashed) {
  constexpr auto kFetch = static_cast<std::uint8_t>(LedgerPoint::fetch);
  auto lost =
      std::partition_point(timeline.lost.begin(), timeline.lost.end(), [&](const LostSlots& one) {
        return one.point == kFetch && one.end <= squashed.begin; // the first point
      });
  for (; lost != timeline.lost.end() && lost->point == kFetch && lost->begin <= squashed.begin;
       ++lost)
    if (lost->cause.culprit == squashed.flushed_by && squashed.begin < lost->end)
      return lost->cause.why;
  return Reason::mispredict;
}

} // namespace

/// Edges for the time of fetch: in order behind the previous operation, or later for a recorded
/// reason.
void RunGraph::add_fetch(std::size_t row) {
  const std::uint32_t here = node_of(row, 0);
  const OpRow& now = timeline_.rows[row];
  if (row == 0) {
    const auto waits = timeline_.fetch_waits_of(now.op);
    return add_edge(waits.empty() ? EdgeKind::fetch : EdgeKind::wait, kBegin, here,
                    nodes_[here].at - nodes_[kBegin].at, nodes_[here].lane,
                    waits.empty() ? Cause{} : Cause{waits.back().cause.why});
  }
  const OpRow& before = timeline_.rows[row - 1];
  if (before.flushed && before.flushed_by && before.flushed_by < now.op &&
      now.flushed_by != before.flushed_by && now.begin > before.begin)
    return add_late_fetch(row, {fetched_for(timeline_, before), kNoRegister, before.flushed_by});
  const auto waits = timeline_.fetch_waits_of(now.op);
  if (!waits.empty() && waits.back().end == now.begin)
    return add_late_fetch(row, waits.back().cause);
  if (now.begin > before.begin + 1)
    return add_late_fetch(row, {});
  add_edge(EdgeKind::fetch, node_of(row - 1, 0), here,
           nodes_[here].at - nodes_[node_of(row - 1, 0)].at);
}

void RunGraph::add_late_fetch(std::size_t row, const Cause& cause) {
  const std::uint32_t here = node_of(row, 0);
  const std::uint32_t before = node_of(row - 1, 0);
  const std::uint64_t behind = nodes_[here].at - nodes_[before].at;
  if (const std::uint32_t event = cause.culprit ? event_of(cause.culprit, cause.why, here) : kNone;
      event != kNone) {
    add_edge(EdgeKind::fetch, before, here, 0);
    return add_edge(EdgeKind::wait, event, here, nodes_[here].at - nodes_[event].at,
                    nodes_[here].lane, cause);
  }
  // The stage was full: the last operation to leave it before this one entered.
  std::uint32_t left = kNone;
  constexpr std::size_t kReach = 16; // limit, larger than the number of operations in a stage
  for (std::size_t older = row; cause.why == Reason::none && older-- > 0 && row - older <= kReach;)
    if (const std::uint32_t node = node_of(older, first_stay(older));
        nodes_[node].at <= nodes_[here].at && nodes_[node].at > nodes_[before].at &&
        (left == kNone || nodes_[node].at > nodes_[left].at))
      left = node;
  if (left == kNone)
    return add_edge(cause.why == Reason::none ? EdgeKind::fetch : EdgeKind::wait, before, here,
                    behind, nodes_[here].lane, cause);
  add_edge(EdgeKind::fetch, before, here, std::min<std::uint64_t>(behind, 1));
  add_edge(EdgeKind::wait, left, here, nodes_[here].at - nodes_[left].at, nodes_[here].lane,
           {Reason::stage_full, kNoRegister, nodes_[left].op});
}

/// Edges for in-order events, binding or not.
void RunGraph::add_orders(std::size_t row) {
  if (row == 0 || timeline_.rows[row].flushed || timeline_.rows[row - 1].flushed)
    return;
  const auto add = [this](EdgeKind kind, std::uint32_t from, std::uint32_t to) {
    if (nodes_[from].at <= nodes_[to].at)
      add_edge(kind, from, to, 0, nodes_[to].lane);
  };
  if (dynamic_) {
    add(EdgeKind::dispatch, node_of(row - 1, dispatch_of(row - 1)), node_of(row, dispatch_of(row)));
    if (retires_in_order_)
      add(EdgeKind::retire, node_of(row - 1, retirement_of(row - 1)),
          node_of(row, retirement_of(row)));
    return;
  }
  const auto older = timeline_.spans_of(timeline_.rows[row - 1]);
  const auto spans = timeline_.spans_of(timeline_.rows[row]);
  for (std::size_t i = 1, o = 1; i < spans.size(); ++i) {
    if (spans[i].lane == spans[i - 1].lane || timeline_.lanes[spans[i].lane].is_unit)
      continue;
    while (o < older.size() && older[o].lane < spans[i].lane)
      ++o;
    if (o < older.size() && older[o].lane == spans[i].lane)
      add(EdgeKind::dispatch, node_of(row - 1, o), node_of(row, i));
  }
}

/// Edges for the width of retirement, binding or not (the commit bandwidth of Fields et al.): with
/// w slots a cycle an operation retires at least a cycle after the one w slots before it.
void RunGraph::add_retire_width() {
  if (!retires_in_order_)
    return;
  std::vector<std::uint32_t> retirements; // of operations that take a slot
  for (std::size_t row = 0; row < timeline_.rows.size(); ++row) {
    const OpRow& now = timeline_.rows[row];
    const auto spans = timeline_.spans_of(now);
    if (now.flushed || now.in_flight || spans.empty() || is_done_lane(spans.back().lane))
      continue;
    const LaneId lane = spans.back().lane;
    if (const MicroOpPart* part = run_.legend.part(now); part != nullptr && part->shares_slot)
      continue;
    const std::size_t width =
        std::max(timeline_.lanes[lane].slots, timeline_.lanes[lane].slots_a_cycle);
    const std::uint32_t here = node_of(row, retirement_of(row));
    if (width > 0 && retirements.size() >= width)
      if (const std::uint32_t before = retirements[retirements.size() - width];
          nodes_[before].at < nodes_[here].at)
        add_edge(EdgeKind::retire, before, here, 1, lane);
    retirements.push_back(here);
  }
}

/// Edges for operands that were available in time: not binding unless another edge is removed.
void RunGraph::add_data() {
  for (const Arrow& arrow : timeline_.arrows) {
    const std::size_t consumer = row_of(arrow.consumer);
    if (consumer == timeline_.rows.size() || arrow.producer == arrow.consumer)
      continue;
    const auto spans = timeline_.spans_of(timeline_.rows[consumer]);
    if (std::any_of(spans.begin(), spans.end(), [&arrow](const Span& span) {
          return span.cause.culprit == arrow.producer && span.cause.reg == arrow.reg;
        }))
      continue; // the operation waited for it
    std::uint32_t taker = first_node_[consumer];
    while (taker + 1 < first_node_[consumer + 1] && nodes_[taker].at < arrow.cycle)
      ++taker;
    // A station accepts an operand at any later time: the operand is needed where the operation
    // begins to execute.
    while (dynamic_ && taker + 1 < first_node_[consumer + 1] && nodes_[taker].lane != kNoLane &&
           !timeline_.lanes[nodes_[taker].lane].is_unit &&
           !timeline_.lanes[nodes_[taker].lane].is_lead)
      ++taker;
    const std::uint32_t maker = event_of(arrow.producer, Reason::raw, taker);
    if (maker != kNone && nodes_[taker].at >= arrow.cycle)
      add_edge(EdgeKind::data, maker, taker, 0, nodes_[taker].lane,
               {Reason::raw, arrow.reg, arrow.producer});
  }
}

void RunGraph::order() {
  in_order_.resize(nodes_.size());
  std::iota(in_order_.begin(), in_order_.end(), 0U);
  std::sort(in_order_.begin(), in_order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    if (a == kBegin || b == kEnd)
      return a != b;
    return b != kBegin && a != kEnd && may_precede(a, b);
  });
  first_into_.assign(nodes_.size() + 1, 0);
  for (const PathEdge& edge : edges_)
    ++first_into_[edge.to + 1];
  std::partial_sum(first_into_.begin(), first_into_.end(), first_into_.begin());
  into_.resize(edges_.size());
  std::vector<std::uint32_t> next(first_into_.begin(), first_into_.end() - 1);
  for (std::uint32_t e = 0; e < edges_.size(); ++e)
    into_[next[edges_[e].to]++] = e;
}

} // namespace stallscope::trace
