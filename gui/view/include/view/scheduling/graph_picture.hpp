#pragma once

#include "model/scheduling/graph_layout.hpp"
#include "view/looks/style.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace stallscope::gui {

/// Position and scale of a dependence graph.
struct GraphPlace {
  Point origin;       ///< position of the layout's upper left corner
  float scale = 10;   ///< pixels per layout unit, the width of a character
  float scale_y = 10; ///< vertical scale, larger if there is space

  [[nodiscard]] Point at(double x, double y) const {
    return {origin.x + static_cast<float>(x) * scale, origin.y + static_cast<float>(y) * scale_y};
  }
  [[nodiscard]] Rect box(const GraphBox& box) const;
};

/// The largest scale that fits into an area, limited by the letter size.
[[nodiscard]] GraphPlace fitted(const GraphLayout& graph, const Rect& area, const Style& style);

struct GraphFrame {
  std::function<Colour(sched::Node)> colour; ///< colour of an instruction
  std::function<bool(sched::Node)> taken;    ///< in the partial schedule
  std::function<bool(sched::Node)> available;
  std::optional<sched::Node> hovered;
  std::optional<sched::Node> chosen; ///< chosen by the current step
};

/// Kinds of dependences are distinguished by colour and dash; the critical path is thick.
void draw_graph(Canvas& canvas, const Style& style, const GraphLayout& graph,
                const GraphPlace& place, const GraphFrame& frame);

/// Colour and dash of edges of a kind.
[[nodiscard]] Colour edge_colour(const Style& style, sched::DependenceKind kind);
[[nodiscard]] Dash edge_dash(sched::DependenceKind kind);

} // namespace stallscope::gui
