#include "model/looks/theme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

std::string hex_of(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

Color mixed(Color from, Color to, double part) {
  const double t = std::clamp(part, 0.0, 1.0);
  const auto mix = [t](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * t));
  };
  return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b), mix(from.a, to.a)};
}

namespace {

/// Relative luminance of WCAG 2.1.
double luminance(Color color) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

} // namespace

double contrast(Color a, Color b) {
  const double light = std::max(luminance(a), luminance(b));
  const double dark = std::min(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

namespace {

template <std::size_t N> std::array<Color, N> colors(const std::array<std::uint32_t, N>& hex) {
  std::array<Color, N> list{};
  std::transform(hex.begin(), hex.end(), list.begin(), rgb);
  return list;
}

// The hues of tokens follow Okabe and Ito (Color Universal Design, 2008), which are distinguishable
// with all common colour vision deficiencies; grey replaces their black.

Theme dark() {
  Theme t;
  t.id = ThemeId::dark;
  t.code = "dark";
  t.title = Text::theme_dark;
  t.is_dark = true;
  t.background = rgb(0x14171c);
  t.panel = rgb(0x1b2028);
  t.raised = rgb(0x29303b);
  t.line = rgb(0x3a434f);
  t.text = rgb(0xe6e9ee);
  t.muted = rgb(0xa3adba);
  t.accent = rgb(0x6cb6ff);
  t.on_accent = rgb(0x0b1622);
  t.good = rgb(0x63d29b);
  t.bad = rgb(0xff8f80);
  t.warning = rgb(0xf2b84b);
  t.present_row = rgb(0x26313f);
  t.hatch = rgb(0xd5dbe3);
  t.arrow = rgb(0xffd166);
  t.tokens =
      colors<8>({0x1f5478, 0x6e4a00, 0x00553e, 0x74405c, 0x5c561a, 0x003d61, 0x743300, 0x4c4c4c});
  t.token_edges =
      colors<8>({0x56b4e9, 0xe69f00, 0x17b58a, 0xd48ab2, 0xd8cc3a, 0x3d9bd6, 0xf07a33, 0xa0a0a0});
  t.on_token = rgb(0xffffff);
  t.wrong_path = rgb(0x33373d);
  t.families =
      colors<8>({0x17b58a, 0x56b4e9, 0xe69f00, 0xd8cc3a, 0xd48ab2, 0xf07a33, 0x8a929c, 0x9d8cff});
  t.raw = rgb(0x56b4e9);
  t.war = rgb(0xe69f00);
  t.waw = rgb(0xd48ab2);
  return t;
}

Theme light() {
  Theme t;
  t.id = ThemeId::light;
  t.code = "light";
  t.title = Text::theme_light;
  t.is_dark = false;
  t.background = rgb(0xf3f4f6);
  t.panel = rgb(0xffffff);
  t.raised = rgb(0xe7eaee);
  t.line = rgb(0xc9cfd6);
  t.text = rgb(0x1c2126);
  t.muted = rgb(0x57606b);
  t.accent = rgb(0x0b5cad);
  t.on_accent = rgb(0xffffff);
  t.good = rgb(0x0a6b3f);
  t.bad = rgb(0xb3261e);
  t.warning = rgb(0x8a5200);
  t.present_row = rgb(0xe3edf8);
  t.hatch = rgb(0x3a424b);
  t.arrow = rgb(0xa33b00);
  t.tokens =
      colors<8>({0xcfe8f8, 0xfbe0b0, 0xb9e6d8, 0xf3d9e7, 0xfbf7c4, 0xbfd9ea, 0xf7cfb5, 0xe0e0e0});
  t.token_edges =
      colors<8>({0x2f86b8, 0xa86f00, 0x00805f, 0xa8568a, 0x857a00, 0x0072b2, 0xc05000, 0x707070});
  t.on_token = rgb(0x14181c);
  t.wrong_path = rgb(0xececec);
  t.families =
      colors<8>({0x00805f, 0x2f86b8, 0xa86f00, 0x857a00, 0xa8568a, 0xc05000, 0x707070, 0x5a45c0});
  t.raw = rgb(0x0072b2);
  t.war = rgb(0xa86f00);
  t.waw = rgb(0xa8568a);
  return t;
}

/// Families differ in lightness as well as in hue, using blues and yellows only.
Theme color_blind() {
  Theme t = light();
  t.id = ThemeId::color_blind;
  t.code = "color-blind";
  t.title = Text::theme_color_blind;
  t.accent = rgb(0x004b8d);
  t.good = rgb(0x005a9c);
  t.bad = rgb(0x8a3b00);
  t.warning = rgb(0x6b5500);
  t.arrow = rgb(0x000000);
  t.hatch = rgb(0x000000);
  t.families =
      colors<8>({0x003a5c, 0x0072b2, 0xb36b00, 0x7d7300, 0x9a4f7f, 0xb84a00, 0x6f6f6f, 0x3b1f5c});
  t.war = rgb(0xb36b00);
  t.waw = rgb(0x7a2f5f);
  return t;
}

/// For projectors: black and white, strong fills.
Theme high_contrast() {
  Theme t = dark();
  t.id = ThemeId::contrast;
  t.code = "contrast";
  t.title = Text::theme_contrast;
  t.background = rgb(0x000000);
  t.panel = rgb(0x000000);
  t.raised = rgb(0x1c1c1c);
  t.line = rgb(0x8a8a8a);
  t.text = rgb(0xffffff);
  t.muted = rgb(0xdddddd);
  t.accent = rgb(0xffe14d);
  t.on_accent = rgb(0x000000);
  t.present_row = rgb(0x2b2b00);
  t.hatch = rgb(0x000000);
  t.arrow = rgb(0xffe14d);
  t.tokens =
      colors<8>({0x8fd3ff, 0xffc04d, 0x5fe0b7, 0xffb3d9, 0xfff27a, 0x7fb9ff, 0xffa27a, 0xe0e0e0});
  t.token_edges = t.tokens;
  t.on_token = rgb(0x000000);
  t.wrong_path = rgb(0x9a9a9a);
  t.families =
      colors<8>({0x5fe0b7, 0x8fd3ff, 0xffc04d, 0xfff27a, 0xffb3d9, 0xffa27a, 0xb0b0b0, 0xc9a6ff});
  t.raw = rgb(0x8fd3ff);
  t.war = rgb(0xffc04d);
  t.waw = rgb(0xffb3d9);
  return t;
}

} // namespace

const Theme& theme(ThemeId id) {
  static const std::array<Theme, kThemes.size()> all{dark(), light(), color_blind(),
                                                     high_contrast()};
  return all[static_cast<std::size_t>(id)];
}

ThemeId theme_from_code(std::string_view code) {
  for (const ThemeId id : kThemes)
    if (theme(id).code == code)
      return id;
  return ThemeId::dark;
}

std::vector<ContrastPair> contrast_pairs(const Theme& t) {
  std::vector<ContrastPair> pairs;
  const auto add = [&pairs](std::string name, Color front, Color back,
                            double least = kTextContrast) {
    pairs.push_back({std::move(name), front, back, least});
  };
  for (const auto& [name, back] :
       {std::pair("background", t.background), std::pair("panel", t.panel),
        std::pair("raised", t.raised), std::pair("present row", t.present_row)}) {
    add(fmt::format("text on {}", name), t.text, back);
    add(fmt::format("muted text on {}", name), t.muted, back);
  }
  for (const auto& [name, front] : {std::pair("accent", t.accent), std::pair("good", t.good),
                                    std::pair("bad", t.bad), std::pair("warning", t.warning)})
    add(fmt::format("{} text on panel", name), front, t.panel);
  add("text on accent", t.on_accent, t.accent);
  for (std::size_t i = 0; i < t.tokens.size(); ++i) {
    add(fmt::format("text on token {}", i), t.on_token, t.tokens[i]);
    add(fmt::format("hatch on token {}", i), t.hatch, t.tokens[i], kMarkContrast);
    add(fmt::format("edge of token {} on panel", i), t.token_edges[i], t.panel, kMarkContrast);
  }
  add("text on the wrong path", t.on_token, t.wrong_path);
  for (std::size_t i = 0; i < t.families.size(); ++i)
    add(fmt::format("family {} on panel", i), t.families[i], t.panel, kMarkContrast);
  for (const auto& [name, front] : {std::pair("RAW", t.raw), std::pair("WAR", t.war),
                                    std::pair("WAW", t.waw), std::pair("arrow", t.arrow)})
    add(fmt::format("{} edge on panel", name), front, t.panel, kMarkContrast);
  return pairs;
}

} // namespace stallscope::gui
