#pragma once

#include "graph/study/study.hpp"
#include "model/run/run.hpp"
#include "model/scheduling/graph_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A node of a drawn computation graph, or several that are folded to one box.
struct GraphNodeView {
  graph::NodeId id = graph::kNoNode; ///< of folded nodes the last
  std::vector<graph::NodeId> folded; ///< of a folded box its nodes; empty: a single node
  std::uint8_t color = 7;            ///< as in the table: by the class of the operator
  bool source = false;               ///< a param, input or constant
  bool changed = false;              ///< created or renamed by the last rewrite
};

/// The picture of a run's graph, and the rewrites that passes have applied to it. A graph with more
/// than `kMostBoxes` nodes is folded: runs of nodes that follow each other in the graph's order are
/// a box, so that edges between boxes still lead in one direction; one of them can be unfolded.
class GraphModel {
public:
  static constexpr std::size_t kMostBoxes = 120;
  static constexpr std::size_t kFoldedBoxes = 24; ///< boxes of a folded graph

  /// Takes over the graph of a run after a change.
  void open(const Run& run);
  /// Shows the nodes of a folded box, and folds the others; of a single node folds all.
  void unfold(const Run& run, sched::Node node);
  [[nodiscard]] bool is_folded() const { return fold_ > 1; }
  [[nodiscard]] const GraphLayout& layout() const { return layout_; }
  [[nodiscard]] const std::vector<GraphNodeView>& nodes() const { return nodes_; }
  /// Description of a node: "y = mul(a, b): f64[2, 3]; 1 2 3 ...".
  [[nodiscard]] std::string words_of(const Run& run, sched::Node node) const;
  /// The kernel of a node has started by the end of a cycle; for sources always true.
  [[nodiscard]] bool begun(const Run& run, sched::Node node, std::uint64_t cycle) const;
  [[nodiscard]] bool ended(const Run& run, sched::Node node, std::uint64_t cycle) const;

  /// The same graph with one rewrite more or fewer; nothing if there is none.
  [[nodiscard]] static std::optional<RunSpec> with_rewrites(const Run& run, int more);

private:
  void build(const graph::GraphRun& of);
  void add_views(const graph::GraphRun& of, const std::vector<graph::NodeId>& drawn);

  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  GraphLayout layout_;
  std::vector<GraphNodeView> nodes_;
  std::size_t fold_ = 1;                ///< nodes of a box
  std::optional<std::size_t> unfolded_; ///< the box, counted from 0, whose nodes are shown
};

} // namespace stallscope::gui
