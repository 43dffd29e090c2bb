#include "view/token.hpp"

#include <algorithm>
#include <string>

namespace stallscope::gui {

namespace {

/// Below this many pixels of the design neither a hatch nor a letter can be told.
constexpr float kSmallest = 7;

/// Through an operation of a wrong path.
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

/// There is room for larger letters.
bool is_tall(const Style& style, const Rect& rect) {
  return rect.height() >= style.sizes.large * 1.85F;
}

/// The ground behind a held token's number.
void draw_plates(Canvas& canvas, const Style& style, const Rect& rect, const Token& token,
                 float label, float size) {
  const float half = size * 0.55F;
  const float middle = rect.centre().y;
  const bool alone = rect.width() < label + style.px(34); // then it stands in the middle
  const float left = alone ? rect.centre().x - label / 2 : rect.left + style.px(6);
  canvas.fill({left - style.px(2), middle - half, left + label + style.px(2), middle + half},
              mixed(style.colours.surface, token.colour, 0.24F).faded(1 - token.dimmed),
              style.px(2));
}

} // namespace

void draw_token(Canvas& canvas, const Style& style, const Rect& rect, const Token& token) {
  draw_body(canvas, style, rect, token);
  const bool tall = is_tall(style, rect);
  float size = tall                                              ? style.sizes.large
               : rect.height() >= style.sizes.body + style.px(4) ? style.sizes.body
                                                                 : style.sizes.small;
  if (token.letters > 0)
    size = std::min(token.letters, rect.height());
  if ((token.letters == 0 && rect.height() < style.sizes.small) || token.label.empty())
    return;
  const bool held = token.held != Reason::none;
  const Colour plain = token.wrong_path && held   ? style.colours.text_dim
                       : held || token.wrong_path ? style.colours.text
                                                  : ink_on(token.colour);
  const Colour ink = plain.faded(1 - token.dimmed);
  const float pad = style.px(6);
  const Rect inside{rect.left + pad, rect.top, rect.right - pad, rect.bottom};
  float label = canvas.text_width(token.label, Face::bold, size);
  if (token.letters > 0 && label > rect.width() - style.px(2)) {
    size *= (rect.width() - style.px(2)) / label;
    label = canvas.text_width(token.label, Face::bold, size);
  } else if (label > rect.width() - style.px(2)) {
    size = style.sizes.small;
    label = canvas.text_width(token.label, Face::bold, size);
  }
  if (label > rect.width())
    return;
  const std::string_view rest = held ? token.mark : token.text;
  const Face face = held ? Face::bold : Face::text;
  const float gap = style.px(8);
  const float room = inside.width() - label - gap;
  const bool larger =
      tall && canvas.text_width(rest, face, style.sizes.body) <= std::max(room, 0.0F);
  const float rest_size = larger ? style.sizes.body : style.sizes.small;
  const float needed = rest.empty() ? 0 : canvas.text_width(rest, face, rest_size);
  if (held) { // letters on the bare ground, not on the hatch
    draw_plates(canvas, style, rect, token, label, size);
    if (token.wrong_path)
      draw_strike(canvas, style, rect, token);
  }
  const bool fits = needed > 0 && (needed <= room || room >= style.px(60));
  if (!fits) {
    const std::string_view letters = held && token.mark.find(' ') != std::string_view::npos
                                         ? token.mark.substr(0, token.mark.find(' '))
                                         : std::string_view();
    const float width = letters.empty() ? 0 : canvas.text_width(letters, face, rest_size);
    if (width == 0 || width > room) {
      draw_label(canvas, rect, token.label, Face::bold, size, ink);
      return;
    }
    draw_label(canvas, {inside.left, rect.top, inside.left + label + 1, rect.bottom}, token.label,
               Face::bold, size, ink, Align::left);
    draw_label(canvas, {inside.left + label + gap, rect.top, inside.right, rect.bottom}, letters,
               face, rest_size, ink, Align::right);
    return;
  }
  draw_label(canvas, {inside.left, rect.top, inside.left + label + 1, rect.bottom}, token.label,
             Face::bold, size, ink, Align::left);
  draw_label(canvas, {inside.left + label + gap, rect.top, inside.right + 1, rect.bottom}, rest,
             face, rest_size, ink, held ? Align::right : Align::left);
}

void draw_gap(Canvas& canvas, const Style& style, const Rect& rect, std::string_view mark,
              Reason reason) {
  if (rect.height() < style.sizes.small || mark.empty())
    return;
  const bool quiet = family_of(reason) == Family::edge;
  const Rect inside = rect.inset(style.px(2));
  const float size = is_tall(style, rect) ? style.sizes.body : style.sizes.small;
  // In narrow cells letters without the register; that there is nothing to do is a dot there.
  if (canvas.text_width(mark, Face::text, size) > inside.width())
    mark = mark.substr(0, mark.find(' '));
  if (quiet && rect.width() < style.sizes.body * 4)
    mark = "·";
  draw_label(canvas, inside, mark, Face::text, size,
             style.colours.text_dim.faded(quiet ? 0.45F : 0.8F));
}

void draw_key(Canvas& canvas, const Style& style, const Rect& rect, Reason reason) {
  const Colour colour = style.reason(reason);
  canvas.fill(rect, mixed(style.colours.surface, colour, 0.3F), style.px(2));
  canvas.hatch(rect.inset(style.stroke), pattern_of(reason), colour.faded(0.8F), style.px(5),
               style.px(1.2F));
  canvas.outline(rect, colour, style.stroke, style.px(2));
}

} // namespace stallscope::gui
