#pragma once

#include "trace/run_record.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A run as a dependence graph: nodes are events of operations (fetched, dispatched, begins to
// execute, retires: entering a lane), edges are minimum delays between two events. Built from the
// timeline alone, so that it works for every machine and for imported traces. After Fields, Rubin
// and Bodik, Focusing Processor Policies via Critical-Path Prediction (ISCA 2001), with the
// recorded waits instead of a fixed model of resources.
namespace stallscope::trace {

/// The kind of an edge.
enum class EdgeKind : std::uint8_t {
  work,     ///< an operation stays on a lane without waiting for another operation
  wait,     ///< an operation was held until an event of another operation: Cause
  fetch,    ///< fetch in program order
  dispatch, ///< dispatch (or advance from stage to stage) in program order
  retire,   ///< retirement in program order
  data,     ///< an operand was available before it was needed: the edge is not binding
  drain,    ///< from the last event of an operation to the end of the run
};
inline constexpr std::size_t kEdgeKindCount = 7;

/// Stable identifier: "work".
[[nodiscard]] std::string_view name_of(EdgeKind kind);

/// An event: an operation enters a lane, or leaves the machine.
struct PathNode {
  OpId op; ///< none: the start or the end of the record
  Cycle at;
  LaneId lane = kNoLane; ///< kNoLane: the operation leaves the machine
};

struct PathEdge {
  std::uint32_t from = 0; ///< indices of nodes
  std::uint32_t to = 0;
  std::uint32_t cycles = 0; ///< minimum delay; at most the number of cycles between its nodes
  EdgeKind kind = EdgeKind::work;
  LaneId lane = kNoLane; ///< lane of the operation of node `to`
  Cause cause;           ///< cause of a wait
};

/// An edge of a path, covering cycles [begin, end); empty when both events are in one cycle.
struct PathLink {
  EdgeKind kind = EdgeKind::work;
  OpId op;               ///< operation of the event at which the edge ends
  OpId from;             ///< operation of the event at which the edge begins; equal to `op` for
                         ///< work
  LaneId lane = kNoLane; ///< lane of `op`
  Cause cause;
  Cycle begin;
  Cycle end;

  [[nodiscard]] std::uint64_t cycles() const { return end - begin; }
};

/// Edges of one kind between the same static instructions, with the same reason: the edges that one
/// change of the program or the machine would remove.
struct EdgeClass {
  EdgeKind kind = EdgeKind::work;
  Reason why = Reason::none;
  LaneId lane = kNoLane;
  InstructionIndex from;
  InstructionIndex to;
  PathLink example;         ///< its first edge on the path
  std::uint64_t times = 0;  ///< occurrences on the path
  std::uint64_t cycles = 0; ///< cycles of the path
  /// Estimated saving: by how many cycles the longest path shortens without these edges, all other
  /// edges unchanged. A changed machine may save less (other resources become the bottleneck, which
  /// this run does not show) or more (the change also affects operations off the path).
  std::uint64_t shorter_cycles = 0;
};

/// The causal chain from a cell to its root. The cycles of the links add up to those of the cell's
/// interval.
struct WhyChain {
  OpId op; ///< none: the cell is an empty slot of the lane
  LaneId lane = kNoLane;
  Cause cause;
  Cycle begin; ///< the interval [begin, end)
  Cycle end;
  bool partly = false;         ///< others are on the lane in one of its cycles: it is not full
  std::vector<PathLink> links; ///< from the interval's end backwards; the root is the last
  /// In front of the interval, when what is empty there was lost earlier. The next operation was
  /// fetched late: on from there to the branch that was waited for, and what that was at in the
  /// cycles in which the operation could have been fetched. Or it was held on its way: on from
  /// there to what held it, and what that was at in as many cycles as the interval has.
  std::vector<PathLink> before = {};

  /// All links, back to the root.
  [[nodiscard]] std::vector<PathLink> whole() const {
    std::vector<PathLink> all = links;
    all.insert(all.end(), before.begin(), before.end());
    return all;
  }
};

class RunGraph {
public:
  /// The graph of a record, which must outlive the graph. About 200 bytes an operation.
  explicit RunGraph(const RunRecord& run);

  [[nodiscard]] const std::vector<PathNode>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<PathEdge>& edges() const { return edges_; }
  /// Cycles of the record, which is the length of the longest path.
  [[nodiscard]] std::uint64_t cycles() const { return nodes_[kEnd].at - nodes_[kBegin].at; }

  /// A longest path from start to end: the critical path. The cycles of its links add up to
  /// cycles().
  [[nodiscard]] std::vector<PathLink> critical_path() const;
  /// Slack of each edge: the number of cycles by which it could be longer without extending the
  /// run.
  [[nodiscard]] std::vector<std::uint64_t> slacks() const;
  /// Edges off every longest path, in order of slack, at most `most`; of several of one kind
  /// between the same instructions the first.
  struct NearLink {
    PathLink link;
    std::uint64_t slack = 0;
  };
  [[nodiscard]] std::vector<NearLink> nearly_critical(std::size_t most) const;
  /// The length of the longest path without the removed edges, where removed work takes one cycle.
  [[nodiscard]] std::uint64_t
  length_without(const std::function<bool(const PathEdge&)>& removed) const;
  /// The classes of the critical path's edges, in order of the saving by their removal. `visits`:
  /// limit of edges examined; when it is reached, or `goes_on` returns false, the classes with the
  /// fewest cycles are omitted.
  struct Classes {
    std::vector<EdgeClass> by_length;
    std::size_t left_out = 0;
  };
  [[nodiscard]] Classes classes(const std::vector<PathLink>& path,
                                const std::function<bool()>& goes_on = {},
                                std::uint64_t visits = 400'000'000) const;

