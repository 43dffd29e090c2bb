#pragma once

#include "model/looks/theme.hpp"
#include "model/looks/tokens.hpp"
#include "view/canvas/canvas.hpp"
#include "view/looks/fonts.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stallscope::gui {

/// Colours of the interface by purpose.
struct Palette {
  Colour background;  ///< behind everything
  Colour surface;     ///< of panels
  Colour raised;      ///< headings, buttons
  Colour line;        ///< of grids
  Colour line_strong; ///< around panels
  Colour text;
  Colour text_dim; ///< secondary text
  Colour accent;   ///< selection, the present cycle
  Colour good;     ///< saved, legal, right
  Colour warning;  ///< waits
  Colour bad;      ///< lost, illegal, wrong
  Colour arrow;    ///< from a waiting operation to its producer
  Colour raw;      ///< edges of the dependence graph
  Colour war;
  Colour waw;
  std::array<Colour, kTokenColors> operations; ///< by color_of()
  std::array<Colour, kFamilyCount> families;   ///< by Family
};

/// A theme's colours, made strong enough to be seen from far away where they fill tokens.
[[nodiscard]] Palette palette_of(const Theme& theme);

/// How everything looks at one scale: sizes in pixels of the display.
struct Style {
  Palette colours;
  float unit = 1;   ///< pixels of the display for a pixel of the design
  float stroke = 1; ///< lines of grids
  float stroke_strong = 2;
  float radius = 4; ///< rounded corners
  TextSizes sizes;
  const Fonts* fonts = nullptr;

  [[nodiscard]] float px(float design_pixels) const { return design_pixels * unit; }
  [[nodiscard]] Colour operation(OpId shown) const { return colours.operations[color_of(shown)]; }
  [[nodiscard]] Colour reason(Reason reason) const {
    return colours.families[static_cast<std::size_t>(family_of(reason))];
  }
};

/// Gives ImGui's own widgets these looks.
void apply(const Style& style);

} // namespace stallscope::gui
