#include "model/scheduling/graph_layout.hpp"

#include "sched/report/graph_layers.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

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

/// Boxes with their texts, not placed yet.
GraphLayout sized_boxes(const std::vector<std::string>& texts) {
  GraphLayout layout;
  for (Node node = 0; node < texts.size(); ++node) {
    GraphBox box;
    box.node = node;
    box.text = texts[node];
    box.width = static_cast<double>(box.text.size()) + 2;
    box.height = kBoxHeight;
    layout.boxes.push_back(std::move(box));
  }
  return layout;
}

} // namespace

namespace {

/// Places of boxes and bends, and the size of the drawing.
struct Routed {
  sched::RoutedLayers layers;
  std::vector<std::pair<double, double>> spots; ///< by spot: centre, top
};

Routed route(GraphLayout& layout, const sched::DependenceGraph& graph) {
  Routed out{sched::RoutedLayers(graph), {}};
  out.spots.resize(out.layers.spots.size());
  std::vector<double> widths;
  for (const std::vector<std::uint32_t>& row : out.layers.rows) {
    double x = kGraphMargin;
    for (const std::uint32_t spot : row) {
      const auto& at = out.layers.spots[spot];
      const double width = at.bend ? 0 : layout.boxes[at.node].width;
      out.spots[spot] = {x + width / 2, kGraphMargin + static_cast<double>(widths.size()) *
                                                           (kBoxHeight + kLayerGap)};
      x += width + kBoxGap;
    }
    widths.push_back(x - kBoxGap + kGraphMargin);
    layout.width = std::max(layout.width, widths.back());
  }
  for (std::size_t i = 0; i < widths.size(); ++i)
    for (const std::uint32_t spot : out.layers.rows[i])
      out.spots[spot].first += (layout.width - widths[i]) / 2;
  layout.height =
      2 * kGraphMargin + static_cast<double>(widths.size()) * (kBoxHeight + kLayerGap) - kLayerGap;
  for (GraphBox& box : layout.boxes)
    std::tie(box.x, box.y) = out.spots[out.layers.spot_of[box.node]];
  return out;
}

/// Appends a curve that leaves and arrives vertically.
void go(std::vector<std::pair<double, double>>& points, double x, double y) {
  const auto [from_x, from_y] = points.back();
  const double middle = (from_y + y) / 2;
  points.insert(points.end(), {{from_x, middle}, {x, middle}, {x, y}});
}

/// An edge around the boxes between; it arrives at a share, from 0 to 1, of its target's width.
GraphEdge routed_edge(const GraphLayout& layout, const Routed& routed, const sched::Edge& edge,
                      double share) {
  const GraphBox& a = layout.boxes[edge.from];
  const GraphBox& b = layout.boxes[edge.to];
  GraphEdge out;
  out.from = edge.from;
  out.to = edge.to;
  out.edges.push_back(edge);
  out.points = {{a.x, a.y + a.height}};
  for (const std::uint32_t spot : routed.layers.way(edge.from, edge.to)) {
    go(out.points, routed.spots[spot].first, routed.spots[spot].second);
    go(out.points, routed.spots[spot].first, routed.spots[spot].second + kBoxHeight);
  }
  go(out.points, b.x + b.width * (share - 0.5), b.y);
  return out;
}

} // namespace

GraphLayout layered(const sched::DependenceGraph& graph, const std::vector<std::string>& texts) {
  GraphLayout layout = sized_boxes(texts);
  const Routed routed = route(layout, graph);
  std::map<Node, std::map<Node, sched::Edge>> into; // by target and operand
  for (const sched::Edge& edge : graph.edges)
    into[edge.to][edge.from] = edge;
  for (const auto& [to, edges] : into) {
    std::vector<std::pair<double, sched::Edge>> arriving;
    for (const auto& [from, edge] : edges) {
      const auto way = routed.layers.way(from, to);
      arriving.emplace_back(
          routed.spots[way.empty() ? routed.layers.spot_of[from] : way.back()].first, edge);
    }
    std::stable_sort(arriving.begin(), arriving.end(),
                     [](const auto& x, const auto& y) { return x.first < y.first; });
    for (std::size_t i = 0; i < arriving.size(); ++i)
      layout.edges.push_back(
          routed_edge(layout, routed, arriving[i].second,
                      static_cast<double>(i + 1) / static_cast<double>(arriving.size() + 1)));
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
  GraphLayout layout = sized_boxes(texts);
  place_boxes(layout, layers);
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
