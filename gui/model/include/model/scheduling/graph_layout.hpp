#pragma once

#include "sched/dependence/dependence.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

/// An instruction in the drawing of a dependence graph.
struct GraphBox {
  sched::Node node = 0;
  std::string text; ///< "2: add $t4, $t3, $t2"
  double x = 0;     ///< centre
  double y = 0;     ///< top
  double width = 0;
  double height = 0;
  bool critical = false; ///< on the critical path
  std::uint32_t slack = 0;
};

/// All dependences between two instructions as one curve: `points` are the control points of cubic
/// Bezier curves behind each other, three for each and the first point.
struct GraphEdge {
  sched::Node from = 0;
  sched::Node to = 0;
  std::vector<sched::Edge> edges;
  std::string label; ///< "RAW t0 3, WAR t1 0"
  std::vector<std::pair<double, double>> points;
  double label_x = 0;
  double label_y = 0;
  bool critical = false;
};

/// A layered drawing of a dependence graph: an instruction is below all its predecessors, and near
/// them (Sugiyama, Tagawa and Toda 1981). Unit: character width.
struct GraphLayout {
  std::vector<GraphBox> boxes; ///< by node
  std::vector<GraphEdge> edges;
  double width = 0;
  double height = 0;
};

/// The layout of any graph with these node texts; edges have no labels.
[[nodiscard]] GraphLayout layered(const sched::DependenceGraph& graph,
                                  const std::vector<std::string>& texts);
/// `with_implied` false omits transitive edges.
[[nodiscard]] GraphLayout layout_of(const sched::DependenceGraph& graph, bool with_implied = true);

} // namespace stallscope::gui
