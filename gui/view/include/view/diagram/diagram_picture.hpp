#pragma once

#include "model/cells/diagram_model.hpp"
#include "view/looks/style.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// Positions of the parts of a pipeline diagram. The model's camera counts design pixels.
struct DiagramLayout {
  Rect area;
  Rect names; ///< numbers and instructions of the rows
  Rect axis;  ///< cycle numbers
  Rect body;
  Rect footer;    ///< below names and body: search, bookmarks and zoom
  float unit = 1; ///< display pixels per camera pixel

  DiagramLayout(const Style& style, const Rect& area, float names_width, float footer_height = 0);

  [[nodiscard]] float x(const DiagramCamera& camera, double cycle) const {
    return body.left + static_cast<float>(camera.x_of(cycle)) * unit;
  }
  [[nodiscard]] float y(const DiagramCamera& camera, double row) const {
    return body.top + static_cast<float>(camera.y_of(row)) * unit;
  }
};

struct DiagramFrame {
  std::uint64_t current = 1;
  std::uint64_t last_cycle = 1;
  OpId hovered;
  OpId chosen;
  std::vector<OpId> followed; ///< rows of the source line that another panel points at
  std::string cycle_heading;
  /// Width of the program's longest instruction in letters of the body; names of rows are made
  /// smaller, within limits, so that it fits.
  float longest_name = 0;
};

/// The least width of the rows' numbers, in letters, and of all that stands beside number and
/// instruction, in design pixels.
inline constexpr float kNumberLetters = 2.2F;
inline constexpr float kAroundNames = 46;

/// Draws the visible part as given by the model.
void draw_diagram(Canvas& canvas, const Style& style, const DiagramLayout& layout,
                  const DiagramCamera& camera, const DiagramView& view, const DiagramFrame& frame);

} // namespace stallscope::gui
