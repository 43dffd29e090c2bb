#include "view/looks/token.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace stallscope::gui {

namespace {

/// Below this size in pixels of the design hatches and letters are not legible.
constexpr float kSmallest = 7;

/// Strikes through an operation on a wrong path.
void draw_strike(Canvas& canvas, const Style& style, const Rect& rect, const Token& token) {
  canvas.line({rect.left + style.px(3), rect.centre().y},
              {rect.right - style.px(3), rect.centre().y},
              style.colours.bad.faded(0.8F * (1 - token.dimmed)), style.stroke_strong);
}

void draw_body(Canvas& canvas, const Style& style, const Rect& rect, const Token& token) {
  const Palette& c = style.colours;
  const float radius = std::min(style.radius, rect.height() / 4);
  const float share = 1 - token.dimmed;
  if (token.held == Reason::none) {
    canvas.fill(rect, token.colour.faded(token.wrong_path ? 0.45F * share : share), radius);
  } else {
    canvas.fill(rect, mixed(c.surface, token.colour, 0.24F).faded(share), radius);
    if (rect.height() >= style.px(kSmallest) && rect.width() >= style.px(kSmallest))
      canvas.hatch(rect.inset(style.stroke), pattern_of(token.held),
                   style.reason(token.held).faded(0.5F * share), style.px(7), style.px(1.2F));
    canvas.outline(rect, token.colour.faded(token.wrong_path ? 0.45F * share : share),
                   style.stroke_strong, radius);
  }
  if (token.wrong_path)
    draw_strike(canvas, style, rect, token);
  if (token.chosen)
    canvas.outline(rect.inset(-style.px(2)), c.text, style.stroke_strong, radius + style.px(2));
}

/// The rectangle is high enough for larger letters.
bool is_tall(const Style& style, const Rect& rect) {
  return rect.height() >= style.sizes.large * 1.85F;
}

/// The background behind a stalled token's number.
void draw_plates(Canvas& canvas, const Style& style, const Rect& rect, const Token& token,
                 float label, float size) {
  const float half = size * 0.55F;
  const float middle = rect.centre().y;
  const bool alone = rect.width() < label + style.px(34); // the label is centred then
  const float left = alone ? rect.centre().x - label / 2 : rect.left + style.px(6);
  canvas.fill({left - style.px(2), middle - half, left + label + style.px(2), middle + half},
              mixed(style.colours.surface, token.colour, 0.24F).faded(1 - token.dimmed),
              style.px(2));
}

/// Division of a token's width between the label and the text beside it.
struct Wording {
  float size = 0;  ///< letter size of the label
  float label = 0; ///< width of the label
  float room = 0;  ///< width available beside the label
  std::string_view rest;
  Face face = Face::text;
  float rest_size = 0;
  float needed = 0; ///< width of the text beside it
};

constexpr float kBesideLabel = 8; ///< design pixels between label and text
constexpr float kTokenPad = 6;

Wording wording_of(const Canvas& canvas, const Style& style, const Rect& rect, const Token& token) {
  Wording words;
  const bool tall = is_tall(style, rect);
  words.size = tall                                              ? style.sizes.large
               : rect.height() >= style.sizes.body + style.px(4) ? style.sizes.body
                                                                 : style.sizes.small;
  if (token.letters > 0)
    words.size = std::min(token.letters, rect.height());
  words.label = canvas.text_width(token.label, Face::bold, words.size);
  if (token.letters > 0 && words.label > rect.width() - style.px(2)) {
    words.size *= (rect.width() - style.px(2)) / words.label;
    words.label = canvas.text_width(token.label, Face::bold, words.size);
  } else if (words.label > rect.width() - style.px(2)) {
    words.size = style.sizes.small;
    words.label = canvas.text_width(token.label, Face::bold, words.size);
  }
  const bool held = token.held != Reason::none;
  words.rest = held ? token.mark : token.text;
  words.face = held ? Face::bold : Face::text;
  words.room = rect.width() - 2 * style.px(kTokenPad) - words.label - style.px(kBesideLabel);
  const bool larger = tall && canvas.text_width(words.rest, words.face, style.sizes.body) <=
                                  std::max(words.room, 0.0F);
  words.rest_size = larger ? style.sizes.body : style.sizes.small;
  words.needed =
      words.rest.empty() ? 0 : canvas.text_width(words.rest, words.face, words.rest_size);
  return words;
}

/// The rectangle is too low for a label or text.
bool too_low(const Style& style, const Rect& rect, const Token& token) {
  return token.letters == 0 && rect.height() < style.sizes.small;
}

} // namespace

namespace {

/// Marks are not made smaller than this share of their letters.
constexpr float kSmallestMark = 0.7F;

/// "RAW $t2" with its letter size, smaller if it fits then; otherwise "RAW", otherwise nothing. A
/// mark cut in the middle could be taken for another one.
std::pair<std::string_view, float> fitted_mark(const Canvas& canvas, std::string_view mark,
                                               float size, float room) {
  for (const std::string_view words : {mark, mark.substr(0, mark.find(' '))}) {
    const float width = words.empty() ? 0 : canvas.text_width(words, Face::bold, size);
    if (width > 0 && width * kSmallestMark <= room)
      return {words, size * std::min(1.0F, room / width)};
  }
  return {{}, size};
}

/// The beginning of an instruction is shown where much of it fits beside a number of three digits,
/// so that cells of one width do so alike.
bool shows_part(const Canvas& canvas, const Style& style, const Rect& rect, float label, float size,
                float needed, float room) {
  const float number = std::max(label, canvas.text_width("000", Face::bold, size));
  const float usual = rect.width() - 2 * style.px(kTokenPad) - style.px(kBesideLabel) - number;
  return needed > 0 && (needed <= room || usual >= style.px(60));
}

} // namespace

