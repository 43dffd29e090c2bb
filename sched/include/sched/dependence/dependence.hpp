#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/folding.hpp"
#include "sched/target/target.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sched {

/// Why one instruction stays behind another.
enum class DependenceKind : std::uint8_t {
  raw,         ///< read after write, true dependence
  war,         ///< write after read, anti-dependence
  waw,         ///< write after write, output dependence
  control,     ///< the later one is the branch or jump that ends the block
  side_effect, ///< one of the two has side effects beside its registers and its data
};
[[nodiscard]] std::string_view name(DependenceKind kind); ///< "RAW", "WAR", "WAW", "control" ...

/// What a dependence goes through.
enum class LocationKind : std::uint8_t { reg, memory, none };

/// `to` stays behind `from`.
struct Edge {
  Node from = 0;
  Node to = 0;
  DependenceKind kind = DependenceKind::raw;
  LocationKind location = LocationKind::none;
  RegId reg = kNoRegister;    ///< of LocationKind::reg
  std::uint32_t latency = 0;  ///< cycles from the issue of `from` to the earliest issue of `to` at
                              ///< which nothing waits, on the machine (LatencyTable)
  std::uint32_t distance = 0; ///< iterations later, in loops; 0: of the same one

  bool operator==(const Edge&) const = default;
};

/// What is known about pointers that the code does not show.
struct AliasHints {
  /// Registers whose values at the start of the block are `restrict` pointers in the sense of C:
  /// what is accessed through addresses computed from one is accessed in no other way.
  std::vector<RegId> restrict_registers;
};

/// The dependences of a block: edges lead from lower to higher numbers, so the graph is acyclic.
/// Sources: Hennessy and Gross, "Postpass Code Optimization of Pipeline Constraints", ACM TOPLAS
/// 5(3), 1983; the kinds as in Hennessy and Patterson.
struct DependenceGraph {
  Block block;
  Folding folding; ///< without dependences between these accesses and increments; may be empty
  std::vector<Edge> edges; ///< by `to`, then `from`; several between two nodes when there are
                           ///< several reasons
  std::vector<std::uint32_t> first_in;  ///< edges into node n: edges[first_in[n]..first_in[n+1])
  std::vector<std::uint32_t> first_out; ///< edges out of n: out_edges[first_out[n]..[n+1])
  std::vector<std::uint32_t> out_edges; ///< indices into edges
  /// Of a loop (loop_dependences): what a later iteration's instruction waits for, distance 1 or
  /// more, from any instruction to any, itself included. By `to`, `from`, distance. Not in `edges`.
  std::vector<Edge> carried;

  [[nodiscard]] std::uint32_t size() const { return block.count; }
  /// Builds the indices from `edges`, which it sorts.
  void index();
  /// Location of an edge as people read it: "t0", "8($sp)", or empty.
  [[nodiscard]] std::string location(const Edge& edge) const;
};

/// Finds the dependences of a block. Through memory, two accesses are independent when their
/// addresses are known to differ: the same base and disjoint offsets, also over additions of
/// constants; constant addresses; the stack against them; `hints`. Everything else depends. Of
/// memory dependences in long blocks those that others imply are left out, so that their number
/// stays linear. What `folding` allows to be crossed is no dependence.
[[nodiscard]] DependenceGraph dependences(const Block& block, const Target& target,
                                          const AliasHints& hints = {},
                                          const Folding& folding = {});

/// Without the edges that others imply: from `from` to `to` there is a longer way, whose latencies
/// add up to at least the edge's.
[[nodiscard]] DependenceGraph transitive_reduction(const DependenceGraph& graph);

/// How long the ways through a graph are, in cycles of latency.
struct GraphMeasures {
  std::vector<std::uint32_t> depth;      ///< longest way from the start to the node
  std::vector<std::uint32_t> height;     ///< longest way from the node to the end
  std::vector<std::uint32_t> slack;      ///< critical - depth - height: how far the node can slip
  std::uint32_t critical = 0;            ///< longest way of all
  std::vector<Node> critical_path;       ///< one of that length
  std::vector<std::uint32_t> dependents; ///< nodes with an edge from this one, each once
};
[[nodiscard]] GraphMeasures measure(const DependenceGraph& graph);

/// The number of orders that keep all dependences (topological orders).
struct LegalOrders {
  bool exact = false;
  std::uint64_t count = 0;   ///< when exact
  double log10_at_least = 0; ///< otherwise between these
  double log10_at_most = 0;
};
[[nodiscard]] LegalOrders count_legal_orders(const DependenceGraph& graph);

/// What an order of a block's instructions breaks, in a sentence; empty when it is legal. Does not
/// look at a dependence graph: it goes through the instructions in their new order and finds for
/// every operand, every overwritten value and every access to memory the instruction it meets, and
/// compares with the old order.
/// Branches and jumps stay where they are, unless `control` leaves that to the caller, as for the
/// blocks of a superblock one behind the other.
enum class ControlStays : std::uint8_t { no, yes };
[[nodiscard]] std::string illegality(const Block& block, const std::vector<Node>& order,
                                     const AliasHints& hints = {}, const Folding& folding = {},
                                     ControlStays control = ControlStays::yes);

} // namespace stallscope::sched
