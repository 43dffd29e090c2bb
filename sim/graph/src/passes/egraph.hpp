#pragma once

#include "graph/passes/rules.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace stallscope::graph {

using ClassId = std::uint32_t;
inline constexpr ClassId kNoClass = 0xffffffffU;

/// An operator whose operands are equivalence classes.
struct ENode {
  Op op = Op::constant;
  Attributes attributes;
  std::vector<ClassId> inputs;
  NodeId source = kNoNode;             ///< node of the graph, for nodes that rules do not enter
  std::shared_ptr<const Tensor> value; ///< for constants
  std::string rule;                    ///< the rule that added it; empty: from the original graph
};

/// E-graph: equivalence classes of expressions (Tate et al., Equality Saturation, POPL 2009;
/// Willsey et al., egg, POPL 2021). All members of a class have the same type and shape; a class
/// with a constant member has its value.
class EGraph {
public:
  explicit EGraph(const Graph& graph);

  /// Applies rules until no new equivalences are found, or a limit of nodes or rounds is reached.
  void saturate(const std::vector<Rule>& rules);
  [[nodiscard]] bool is_saturated() const { return saturated_; }
  [[nodiscard]] std::size_t node_count() const { return count_; }

  /// The cheapest graph that computes the outputs: by kernels, then bytes and FLOP. A shared
  /// subexpression is counted once per use, so the result is the cheapest tree.
  [[nodiscard]] Graph extract();

private:
  struct EClass {
    std::vector<ENode> nodes;
    Type type = Type::f64;
    Shape shape;
    std::shared_ptr<const Tensor> value; ///< if constant and small
  };
  using Bindings = std::map<std::string, ClassId>;
  struct Found {
    const Rule* rule = nullptr;
    ClassId root = kNoClass;
    Bindings bindings;
    std::map<Op, Attributes> attributes;
  };

  [[nodiscard]] ClassId find(ClassId id) const;
  [[nodiscard]] std::string key_of(const ENode& node) const;
  [[nodiscard]] std::size_t number_of(const std::shared_ptr<const Tensor>& value) const;
  ClassId add(ENode node);
  ClassId add_constant(Tensor value);
  bool merge(ClassId a, ClassId b);
  void rebuild();
  void match_all(const std::vector<Rule>& rules, std::vector<Found>& found);
  void match(const Pattern& pattern, ClassId id, const Found& so_far,
             std::vector<Found>& out) const;
  void match_inputs(const Pattern& pattern, const ENode& node, std::size_t input,
                    const Found& so_far, std::vector<Found>& out) const;
  [[nodiscard]] bool binds(const std::string& variable, ClassId id, Found& found) const;
  ClassId build(const Pattern& pattern, const Found& found, Type type);
  [[nodiscard]] double own_cost(const ENode& node, const EClass& of) const;
  void find_costs();
  void place_all(Graph& out);
  void mark_backward(Graph& out);
  NodeId emit(ClassId id, Graph& out);

  const Graph& from_;
  std::vector<EClass> classes_;
  mutable std::vector<ClassId> parent_;
  std::unordered_map<std::string, ClassId> known_;
  // Constants in keys are numbers: the first of equal ones.
  mutable std::vector<std::shared_ptr<const Tensor>> constants_;
  mutable std::unordered_map<std::uint64_t, std::vector<std::size_t>> constants_by_hash_;
  mutable std::unordered_map<const Tensor*, std::size_t> constant_number_;
  std::vector<ClassId> of_node_; ///< class, by node of the graph
  std::vector<double> cost_;
  std::vector<std::size_t> best_; ///< index of the cheapest node, by class
  std::map<ClassId, NodeId> emitted_;
  std::size_t count_ = 0;
  bool saturated_ = false;
};

} // namespace stallscope::graph
