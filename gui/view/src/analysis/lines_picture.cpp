#include "view/analysis/lines_picture.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "view/looks/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace stallscope::gui {

namespace {

/// Longer source lines are cut.
constexpr float kMostText = 0.5F;

/// Left ends of the columns, and the right end of the last one.
struct LineColumns {
  float place = 0;
  float text = 0;
  float bar = 0;
  float cycles = 0;
  float share = 0;
  float held = 0;
  float end = 0;
  bool words = true; ///< the names of reasons fit; otherwise their letters
};

constexpr float kBeforeReason = 36; ///< design pixels for the sign of a reason
constexpr float kLeastBar = 24;

/// A source line up to its comment, which may be cut.
std::string_view without_comment(std::string_view line) {
  for (const std::string_view start : {" #", " ;", " //"})
    line = line.substr(0, line.find(start));
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

std::string words_of(const LineRow& line, bool words) {
  const ReasonInfo& what = info(line.held);
  return fmt::format("{} {}", words ? reason_title(line.held) : std::string(what.mark),
                     grouped(line.held_cycles));
}

/// Columns of a narrow picture: source texts first, then reasons with their names or letters, then
/// shares, and bars in what remains.
void make_narrow(const Canvas& canvas, const Style& style, const LinesView& view, float text,
                 LineColumns& c) {
  const float size = style.sizes.body;
  const float numbers = size * 4.5F;
  float long_held = 0;
  float short_held = 0;
  for (const LineRow& row : view.rows) {
    if (row.held == Reason::none)
      continue;
    long_held = std::max(long_held, canvas.text_width(words_of(row, true), Face::text, size));
    short_held = std::max(short_held, canvas.text_width(words_of(row, false), Face::text, size));
  }
  const float sign = style.px(kBeforeReason) + 1;
  float rest = c.end - c.text - numbers - text;
  c.words = rest >= sign + long_held;
  const float held = std::min(std::max(rest, sign), sign + (c.words ? long_held : short_held));
  rest -= held;
  const float share = rest >= numbers ? numbers : 0;
  rest -= share;
  c.held = c.end - held;
  c.share = c.held - share;
  c.cycles = c.share - numbers;
  c.bar = rest >= style.px(kLeastBar) ? c.cycles - rest : c.cycles;
}

LineColumns columns_of(const Canvas& canvas, const Style& style, const Rect& area,
                       const LinesView& view) {
  const float size = style.sizes.body;
  float places = size * 3;
  for (const LineRow& row : view.rows)
    places = std::max(places, canvas.text_width(row.place, Face::text, size));
  places = std::min(places + style.px(12), area.width() * 0.25F);
  LineColumns c;
  c.end = area.right;
  c.held = c.end - std::min(size * 13, area.width() * 0.25F);
  c.share = c.held - size * 4.5F;
  c.cycles = c.share - size * 4.5F;
  c.place = area.left;
  c.text = area.left + places;
  c.bar = std::max(c.text, c.cycles - (c.cycles - c.text) * 0.45F);
  float text = 0;
  float held = 0;
  for (const LineRow& row : view.rows) {
    text = std::max(text,
                    canvas.text_width(without_comment(row.text), Face::mono, size) + style.px(9));
    if (row.held != Reason::none)
      held = std::max(held, canvas.text_width(words_of(row, true), Face::text, size));
  }
  text = std::min(text, area.width() * kMostText);
  if (text > c.bar - c.text || held + style.px(kBeforeReason) > c.end - c.held)
    make_narrow(canvas, style, view, text, c);
  return c;
}

void draw_headings(Canvas& canvas, const Style& style, const Rect& row, const LineColumns& at) {
  const auto word = [&](float left, float right, std::string_view words, Align align) {
    draw_label(canvas, {left, row.top, right, row.bottom}, words, Face::bold, style.sizes.small,
               style.colours.text_dim, align);
  };
  word(at.place, at.bar, tr(Text::lines_line), Align::left);
  word(std::min(at.bar, at.cycles), at.share, tr(Text::cycles), Align::right);
  word(at.held + style.px(12), at.end, tr(Text::lines_held), Align::left);
}

void draw_numbers(Canvas& canvas, const Style& style, const Rect& row, const LineColumns& at,
                  std::uint64_t cycles, double share) {
  const float size = style.sizes.body;
  draw_label(canvas, {at.cycles, row.top, at.share, row.bottom}, grouped(cycles), Face::bold, size,
             style.colours.text, Align::right);
  if (at.share < at.held)
    draw_label(canvas, {at.share, row.top, at.held, row.bottom},
               fmt::format("{:.1f} %", share * 100), Face::text, size, style.colours.text_dim,
               Align::right);
}

void draw_row(Canvas& canvas, const Style& style, const Rect& row, const LineColumns& at,
              const LineRow& line) {
  const Palette& c = style.colours;
  const float size = style.sizes.body;
  draw_label(canvas, {at.place, row.top, at.text - style.px(6), row.bottom},
             line.place.empty() ? std::string_view(tr(Text::lines_unknown)) : line.place,
             Face::text, size, c.text_dim, Align::left);
  draw_label(canvas, {at.text, row.top, at.bar - style.px(8), row.bottom}, line.text, Face::mono,
             size, c.text, Align::left);
  const Rect room{at.bar, row.top + style.px(5), at.cycles, row.bottom - style.px(5)};
  if (room.width() > 0)
    canvas.fill(room, c.raised, style.px(2));
  if (line.cycles > 0 && room.width() > 0)
    canvas.fill(
        {room.left, room.top,
         room.left + std::max(style.px(1), room.width() * static_cast<float>(line.part_of_most)),
         room.bottom},
        c.accent, style.px(2));
  draw_numbers(canvas, style, row, at, line.cycles, line.share);
  if (line.held == Reason::none)
    return;
  const float key = at.held + style.px(12);
  draw_key(canvas, style,
           {key, row.centre().y - style.px(8), key + style.px(16), row.centre().y + style.px(8)},
           line.held);
  const std::string words = words_of(line, at.words);
  const Rect rest{key + style.px(24), row.top, at.end, row.bottom};
  if (at.words || canvas.text_width(words, Face::text, size) <= rest.width()) // else its sentence
    draw_label(canvas, rest, words, Face::text, size, c.text, Align::left);
}

} // namespace

Rect line_row(const Style& style, const Rect& area, std::size_t i) {
  const float height = style.sizes.body + style.px(11);
  const float top = area.top + height * static_cast<float>(i + 1);
  return {area.left, top, area.right, top + height};
}

void draw_lines(Canvas& canvas, const Style& style, const Rect& area, const LinesView& view,
                const LinesFrame& frame) {
  const Palette& c = style.colours;
  const LineColumns at = columns_of(canvas, style, area, view);
  const Rect first = line_row(style, area, 0);
  draw_headings(canvas, style, {area.left, area.top, area.right, first.top}, at);
  for (std::size_t i = 0; i < view.rows.size(); ++i) {
    const Rect row = line_row(style, area, i);
    if (!row.meets(frame.visible))
      continue;
    const bool seen = frame.seen != 0 && view.rows[i].line == frame.seen;
    if (frame.hovered == i || seen)
      canvas.fill(row, mixed(c.surface, c.accent, 0.14F), style.px(4));
    draw_row(canvas, style, row, at, view.rows[i]);
  }
  if (view.rest == 0)
    return;
  const Rect row = line_row(style, area, view.rows.size());
  draw_label(canvas, {at.place, row.top, at.bar, row.bottom}, tr(Text::lines_rest), Face::text,
             style.sizes.body, c.text_dim, Align::left);
  draw_numbers(
      canvas, style, row, at, view.rest,
      view.cycles == 0 ? 0 : static_cast<double>(view.rest) / static_cast<double>(view.cycles));
}

} // namespace stallscope::gui
