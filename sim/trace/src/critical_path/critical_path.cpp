#include "trace/critical_path.hpp"

#include "critical_path/lane_use.hpp"
#include "report/words.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace stallscope::trace {

namespace {

constexpr std::array<std::string_view, kEdgeKindCount> kEdgeNames{
    "work", "wait", "fetch", "dispatch", "retire", "data", "drain"};

/// Preference among several binding edges of a node: a recorded wait before the operation's own
/// work.
unsigned preference(EdgeKind kind) {
  constexpr std::array<unsigned, kEdgeKindCount> kPlaces{1, 0, 3, 2, 2, 4, 5};
  return kPlaces[static_cast<std::size_t>(kind)];
}

using ClassKey = std::tuple<EdgeKind, Reason, LaneId, std::uint32_t, std::uint32_t>;

} // namespace

std::string_view name_of(EdgeKind kind) {
  return kEdgeNames[static_cast<std::size_t>(kind)];
}

PathLink RunGraph::link_of(const PathEdge& edge) const {
  const PathNode& from = nodes_[edge.from];
  const PathNode& to = nodes_[edge.to];
  return {edge.kind, to.op, from.op, edge.lane, edge.cause, from.at, to.at};
}

/// A binding edge into a node: one as long as the distance of its nodes. Every node after the start
/// has one.
std::uint32_t RunGraph::binding_edge(std::uint32_t node) const {
  std::uint32_t found = kNone;
  for (std::uint32_t i = first_into_[node]; i < first_into_[node + 1]; ++i) {
    const PathEdge& edge = edges_[into_[i]];
    if (nodes_[edge.from].at + edge.cycles == nodes_[node].at &&
        (found == kNone || preference(edge.kind) < preference(edges_[found].kind)))
      found = into_[i];
  }
  return found;
}

/// Follows binding edges from a node back to cycle `begin`, and appends them, last edge first.
void RunGraph::follow(std::uint32_t node, Cycle begin, std::vector<PathLink>& links) const {
  while (node != kBegin && nodes_[node].at > begin) {
    const std::uint32_t edge = binding_edge(node);
    if (edge == kNone)
      return;
    links.push_back(link_of(edges_[edge]));
    links.back().begin = std::max(links.back().begin, begin);
    node = edges_[edge].from;
  }
}

/// The edges behind those of follow(), to the first that comes from `root`, and what that was at in
/// the cycles from `lost` on; none when that edge is among those of follow(), or there is none.
std::vector<PathLink> RunGraph::before_until(std::uint32_t node, Cycle begin, OpId root,
                                             Cycle lost) const {
  std::vector<PathLink> links;
  bool found = false;
  while (node != kBegin && (!found || nodes_[node].at > lost)) {
    const std::uint32_t edge = binding_edge(node);
    if (edge == kNone)
      break;
    PathLink link = link_of(edges_[edge]);
    node = edges_[edge].from;
    const bool is_followed = link.end > begin; // at least its last cycles
    if (!found && link.from == root && is_followed)
      return {};
    found = found || link.from == root;
    if (is_followed && link.begin >= begin)
      continue;
    link.end = std::min(link.end, begin);
    if (found)
      link.begin = std::min(link.end, std::max(link.begin, lost));
    links.push_back(link);
  }
  return found ? links : std::vector<PathLink>{};
}

std::vector<PathLink> RunGraph::critical_path() const {
  std::vector<PathLink> links;
  follow(kEnd, nodes_[kBegin].at, links);
  std::reverse(links.begin(), links.end());
  return links;
}

