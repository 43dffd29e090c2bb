#pragma once

#include "base/ids.hpp"

#include <array>
#include <cstdint>

namespace stallscope::trace {

/// One of the eight colours of operations, in every output format. The hues are those of Okabe and
/// Ito (Color Universal Design, 2008), distinguishable with the common forms of colour blindness;
/// grey replaces black, which would hide text.
struct OpColor {
  std::uint8_t terminal; ///< code of the 256-colour terminal palette
  const char* light;     ///< cell on a light page
  const char* dark;      ///< cell on a dark page
  const char* edge;      ///< outline and arrows
};

inline constexpr std::array<OpColor, 8> kOpColors{{
    {74, "#cfe8f8", "#1f5478", "#56b4e9"},  // sky blue
    {214, "#fbe0b0", "#7a5200", "#e69f00"}, // orange
    {36, "#b9e6d8", "#00553e", "#009e73"},  // bluish green
    {175, "#f3d9e7", "#74405c", "#cc79a7"}, // reddish purple
    {227, "#fbf7c4", "#69621a", "#c9bc2a"}, // yellow
    {32, "#bfd9ea", "#003d61", "#0072b2"},  // blue
    {166, "#f7cfb5", "#743300", "#d55e00"}, // vermilion
    {246, "#e0e0e0", "#4c4c4c", "#8a8a8a"}, // grey
}};

[[nodiscard]] inline std::uint8_t color_of(OpId op) {
  return static_cast<std::uint8_t>((op.value + kOpColors.size() - 1) % kOpColors.size());
}

} // namespace stallscope::trace
