#pragma once

#include "trace/run_record.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A run as a graph: nodes are moments of operations (fetched, dispatched, begins to execute,
// retires: whatever lanes it goes to), edges what has to pass between two of them. Built from the
// timeline alone, so that it is there for every machine and for traces. After Fields, Rubin and
// Bodik, Focusing Processor Policies via Critical-Path Prediction (ISCA 2001), with the recorded
// waits in place of a fixed model of resources.
namespace stallscope::trace {

/// What an edge stands for.
enum class EdgeKind : std::uint8_t {
  work,     ///< an operation is on a lane, at work or held by nobody
  wait,     ///< an operation was held until something happened to another: Cause
  fetch,    ///< operations are fetched one behind the other
  dispatch, ///< and dispatched, or go from stage to stage,
  retire,   ///< and retire in program order
  data,     ///< it took a value that had been there before: nobody waited
  drain,    ///< from the last moment of an operation to the end of the run
};
inline constexpr std::size_t kEdgeKindCount = 7;

/// Stable identifier: "work".
[[nodiscard]] std::string_view name_of(EdgeKind kind);

/// A moment: an operation enters a lane, or leaves the machine.
struct PathNode {
  OpId op; ///< none: the begin or the end of the record
  Cycle at;
  LaneId lane = kNoLane; ///< kNoLane: it leaves
};

struct PathEdge {
  std::uint32_t from = 0; ///< indices of nodes
  std::uint32_t to = 0;
  std::uint32_t cycles = 0; ///< that must pass; at most the distance of its nodes
  EdgeKind kind = EdgeKind::work;
  LaneId lane = kNoLane; ///< where `to`'s operation was
  Cause cause;           ///< of a wait
};

/// A part of a path, in cycles [begin, end); empty where a moment follows another at once.
struct PathLink {
  EdgeKind kind = EdgeKind::work;
  OpId op;               ///< whose moment it leads to
  OpId from;             ///< whose moment it comes from; the same while it works
  LaneId lane = kNoLane; ///< where `op` was
  Cause cause;
  Cycle begin;
  Cycle end;

  [[nodiscard]] std::uint64_t cycles() const { return end - begin; }
};

/// Edges of one kind between the same instructions, for the same reason: what one change of the
/// program or the machine would remove.
struct EdgeClass {
  EdgeKind kind = EdgeKind::work;
  Reason why = Reason::none;
  LaneId lane = kNoLane;
  InstructionIndex from;
  InstructionIndex to;
  PathLink example;         ///< the first of them on the path
  std::uint64_t times = 0;  ///< on the path
  std::uint64_t cycles = 0; ///< of the path
  /// The longest path without all of them is so much shorter, when all else stays as it was: an
  /// estimate. What a changed machine saves may be less (others come to be in the way, in ways that
  /// this run has not shown) or more (it changes operations beside these).
  std::uint64_t shorter_cycles = 0;
};

/// From a cell to the root of what is in it. The cycles of the links add up to those of the cell's
/// stretch.
struct WhyChain {
  OpId op; ///< none: the lane stands empty
  LaneId lane = kNoLane;
  Cause cause;
  Cycle begin; ///< the stretch [begin, end)
  Cycle end;
  std::vector<PathLink> links; ///< the last before the stretch ends first; the root is the last
};

class RunGraph {
public:
  /// Of everything that is in the record, which must outlive this. It needs some 200 bytes an
  /// operation.
  explicit RunGraph(const RunRecord& run);

  [[nodiscard]] const std::vector<PathNode>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<PathEdge>& edges() const { return edges_; }
  /// From the first cycle of the record to its last: its cycles. The longest path is as long.
  [[nodiscard]] std::uint64_t cycles() const { return nodes_[kEnd].at - nodes_[kBegin].at; }