std::vector<std::uint64_t> RunGraph::slacks() const {
  // Latest cycle of each node that does not extend the run.
  std::vector<std::uint64_t> latest(nodes_.size(), nodes_[kEnd].at.value);
  for (auto node = in_order_.rbegin(); node != in_order_.rend(); ++node)
    for (std::uint32_t i = first_into_[*node]; i < first_into_[*node + 1]; ++i) {
      const PathEdge& edge = edges_[into_[i]];
      latest[edge.from] = std::min(latest[edge.from], latest[edge.to] - edge.cycles);
    }
  std::vector<std::uint64_t> slack;
  slack.reserve(edges_.size());
  for (const PathEdge& edge : edges_)
    slack.push_back(latest[edge.to] - edge.cycles - nodes_[edge.from].at.value);
  return slack;
}

std::vector<RunGraph::NearLink> RunGraph::nearly_critical(std::size_t most) const {
  const std::vector<std::uint64_t> slack = slacks();
  std::vector<std::uint32_t> near;
  for (std::uint32_t e = 0; e < edges_.size(); ++e)
    if (slack[e] > 0 && edges_[e].cycles > 0 && edges_[e].kind != EdgeKind::drain)
      near.push_back(e);
  std::stable_sort(near.begin(), near.end(), [&](std::uint32_t a, std::uint32_t b) {
    return slack[a] != slack[b] ? slack[a] < slack[b] : edges_[a].cycles > edges_[b].cycles;
  });
  const auto instruction = [this](OpId op) {
    const OpRow* row = timeline_.find(op);
    return row == nullptr ? kNoInstruction.value : row->instruction.value;
  };
  std::vector<NearLink> links;
  std::vector<ClassKey> seen;
  for (const std::uint32_t e : near) {
    if (links.size() == most)
      break;
    const PathLink link = link_of(edges_[e]);
    const ClassKey key{link.kind, link.cause.why, link.lane, instruction(link.from),
                       instruction(link.op)};
    if (std::find(seen.begin(), seen.end(), key) != seen.end())
      continue;
    seen.push_back(key);
    links.push_back({link, slack[e]});
  }
  return links;
}

std::uint64_t RunGraph::length_without(const std::function<bool(const PathEdge&)>& removed) const {
  std::vector<std::uint64_t> at(nodes_.size(), 0);
  for (const std::uint32_t node : in_order_)
    for (std::uint32_t i = first_into_[node]; i < first_into_[node + 1]; ++i) {
      const PathEdge& edge = edges_[into_[i]];
      std::uint64_t cycles = edge.cycles;
      if (removed(edge)) {
        if (edge.kind != EdgeKind::work)
          continue;
        cycles = edge.cause.why == Reason::none ? std::min<std::uint64_t>(cycles, 1) : 0;
      }
      at[node] = std::max(at[node], at[edge.from] + cycles);
    }
  return at[kEnd];
}

RunGraph::Classes RunGraph::classes(const std::vector<PathLink>& path,
                                    const std::function<bool()>& goes_on,
                                    std::uint64_t visits) const {
  const auto instruction = [this](OpId op) {
    const OpRow* row = timeline_.find(op);
    return row == nullptr ? kNoInstruction : row->instruction;
  };
  const auto key_of = [&](EdgeKind kind, Reason why, LaneId lane, OpId from, OpId to) {
    // Events in program order use one resource, whichever operation is next.
    const bool in_line = kind == EdgeKind::fetch || kind == EdgeKind::dispatch ||
                         kind == EdgeKind::retire || kind == EdgeKind::drain;
    return ClassKey{kind, why, lane, in_line ? 0 : instruction(from).value,
                    in_line ? 0 : instruction(to).value};
  };
  std::map<ClassKey, EdgeClass> found;
  for (const PathLink& link : path) {
    const auto [at, is_new] =
        found.try_emplace(key_of(link.kind, link.cause.why, link.lane, link.from, link.op));
    EdgeClass& one = at->second;
    if (is_new)
      one = {link.kind, link.cause.why, link.lane, instruction(link.from), instruction(link.op),
             link};
    ++one.times;
    one.cycles += link.cycles();
  }
  std::vector<std::pair<ClassKey, EdgeClass>> most(found.begin(), found.end());
  std::stable_sort(most.begin(), most.end(),
                   [](const auto& a, const auto& b) { return a.second.cycles > b.second.cycles; });
  Classes result;
  std::vector<ClassKey> keys;
  keys.reserve(edges_.size());
  for (const PathEdge& edge : edges_)
    keys.push_back(
        key_of(edge.kind, edge.cause.why, edge.lane, nodes_[edge.from].op, nodes_[edge.to].op));
  for (auto& [key, one] : most) {
    if (one.kind == EdgeKind::drain)
      continue;
    if (visits < edges_.size() || (goes_on && !goes_on())) {
      visits = 0;
      ++result.left_out;
      continue;
    }
    visits -= edges_.size();
    one.shorter_cycles = cycles() - length_without([&, wanted = key](const PathEdge& edge) {
                           return keys[static_cast<std::size_t>(&edge - edges_.data())] == wanted;
                         });
    result.by_length.push_back(one);
  }
  std::stable_sort(
      result.by_length.begin(), result.by_length.end(),
      [](const auto& a, const auto& b) { return a.shorter_cycles > b.shorter_cycles; });
  return result;
}

