#include "view/diagram/diagram_picture.hpp"

#include "model/run/run_words.hpp"
#include "view/looks/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

DiagramLayout::DiagramLayout(const Style& style, const Rect& with_footer, float names_width,
                             float footer_height)
    : area(with_footer), unit(style.unit) {
  const float heading = style.sizes.body + style.px(14);
  area.bottom -= footer_height;
  footer = {area.left, area.bottom, area.right, with_footer.bottom};
  const Rect& whole = area;
  names = {whole.left, whole.top + heading, whole.left + names_width, whole.bottom};
  axis = {names.right, whole.top, whole.right, names.top};
  body = {names.right, names.top, whole.right, whole.bottom};
}

namespace {

struct DiagramDrawing {
  Canvas& canvas;
  const Style& style;
  const DiagramLayout& layout;
  const DiagramCamera& camera;
  const DiagramView& view;
  const DiagramFrame& frame;

  void ground() const;
  void axis() const;
  void names() const;
  void bands() const;
  void bars() const;
  void bar(const DiagramBar& bar, const Rect& rect) const;
  void arrows() const;
  [[nodiscard]] std::string_view shortened(std::string_view mark, const Rect& rect) const;
  [[nodiscard]] std::uint64_t layout_row(OpId op) const {
    for (const DiagramRowView& row : view.rows)
      if (row.op == op)
        return row.row;
    return ~0ULL;
  }
  [[nodiscard]] bool is_followed(OpId op) const {
    return std::find(frame.followed.begin(), frame.followed.end(), op) != frame.followed.end();
  }
  [[nodiscard]] float row_height() const { return static_cast<float>(camera.row_px) * layout.unit; }
};

/// Names of rows are not made smaller than this share of their letters.
constexpr float kSmallestName = 0.7F;
/// Smaller marks, in design pixels, are not legible.
constexpr float kSmallestMark = 6;

/// 1, 2, 5, 10, 20, 50 ...: the smallest step at which the numbers do not overlap.
std::uint64_t tick_step(double cycle_px, double needed_px) {
  std::uint64_t step = 1;
  for (std::uint64_t scale = 1; static_cast<double>(step) * cycle_px < needed_px; scale *= 10)
    for (const std::uint64_t part : {1, 2, 5}) {
      step = part * scale;
      if (static_cast<double>(step) * cycle_px >= needed_px)
        break;
    }
  return step;
}

void DiagramDrawing::ground() const {
  const Palette& c = style.colours;
  const float left = layout.x(camera, static_cast<double>(frame.current));
  const float right = layout.x(camera, static_cast<double>(frame.current) + 1);
  if (frame.current > 0)
    canvas.fill(
        {left, layout.body.top, std::max(right, left + style.stroke_strong), layout.body.bottom},
        c.accent.faded(0.13F));
  for (const DiagramRowView& row : view.rows) {
    const float top = layout.y(camera, static_cast<double>(row.row));
    if (is_followed(row.op))
      canvas.fill({layout.body.left, top, layout.body.right, top + row_height()},
                  c.accent.faded(0.13F));
    if (row.op == frame.hovered || row.op == frame.chosen)
      canvas.fill({layout.body.left, top, layout.body.right, top + row_height()},
                  c.text.faded(0.06F));
    if (row_height() >= style.px(14))
      canvas.line({layout.body.left, top + row_height()}, {layout.body.right, top + row_height()},
                  c.line.faded(0.6F), style.stroke);
  }
}

void DiagramDrawing::axis() const {
  const Palette& c = style.colours;
  canvas.fill({layout.area.left, layout.axis.top, layout.axis.right, layout.axis.bottom}, c.raised,
              style.px(6));
  draw_label(canvas,
             {layout.names.left + style.px(12), layout.axis.top, layout.names.right - style.px(6),
              layout.axis.bottom},
             frame.cycle_heading, Face::text, style.sizes.small, c.text_dim, Align::right);
  const double needed = static_cast<double>(style.sizes.body) *
                        (1.2 + 0.6 * static_cast<double>(grouped(frame.last_cycle).size()));
  const std::uint64_t step = tick_step(camera.cycle_px * layout.unit, needed);
  const auto first = static_cast<std::uint64_t>(std::max(1.0, std::floor(camera.first_cycle)));
  canvas.push_clip(layout.axis);
  const float half =
      std::max(static_cast<float>(camera.cycle_px) * layout.unit, static_cast<float>(needed)) / 2;
  const auto middle_of = [&](std::uint64_t cycle) {
    return layout.x(camera, static_cast<double>(cycle) + 0.5);
  };
  const auto label = [&](std::uint64_t cycle) {
    const float middle = middle_of(cycle);
    const bool now = cycle == frame.current;
    const std::string number = grouped(cycle);
    const Face face = now ? Face::bold : Face::text;
    if (middle - canvas.text_width(number, face, style.sizes.body) / 2 < layout.axis.left)
      return; // partial numbers are omitted
    draw_label(canvas, {middle - half, layout.axis.top, middle + half, layout.axis.bottom}, number,
               face, style.sizes.body, now ? c.accent : c.text_dim);
  };
  for (std::uint64_t at = first - first % step; at <= frame.last_cycle; at += step) {
    const std::uint64_t cycle = std::max<std::uint64_t>(at, 1);
    if (layout.x(camera, static_cast<double>(cycle)) > layout.axis.right)
      break;
    // The present cycle has its number wherever it is; its neighbours make room.
    if (cycle == frame.current || frame.current == 0 ||
        std::abs(middle_of(cycle) - middle_of(frame.current)) >= static_cast<float>(needed))
      label(cycle);
  }
  if (frame.current > 0 && frame.current % step != 0 && frame.current != 1)
    label(frame.current);
  canvas.pop_clip();
}

void DiagramDrawing::names() const {
  const Palette& c = style.colours;
  canvas.push_clip(layout.names);
  const float height = row_height();
  const float size = std::min(style.sizes.body, height - style.px(2));
  float numbers =
      size * kNumberLetters; // width for the widest number: up to eight digits in long runs
  for (const DiagramRowView& row : view.rows)
    if (height >= style.px(12))
      numbers = std::max(numbers, canvas.text_width(row.number, Face::bold, size) + style.px(2));
  const float room = layout.names.width() - style.px(kAroundNames) - numbers;
  const float longest = frame.longest_name * size / style.sizes.body;
  const float letters = longest > room ? size * std::max(room / longest, kSmallestName) : size;
  for (const DiagramRowView& row : view.rows) {
    if (height < style.px(12))
      break;
    const float top = layout.y(camera, static_cast<double>(row.row));
    const float chip = std::min(height - style.px(4), style.px(14));
    const float left = layout.names.left + style.px(10);
    const float middle = top + height / 2;
    if (row.hit)
      canvas.fill({layout.names.left + style.px(4), top + style.px(1),
                   layout.names.right - style.px(2), top + height - style.px(1)},
                  c.warning.faded(0.28F), style.px(3));
    if (is_followed(row.op))
      canvas.fill({layout.names.left, top, layout.names.right, top + height},
                  c.accent.faded(0.22F));
    canvas.fill({left, middle - chip / 2, left + chip, middle + chip / 2},
                style.colours.operations[row.color].faded(row.wrong_path ? 0.4F : 1), style.px(3));
    const float number = left + chip + style.px(8);
    const float text = number + numbers;
    draw_label(canvas, {number, top, text, top + height}, row.number, Face::bold, size,
               row.wrong_path ? c.text_dim : c.text, Align::left);
    draw_label(canvas, {text + style.px(4), top, layout.names.right - style.px(8), top + height},
               row.hidden > 0 ? fmt::format("… {}", row.hidden) : row.text, Face::text, letters,
               row.wrong_path || row.flushed ? c.text_dim : c.text, Align::left);
    if (row.bookmarked)
      canvas.fill({layout.names.left, top, layout.names.left + style.px(4), top + height},
                  c.warning);
  }
  canvas.pop_clip();
  canvas.line({layout.names.right, layout.area.top}, {layout.names.right, layout.area.bottom},
              c.line_strong, style.stroke);
}

void DiagramDrawing::bands() const {
  const Palette& c = style.colours;
  for (const DiagramBand& band : view.bands) {
    const float left = layout.x(camera, static_cast<double>(band.begin));
    const float right = std::max(left + 1, layout.x(camera, static_cast<double>(band.end)));
    const float top = layout.y(camera, static_cast<double>(band.first_row));
    const float bottom =
        std::max(top + style.px(2), layout.y(camera, static_cast<double>(band.last_row) + 1));
    canvas.fill({left, top, right, bottom},
                mixed(c.good, style.reason(band.worst),
                      static_cast<float>(std::clamp(band.lost, 0.0, 1.0))));
  }
}

/// "RAW $t2", or "RAW" if that does not fit.
std::string_view DiagramDrawing::shortened(std::string_view mark, const Rect& rect) const {
  if (canvas.text_width(mark, Face::bold, style.sizes.small) <= rect.width() - style.px(6))
    return mark;
  return mark.substr(0, mark.find(' '));
}

void DiagramDrawing::bar(const DiagramBar& bar, const Rect& rect) const {
  const Palette& c = style.colours;
  const Colour colour = c.operations[bar.color];
  if (bar.lane == kNoLane && !bar.folded) { // not fetched yet
    draw_gap(canvas, style, rect, bar.text, bar.cause.why);
    return;
  }
  const bool held = bar.cause.why != Reason::none;
  if (view.detail != Detail::text) {
    const float share = bar.wrong_path ? 0.45F : 1;
    canvas.fill(rect, held ? mixed(c.surface, style.reason(bar.cause.why), 0.55F).faded(share)
                           : colour.faded(share));
    return;
  }
  Token token;
  token.label = held ? std::string_view() : std::string_view(bar.text);
  token.colour = colour;
  token.held = bar.cause.why;
  token.wrong_path = bar.wrong_path;
  draw_token(canvas, style, rect, token);
  if (!held)
    return;
  const std::string_view mark = shortened(bar.text, rect);
  const Rect inside = rect.inset(style.px(3));
  const float width = canvas.text_width(mark, Face::bold, style.sizes.small);
  const float letters = style.sizes.small * std::min(1.0F, inside.width() / std::max(width, 1.0F));
  if (letters >= style.px(kSmallestMark))
    draw_label(canvas, inside.inset(-1), mark, Face::bold, letters, c.text);
}

void DiagramDrawing::bars() const {
  const float gap = view.detail == Detail::text ? style.px(1.5F) : row_height() > 4 ? 0.5F : 0;
  for (const DiagramBar& one : view.bars) {
    const float top = layout.y(camera, static_cast<double>(one.row));
    const Rect rect{layout.x(camera, static_cast<double>(one.begin)) + gap, top + gap,
                    layout.x(camera, static_cast<double>(one.end)) - gap,
                    std::max(top + row_height() - gap, top + gap + 1)};
    if (rect.meets(layout.body))
      bar(one, rect);
  }
}

void DiagramDrawing::arrows() const {
  const Palette& c = style.colours;
  const float height = row_height();
  for (const DiagramArrow& arrow : view.arrows) {
    const bool down = arrow.to_row > arrow.from_row;
    const float inset = style.px(7);
    const Point from{layout.x(camera, static_cast<double>(arrow.from_cycle) + 1) - inset,
                     layout.y(camera, static_cast<double>(arrow.from_row)) +
                         height * (down ? 0.88F : 0.12F)};
    const Point to{layout.x(camera, static_cast<double>(arrow.to_cycle)) + inset,
                   layout.y(camera, static_cast<double>(arrow.to_row)) +
                       height * (down ? 0.16F : 0.84F)};
    const Rect box{std::min(from.x, to.x), std::min(from.y, to.y), std::max(from.x, to.x),
                   std::max(from.y, to.y)};
    if (arrow.to_cycle > frame.current || !box.inset(-inset).meets(layout.body))
      continue;
    const bool chosen = frame.hovered && (layout_row(frame.hovered) == arrow.to_row ||
                                          layout_row(frame.hovered) == arrow.from_row);
    const Colour colour = arrow.forwarded ? c.accent : c.text;
    // Long arrows would cross other rows: they are shown for selected operations only.
    const std::uint64_t rows = down ? arrow.to_row - arrow.from_row : arrow.from_row - arrow.to_row;
    const float share = chosen ? 1 : rows <= 3 ? 0.75F : 0.18F;
    draw_arrow(canvas, from, to, colour.faded(share), style.px(chosen ? 2.5F : 1.6F));
  }
}

} // namespace

void draw_diagram(Canvas& canvas, const Style& style, const DiagramLayout& layout,
                  const DiagramCamera& camera, const DiagramView& view, const DiagramFrame& frame) {
  const DiagramDrawing drawing{canvas, style, layout, camera, view, frame};
  canvas.push_clip(layout.body);
  drawing.ground();
  drawing.bands();
  drawing.bars();
  drawing.arrows();
  canvas.pop_clip();
  drawing.axis();
  drawing.names();
}

} // namespace stallscope::gui