  /// Why an operation is where it is in a cycle; nullopt when it is not in flight in that cycle.
  [[nodiscard]] std::optional<WhyChain> why(OpId op, Cycle cycle) const;
  /// Why a lane has an empty slot in a cycle; nullopt when the record has no cause.
  [[nodiscard]] std::optional<WhyChain> why_empty(LaneId lane, Cycle cycle) const;

private:
  static constexpr std::uint32_t kBegin = 0;
  static constexpr std::uint32_t kEnd = 1;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void add_nodes();
  void add_edge(EdgeKind kind, std::uint32_t from, std::uint32_t to, std::uint64_t cycles,
                LaneId lane = kNoLane, const Cause& cause = {});
  void find_shortest_stays();
  void add_way(std::size_t row);
  void add_stay(std::size_t row, std::size_t span);
  void add_turn(std::size_t row, std::size_t span, bool front);
  void add_replay(std::size_t row, std::size_t span, bool is_behind);
  void add_fetch(std::size_t row);
  void add_late_fetch(std::size_t row, const Cause& cause);
  void add_orders(std::size_t row);
  void add_retire_width();
  void add_data();
  void add_end();
  void order();
  [[nodiscard]] bool may_precede(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] std::uint32_t node_of(std::size_t row, std::size_t span) const;
  [[nodiscard]] std::size_t row_of(OpId op) const;
  [[nodiscard]] std::uint32_t event_of(OpId culprit, Reason why, std::uint32_t to) const;
  [[nodiscard]] std::size_t last_event(std::size_t row, Reason why) const;
  [[nodiscard]] std::uint32_t last_node_until(std::size_t row, Cycle cycle, std::size_t most,
                                              std::uint32_t to) const;
  [[nodiscard]] std::size_t first_stay(std::size_t row) const;
  std::uint32_t within_unit(std::uint32_t event, std::uint32_t to, Reason why);
  [[nodiscard]] std::size_t dispatch_of(std::size_t row) const;
  [[nodiscard]] std::size_t retirement_of(std::size_t row) const;
  [[nodiscard]] bool is_done_lane(LaneId lane) const;
  [[nodiscard]] PathLink link_of(const PathEdge& edge) const;
  [[nodiscard]] std::uint32_t binding_edge(std::uint32_t node) const;
  void follow(std::uint32_t node, Cycle begin, std::vector<PathLink>& links) const;
  [[nodiscard]] std::vector<PathLink> before_until(std::uint32_t node, Cycle begin, OpId root,
                                                   Cycle lost) const;
  bool follow_held_arrival(WhyChain& chain) const;

  const RunRecord& run_;
  const Timeline& timeline_;
  std::vector<PathNode> nodes_;
  std::vector<PathEdge> edges_;
  std::vector<std::uint32_t> first_node_; ///< by row; the nodes of a row are contiguous
  std::vector<std::uint32_t> in_order_;   ///< topological order of the nodes
  std::vector<std::uint32_t> into_;       ///< edges sorted by target node
  std::vector<std::uint32_t> first_into_; ///< by node, and one past the last
  std::vector<std::uint64_t> shortest_;   ///< by lane: shortest stay of operations that were not
                                          ///< held
  std::size_t last_unit_ = 0;             ///< lanes with larger indices come after execution
  bool dynamic_ = false;                  ///< the machine has a front end and stations
  bool retires_in_order_ = false;         ///< it has a reorder buffer
};

/// Name of an event: "fetch", "dispatch", "issue", "execute", "complete", "retire"; in an in-order
/// pipeline also "enter" for a stage without one of these roles.
[[nodiscard]] std::string_view event_name(const PathNode& node, const RunRecord& run);

/// "micro-op 5 (mul t0, t1, t2) executes in mul", "micro-op 6 (...) waits for t0 from micro-op 5
/// (...)".
[[nodiscard]] std::string link_sentence(const PathLink& link, const RunRecord& run);

/// "micro-op 6 (...) in alu, cycles 4 to 8: waits for t0 from micro-op 5 (...)".
[[nodiscard]] std::string chain_headline(const WhyChain& chain, const RunRecord& run);

/// Links to be drawn, and the heading above them.
struct PathPicture {
  std::string title;
  std::vector<PathLink> links;
};

/// Chains or paths as one picture, below each other: a row for each operation, a bar for each link,
/// over cycles. `title`: of the document.
[[nodiscard]] std::string path_svg(const RunRecord& run, const std::vector<PathPicture>& paths,
                                   const std::string& title);

} // namespace stallscope::trace
