#include "view/scheduling/graph_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace stallscope::gui {

Rect GraphPlace::box(const GraphBox& box) const {
  const Point corner = at(box.x - box.width / 2, box.y);
  return {corner.x, corner.y, corner.x + static_cast<float>(box.width) * scale,
          corner.y + static_cast<float>(box.height) * scale_y};
}

GraphPlace fitted(const GraphLayout& graph, const Rect& area, const Style& style) {
  const float margin = style.px(12);
  const auto width = static_cast<float>(std::max(graph.width, 1.0));
  const auto height = static_cast<float>(std::max(graph.height, 1.0));
  const float across = (area.width() - 2 * margin) / width;
  const float down = (area.height() - 2 * margin) / height;
  const float scale =
      std::clamp(std::min(across, down), style.sizes.small * 0.3F, style.sizes.large * 0.75F);
  const float scale_y = std::clamp(down, scale, scale * 1.8F);
  return {{area.centre().x - width * scale / 2,
           std::max(area.top + margin, area.centre().y - height * scale_y / 2)},
          scale,
          scale_y};
}

Colour edge_colour(const Style& style, sched::DependenceKind kind) {
  switch (kind) {
  case sched::DependenceKind::raw:
    return style.colours.raw;
  case sched::DependenceKind::war:
    return style.colours.war;
  case sched::DependenceKind::waw:
    return style.colours.waw;
  case sched::DependenceKind::control:
  case sched::DependenceKind::side_effect:
    break;
  }
  return style.colours.text_dim;
}

Dash edge_dash(sched::DependenceKind kind) {
  switch (kind) {
  case sched::DependenceKind::raw:
    return Dash::solid;
  case sched::DependenceKind::war:
    return Dash::dashed;
  default:
    return Dash::dotted;
  }
}

namespace {

void draw_edge(Canvas& canvas, const Style& style, const GraphEdge& edge, const GraphPlace& place,
               const GraphFrame& frame) {
  if (edge.edges.empty())
    return;
  const sched::DependenceKind kind = edge.edges.front().kind;
  const bool near = frame.hovered && (*frame.hovered == edge.from || *frame.hovered == edge.to);
  const Colour colour = edge_colour(style, kind).faded(frame.hovered && !near ? 0.35F : 1);
  const float width = style.px(edge.critical ? 3.2F : 1.8F);
  const auto at = [&](std::size_t i) {
    return place.at(edge.points[i].first, edge.points[i].second);
  };
  const std::size_t last = edge.points.size() - 1;
  for (std::size_t i = 0; i + 3 <= last; i += 3)
    canvas.curve(at(i), at(i + 1), at(i + 2), at(i + 3), colour, width, edge_dash(kind));
  const Point tip = at(last);
  const Point pull = at(last - 1);
  const Point before{tip.x + (pull.x - tip.x) * 0.3F, tip.y + (pull.y - tip.y) * 0.3F - 1};
  draw_arrow(canvas, {tip.x + (before.x - tip.x) * 0.01F, tip.y + (before.y - tip.y) * 0.01F - 1},
             tip, colour, std::min(width, style.px(2.2F)));
}

Point on_curve(const GraphEdge& edge, const GraphPlace& place, float t) {
  const float u = 1 - t;
  const std::array<float, 4> shares{u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
  Point sum;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Point p = place.at(edge.points[i].first, edge.points[i].second);
    sum = sum + Point{p.x * shares[i], p.y * shares[i]};
  }
  return sum;
}

/// A position on the edge where its label covers neither instructions nor other labels; the middle
/// if there is none.
Rect label_rect(const GraphLayout& graph, const GraphEdge& edge, const GraphPlace& place,
                float width, float height, const std::vector<Rect>& labels) {
  const auto around = [&](Point p) {
    return Rect{p.x - width / 2, p.y - height / 2, p.x + width / 2, p.y + height / 2};
  };
  for (const float t : {0.5F, 0.42F, 0.58F, 0.35F, 0.65F, 0.28F, 0.72F, 0.2F, 0.8F, 0.13F, 0.87F})
    for (const float side : {0.0F, 0.55F, -0.55F}) {
      const Point at = on_curve(edge, place, t);
      const Rect rect = around({at.x + side * width, at.y});
      const bool free =
          std::none_of(graph.boxes.begin(), graph.boxes.end(),
                       [&](const GraphBox& box) { return place.box(box).meets(rect); }) &&
          std::none_of(labels.begin(), labels.end(),
                       [&](const Rect& other) { return other.meets(rect); });
      if (free)
        return rect;
    }
  return around(on_curve(edge, place, 0.5F));
}

void draw_edge_label(Canvas& canvas, const Style& style, const GraphLayout& graph,
                     const GraphEdge& edge, const GraphPlace& place, std::vector<Rect>& labels) {
  const float size = style.sizes.small;
  if (place.scale < size * 0.42F || edge.edges.empty() || edge.label.empty())
    return;
  const float width = canvas.text_width(edge.label, Face::text, size) + style.px(8);
  const Rect plate = label_rect(graph, edge, place, width, size * 1.3F, labels);
  labels.push_back(plate);
  canvas.fill(plate, style.colours.surface.faded(0.88F), style.px(4));
  draw_label(canvas, plate, edge.label, Face::text, size,
             mixed(edge_colour(style, edge.edges.front().kind), style.colours.text, 0.25F));
}

void draw_box(Canvas& canvas, const Style& style, const GraphBox& box, const GraphPlace& place,
              const GraphFrame& frame) {
  const Palette& c = style.colours;
  const Rect rect = place.box(box);
  const bool taken = frame.taken && frame.taken(box.node);
  const bool chosen = frame.chosen == box.node;
  const Colour colour = frame.colour ? frame.colour(box.node) : c.accent;
  const Colour ground = taken || chosen ? colour : mixed(c.surface, colour, 0.25F);
  canvas.fill(rect, ground, style.px(6));
  canvas.outline(rect, chosen || frame.hovered == box.node ? c.text : colour,
                 box.critical || chosen ? style.stroke_strong * 1.3F : style.stroke, style.px(6));
  // The largest letters that fit into the box; widths increase with sizes.
  const float wide = canvas.text_width(box.text, Face::text, style.sizes.body);
  const float size =
      std::min({rect.height() * 0.6F, style.sizes.large * 1.25F,
                style.sizes.body * (rect.width() - style.px(12)) / std::max(wide, 1.0F)});
  draw_label(canvas, rect.inset(style.px(4)), box.text, Face::text, size,
             taken || chosen ? ink_on(ground) : c.text);
  if (!taken && frame.available && frame.available(box.node))
    canvas.outline(rect.inset(-style.px(3)), c.good, style.stroke_strong, style.px(8));
}

} // namespace

void draw_graph(Canvas& canvas, const Style& style, const GraphLayout& graph,
                const GraphPlace& place, const GraphFrame& frame) {
  for (const GraphEdge& edge : graph.edges)
    draw_edge(canvas, style, edge, place, frame);
  for (const GraphBox& box : graph.boxes)
    draw_box(canvas, style, box, place, frame);
  std::vector<Rect> labels;
  for (const GraphEdge& edge : graph.edges)
    draw_edge_label(canvas, style, graph, edge, place, labels);
}

} // namespace stallscope::gui
