#pragma once

#include "model/processor/processor_layout.hpp"

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

struct Rectangle {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

/// Adds parts and arrows to a figure.
class Drawer {
public:
  explicit Drawer(const std::vector<Lane>& lanes) : lanes_(lanes) {
    layout_.part_of_lane.assign(lanes.size(), 0);
  }

  std::size_t add(PartKind kind, Text role, std::string name, const Rectangle& at,
                  std::vector<LaneId> of = {}) {
    ProcessorPart part;
    part.kind = kind;
    part.role = role;
    part.name = std::move(name);
    part.x = at.x;
    part.y = at.y;
    part.width = at.width;
    part.height = at.height;
    for (const LaneId lane : of) {
      layout_.part_of_lane[lane] = layout_.parts.size();
      part.capacity = static_cast<std::uint16_t>(part.capacity + lanes_[lane].slots);
    }
    part.lanes = std::move(of);
    layout_.parts.push_back(std::move(part));
    return layout_.parts.size() - 1;
  }

  /// A straight arrow between the nearest edges of two parts.
  void flow(FlowKind kind, std::size_t from, std::size_t to) {
    const ProcessorPart& a = layout_.parts[from];
    const ProcessorPart& b = layout_.parts[to];
    layout_.flows.push_back({kind, from, to, {edge(a, b), edge(b, a)}, kNoLane});
  }
  /// A vertical arrow to the part below, centred on one of the two parts.
  void flow_down(FlowKind kind, std::size_t from, std::size_t to, std::size_t middle_of) {
    const ProcessorPart& above = layout_.parts[from];
    const double x = layout_.parts[middle_of].center().first;
    flow_over(kind, from, to, {{x, above.y + above.height}, {x, layout_.parts[to].y}});
  }
  /// An arrow with corners.
  void flow_over(FlowKind kind, std::size_t from, std::size_t to,
                 std::vector<std::pair<double, double>> points, LaneId lane = kNoLane) {
    layout_.flows.push_back({kind, from, to, std::move(points), lane});
  }

  [[nodiscard]] const ProcessorPart& part(std::size_t index) const { return layout_.parts[index]; }
  ProcessorLayout& layout() { return layout_; }

private:
  /// The point where the line between two centres leaves a box.
  static std::pair<double, double> edge(const ProcessorPart& from, const ProcessorPart& to) {
    const auto [x, y] = from.center();
    const double dx = to.center().first - x;
    const double dy = to.center().second - y;
    if (dx == 0 && dy == 0)
      return {x, y};
    const double across = dx == 0 ? 1e9 : from.width / 2 / std::abs(dx);
    const double along = dy == 0 ? 1e9 : from.height / 2 / std::abs(dy);
    const double part = std::min({across, along, 1.0});
    return {x + dx * part, y + dy * part};
  }

  const std::vector<Lane>& lanes_;
  ProcessorLayout layout_;
};

/// Column k of n equal columns in an interval.
inline Rectangle column(std::size_t k, std::size_t n, double left, double right, double y,
                        double height, double gap = 3) {
  const double width = (right - left - gap * static_cast<double>(n - 1)) / static_cast<double>(n);
  return {left + static_cast<double>(k) * (width + gap), y, width, height};
}

/// Draws a dynamically scheduled machine as in the lecture's figure.
void draw_dynamic(Drawer& drawer, const machine::Machine& machine, const std::vector<Lane>& lanes,
                  const ProcessorRoom& room);

} // namespace stallscope::gui
