#include "base/svg.hpp"
#include "base/utf8.hpp"
#include "graph/report/dot.hpp"
#include "sched/report/graph_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

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
    layers_.emplace(edges);
    arrange();
  }

  std::string text() const {
    std::string body;
    svg::Pen pen(body);
    for (const NodeId id : drawn_)
      edges_into(pen, id);
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

  void arrange() {
    places_.resize(layers_->spots.size());
    std::vector<double> widths;
    for (const std::vector<std::uint32_t>& row : layers_->rows) {
      double x = 0;
      for (const std::uint32_t spot : row) {
        const sched::RoutedLayers::Spot& at = layers_->spots[spot];
        Box& of = places_[spot];
        const NodeId id = drawn_[at.node];
        of.width = at.bend ? 0
                           : kLetter * static_cast<double>(std::max(cells(first_line(id)),
                                                                    cells(second_line(id)))) +
                                 18;
        of.x = x + of.width / 2;
        of.y = kEdge + kRow * static_cast<double>(widths.size());
        x += of.width + kSpace;
      }
      widths.push_back(x - kSpace);
      width_ = std::max(width_, widths.back());
    }
    for (std::size_t row = 0; row < layers_->rows.size(); ++row)
      for (const std::uint32_t spot : layers_->rows[row])
        places_[spot].x += kEdge + (width_ - widths[row]) / 2;
    width_ += 2 * kEdge;
    height_ = 2 * kEdge + kRow * static_cast<double>(widths.size()) - (kRow - kHeight);
  }

  /// An edge on its way: the bends that it passes, and the operand that it leaves.
  struct Way {
    const Box* from;
    std::vector<std::uint32_t> bends;
  };

  /// The edges into a node end at points of their own, in the order in which they arrive.
  void edges_into(svg::Pen& pen, NodeId id) const {
    std::vector<Way> ways;
    for (const NodeId from : graph_.at(id).inputs)
      if (const auto found = number_.find(from); found != number_.end())
        ways.push_back({&places_[layers_->spot_of[found->second]],
                        layers_->way(found->second, number_.at(id))});
    const auto arrives_from = [this](const Way& way) {
      return way.bends.empty() ? way.from->x : places_[way.bends.back()].x;
    };
    std::stable_sort(ways.begin(), ways.end(),
                     [&](const Way& a, const Way& b) { return arrives_from(a) < arrives_from(b); });
    const Box& to = places_[layers_->spot_of[number_.at(id)]];
    for (std::size_t i = 0; i < ways.size(); ++i)
      edge(pen, ways[i],
           to.x +
               to.width * (static_cast<double>(i + 1) / static_cast<double>(ways.size() + 1) - 0.5),
           to.y);
  }

  void edge(svg::Pen& pen, const Way& way, double to_x, double to_y) const {
    double x = way.from->x;
    double y = way.from->y + kHeight;
    std::string path = fmt::format("M{:.1f} {:.1f}", x, y);
    const auto go = [&](double next_x, double next_y) {
      const double middle = (y + next_y) / 2;
      path += fmt::format("C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", x, middle, next_x, middle,
                          next_x, next_y);
      x = next_x;
      y = next_y;
    };
    for (const std::uint32_t spot : way.bends) { // straight down beside the boxes of its layer
      go(places_[spot].x, places_[spot].y);
      y += kHeight;
      path += fmt::format("V{:.1f}", y);
    }
    go(to_x, to_y);
    pen.path(path, "fill=\"none\" stroke=\"#666\" marker-end=\"url(#arrow)\"");
  }

  void box(svg::Pen& pen, NodeId id) const {
    const Node& node = graph_.at(id);
    const Box& of = places_[layers_->spot_of[number_.at(id)]];
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
  std::optional<sched::RoutedLayers> layers_;
  std::vector<Box> places_; ///< by spot of the layers
  double width_ = 0;
  double height_ = 0;
};

} // namespace

namespace {

constexpr double kCurveWidth = 640;
constexpr double kCurveHeight = 160;
constexpr double kCurveTop = 30;

struct NamedCurve {
  const MemoryCurve* curve;
  const char* name;
  const char* colour;
};

/// The corners of a step curve.
std::string corners_of(const MemoryCurve& curve, Ticks last, std::uint64_t most) {
  const auto x = [last](Ticks tick) {
    return kEdge + kCurveWidth * static_cast<double>(tick) / static_cast<double>(last);
  };
  std::string out;
  double y = kCurveTop + kCurveHeight;
  for (const auto& [tick, bytes] : curve.bytes) {
    const double next =
        kCurveTop + kCurveHeight * (1 - static_cast<double>(bytes) / static_cast<double>(most));
    out += fmt::format("{:.1f},{:.1f} {:.1f},{:.1f} ", x(tick), y, x(tick), next);
    y = next;
  }
  return out;
}

} // namespace

std::string memory_svg(const MemoryCurve& kept, const MemoryCurve& released,
                       const MemoryCurve& in_place) {
  const NamedCurve curves[] = {{&kept, "nothing released", "#999"},
                               {&released, "released at the last use", "#2060a0"},
                               {&in_place, "in place", "#c06020"}};
  const std::uint64_t most = std::max<std::uint64_t>(1, kept.peak);
  Ticks last = 1;
  for (const NamedCurve& each : curves)
    if (!each.curve->bytes.empty())
      last = std::max(last, each.curve->bytes.back().first);
  std::string body;
  svg::Pen pen(body);
  pen.line(kEdge, kCurveTop + kCurveHeight, kEdge + kCurveWidth, kCurveTop + kCurveHeight,
           "stroke=\"#444\"");
  double x = kEdge;
  for (const NamedCurve& each : curves) {
    const std::string words = fmt::format("{}: {} bytes", each.name, each.curve->peak);
    pen.polyline(corners_of(*each.curve, last, most),
                 fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"", each.colour));
    pen.text(x, 18, words, fmt::format("fill=\"{}\"", each.colour));
    x += kLetter * static_cast<double>(words.size() + 2);
  }
  pen.text(kEdge, kCurveTop + kCurveHeight + 16, fmt::format("ticks 1 to {}", last));
  svg::Document document;
  document.width = std::max(x, kCurveWidth) + 2 * kEdge;
  document.height = kCurveTop + kCurveHeight + 30;
  document.title = "Memory over time";
  document.attributes = "font-family=\"monospace\" font-size=\"12\"";
  return svg::document(document, body);
}

std::string svg_of(const Graph& graph, const Values& values) {
  return GraphPicture(graph, values).text();
}

} // namespace stallscope::graph
