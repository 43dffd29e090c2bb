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
  Colour background;  ///< behind all panels
  Colour surface;     ///< of panels
  Colour raised;      ///< headings, buttons
  Colour line;        ///< of grids
  Colour line_strong; ///< around panels
  Colour text;
  Colour text_dim; ///< secondary text
  Colour accent;   ///< selection, the current cycle
  Colour good;     ///< saved, legal, right
  Colour warning;  ///< waits
  Colour bad;      ///< lost slots, illegal, wrong
  Colour arrow;    ///< from a waiting operation to its producer
  Colour raw;      ///< edges of RAW dependences in the dependence graph
  Colour war;
  Colour waw;
  std::array<Colour, kTokenColors> operations; ///< by color_of()
  std::array<Colour, kFamilyCount> families;   ///< by Family
};

/// The colours of a theme, with increased saturation for fills of tokens, to be visible from a
/// distance.
[[nodiscard]] Palette palette_of(const Theme& theme);

/// Sizes and colours at one scale; sizes in display pixels.
struct Style {
  Palette colours;
  float unit = 1;   ///< display pixels per design pixel
  float stroke = 1; ///< width of grid lines
  float stroke_strong = 2;
  float radius = 4; ///< of rounded corners
  TextSizes sizes;
  const Fonts* fonts = nullptr;

  [[nodiscard]] float px(float design_pixels) const { return design_pixels * unit; }
  [[nodiscard]] Colour operation(OpId shown) const { return colours.operations[color_of(shown)]; }
  [[nodiscard]] Colour reason(Reason reason) const {
    return colours.families[static_cast<std::size_t>(family_of(reason))];
  }
};

/// Applies the style to ImGui's own widgets.
void apply(const Style& style);

} // namespace stallscope::gui
