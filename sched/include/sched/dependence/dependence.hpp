#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/folding.hpp"
#include "sched/target/target.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sched {

/// Kind of a dependence: why one instruction must follow another.
enum class DependenceKind : std::uint8_t {
  raw,         ///< read after write, true dependence
  war,         ///< write after read, anti-dependence
  waw,         ///< write after write, output dependence
  control,     ///< the later instruction is the branch or jump that ends the block
  side_effect, ///< one of the two has side effects other than registers and memory data
};
[[nodiscard]] std::string_view name(DependenceKind kind); ///< "RAW", "WAR", "WAW", "control" ...

/// The location that a dependence is carried through.
enum class LocationKind : std::uint8_t { reg, memory, none };

/// A dependence: `to` must follow `from`.
struct Edge {
  Node from = 0;
  Node to = 0;
  DependenceKind kind = DependenceKind::raw;
  LocationKind location = LocationKind::none;
  RegId reg = kNoRegister;    ///< for LocationKind::reg
  std::uint32_t latency = 0;  ///< minimum cycles from the issue of `from` to a stall-free issue of
                              ///< `to` on the machine (LatencyTable)
  std::uint32_t distance = 0; ///< iteration distance in loops; 0: same iteration

  bool operator==(const Edge&) const = default;
};

/// Aliasing information that is not in the code.
struct AliasHints {
  /// Registers whose values at the start of the block are `restrict` pointers as in C: objects
  /// accessed through one are accessed through no other pointer.
  std::vector<RegId> restrict_registers;
};

/// The dependence graph of a block: edges lead from lower to higher node numbers, so that the graph
/// is acyclic. Sources: Hennessy and Gross, "Postpass Code Optimization of Pipeline Constraints",
/// ACM TOPLAS 5(3), 1983; kinds as in Hennessy and Patterson.
struct DependenceGraph {
  Block block;
  Folding folding;         ///< accesses and increments without dependences between them; can be
                           ///< empty
  std::vector<Edge> edges; ///< sorted by `to`, then `from`; there can be several between two nodes,
                           ///< for different reasons
  std::vector<std::uint32_t> first_in;  ///< edges into node n: edges[first_in[n]..first_in[n+1])
  std::vector<std::uint32_t> first_out; ///< edges out of n: out_edges[first_out[n]..[n+1])
  std::vector<std::uint32_t> out_edges; ///< indices into edges
  /// Loops only (loop_dependences): loop-carried dependences, distance 1 or more, between any
  /// nodes. Sorted by `to`, `from`, distance. Not in `edges`.
  std::vector<Edge> carried;

  [[nodiscard]] std::uint32_t size() const { return block.count; }
  /// Sorts `edges` and builds the indices.
  void index();
  /// Display name of an edge's location: "t0", "8($sp)", or empty.
  [[nodiscard]] std::string location(const Edge& edge) const;
};

/// Builds the dependence graph of a block. Two memory accesses are independent when their addresses
/// certainly differ: same base and disjoint offsets, also through additions of constants; constant
/// addresses; stack against these; `hints`. All others depend. In long blocks transitive memory
/// dependences are omitted, so that their number stays linear. Accesses and increments that
/// `folding` lets cross have no dependence.
[[nodiscard]] DependenceGraph dependences(const Block& block, const Target& target,
                                          const AliasHints& hints = {},
                                          const Folding& folding = {});

/// Transitive reduction: without edges between nodes that a longer path connects, with a sum of
/// latencies at least as large.
[[nodiscard]] DependenceGraph transitive_reduction(const DependenceGraph& graph);

/// Lengths of paths through a graph, in cycles of latency.
struct GraphMeasures {
  std::vector<std::uint32_t> depth;      ///< longest path from a root to the node
  std::vector<std::uint32_t> height;     ///< longest path from the node to a leaf
  std::vector<std::uint32_t> slack;      ///< critical - depth - height: by how much the node can be
                                         ///< delayed
  std::uint32_t critical = 0;            ///< length of the critical path: the longest of all
  std::vector<Node> critical_path;       ///< one path of that length
  std::vector<std::uint32_t> dependents; ///< number of distinct successors
};
[[nodiscard]] GraphMeasures measure(const DependenceGraph& graph);

/// The number of legal orders (topological orders of the graph).
struct LegalOrders {
  bool exact = false;
  std::uint64_t count = 0;   ///< valid when exact
  double log10_at_least = 0; ///< bounds when not exact
  double log10_at_most = 0;
};
[[nodiscard]] LegalOrders count_legal_orders(const DependenceGraph& graph);

/// Checks whether an order of a block's instructions is legal: returns the violation as a sentence,
/// or an empty string. Independent of the dependence graph: for every operand, overwritten value
/// and memory access it compares the instruction it meets in the new order with the one in the old
/// order. Branches and jumps must keep their places, unless `control` leaves this to the caller, as
/// for the concatenated blocks of a superblock.
enum class ControlStays : std::uint8_t { no, yes };
[[nodiscard]] std::string illegality(const Block& block, const std::vector<Node>& order,
                                     const AliasHints& hints = {}, const Folding& folding = {},
                                     ControlStays control = ControlStays::yes);

} // namespace stallscope::sched