namespace {

/// Adjacent spans of one lane with the same cause form one stay.
bool goes_on_as(const Span& a, const Span& b) {
  return a.end == b.begin && a.lane == b.lane && a.cause == b.cause;
}

} // namespace

std::optional<WhyChain> RunGraph::why(OpId op, Cycle cycle) const {
  const std::size_t row = row_of(op);
  if (row == timeline_.rows.size())
    return std::nullopt;
  const auto spans = timeline_.spans_of(timeline_.rows[row]);
  std::size_t first = 0;
  while (first < spans.size() && (cycle < spans[first].begin || spans[first].end <= cycle))
    ++first;
  if (first == spans.size())
    return std::nullopt;
  std::size_t last = first;
  while (first > 0 && goes_on_as(spans[first - 1], spans[first]))
    --first;
  while (last + 1 < spans.size() && goes_on_as(spans[last], spans[last + 1]))
    ++last;
  WhyChain chain{op,
                 spans[first].lane,
                 spans[first].cause,
                 nodes_[node_of(row, first)].at,
                 nodes_[node_of(row, last + 1)].at,
                 false,
                 {}};
  follow(node_of(row, last + 1), chain.begin, chain.links);
  return chain;
}

namespace {

std::string cycles_words(const PathLink& link) {
  if (link.begin == link.end)
    return "";
  return link.cycles() == 1
             ? fmt::format(", cycle {}", link.begin.value)
             : fmt::format(", cycles {} to {}", link.begin.value, link.end.value - 1);
}

/// Why an operation waits, or for a replayed operation how the replay was caused; `in` is a cycle
/// of the wait.
std::string wait_words(OpId op, LaneId lane, const Cause& cause, Cycle in, const RunRecord& run) {
  const OpRow* row = run.timeline.find(op);
  if (row != nullptr && cause.why == Reason::memory_order)
    for (const Span& span : run.timeline.spans_of(*row))
      if (span.lane == lane && span.cause == cause && span.begin <= in && in < span.end)
        if (const auto again = replay_sentence(lane, cause, span.begin, run))
          return *again;
  return sentence_about(op, cause, run);
}

std::string lane_name(LaneId lane, const RunRecord& run) {
  return lane < run.timeline.lanes.size() ? run.timeline.lanes[lane].name : std::string("there");
}

} // namespace

std::string_view event_name(const PathNode& node, const RunRecord& run) {
  const Timeline& timeline = run.timeline;
  if (node.lane == kNoLane)
    return "retire";
  const OpRow* row = timeline.find(node.op);
  if (row != nullptr && row->begin == node.at && node.lane == timeline.spans_of(*row).front().lane)
    return "fetch";
  const Lane& lane = timeline.lanes[node.lane];
  const auto unit = std::find_if(timeline.lanes.begin(), timeline.lanes.end(),
                                 [](const Lane& one) { return one.is_unit; });
  const bool behind = timeline.lanes.begin() + node.lane > unit;
  return lane.is_unit               ? "execute"
         : lane.is_lead             ? "issue"
         : lane.is_front            ? "enter"
         : lane.is_queue && !behind ? "dispatch"
         : behind && row != nullptr ? "complete"
                                    : "enter";
}

