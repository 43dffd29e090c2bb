#include "model/scheduling/graph_layout.hpp"

#include "sched/report/graph_layers.hpp"

#include <algorithm>
#include <map>

namespace stallscope::gui {

namespace {

constexpr double kBoxHeight = 2.6;
constexpr double kLayerGap = 5;
constexpr double kBoxGap = 3;
constexpr double kGraphMargin = 2;

using sched::Node;

void place_boxes(GraphLayout& layout, const sched::GraphLayers& layers) {
  std::vector<double> widths;
  for (std::size_t i = 0; i < layers.nodes.size(); ++i) {
    double x = kGraphMargin;
    for (const Node node : layers.nodes[i]) {
      GraphBox& box = layout.boxes[node];
      box.x = x + box.width / 2;
      box.y = kGraphMargin + static_cast<double>(i) * (kBoxHeight + kLayerGap);
      x += box.width + kBoxGap;
    }
    widths.push_back(x - kBoxGap + kGraphMargin);
    layout.width = std::max(layout.width, widths.back());
  }
  for (std::size_t i = 0; i < layers.nodes.size(); ++i) // centred rows
    for (const Node node : layers.nodes[i])
      layout.boxes[node].x += (layout.width - widths[i]) / 2;
  layout.height = 2 * kGraphMargin +
                  static_cast<double>(layers.nodes.size()) * (kBoxHeight + kLayerGap) - kLayerGap;
}

GraphEdge curve(const GraphLayout& layout, const sched::GraphLayers& layers, Node from, Node to) {
  const GraphBox& a = layout.boxes[from];
  const GraphBox& b = layout.boxes[to];
  GraphEdge edge;
  edge.from = from;
  edge.to = to;
  const double top = a.y + a.height;
  // Edges over several layers are curved, so that the boxes between do not hide them.
  const double bend = layers.layer[to] - layers.layer[from] > 1 ? 8.0 * (a.x <= b.x ? 1 : -1) : 0;
  edge.points = {std::pair(a.x, top), std::pair(a.x + bend, top + (b.y - top) * 0.4),
                 std::pair(b.x + bend, b.y - (b.y - top) * 0.4), std::pair(b.x, b.y)};
  edge.label_x = (a.x + b.x) / 2 + bend * 0.75;
  edge.label_y = (top + b.y) / 2;
  return edge;
}

/// Boxes with their texts and positions.
GraphLayout boxes_of(const sched::GraphLayers& layers, const std::vector<std::string>& texts) {
  GraphLayout layout;
  for (Node node = 0; node < texts.size(); ++node) {
    GraphBox box;
    box.node = node;
    box.text = texts[node];
    box.width = static_cast<double>(box.text.size()) + 2;
    box.height = kBoxHeight;
    layout.boxes.push_back(std::move(box));
  }
  place_boxes(layout, layers);
  return layout;
}

} // namespace

GraphLayout layered(const sched::DependenceGraph& graph, const std::vector<std::string>& texts) {
  const sched::GraphLayers layers(graph);
  GraphLayout layout = boxes_of(layers, texts);
  std::map<std::pair<Node, Node>, sched::Edge> pairs;
  for (const sched::Edge& edge : graph.edges)
    pairs[{edge.from, edge.to}] = edge;
  for (const auto& [ends, edge] : pairs) {
    GraphEdge drawn = curve(layout, layers, ends.first, ends.second);
    drawn.edges.push_back(edge);
    layout.edges.push_back(std::move(drawn));
  }
  return layout;
}

GraphLayout layout_of(const sched::DependenceGraph& whole, bool with_implied) {
  const sched::DependenceGraph graph = with_implied ? whole : sched::transitive_reduction(whole);
  const sched::GraphMeasures measures = sched::measure(whole);
  const sched::GraphLayers layers(graph);
  std::vector<std::string> texts;
  for (Node node = 0; node < graph.size(); ++node)
    texts.push_back(sched::node_label(graph, node));
  GraphLayout layout = boxes_of(layers, texts);
  for (Node node = 0; node < graph.size(); ++node)
    layout.boxes[node].slack = measures.slack[node];
  for (const Node node : measures.critical_path)
    layout.boxes[node].critical = true;
  std::map<std::pair<Node, Node>, std::vector<sched::Edge>> pairs;
  for (const sched::Edge& edge : graph.edges)
    pairs[{edge.from, edge.to}].push_back(edge);
  for (auto& [ends, edges] : pairs) {
    GraphEdge drawn = curve(layout, layers, ends.first, ends.second);
    for (const sched::Edge& edge : edges)
      drawn.label += (drawn.label.empty() ? "" : ", ") + sched::edge_label(graph, edge);
    const auto& path = measures.critical_path;
    const auto at = std::find(path.begin(), path.end(), ends.first);
    drawn.critical =
        at != path.end() && std::next(at) != path.end() && *std::next(at) == ends.second;
    drawn.edges = std::move(edges);
    layout.edges.push_back(std::move(drawn));
  }
  return layout;
}

} // namespace stallscope::gui
