#include "view/plan/device_picture.hpp"

#include "model/language/sentences.hpp"
#include "model/run/run_words.hpp"
#include "view/looks/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stallscope::gui {

float device_row_height(const Style& style, bool is_link) {
  return is_link ? style.sizes.small + style.px(6) : style.sizes.body + style.px(16);
}

DeviceLayout::DeviceLayout(const Style& style, const Rect& area, const DeviceTableView& table,
                           TimeScale scale, float names)
    : area_(area), scale_(scale), names_(names), axis_(style.sizes.small + style.px(12)) {
  float y = area.top + axis_;
  for (const DeviceLane& lane : table.lanes) {
    tops_.push_back(y);
    y += device_row_height(style, lane.is_link);
  }
  tops_.push_back(y);
}

Rect DeviceLayout::body() const {
  return {area_.left + names_, area_.top + axis_, area_.right,
          std::max(bottom(), area_.top + axis_)};
}

Rect DeviceLayout::axis() const {
  return {area_.left + names_, area_.top, area_.right, area_.top + axis_};
}

Rect DeviceLayout::row(std::size_t lane) const {
  return {area_.left, tops_[lane], area_.right, tops_[lane + 1]};
}

std::pair<std::size_t, std::size_t> DeviceLayout::rows_in(const Rect& sight) const {
  const auto first = std::upper_bound(tops_.begin(), std::prev(tops_.end()), sight.top);
  const auto last = std::lower_bound(first, std::prev(tops_.end()), sight.bottom);
  const auto above = static_cast<std::size_t>(first - tops_.begin());
  return {above > 0 ? above - 1 : 0, static_cast<std::size_t>(last - tops_.begin())};
}

float DeviceLayout::x(std::uint64_t cycle) const {
  const double from = static_cast<double>(cycle) - 1 - scale_.first;
  // Clamped, since far outside the picture floats are inexact by whole pixels.
  return area_.left + names_ + static_cast<float>(std::clamp(from * scale_.pixels, -1e5, 1e5));
}

Rect DeviceLayout::place(std::size_t lane, std::uint64_t begin, std::uint64_t end) const {
  return {x(begin), tops_[lane], x(end), tops_[lane + 1]};
}

std::uint64_t DeviceLayout::cycle_at(float at) const {
  const double cycles =
      scale_.first + static_cast<double>(at - area_.left - names_) / scale_.pixels;
  return cycles < 0 ? 1 : static_cast<std::uint64_t>(cycles) + 1;
}

std::optional<std::size_t> DeviceLayout::lane_at(float y) const {
  if (y < tops_.front() || y >= tops_.back())
    return std::nullopt;
  const auto behind = std::upper_bound(tops_.begin(), tops_.end(), y);
  return static_cast<std::size_t>(behind - tops_.begin()) - 1;
}

std::pair<std::uint64_t, std::uint64_t> DeviceLayout::visible(std::uint64_t last) const {
  const std::uint64_t from = std::min(cycle_at(area_.left + names_), last + 1);
  return {from, std::clamp(cycle_at(area_.right) + 1, from, last + 1)};
}

const DeviceBlock* block_at(const DeviceTableView& table, std::size_t lane, std::uint64_t cycle) {
  if (lane >= table.lanes.size())
    return nullptr;
  for (const DeviceBlock& block : table.lanes[lane].blocks)
    if (block.begin <= cycle && cycle < block.end)
      return &block;
  return nullptr;
}

Colour ground_of(const Style& style, std::uint8_t color, float shade) {
  return mixed(style.colours.operations[color], style.colours.surface, 0.5F * shade);
}

float draw_kind(Canvas& canvas, const Style& style, Point left_centre, std::uint8_t color,
                std::string_view words) {
  const float side = style.sizes.small;
  const Rect key{left_centre.x, left_centre.y - side / 2, left_centre.x + side * 1.5F,
                 left_centre.y + side / 2};
  const Colour ground = style.colours.operations[color];
  canvas.fill(key, ground, style.px(2));
  canvas.hatch(key, pattern_of_kind(color), ink_on(ground).faded(0.35F), style.px(6),
               style.px(1.2F));
  const float left = key.right + style.px(6);
  const float right = left + canvas.text_width(words, Face::text, side) + 1;
  draw_label(canvas, {left, left_centre.y - side, right, left_centre.y + side}, words, Face::text,
             side, style.colours.text_dim, Align::left);
  return right + style.px(16);
}

