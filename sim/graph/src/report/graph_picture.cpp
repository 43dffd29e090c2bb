#include "base/svg.hpp"
#include "base/utf8.hpp"
#include "graph/report/dot.hpp"
#include "sched/report/graph_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace stallscope::graph {

namespace {

constexpr double kLetter = 7.3; ///< character width of the monospace font at size 12
constexpr double kHeight = 38;
constexpr double kRow = 84;
constexpr double kSpace = 22;
constexpr double kEdge = 20; ///< margin of the picture

/// The drawn nodes; unnamed constants appear in the text of their users.
class GraphPicture {
public:
  GraphPicture(const Graph& graph, const Values& values) : graph_(graph), values_(values) {
    for (NodeId id = 0; id < graph.nodes.size(); ++id)
      if (graph.at(id).named || !is_source(graph.at(id).op)) {
        number_[id] = static_cast<sched::Node>(drawn_.size());
        drawn_.push_back(id);
      }
    sched::DependenceGraph edges;
    edges.block.count = static_cast<std::uint32_t>(drawn_.size());
    for (const NodeId id : drawn_)
      for (const NodeId from : graph.at(id).inputs)
        if (number_.contains(from)) {
          sched::Edge edge;
          edge.from = number_.at(from);
          edge.to = number_.at(id);
          edges.edges.push_back(edge);
        }
    edges.index();
    arrange(sched::GraphLayers(edges));
  }

  std::string text() const {
    std::string body;
    svg::Pen pen(body);
    for (const NodeId id : drawn_)
      for (const NodeId from : graph_.at(id).inputs)
        if (number_.contains(from))
          edge(pen, boxes_[number_.at(from)], boxes_[number_.at(id)]);
    for (const NodeId id : drawn_)
      box(pen, id);
    svg::Document document;
    document.width = std::round(width_);
    document.height = std::round(height_);
    document.title = graph_.name;
    document.attributes = "font-family=\"monospace\" font-size=\"12\"";
    document.head = svg::arrow_head("arrow", "#444");
    return svg::document(document, body);
  }

private:
  struct Box {
    double x = 0; ///< centre
    double y = 0; ///< top
    double width = 0;
  };

  [[nodiscard]] std::string first_line(NodeId id) const {
    const Node& node = graph_.at(id);
    return is_source(node.op) ? fmt::format("{} {}", info(node.op).name, node.name)
                              : fmt::format("{} = {}", node.name, info(node.op).name);
  }
  [[nodiscard]] std::string second_line(NodeId id) const {
    const Node& node = graph_.at(id);
    if (id < values_.size() && values_[id]->values.size() == 1)
      return fmt::format("{:.6g}", values_[id]->values[0]);
    return fmt::format("{}{}", name(node.type), text_of(node.shape));
  }

  void arrange(const sched::GraphLayers& layers) {
    boxes_.resize(drawn_.size());
    std::vector<double> widths;
    for (const std::vector<sched::Node>& row : layers.nodes) {
      double x = 0;
      for (const sched::Node at : row) {
        const NodeId id = drawn_[at];
        Box& of = boxes_[at];
        of.width =
            kLetter * static_cast<double>(std::max(cells(first_line(id)), cells(second_line(id)))) +
            18;
        of.x = x + of.width / 2;
        of.y = kEdge + kRow * static_cast<double>(widths.size());
        x += of.width + kSpace;
      }
      widths.push_back(x - kSpace);
      width_ = std::max(width_, widths.back());
    }
    for (std::size_t row = 0; row < layers.nodes.size(); ++row)
      for (const sched::Node at : layers.nodes[row])
        boxes_[at].x += kEdge + (width_ - widths[row]) / 2;
    width_ += 2 * kEdge;
    height_ = 2 * kEdge + kRow * static_cast<double>(widths.size()) - (kRow - kHeight);
  }

  static void edge(svg::Pen& pen, const Box& from, const Box& to) {
    const double top = from.y + kHeight;
    const double middle = (top + to.y) / 2;
    pen.path(fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", from.x, top,
                         from.x, middle, to.x, middle, to.x, to.y),
             "fill=\"none\" stroke=\"#666\" marker-end=\"url(#arrow)\"");
  }

  void box(svg::Pen& pen, NodeId id) const {
    const Node& node = graph_.at(id);
    const Box& of = boxes_[number_.at(id)];
    const char* fill = node.backward ? "#f6dcc0" : is_source(node.op) ? "#eeeeee" : "#d4e6f4";
    pen.begin_group({}, text_of(graph_, id));
    pen.rect(
        of.x - of.width / 2, of.y, of.width, kHeight,
        fmt::format("rx=\"{}\" fill=\"{}\" stroke=\"#444\"", is_source(node.op) ? 14 : 3, fill));
    pen.text(of.x, of.y + 15, first_line(id), {}, "middle");
    pen.text(of.x, of.y + 31, second_line(id), "fill=\"#333\"", "middle");
    pen.end_group();
  }

  const Graph& graph_;
  const Values& values_;
  std::vector<NodeId> drawn_;
  std::map<NodeId, sched::Node> number_;
  std::vector<Box> boxes_;
  double width_ = 0;
  double height_ = 0;
};

} // namespace

std::string svg_of(const Graph& graph, const Values& values) {
  return GraphPicture(graph, values).text();
}

} // namespace stallscope::graph
