#pragma once

#include "model/scheduling/graph_layout.hpp"
#include "view/looks/style.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace stallscope::gui {

/// Where a dependence graph is drawn.
struct GraphPlace {
  Point origin;       ///< of the layout's upper left corner
  float scale = 10;   ///< pixels for a unit of the layout: a character's width
  float scale_y = 10; ///< downwards: as much more as there is room

  [[nodiscard]] Point at(double x, double y) const {
    return {origin.x + static_cast<float>(x) * scale, origin.y + static_cast<float>(y) * scale_y};
  }
  [[nodiscard]] Rect box(const GraphBox& box) const;
};

/// As large as an area has room for and its letters make sense.
[[nodiscard]] GraphPlace fitted(const GraphLayout& graph, const Rect& area, const Style& style);

struct GraphFrame {
  std::function<Colour(sched::Node)> colour; ///< of an instruction
  std::function<bool(sched::Node)> taken;    ///< it is in the schedule already
  std::function<bool(sched::Node)> available;
  std::optional<sched::Node> hovered;
  std::optional<sched::Node> chosen; ///< by the step at hand
};

/// Kinds of dependences differ in colour and dash; the critical path is thick.
void draw_graph(Canvas& canvas, const Style& style, const GraphLayout& graph,
                const GraphPlace& place, const GraphFrame& frame);

/// How edges of a kind are drawn.
[[nodiscard]] Colour edge_colour(const Style& style, sched::DependenceKind kind);
[[nodiscard]] Dash edge_dash(sched::DependenceKind kind);

} // namespace stallscope::gui