namespace {

constexpr float kSmallestLetters = 8; ///< pixels of the design
/// Width from which a block has round corners, in pixels of the design: anti-aliased ones take ten
/// times the triangles of a rectangle.
constexpr float kRounded = 18;
constexpr float kFuture = 0.4F; ///< how much of their colour blocks after the current cycle have

struct DeviceDrawing {
  Canvas& canvas;
  const Style& style;
  const DeviceLayout& layout;
  const DeviceTableView& table;
  const DeviceFrame& frame;

  void names() const;
  void axis() const;
  void marks_of_cycles() const;
  void marks_of_time() const;
  void lane(std::size_t index) const;
  [[nodiscard]] Colour ground(const DeviceBlock& what) const;
  void block(std::size_t index, const DeviceBlock& what) const;
  void empty(const Rect& rect, const DeviceBlock& what, float shown) const;
  void present() const;
  [[nodiscard]] bool in_sight(const Rect& row) const {
    return frame.sight.height() <= 0 || row.meets(frame.sight);
  }
  [[nodiscard]] Rect of_cell(const TableCellId& cell) const {
    return place_of_cell(style, layout, table, cell);
  }
};

void DeviceDrawing::names() const {
  const Palette& c = style.colours;
  for (std::size_t i = 0; i < layout.lanes(); ++i) {
    const Rect row = layout.row(i);
    if (!in_sight(row))
      continue;
    if (i > 0 && table.lanes[i].is_link && !table.lanes[i - 1].is_link)
      canvas.line({row.left, row.top}, {row.right, row.top}, c.line_strong, style.stroke);
    else
      canvas.line({row.left, row.top}, {row.right, row.top}, c.line, style.stroke);
    const float size = table.lanes[i].is_link ? style.sizes.small : style.sizes.body;
    const Rect name{row.left + style.px(8), row.top, layout.body().left - style.px(8), row.bottom};
    draw_label(canvas, name,
               elided(canvas, row_name(table.lanes[i].name), Face::text, size, name.width()),
               table.lanes[i].is_link ? Face::text : Face::bold, size,
               table.lanes[i].is_link ? c.text_dim : c.text, Align::left);
  }
  canvas.line({layout.area().left, layout.bottom()}, {layout.area().right, layout.bottom()}, c.line,
              style.stroke);
}

/// The smallest step, 1, 2, 5, 10 ..., at which marks do not overlap. `width`: of a mark, by step.
template <class Width> std::uint64_t step_between_marks(double pixels, const Width& width) {
  std::uint64_t decade = 1;
  while (true) {
    for (const std::uint64_t step : {decade, 2 * decade, 5 * decade})
      if (static_cast<double>(step) * pixels >= static_cast<double>(width(step)) ||
          decade > std::numeric_limits<std::uint64_t>::max() / 100)
        return step;
    decade *= 10;
  }
}

void DeviceDrawing::axis() const {
  const Rect axis = layout.axis();
  canvas.fill({layout.area().left, axis.top, axis.right, axis.bottom}, style.colours.raised,
              style.px(4));
  canvas.push_clip(axis);
  if (frame.nanoseconds > 0)
    marks_of_time();
  else
    marks_of_cycles();
  canvas.pop_clip();
}

/// Of instants, which lie between two cycles.
void DeviceDrawing::marks_of_time() const {
  const Rect axis = layout.axis();
  const std::uint64_t last = frame.last_cycle * frame.nanoseconds;
  const auto width = [&](std::uint64_t step) {
    return canvas.text_width(time_mark(last / step * step, step, last), Face::text,
                             style.sizes.small) +
           style.px(10);
  };
  const double pixels = layout.scale().pixels / static_cast<double>(frame.nanoseconds);
  const std::uint64_t step = step_between_marks(pixels, width);
  const auto [from, to] = layout.visible(frame.last_cycle);
  const std::uint64_t first = (from - 1) * frame.nanoseconds;
  for (std::uint64_t at = (first + step - 1) / step * step; at <= (to - 1) * frame.nanoseconds;
       at += step) {
    const double cycles = static_cast<double>(at) / static_cast<double>(frame.nanoseconds);
    const float middle =
        axis.left + static_cast<float>((cycles - layout.scale().first) * layout.scale().pixels);
    const float half = width(step);
    if (middle - half / 2 < axis.left)
      continue; // it would be cut
    draw_label(canvas, {middle - half, axis.top, middle + half, axis.bottom},
               time_mark(at, step, last), Face::text, style.sizes.small, style.colours.text_dim);
  }
}

void DeviceDrawing::marks_of_cycles() const {
  const Palette& c = style.colours;
  const Rect axis = layout.axis();
  const float widest =
      canvas.text_width(grouped(frame.last_cycle), Face::text, style.sizes.small) + style.px(10);
  const std::uint64_t apart =
      step_between_marks(layout.scale().pixels, [widest](std::uint64_t) { return widest; });
  const auto [from, to] = layout.visible(frame.last_cycle);
  for (std::uint64_t cycle = std::max<std::uint64_t>((from + apart - 1) / apart * apart, 1);
       cycle < to; cycle += apart) {
    const bool now = cycle == frame.current;
    const float middle = (layout.x(cycle) + layout.x(cycle + 1)) / 2;
    draw_label(canvas, {middle - widest, axis.top, middle + widest, axis.bottom}, grouped(cycle),
               now ? Face::bold : Face::text, style.sizes.small, now ? c.accent : c.text_dim);
  }
}

void DeviceDrawing::empty(const Rect& rect, const DeviceBlock& what, float shown) const {
  const Colour colour = style.reason(what.cause.why);
  const Rect body = layout.body(); // lanes out of sight are skipped
  const Rect whole = rect.inset(style.px(1));
  const Rect inside{std::max(whole.left, body.left), whole.top, std::min(whole.right, body.right),
                    whole.bottom};
  if (family_of(what.cause.why) != Family::edge && inside.width() > style.px(2)) {
    canvas.hatch(inside, pattern_of(what.cause.why), colour.faded(0.55F * shown), style.px(9),
                 style.px(1.2F));
    canvas.outline(whole, colour.faded(0.5F * shown), style.stroke,
                   whole.width() > style.px(kRounded) ? style.px(3) : 0);
  }
  const float size = style.sizes.small;
  const float width = canvas.text_width(what.label, Face::text, size);
  if (width + style.px(6) > rect.width() || rect.height() < size)
    return;
  const Point middle = rect.centre();
  const Rect plate{middle.x - width / 2 - style.px(3), middle.y - size / 2,
                   middle.x + width / 2 + style.px(3), middle.y + size / 2 + style.px(1)};
  if (family_of(what.cause.why) != Family::edge)
    canvas.fill(plate, style.colours.surface.faded(0.85F), style.px(3));
  draw_label(canvas, rect, what.label, Face::text, size,
             style.colours.text_dim.faded(std::max(shown, 0.6F)));
}

void DeviceDrawing::block(std::size_t index, const DeviceBlock& what) const {
  const Rect whole = layout.place(index, what.begin, what.end);
  const bool future = what.begin > frame.current;
  if (future && frame.hide_future)
    return;
  const float shown = future ? kFuture : 1.0F;
  if (!what.op)
    return empty(whole, what, shown);
  const float gap = whole.width() > style.px(6) ? style.px(1) : 0;
  const Rect rect{whole.left + gap / 2, whole.top + style.px(2),
                  std::max(whole.right - gap / 2, whole.left + 1), whole.bottom - style.px(2)};
  const Colour ground = this->ground(what);
  const float radius = rect.width() > style.px(kRounded) ? style.px(3) : 0;
  canvas.fill(rect, ground, radius);
  const Rect seen{std::max(rect.left, layout.body().left), rect.top,
                  std::min(rect.right, layout.body().right), rect.bottom};
  if (seen.width() > style.px(5))
    canvas.hatch(seen, pattern_of_kind(what.color), ink_on(ground).faded(0.2F), style.px(8),
                 style.px(1.2F));
  if (what.begin <= frame.current && frame.current < what.end && frame.current < frame.last_cycle)
    canvas.outline(rect, style.colours.accent, style.stroke_strong, radius);
  const float size =
      std::min(table.lanes[index].is_link ? style.sizes.small : style.sizes.body, rect.height());
  const float room = rect.width() - style.px(2);
  if (canvas.text_width(what.label, Face::bold, size) <= room)
    return draw_label(canvas, rect, what.label, Face::bold, size, ink_on(ground));
  // Narrow blocks show only the micro-batch, in the largest letters that fit.
  const float number = canvas.text_width(what.number, Face::bold, size);
  const float letters = number <= room ? size : size * room / number;
  if (letters >= style.px(kSmallestLetters))
    draw_label(canvas, rect, what.number, Face::bold, letters, ink_on(ground));
}

Colour DeviceDrawing::ground(const DeviceBlock& what) const {
  const float shown = what.begin > frame.current ? kFuture : 1.0F;
  const Colour colour =
      what.op ? ground_of(style, what.color, what.shade) : style.reason(what.cause.why);
  return mixed(style.colours.surface, colour, what.op ? shown : 0.3F * shown);
}

/// Blocks narrower than a pixel have no letters and no pattern. At most one per pixel is drawn, and
/// neighbours of the same colour are one rectangle.
void DeviceDrawing::lane(std::size_t index) const {
  const Rect body = layout.body();
  const Rect row = layout.row(index);
  if (!in_sight(row))
    return;
  float drawn_to = body.left - 1;
  Rect thin{0, row.top + style.px(2), 0, row.bottom - style.px(2)};
  Colour colour;
  const auto draw_thin = [&] {
    if (thin.width() > 0)
      canvas.fill(thin, colour, 0);
    thin.left = thin.right;
  };
  for (const DeviceBlock& what : table.lanes[index].blocks) {
    const float left = layout.x(what.begin);
    const float right = layout.x(what.end);
    const bool is_thin = right - left < 1;
    if (right < body.left || left > body.right || (is_thin && right <= drawn_to + 0.5F))
      continue;
    drawn_to = std::max(drawn_to, right);
    if (!is_thin) {
      block(index, what);
      continue;
    }
    const bool hidden = frame.hide_future && what.begin > frame.current;
    if (hidden || (!what.op && family_of(what.cause.why) == Family::edge))
      continue;
    const Colour own = ground(what);
    if (own != colour || left > thin.right + 0.5F) {
      draw_thin();
      thin.left = left;
      colour = own;
    }
    thin.right = std::max(left + 1, right);
  }
  draw_thin();
}

void DeviceDrawing::present() const {
  if (frame.current == 0 || frame.current > frame.last_cycle)
    return;
  const Rect body = layout.body();
  const float left = layout.x(frame.current);
  const float right = std::max(layout.x(frame.current + 1), left + 1);
  canvas.fill({left, layout.axis().top, right, body.bottom}, style.colours.accent.faded(0.16F));
  canvas.line({right, layout.axis().top}, {right, body.bottom}, style.colours.accent,
              style.stroke_strong);
}

} // namespace

