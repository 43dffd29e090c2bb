#pragma once

#include "model/cells/device_table.hpp"
#include "model/cells/table_model.hpp"
#include "view/looks/style.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Visible part of time: offset in cycles from the first cycle, and pixels per cycle.
struct TimeScale {
  double first = 0;
  double pixels = 20;
};

/// Positions of the rows of lanes and of their cycles.
class DeviceLayout {
public:
  /// Rows of links are lower than those of devices. `names`: width in pixels of the lane names.
  DeviceLayout(const Style& style, const Rect& area, const DeviceTableView& table, TimeScale scale,
               float names);

  [[nodiscard]] const Rect& area() const { return area_; }
  /// The area right of the names and below the axis.
  [[nodiscard]] Rect body() const;
  [[nodiscard]] Rect axis() const;
  [[nodiscard]] Rect row(std::size_t lane) const;
  /// Lanes [first, second) that are at least partly in an area.
  [[nodiscard]] std::pair<std::size_t, std::size_t> rows_in(const Rect& area) const;
  [[nodiscard]] std::size_t lanes() const { return tops_.size() - 1; }
  /// The left edge of a cycle in pixels.
  [[nodiscard]] float x(std::uint64_t cycle) const;
  [[nodiscard]] Rect place(std::size_t lane, std::uint64_t begin, std::uint64_t end) const;
  /// The cycle at a horizontal position, even beyond the run; at least 1.
  [[nodiscard]] std::uint64_t cycle_at(float x) const;
  [[nodiscard]] std::optional<std::size_t> lane_at(float y) const;
  [[nodiscard]] float bottom() const { return tops_.back(); }
  /// Cycles [first, second) that are at least partly visible.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> visible(std::uint64_t last) const;
  [[nodiscard]] TimeScale scale() const { return scale_; }

private:
  Rect area_;
  TimeScale scale_;
  float names_;
  float axis_;
  std::vector<float> tops_; ///< upper ends of the rows, and the lower end of the last one
};

[[nodiscard]] float device_row_height(const Style& style, bool is_link);

struct DeviceFrame {
  std::uint64_t current = 0;
  std::uint64_t last_cycle = 0;
  std::uint64_t nanoseconds = 0;       ///< of a cycle; 0: the axis counts cycles
  std::optional<TableCellId> chosen;   ///< its block is outlined
  std::optional<TableCellId> culprit;  ///< target of the arrow from `chosen`
  std::vector<TableCellId> pointed_at; ///< highlighted by a lesson
  bool hide_future = false;
  Rect sight; ///< rows outside of it are not drawn; empty: draw all
};

/// The ground of a block: the colour of its kind, paler for later stages of a device.
[[nodiscard]] Colour ground_of(const Style& style, std::uint8_t color, float shade);

/// Draws the visible blocks.
void draw_devices(Canvas& canvas, const Style& style, const DeviceLayout& layout,
                  const DeviceTableView& table, const DeviceFrame& frame);

/// The block of a cell.
[[nodiscard]] const DeviceBlock* block_at(const DeviceTableView& table, std::size_t lane,
                                          std::uint64_t cycle);

/// The place of the block of a cell.
[[nodiscard]] Rect place_of_cell(const Style& style, const DeviceLayout& layout,
                                 const DeviceTableView& table, const TableCellId& cell);

/// Draws a legend entry: a small block of a kind with its label; returns its right end.
float draw_kind(Canvas& canvas, const Style& style, Point left_centre, std::uint8_t color,
                std::string_view words);

} // namespace stallscope::gui
