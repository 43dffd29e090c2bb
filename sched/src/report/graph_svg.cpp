#include "base/svg.hpp"
#include "sched/report/graph_layers.hpp"
#include "sched/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

// A layered drawing, edges as curves.

namespace stallscope::sched {

namespace {

constexpr double kCharWidth = 7.3;
constexpr double kBoxHeight = 30;
constexpr double kLayerGap = 78;
constexpr double kBoxGap = 26;
constexpr double kMargin = 20;
constexpr double kLane = 14; ///< distance of loop-carried edges

struct Box {
  double x = 0; ///< centre
  double y = 0; ///< top
  double width = 0;
};

class Drawing {
public:
  explicit Drawing(const DependenceGraph& graph)
      : graph_(graph), measures_(measure(graph)), boxes_(graph.size()), layers_(graph) {
    for (Node node = 0; node < graph.size(); ++node)
      boxes_[node].width = kCharWidth * static_cast<double>(node_label(graph, node).size()) + 20;
    arrange();
  }

  std::string text() const {
    std::string body;
    svg::Pen pen(body);
    std::map<std::pair<Node, Node>, std::vector<const Edge*>> pairs;
    for (const Edge& edge : graph_.edges)
      pairs[{edge.from, edge.to}].push_back(&edge);
    for (const auto& [ends, edges] : pairs)
      curve(pen, ends.first, ends.second, edges);
    for (Node node = 0; node < graph_.size(); ++node)
      box(pen, node);
    std::map<std::pair<Node, Node>, std::vector<const Edge*>> carried;
    for (const Edge& edge : graph_.carried)
      carried[{edge.from, edge.to}].push_back(&edge);
    double lane = 0;
    for (const auto& [ends, edges] : carried)
      carried_curve(pen, ends.first, ends.second, edges, lane++);
    svg::Document document;
    document.width = std::round(width_);
    document.height = std::round(height_);
    document.title = "Dependence graph of " + graph_.block.label;
    document.attributes = "font-family=\"monospace\" font-size=\"12\"";
    document.head = svg::arrow_head("arrow", "#444");
    return svg::document(document, body);
  }

private:
  bool critical(Node node) const {
    return std::find(measures_.critical_path.begin(), measures_.critical_path.end(), node) !=
           measures_.critical_path.end();
  }

  void arrange() {
    for (const std::vector<Node>& nodes : layers_.nodes) {
      double x = kMargin;
      for (const Node node : nodes) {
        boxes_[node].x = x + boxes_[node].width / 2;
        boxes_[node].y = kMargin + layers_.layer[node] * (kBoxHeight + kLayerGap);
        x += boxes_[node].width + kBoxGap;
      }
      width_ = std::max(width_, x - kBoxGap + kMargin);
    }
    for (const std::vector<Node>& nodes : layers_.nodes) { // centred rows
      double right = 0;
      for (const Node node : nodes)
        right = std::max(right, boxes_[node].x + boxes_[node].width / 2);
      for (const Node node : nodes)
        boxes_[node].x += (width_ - kMargin - right) / 2;
    }
    width_ += 140; // space for edge labels at the side
    carried_at_ = width_;
    std::set<std::pair<Node, Node>> carried;
    for (const Edge& edge : graph_.carried)
      carried.emplace(edge.from, edge.to);
    if (!carried.empty()) // loop-carried edges and their labels
      width_ += kLane * static_cast<double>(carried.size()) + 360;
    height_ = 2 * kMargin + static_cast<double>(layers_.nodes.size()) * (kBoxHeight + kLayerGap) -
              kLayerGap;
  }

  void curve(svg::Pen& pen, Node from, Node to, const std::vector<const Edge*>& edges) const {
    std::string words;
    bool raw = false;
    for (const Edge* edge : edges) {
      words += (words.empty() ? "" : ", ") + edge_label(graph_, *edge);
      raw |= edge->kind == DependenceKind::raw;
    }
    const Box& a = boxes_[from];
    const Box& b = boxes_[to];
    const double x1 = a.x;
    const double y1 = a.y + kBoxHeight;
    const double y2 = b.y;
    // Edges over several layers are curved, to pass next to the boxes.
    const double bend =
        layers_.layer[to] - layers_.layer[from] > 1 ? 60.0 * (x1 <= b.x ? 1 : -1) : 0;
    const double middle_x = (x1 + b.x) / 2 + bend * 0.75;
    const double middle_y = (y1 + y2) / 2;
    const bool thick = critical(from) && critical(to) && raw;
    pen.path(fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", x1, y1,
                         x1 + bend, y1 + (y2 - y1) * 0.4, b.x + bend, y2 - (y2 - y1) * 0.4, b.x,
                         y2),
             fmt::format("fill=\"none\" stroke=\"#444\" stroke-width=\"{}\"{} "
                         "marker-end=\"url(#arrow)\"",
                         thick ? "2.4" : "1.1", raw ? "" : " stroke-dasharray=\"4 3\""));
    pen.text(middle_x + 5, middle_y, words, "fill=\"#333\" font-size=\"11\"");
  }

  /// A loop-carried edge: out to the right, in a track of its own, and back.
  void carried_curve(svg::Pen& pen, Node from, Node to, const std::vector<const Edge*>& edges,
                     double lane) const {
    std::string words;
    bool raw = false;
    for (const Edge* edge : edges) {
      words += fmt::format("{}{}, distance {}", words.empty() ? "" : "; ",
                           edge_label(graph_, *edge), edge->distance);
      raw |= edge->kind == DependenceKind::raw;
    }
    const Box& a = boxes_[from];
    const Box& b = boxes_[to];
    const double y1 = a.y + kBoxHeight * 0.7;
    const double y2 = b.y + kBoxHeight * 0.3;
    const double x = carried_at_ + kLane * lane;
    pen.path(fmt::format("M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}", a.x + a.width / 2, y1, x, y2,
                         b.x + b.width / 2),
             fmt::format("class=\"carried\" fill=\"none\" stroke=\"#a33\" "
                         "stroke-width=\"1.1\"{} marker-end=\"url(#arrow)\"",
                         raw ? "" : " stroke-dasharray=\"4 3\""));
    pen.text(x + 5, (y1 + y2) / 2 + 12 * (std::fmod(lane, 3) - 1), words,
             "fill=\"#a33\" font-size=\"11\" stroke=\"#fff\" stroke-width=\"3\" "
             "paint-order=\"stroke\"");
  }

  void box(svg::Pen& pen, Node node) const {
    const Box& b = boxes_[node];
    pen.rect(b.x - b.width / 2, b.y, b.width, kBoxHeight,
             fmt::format("rx=\"4\" fill=\"{}\" stroke=\"#333\" stroke-width=\"{}\"",
                         critical(node) ? "#fff2cc" : "#eef3fa", critical(node) ? "2" : "1"));
    pen.text(b.x, b.y + kBoxHeight / 2 + 4, node_label(graph_, node), "fill=\"#111\"", "middle");
  }

  const DependenceGraph& graph_;
  GraphMeasures measures_;
  std::vector<Box> boxes_;
  GraphLayers layers_;
  double carried_at_ = 0; ///< x of the tracks of loop-carried edges
  double width_ = 0;
  double height_ = 0;
};

} // namespace

std::string graph_svg(const DependenceGraph& graph) {
  return Drawing(graph).text();
}

} // namespace stallscope::sched
