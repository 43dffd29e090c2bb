#pragma once

#include "model/language/strings.hpp"
#include "model/looks/tokens.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

struct Color {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 255;

  bool operator==(const Color&) const = default;
};

/// "#rrggbb".
[[nodiscard]] constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex), 255};
}
[[nodiscard]] std::string hex_of(Color color);
/// Interpolation of colours: part 0 is the first, 1 the second.
[[nodiscard]] Color mixed(Color from, Color to, double part);

/// Contrast of two opaque colours, 1 to 21 (WCAG 2.1, "contrast ratio").
[[nodiscard]] double contrast(Color a, Color b);
/// Minimum contrast of WCAG 2.1 for text (level AA, normal size), and for meaningful lines and
/// marks.
inline constexpr double kTextContrast = 4.5;
inline constexpr double kMarkContrast = 3.0;

enum class ThemeId : std::uint8_t { dark, light, color_blind, contrast };
inline constexpr std::array kThemes{ThemeId::dark, ThemeId::light, ThemeId::color_blind,
                                    ThemeId::contrast};

/// A theme. Information shown by colour is repeated by patterns and letters (tokens.hpp).
struct Theme {
  ThemeId id = ThemeId::dark;
  std::string_view code; ///< "dark", for files and the command line
  Text title = Text::theme_dark;
  bool is_dark = true;

  Color background; ///< of the window
  Color panel;      ///< of panels
  Color raised;     ///< of headers and buttons
  Color line;       ///< borders and grids
  Color text;
  Color muted;  ///< secondary text
  Color accent; ///< selection, the current cycle
  Color on_accent;
  Color good;
  Color bad;
  Color warning;
  Color present_row; ///< background of the current cycle's row
  Color hatch;       ///< hatch lines of stalled cells
  Color arrow;       ///< from a waiting cell to its producer

  std::array<Color, kTokenColors> tokens;      ///< fills; text on them is on_token
  std::array<Color, kTokenColors> token_edges; ///< outlines, arrows, margin marks
  Color on_token;
  Color wrong_path;                         ///< fill of wrong-path operations, with on_token text
  std::array<Color, kFamilyCount> families; ///< of reasons, in strips and bars
  Color raw;                                ///< edges of RAW dependences in the dependence graph
  Color war;
  Color waw;
};

[[nodiscard]] const Theme& theme(ThemeId id);
/// The theme with this code; dark if unknown.
[[nodiscard]] ThemeId theme_from_code(std::string_view code);

/// A foreground and a background colour used together, and their minimum contrast.
struct ContrastPair {
  std::string name;
  Color front;
  Color back;
  double least = kTextContrast;
};
[[nodiscard]] std::vector<ContrastPair> contrast_pairs(const Theme& theme);

} // namespace stallscope::gui