bool shows_text(const Canvas& canvas, const Style& style, const Rect& rect, const Token& token) {
  if (token.held != Reason::none || too_low(style, rect, token))
    return false;
  const Wording words = wording_of(canvas, style, rect, token);
  return words.needed <= words.room;
}

float longest_instruction(const Canvas& canvas, const isa::Program* program, float size) {
  constexpr std::size_t kMeasured = 2'000;
  const std::size_t count = program == nullptr ? 0 : std::min(program->code.size(), kMeasured);
  float longest = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    longest = std::max(longest, canvas.text_width(program->text_of(i), Face::text, size));
  return longest;
}

void draw_token(Canvas& canvas, const Style& style, const Rect& rect, const Token& token) {
  draw_body(canvas, style, rect, token);
  if (too_low(style, rect, token) || token.label.empty())
    return;
  const auto [size, label, room, rest, face, rest_size, needed] =
      wording_of(canvas, style, rect, token);
  if (label > rect.width())
    return;
  const bool held = token.held != Reason::none;
  const Colour plain = token.wrong_path && held   ? style.colours.text_dim
                       : held || token.wrong_path ? style.colours.text
                                                  : ink_on(token.colour);
  const Colour ink = plain.faded(1 - token.dimmed);
  const float pad = style.px(kTokenPad);
  const Rect inside{rect.left + pad, rect.top, rect.right - pad, rect.bottom};
  const float gap = style.px(kBesideLabel);
  if (held) { // letters are drawn on a plain background, not on the hatch
    draw_plates(canvas, style, rect, token, label, size);
    if (token.wrong_path)
      draw_strike(canvas, style, rect, token);
  }
  const auto [beside, letters] =
      held ? fitted_mark(canvas, rest, rest_size, room)
           : std::pair(shows_part(canvas, style, rect, label, size, needed, room)
                           ? rest
                           : std::string_view(),
                       rest_size);
  if (beside.empty()) {
    draw_label(canvas, rect, token.label, Face::bold, size, ink);
    return;
  }
  draw_label(canvas, {inside.left, rect.top, inside.left + label + 1, rect.bottom}, token.label,
             Face::bold, size, ink, Align::left);
  draw_label(canvas, {inside.left + label + gap, rect.top, inside.right + 1, rect.bottom}, beside,
             face, letters, ink, held ? Align::right : Align::left);
}

void draw_gap(Canvas& canvas, const Style& style, const Rect& rect, std::string_view mark,
              Reason reason) {
  if (rect.height() < style.sizes.small || mark.empty())
    return;
  const bool quiet = family_of(reason) == Family::edge;
  const Rect inside = rect.inset(style.px(2));
  const float size = is_tall(style, rect) ? style.sizes.body : style.sizes.small;
  // In narrow cells the letters without the register; a dot for idle cells.
  if (canvas.text_width(mark, Face::text, size) > inside.width())
    mark = mark.substr(0, mark.find(' '));
  if (quiet && rect.width() < style.sizes.body * 4)
    mark = "·";
  draw_label(canvas, inside, mark, Face::text, size,
             style.colours.text_dim.faded(quiet ? static_cast<float>(kQuietInk) : 0.8F));
}

void draw_key(Canvas& canvas, const Style& style, const Rect& rect, Reason reason) {
  const Colour colour = style.reason(reason);
  canvas.fill(rect, mixed(style.colours.surface, colour, 0.3F), style.px(2));
  canvas.hatch(rect.inset(style.stroke), pattern_of(reason), colour.faded(0.8F), style.px(5),
               style.px(1.2F));
  canvas.outline(rect, colour, style.stroke, style.px(2));
}

void draw_cause(Canvas& canvas, const Style& style, const Rect& waits, const Rect& culprit) {
  const Colour colour = style.colours.bad;
  canvas.outline(waits.inset(-style.px(1)), colour, style.stroke_strong, style.radius);
  canvas.outline(culprit.inset(-style.px(1)), colour, style.stroke_strong, style.radius);
  const float width = style.px(2.5F);
  const float near = style.px(8); // too close for an arrow
  if (waits.meets(culprit) ||
      (waits.top == culprit.top &&
       std::max(culprit.left - waits.right, waits.left - culprit.right) < near))
    return;
  const float left = std::max(waits.left, culprit.left);
  const float right = std::min(waits.right, culprit.right);
  if (left < right) { // one below the other
    const bool up = culprit.top < waits.top;
    const Point start{(left + right) / 2, up ? waits.top : waits.bottom};
    const Point end{start.x, up ? culprit.bottom : culprit.top};
    if ((up ? start.y - end.y : end.y - start.y) > near)
      draw_bent_arrow(canvas, start, end, style.px(16), colour, width);
    return;
  }
  const bool rightwards = culprit.centre().x >= waits.centre().x;
  const Point start{rightwards ? waits.right : waits.left, waits.centre().y};
  const Point end{rightwards ? culprit.left : culprit.right, culprit.centre().y};
  draw_bent_arrow(canvas, start, end, rightwards ? -style.px(16) : style.px(16), colour, width);
}

} // namespace stallscope::gui
