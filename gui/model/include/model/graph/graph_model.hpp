#pragma once

#include "graph/study/study.hpp"
#include "model/run/run.hpp"
#include "model/scheduling/graph_layout.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// A node of a drawn computation graph.
struct GraphNodeView {
  graph::NodeId id = graph::kNoNode;
  std::uint8_t color = 7; ///< as in the table: by the class of the operator
  bool source = false;    ///< a param, input or constant
  bool changed = false;   ///< created or renamed by the last rewrite
};

/// The picture of a run's graph, and the rewrites that passes have applied to it.
class GraphModel {
public:
  /// Takes over the graph of a run after a change.
  void open(const Run& run);
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
  const Run* of_ = nullptr;
  std::uint64_t version_ = 0;
  GraphLayout layout_;
  std::vector<GraphNodeView> nodes_;
};

} // namespace stallscope::gui
