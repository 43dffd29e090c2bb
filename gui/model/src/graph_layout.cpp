#include "model/graph_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::gui {

namespace {

constexpr double kBoxHeight = 2.6;
constexpr double kLayerGap = 5;
constexpr double kBoxGap = 3;
constexpr double kMargin = 2;

using sched::Node;

class Layers {
public:
  explicit Layers(const sched::DependenceGraph& graph) : graph_(graph), layer_(graph.size(), 0) {
    for (const sched::Edge& edge : graph.edges) // lead from lower to higher numbers
      layer_[edge.to] = std::max(layer_[edge.to], layer_[edge.from] + 1);
    for (Node node = 0; node < graph.size(); ++node) {
      if (layers_.size() <= layer_[node])
        layers_.resize(layer_[node] + 1);
      layers_[layer_[node]].push_back(node);
    }
    for (int round = 0; round < 4; ++round)
      for (std::vector<Node>& nodes : layers_)
        order(nodes);
  }

  [[nodiscard]] std::uint32_t layer(Node node) const { return layer_[node]; }
  [[nodiscard]] const std::vector<std::vector<Node>>& all() const { return layers_; }

private:
  /// By the middle of what each depends on; what depends on nothing keeps its place.
  void order(std::vector<Node>& nodes) const {
    std::vector<std::pair<double, Node>> keyed;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      double sum = 0;
      std::uint32_t count = 0;
      for (std::uint32_t e = graph_.first_in[nodes[i]]; e < graph_.first_in[nodes[i] + 1]; ++e) {
        const Node from = graph_.edges[e].from;
        const std::vector<Node>& above = layers_[layer_[from]];
        sum += static_cast<double>(std::find(above.begin(), above.end(), from) - above.begin()) /
               static_cast<double>(above.size());
        ++count;
      }
      keyed.emplace_back(count == 0 ? static_cast<double>(i) / static_cast<double>(nodes.size())
                                    : sum / count,
                         nodes[i]);
    }
    std::stable_sort(keyed.begin(), keyed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < nodes.size(); ++i)
      nodes[i] = keyed[i].second;
  }

  const sched::DependenceGraph& graph_;
  std::vector<std::uint32_t> layer_;
  std::vector<std::vector<Node>> layers_;
};

void place_boxes(GraphLayout& layout, const Layers& layers) {
  std::vector<double> widths;
  for (std::size_t i = 0; i < layers.all().size(); ++i) {
    double x = kMargin;
    for (const Node node : layers.all()[i]) {
      GraphBox& box = layout.boxes[node];
      box.x = x + box.width / 2;
      box.y = kMargin + static_cast<double>(i) * (kBoxHeight + kLayerGap);
      x += box.width + kBoxGap;
    }
    widths.push_back(x - kBoxGap + kMargin);
    layout.width = std::max(layout.width, widths.back());
  }
  for (std::size_t i = 0; i < layers.all().size(); ++i) // rows in the middle
    for (const Node node : layers.all()[i])
      layout.boxes[node].x += (layout.width - widths[i]) / 2;
  layout.height =
      2 * kMargin + static_cast<double>(layers.all().size()) * (kBoxHeight + kLayerGap) - kLayerGap;
}

GraphEdge curve(const GraphLayout& layout, const Layers& layers, Node from, Node to) {
  const GraphBox& a = layout.boxes[from];
  const GraphBox& b = layout.boxes[to];
  GraphEdge edge;
  edge.from = from;
  edge.to = to;
  const double top = a.y + a.height;
  // Edges over several layers bend out, so that they do not run behind the boxes between.
  const double bend = layers.layer(to) - layers.layer(from) > 1 ? 8.0 * (a.x <= b.x ? 1 : -1) : 0;
  edge.points = {std::pair(a.x, top), std::pair(a.x + bend, top + (b.y - top) * 0.4),
                 std::pair(b.x + bend, b.y - (b.y - top) * 0.4), std::pair(b.x, b.y)};
  edge.label_x = (a.x + b.x) / 2 + bend * 0.75;
  edge.label_y = (top + b.y) / 2;
  return edge;
}

} // namespace

GraphLayout layout_of(const sched::DependenceGraph& whole, bool with_implied) {
  const sched::DependenceGraph graph = with_implied ? whole : sched::transitive_reduction(whole);
  const sched::GraphMeasures measures = sched::measure(whole);
  const Layers layers(graph);
  GraphLayout layout;
  for (Node node = 0; node < graph.size(); ++node) {
    GraphBox box;
    box.node = node;
    box.text = fmt::format("{}: {}", node + 1, graph.block.text(node));
    box.width = static_cast<double>(box.text.size()) + 2;
    box.height = kBoxHeight;
    box.slack = measures.slack[node];
    layout.boxes.push_back(std::move(box));
  }
  for (const Node node : measures.critical_path)
    layout.boxes[node].critical = true;
  place_boxes(layout, layers);
  std::map<std::pair<Node, Node>, std::vector<sched::Edge>> pairs;
  for (const sched::Edge& edge : graph.edges)
    pairs[{edge.from, edge.to}].push_back(edge);
  for (auto& [ends, edges] : pairs) {
    GraphEdge drawn = curve(layout, layers, ends.first, ends.second);
    for (const sched::Edge& edge : edges) {
      const std::string location = graph.location(edge);
      drawn.label +=
          fmt::format("{}{}{}{} {}", drawn.label.empty() ? "" : ", ", sched::name(edge.kind),
                      location.empty() ? "" : " ", location, edge.latency);
    }
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