Rect place_of_cell(const Style& style, const DeviceLayout& layout, const DeviceTableView& table,
                   const TableCellId& cell) {
  const DeviceBlock* found = nullptr;
  for (const DeviceBlock& each : table.lanes[cell.lane].blocks)
    if (cell.op ? each.op == cell.op : (each.begin <= cell.cycle && cell.cycle < each.end))
      found = &each;
  const Rect rect = found == nullptr ? layout.place(cell.lane, cell.cycle, cell.cycle + 1)
                                     : layout.place(cell.lane, found->begin, found->end);
  return rect.inset(style.px(1.5F));
}

void draw_devices(Canvas& canvas, const Style& style, const DeviceLayout& layout,
                  const DeviceTableView& table, const DeviceFrame& frame) {
  const DeviceDrawing drawing{canvas, style, layout, table, frame};
  drawing.names();
  drawing.axis();
  canvas.push_clip(
      {layout.body().left, layout.axis().top, layout.body().right, layout.body().bottom});
  for (std::size_t i = 0; i < layout.lanes(); ++i)
    drawing.lane(i);
  drawing.present();
  for (const TableCellId& cell : frame.pointed_at)
    canvas.outline(drawing.of_cell(cell).inset(-style.px(2)), style.colours.arrow,
                   style.stroke_strong * 1.6F, style.radius * 1.4F);
  if (frame.chosen && frame.culprit)
    draw_cause(canvas, style, drawing.of_cell(*frame.chosen), drawing.of_cell(*frame.culprit));
  else if (frame.chosen)
    canvas.outline(drawing.of_cell(*frame.chosen), style.colours.accent, style.stroke_strong,
                   style.radius);
  canvas.pop_clip();
}

} // namespace stallscope::gui