  /// A longest path, from the begin to the end; the cycles of its links add up to cycles().
  [[nodiscard]] std::vector<PathLink> critical_path() const;
  /// By edge: by how many cycles it could be longer before the run is.
  [[nodiscard]] std::vector<std::uint64_t> slacks() const;
  /// The length of the longest path when some edges are not there; work takes a cycle then.
  [[nodiscard]] std::uint64_t
  length_without(const std::function<bool(const PathEdge&)>& removed) const;
  /// The classes of a critical path's edges, those first without which it is the shortest.
  /// `visits`: edges that may be looked at; classes behind that, those with the fewest cycles, are
  /// left out.
  struct Classes {
    std::vector<EdgeClass> by_length;
    std::size_t left_out = 0;
  };
  [[nodiscard]] Classes classes(const std::vector<PathLink>& path,
                                std::uint64_t visits = 400'000'000) const;

  /// Why an operation is where it is in a cycle; nothing when it is not in flight then.
  [[nodiscard]] std::optional<WhyChain> why(OpId op, Cycle cycle) const;
  /// Why a lane has room in a cycle; nothing when the record does not say so.
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
  void add_fetch(std::size_t row);
  void add_late_fetch(std::size_t row, const Cause& cause);
  void add_orders(std::size_t row);
  void add_data();
  void add_end();
  void order();
  [[nodiscard]] bool may_precede(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] std::uint32_t node_of(std::size_t row, std::size_t span) const;
  [[nodiscard]] std::size_t row_of(OpId op) const;
  [[nodiscard]] std::uint32_t event_of(OpId culprit, Reason why, std::uint32_t to) const;
  [[nodiscard]] std::uint32_t last_node_until(std::size_t row, Cycle cycle, std::size_t most,
                                              std::uint32_t to) const;
  [[nodiscard]] std::size_t first_stay(std::size_t row) const;
  std::uint32_t within_unit(std::uint32_t event, Reason why, Cycle cycle);
  [[nodiscard]] std::size_t dispatch_of(std::size_t row) const;
  [[nodiscard]] std::size_t retirement_of(std::size_t row) const;
  [[nodiscard]] bool is_done_lane(LaneId lane) const;
  [[nodiscard]] PathLink link_of(const PathEdge& edge) const;
  [[nodiscard]] std::uint32_t binding_edge(std::uint32_t node) const;
  void follow(std::uint32_t node, Cycle begin, std::vector<PathLink>& links) const;

  const Timeline& timeline_;
  std::vector<PathNode> nodes_;
  std::vector<PathEdge> edges_;
  std::vector<std::uint32_t> first_node_; ///< by row; those of a row follow each other
  std::vector<std::uint32_t> in_order_;   ///< nodes, none before one with an edge to it
  std::vector<std::uint32_t> into_;       ///< edges by the node they lead to
  std::vector<std::uint32_t> first_into_; ///< by node, and one behind the last
  std::vector<std::uint64_t> shortest_;   ///< by lane: stays of those who go on at once
  std::size_t last_unit_ = 0;             ///< lanes behind it are behind execution
  bool dynamic_ = false;                  ///< there is a front end in front of stations
};

/// What happens at a moment: "fetch", "dispatch", "issue", "execute", "complete", "retire"; in an
/// in-order pipeline also "enter", of a stage without one of these names.
[[nodiscard]] std::string_view event_name(const PathNode& node, const RunRecord& run);

/// "micro-op 5 (mul t0, t1, t2) executes in mul", "micro-op 6 (...) waits for t0 from micro-op 5
/// (...)".
[[nodiscard]] std::string link_sentence(const PathLink& link, const RunRecord& run);

/// "micro-op 6 (...) in alu, cycles 4 to 8: waits for t0 from micro-op 5 (...)".
[[nodiscard]] std::string chain_headline(const WhyChain& chain, const RunRecord& run);

/// A chain or a path as a picture: a row an operation, a bar a link, in cycles.
[[nodiscard]] std::string path_svg(const RunRecord& run, const std::vector<PathLink>& links,
                                   const std::string& title);

} // namespace stallscope::trace
