#include "view/plan/memory_picture.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::gui {

std::string amount_words(const MemoryCurves& curves, std::uint64_t amount) {
  if (!curves.bytes) {
    const std::uint64_t whole = amount / curves.per_activation;
    return amount % curves.per_activation == 0
               ? fmt::format("{}", whole)
               : fmt::format("{:.3g}", static_cast<double>(amount) /
                                           static_cast<double>(curves.per_activation));
  }
  constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  auto number = static_cast<double>(amount);
  std::size_t unit = 0;
  while (number >= 1024 && unit + 1 < kUnits.size()) {
    number /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", amount) : fmt::format("{:.2f} {}", number, kUnits[unit]);
}

float memory_row_height(const Style& style) {
  return style.sizes.body + style.px(30);
}

std::uint8_t color_of_part(std::size_t part) {
  constexpr std::array<std::uint8_t, kMemoryParts> kColors{5, 1, 3, 0, 4};
  return kColors[part];
}

namespace {

/// Draws a category on top of the previous ones: one rectangle as long as neither changes.
class PartRuns {
public:
  PartRuns(Canvas& canvas, const Style& style, const Rect& chart, std::size_t part, double highest)
      : canvas_(canvas), style_(style), chart_(chart), part_(part), highest_(highest) {}

  void add(float left, float right, const MemoryLevel& level, bool future) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < part_; ++i)
      below += level.parts[i];
    const Stretch next{left, right, below, level.parts[part_], future};
    const bool same = next.below == run_.below && next.amount == run_.amount &&
                      next.future == run_.future && next.left <= run_.right + 0.5F;
    if (same) {
      run_.right = right;
      return;
    }
    finish();
    run_ = next;
  }
  void finish() {
    if (run_.amount == 0 || run_.right <= run_.left)
      return;
    const float bottom = chart_.bottom - height_of(run_.below);
    const Rect rect{run_.left, bottom - height_of(run_.amount), std::max(run_.right, run_.left + 1),
                    bottom};
    const Colour own = style_.colours.operations[color_of_part(part_)];
    const Colour colour = mixed(style_.colours.surface, own, run_.future ? 0.35F : 0.85F);
    canvas_.fill(rect, colour);
    if (rect.width() > style_.px(12) && rect.height() > style_.px(5))
      canvas_.hatch(rect, pattern_of_kind(color_of_part(part_)), ink_on(colour).faded(0.2F),
                    style_.px(10), style_.px(1.2F));
  }

private:
  struct Stretch {
    float left = 0;
    float right = 0;
    std::uint64_t below = 0;
    std::uint64_t amount = 0;
    bool future = false;
  };

  [[nodiscard]] float height_of(std::uint64_t amount) const {
    return static_cast<float>(static_cast<double>(amount) / highest_) * chart_.height();
  }

  Canvas& canvas_;
  const Style& style_;
  const Rect& chart_;
  std::size_t part_;
  double highest_;
  Stretch run_;
};

void draw_peak(Canvas& canvas, const Style& style, const DeviceLayout& layout, const Rect& chart,
               const MemoryCurves& curves, const MemoryStrip& strip) {
  const Palette& c = style.colours;
  const auto highest = static_cast<double>(curves.highest);
  const float y =
      chart.bottom - static_cast<float>(static_cast<double>(strip.peak) / highest) * chart.height();
  canvas.line({chart.left, y}, {chart.right, y}, c.warning, style.stroke, Dash::dashed);
  if (strip.room > 0) {
    const float limit =
        chart.bottom -
        static_cast<float>(static_cast<double>(strip.room) / highest) * chart.height();
    canvas.line({chart.left, limit}, {chart.right, limit}, c.bad, style.stroke_strong,
                Dash::dotted);
  }
  const float x = layout.x(strip.peak_cycle);
  if (x < chart.left || x > chart.right)
    return;
  const float half = style.px(4);
  const std::array<Point, 3> corners{Point{x - half, y - half * 1.6F},
                                     Point{x + half, y - half * 1.6F}, Point{x, y}};
  canvas.shape(corners, c.warning);
}

} // namespace

std::string peak_words(const MemoryCurves& curves, std::uint64_t peak, std::uint64_t room) {
  return room > 0 ? fmt::format("{} / {}", amount_words(curves, peak), amount_words(curves, room))
                  : amount_words(curves, peak);
}

void draw_memory(Canvas& canvas, const Style& style, const DeviceLayout& layout, const Rect& row,
                 const MemoryCurves& curves, std::size_t device, const DeviceFrame& frame) {
  const Palette& c = style.colours;
  const MemoryStrip& strip = curves.devices[device];
  const Rect body = layout.body();
  const Rect name{row.left + style.px(8), row.top, body.left - style.px(8), row.bottom};
  const float half = name.height() / 2;
  draw_label(canvas, {name.left, name.top, name.right, name.top + half}, row_name(strip.device),
             Face::bold, style.sizes.small, c.text, Align::left);
  draw_label(canvas, {name.left, name.top + half, name.right, name.bottom},
             peak_words(curves, strip.peak, strip.room), Face::text, style.sizes.small, c.text_dim,
             Align::left);
  const Rect chart{body.left, row.top + style.px(8), body.right, row.bottom - style.px(2)};
  canvas.line({row.left, row.bottom}, {row.right, row.bottom}, c.line, style.stroke);
  canvas.push_clip({chart.left, row.top, chart.right, row.bottom});
  for (std::size_t part = 0; part < kMemoryParts; ++part) {
    PartRuns runs(canvas, style, chart, part, static_cast<double>(curves.highest));
    float drawn_to = chart.left - 1; // at most one level per pixel is drawn
    for (std::size_t i = 0; i < strip.levels.size(); ++i) {
      const MemoryLevel& level = strip.levels[i];
      const std::uint64_t end = i + 1 < strip.levels.size()
                                    ? strip.levels[i + 1].cycle
                                    : std::max(frame.last_cycle + 1, level.cycle);
      const float left = std::max(layout.x(level.cycle), chart.left);
      const float right = std::min(layout.x(end), chart.right);
      if (right <= left || (right <= drawn_to + 0.5F && right - left < 1))
        continue;
      // future cycles are paler
      const float now = std::clamp(layout.x(frame.current + 1), left, right);
      if (now > left)
        runs.add(left, now, level, false);
      if (now < right)
        runs.add(now, right, level, true);
      drawn_to = right;
    }
    runs.finish();
  }
  draw_peak(canvas, style, layout, chart, curves, strip);
  if (frame.current > 0 && frame.current <= frame.last_cycle) {
    const float now = layout.x(frame.current + 1);
    canvas.line({now, row.top}, {now, row.bottom}, c.accent, style.stroke_strong);
  }
  canvas.pop_clip();
}

} // namespace stallscope::gui