std::string link_sentence(const PathLink& link, const RunRecord& run) {
  const std::string who = link.op ? instruction_ref(link.op, run) : lane_name(link.lane, run);
  const std::string lane = lane_name(link.lane, run);
  const std::string behind = link.from ? instruction_ref(link.from, run) : std::string();
  switch (link.kind) {
  case EdgeKind::work:
    if (link.cause.why != Reason::none)
      return fmt::format("{} {}{}", who,
                         wait_words(link.op, link.lane, link.cause, link.begin, run),
                         cycles_words(link));
    return fmt::format("{} {} {}{}", who,
                       link.lane < run.timeline.lanes.size() &&
                               run.timeline.lanes[link.lane].is_unit
                           ? "executes in"
                           : "is in",
                       lane, cycles_words(link));
  case EdgeKind::wait:
    if (!link.op && link.lane != kNoLane)
      return fmt::format(
          "{} is {}: {}{}", lane,
          is_used(run.timeline, link.lane, link.begin, link.end) ? "not full" : "empty",
          empty_sentence(link.lane, link.cause, link.begin, run), cycles_words(link));
    if (const OpRow* row = run.timeline.find(link.op);
        row != nullptr && row->begin == link.end && link.cause.why != Reason::stage_full)
      return fmt::format("{} is fetched late: {}{}", who, fetch_sentence(link.cause, run),
                         cycles_words(link));
    // An edge of 0 cycles names its cycle, because an operation may wait for the same event twice.
    return fmt::format("{} {}{}", who,
                       wait_words(link.op, link.lane, link.cause, Cycle{link.end.value - 1}, run),
                       link.begin == link.end ? fmt::format(", until cycle {}", link.end.value - 1)
                                              : cycles_words(link));
  case EdgeKind::fetch:
    return (behind.empty() ? fmt::format("{} is the first that is fetched", who)
                           : fmt::format("{} is fetched behind {}", who, behind)) +
           cycles_words(link);
  case EdgeKind::dispatch:
    return fmt::format("{} goes on behind {}, in program order{}", who, behind, cycles_words(link));
  case EdgeKind::retire:
    return fmt::format("{} retires behind {}, in program order{}", who, behind, cycles_words(link));
  case EdgeKind::data:
    return fmt::format("{} takes {} from {}{}", who, run.legend.register_name(link.cause.reg),
                       behind, cycles_words(link));
  case EdgeKind::drain:
    return "the run ends" + cycles_words(link);
  }
  return "";
}

std::string chain_headline(const WhyChain& chain, const RunRecord& run) {
  const std::uint64_t cycles = chain.end - chain.begin;
  const std::string lane = lane_name(chain.lane, run);
  // Only the oldest operation in line has a cause; the others wait behind it.
  const bool in_line = run.counts_micro_ops && chain.op && chain.cause.why == Reason::none &&
                       run.timeline.lanes[chain.lane].is_front;
  return fmt::format("{}, {}: {}",
                     chain.op ? fmt::format("{} in {}", instruction_ref(chain.op, run), lane)
                              : fmt::format("{} is {}", lane, chain.partly ? "not full" : "empty"),
                     cycles == 1
                         ? fmt::format("cycle {}", chain.begin.value)
                         : fmt::format("cycles {} to {}", chain.begin.value, chain.end.value - 1),
                     in_line    ? "goes through the front end, in program order"
                     : chain.op ? wait_words(chain.op, chain.lane, chain.cause, chain.begin, run)
                                : empty_sentence(chain.lane, chain.cause, chain.begin, run));
}

} // namespace stallscope::trace
