#include "view/canvas/canvas.hpp"

#include "base/utf8.hpp"

#include <array>
#include <cmath>

namespace stallscope::gui {

Colour mixed(Colour from, Colour to, float share) {
  const auto between = [share](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(
        static_cast<float>(a) + share * (static_cast<float>(b) - static_cast<float>(a))));
  };
  return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue),
          between(from.alpha, to.alpha)};
}

Colour ink_on(Colour background) {
  // Relative luminance with a gamma of 2 (WCAG: 2.4); black and white have equal contrast at 0.18.
  const auto linear = [](std::uint8_t c) {
    const float share = static_cast<float>(c) / 255.0F;
    return share * share;
  };
  const float luminance = 0.2126F * linear(background.red) + 0.7152F * linear(background.green) +
                          0.0722F * linear(background.blue);
  return luminance > 0.18F ? Colour{16, 18, 22} : Colour{255, 255, 255};
}

std::string elided(const Canvas& canvas, std::string_view text, Face face, float size,
                   float width) {
  if (canvas.text_width(text, face, size) <= width)
    return std::string(text);
  const std::vector<Glyph> all = glyphs(text);
  const float rest = width - canvas.text_width("…", face, size);
  if (rest <= 0)
    return {};
  std::size_t fits = 0; // binary search for the longest prefix that fits, since widths are
                        // monotonic
  std::size_t too_many = all.size();
  const auto begin_of = [&](std::size_t count) {
    return text.substr(0, count == 0 ? 0
                                     : static_cast<std::size_t>(all[count - 1].bytes.data() +
                                                                all[count - 1].bytes.size() -
                                                                text.data()));
  };
  while (fits + 1 < too_many) {
    const std::size_t middle = (fits + too_many) / 2;
    (canvas.text_width(begin_of(middle), face, size) <= rest ? fits : too_many) = middle;
  }
  return fits == 0 ? std::string() : std::string(begin_of(fits)) + "…";
}

namespace {

/// Punctuation that must not start a line.
bool stays_behind(char32_t code) {
  return code == U'。' || code == U'，' || code == U'、' || code == U'；' || code == U'：' ||
         code == U'？' || code == U'！' || code == U'）' || code == U'”' || code == U'》';
}

} // namespace

std::vector<std::string> broken(const Canvas& canvas, std::string_view text, Face face, float size,
                                float width) {
  std::vector<std::string> lines;
  const std::vector<Glyph> all = glyphs(text);
  std::size_t begin = 0;     // first glyph of the line
  std::size_t may_break = 0; // the last possible line break
  float used = 0;
  const auto part = [&](std::size_t from, std::size_t to) {
    std::string line;
    for (std::size_t i = from; i < to; ++i)
      line += all[i].bytes;
    while (!line.empty() && line.back() == ' ')
      line.pop_back();
    return line;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].code == U'\n') {
      lines.push_back(part(begin, i));
      begin = may_break = i + 1;
      used = 0;
      continue;
    }
    const bool wide = all[i].cells > 1 || (i > begin && all[i - 1].cells > 1);
    if (i > begin &&
        ((all[i - 1].code == U' ' && all[i].code != U' ') || (wide && !stays_behind(all[i].code))))
      may_break = i;
    used += canvas.text_width(all[i].bytes, face, size);
    if (used <= width || i == begin || all[i].code == U' ')
      continue;
    const std::size_t end = may_break > begin ? may_break : i;
    lines.push_back(part(begin, end));
    begin = may_break = end;
    i = end;
    used = canvas.text_width(all[i].bytes, face, size);
  }
  if (begin < all.size())
    lines.push_back(part(begin, all.size()));
  return lines;
}

float draw_paragraph(Canvas& canvas, Point at, float width, std::string_view text, Face face,
                     float size, Colour colour) {
  float y = at.y;
  for (const std::string& line : broken(canvas, text, face, size, width)) {
    canvas.text({at.x, y}, line, face, size, colour);
    y += std::floor(size * 1.32F);
  }
  return y;
}

void draw_label(Canvas& canvas, const Rect& rect, std::string_view text, Face face, float size,
                Colour colour, Align align) {
  const std::string shown = elided(canvas, text, face, size, rect.width());
  if (shown.empty())
    return;
  const float room = rect.width() - canvas.text_width(shown, face, size);
  const float x = align == Align::left ? 0 : align == Align::centre ? room / 2 : room;
  canvas.text({std::floor(rect.left + x), std::floor(rect.top + (rect.height() - size) / 2)}, shown,
              face, size, colour);
}

namespace {

/// The head of an arrow at `tip` that comes from the direction of `from`.
void draw_tip(Canvas& canvas, Point from, Point tip, Colour colour, float width) {
  const Point way = tip - from;
  const float length = std::hypot(way.x, way.y);
  if (length < 0.5F)
    return;
  const Point along{way.x / length, way.y / length};
  const float long_side = 4 * width + 2;
  const float half = 2 * width + 1.5F;
  const Point foot{tip.x - along.x * long_side, tip.y - along.y * long_side};
  const std::array<Point, 3> corners{tip, Point{foot.x - along.y * half, foot.y + along.x * half},
                                     Point{foot.x + along.y * half, foot.y - along.x * half}};
  canvas.shape(corners, colour);
}

} // namespace

void draw_arrow(Canvas& canvas, Point from, Point to, Colour colour, float width, Dash dash) {
  canvas.line(from, to, colour, width, dash);
  draw_tip(canvas, from, to, colour, width);
}

void draw_bent_arrow(Canvas& canvas, Point from, Point to, float bend, Colour colour, float width,
                     Dash dash) {
  const Point way = to - from;
  const float length = std::hypot(way.x, way.y);
  if (length < 0.5F)
    return;
  const Point side{-way.y / length * bend, way.x / length * bend};
  const Point pull_from{from.x + way.x * 0.25F + side.x, from.y + way.y * 0.25F + side.y};
  const Point pull_to{from.x + way.x * 0.75F + side.x, from.y + way.y * 0.75F + side.y};
  canvas.curve(from, pull_from, pull_to, to, colour, width, dash);
  draw_tip(canvas, pull_to, to, colour, width);
}

} // namespace stallscope::gui
