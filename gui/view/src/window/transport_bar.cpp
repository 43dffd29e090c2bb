#include "view/window/transport_bar.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "view/looks/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

constexpr float kStripHeight = 12;
constexpr float kStripGap = 3;
constexpr float kSliderHeight = 22;
constexpr float kButtonHeight = 38;
constexpr float kNameWidth = 26; ///< width of the letters A and B before the strips
constexpr float kLegendHeight = 22;
/// Window height in design pixels below which the legend is omitted to leave space for the table.
constexpr float kLowest = 600;

bool has_legend(const Style& style) {
  return ImGui::GetIO().DisplaySize.y >= style.px(kLowest);
}

std::string with_key(Text text, const char* key) {
  return fmt::format("{} ({})", tr(text), key);
}

} // namespace

float TransportBar::height(const Style& style, bool two_runs) {
  return style.px((two_runs ? 2 : 1) * (kStripHeight + kStripGap) + kSliderHeight + kButtonHeight +
                  (has_legend(style) ? kLegendHeight : 0) + 22);
}

namespace {

std::string strip_words(const StripColumn& column) {
  const std::string cycles =
      column.begin + 1 == column.end
          ? grouped(column.begin)
          : fmt::format("{}–{}", grouped(column.begin), grouped(column.end - 1));
  if (column.worst == Reason::none)
    return tr(Text::strip_busy, {cycles});
  return tr(Text::strip_lost,
            {cycles, fmt::format("{:.0f}", column.lost * 100), reason_title(column.worst)}) +
         "\n" + reason_meaning(column.worst);
}

} // namespace

void TransportBar::draw_strip(Ui& ui, const Rect& rect, Comparison& runs, Side side,
                              std::uint64_t cycles, std::uint64_t until) {
  const Palette& c = ui.colours();
  const Run& run = runs.run(side);
  const Touch state = touch(side == Side::a ? "strip_a" : "strip_b", rect);
  ui.canvas.fill(rect, c.raised, ui.px(2));
  if (run.state() == Run::State::failed)
    return; // what it knows is of the run before
  const auto pixels = static_cast<std::size_t>(std::max(16.0F, rect.width() / ui.px(1)));
  const float cycle = rect.width() / static_cast<float>(cycles);
  LedgerModel& ledger = ledgers_[static_cast<std::size_t>(side)];
  ledger.point = LedgerModel::usual_point(run);
  for (const StripColumn& column : ledger.strip(run, pixels)) {
    if (column.end - 1 > until) // the column contains future cycles
      break;
    const float left = rect.left + cycle * static_cast<float>(column.begin - 1);
    const float right = rect.left + cycle * static_cast<float>(column.end - 1);
    const float gap = right - left > ui.px(6) ? ui.px(1) : 0;
    const Rect whole{left, rect.top, right - gap, rect.bottom};
    ui.canvas.fill(whole, mixed(c.raised, c.good, 0.55F));
    if (state.hovered && left <= state.pointer.x && state.pointer.x < right)
      tooltip(ui, strip_words(column));
    if (column.worst == Reason::none)
      continue;
    const Rect lost{whole.left, whole.bottom - whole.height() * static_cast<float>(column.lost),
                    whole.right, whole.bottom};
    const Colour colour = ui.style.reason(column.worst);
    ui.canvas.fill(lost, mixed(c.surface, colour, 0.6F));
    if (right - left >= ui.px(8))
      ui.canvas.hatch(lost, pattern_of(column.worst), colour, ui.px(5), ui.px(1));
  }
  if (!state.held || run.last_cycle() == 0)
    return;
  runs.set_active(side);
  const auto at = static_cast<std::uint64_t>(std::max(0.0F, (state.pointer.x - rect.left) / cycle));
  runs.transport().seek(std::min(at + 1, run.last_cycle()));
}

void TransportBar::draw_legend(Ui& ui, const Rect& line, const Comparison& runs, Shared& shared,
                               std::uint64_t until) {
  const Palette& c = ui.colours();
  const std::string hide = tr(Text::hide_future);
  const float button = button_width(ui, hide);
  if (text_button(ui, "hide_future", hide, {line.right - button, line.top, line.right, line.bottom},
                  tr(Text::hide_future_tip), shared.hide_future ? Weight::chosen : Weight::quiet))
    shared.hide_future = !shared.hide_future;
  std::vector<std::pair<double, Reason>> losses; // lost slots of both runs
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !runs.has_b())
      break;
    const Run& run = runs.run(side);
    if (run.state() == Run::State::failed)
      continue;
    LedgerModel& ledger = ledgers_[static_cast<std::size_t>(side)];
    for (const StripColumn& column : ledger.kept_strip()) {
      if (column.worst == Reason::none || column.end - 1 > std::min(until, run.last_cycle()))
        continue;
      auto known = std::find_if(losses.begin(), losses.end(), [&column](const auto& loss) {
        return loss.second == column.worst;
      });
      if (known == losses.end())
        known = losses.insert(losses.end(), {0, column.worst});
      known->first += column.lost * static_cast<double>(column.end - column.begin);
    }
  }
  std::stable_sort(losses.begin(), losses.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  losses.insert(losses.begin(), {0, Reason::none});
  float x = line.left;
  const float size = ui.style.sizes.small;
  const float key = size * 0.9F;
  for (const auto& [slots, reason] : losses) {
    const std::string words = reason_title(reason);
    const float width = key + ui.px(6) + ui.canvas.text_width(words, Face::text, size) + ui.px(16);
    if (x + width > line.right - button)
      break;
    const float middle = line.centre().y;
    const Rect square{x, middle - key / 2, x + key, middle + key / 2};
    if (reason == Reason::none)
      ui.canvas.fill(square, mixed(c.raised, c.good, 0.55F), ui.px(2));
    else
      draw_key(ui.canvas, ui.style, square, reason);
    draw_label(ui.canvas, {square.right + ui.px(6), line.top, x + width, line.bottom}, words,
               Face::text, size, c.text_dim, Align::left);
    keep_place(fmt::format("strip_key_{}", static_cast<int>(reason)), square);
    x += width;
  }
}

void TransportBar::draw_slider(Ui& ui, const Rect& rect, Comparison& runs) const {
  const Palette& c = ui.colours();
  Transport& transport = runs.transport();
  const Touch state = touch("scrub", rect);
  if (state.held)
    transport.scrub(std::clamp((state.pointer.x - rect.left) / rect.width(), 0.0F, 1.0F));
  const float y = rect.centre().y;
  const float x = rect.left + rect.width() * static_cast<float>(transport.fraction());
  ui.canvas.fill({rect.left, y - ui.px(2), rect.right, y + ui.px(2)}, c.line_strong, ui.px(2));
  ui.canvas.fill({rect.left, y - ui.px(2), x, y + ui.px(2)}, c.accent, ui.px(2));
  const float knob = ui.px(state.hovered || state.held ? 9 : 7.5F);
  ui.canvas.fill({x - knob, y - knob, x + knob, y + knob}, c.accent, knob);
  ui.canvas.fill({x - knob * 0.45F, y - knob * 0.45F, x + knob * 0.45F, y + knob * 0.45F},
                 ink_on(c.accent), knob);
}

float TransportBar::draw_buttons(Ui& ui, const Rect& rect, Comparison& runs) {
  Transport& transport = runs.transport();
  constexpr float kButtons = 7;
  // In a narrow window the buttons make room for the cycle.
  const float cycle = ui.canvas.text_width(tr(Text::cycle), Face::text, ui.style.sizes.body) +
                      ui.canvas.text_width(grouped(transport.last_cycle()) + " / " +
                                               grouped(transport.last_cycle()),
                                           Face::bold, ui.style.sizes.large) +
                      ui.px(28);
  const float side =
      std::clamp((rect.width() - cycle) / kButtons - ui.px(4), ui.px(20), rect.height());
  float x = rect.left;
  const auto button = [&](const char* id, Icon icon, const std::string& tip, Weight weight) {
    const bool clicked =
        icon_button(ui, id, icon, {x, rect.top, x + side, rect.bottom}, tip, weight);
    x += side + ui.px(4);
    return clicked;
  };
  if (button("start", Icon::to_start, with_key(Text::transport_start, "Home"), Weight::quiet))
    transport.to_start();
  if (button("prev_stall", Icon::previous_stall,
             with_key(Text::transport_previous_stall, "Shift ←"), Weight::quiet))
    runs.to_stall(false);
  if (button("back", Icon::step_back, with_key(Text::transport_step_back, "←"), Weight::quiet))
    transport.step_back();
  if (button("play", transport.playing() ? Icon::pause : Icon::play,
             with_key(transport.playing() ? Text::transport_pause : Text::transport_play, "Space"),
             Weight::chosen))
    transport.toggle();
  if (button("step", Icon::step, with_key(Text::transport_step, "→"), Weight::quiet))
    transport.step();
  if (button("next_stall", Icon::next_stall, with_key(Text::transport_next_stall, "Shift →"),
             Weight::quiet))
    runs.to_stall(true);
  if (button("end", Icon::to_end, with_key(Text::transport_end, "End"), Weight::quiet))
    transport.to_end();
  x += ui.px(12);
  return draw_cycle(ui, {x, rect.top, rect.right, rect.bottom}, transport);
}

float TransportBar::draw_cycle(Ui& ui, const Rect& line, const Transport& transport) {
  const Palette& c = ui.colours();
  const float body = ui.style.sizes.body;
  const std::string cycle = grouped(transport.cycle());
  const std::string of = fmt::format("/ {}", hides_total_ ? "?" : grouped(transport.last_cycle()));
  const float gap = ui.px(8);
  const float words = ui.canvas.text_width(tr(Text::cycle), Face::text, body) + gap;
  const float number = ui.canvas.text_width(cycle, Face::bold, ui.style.sizes.large) + gap;
  const float rest = ui.canvas.text_width(of, Face::text, body);
  const Rect whole{line.left - gap / 2, line.top,
                   std::min(line.right, line.left + words + number + rest + gap / 2), line.bottom};
  const Touch state = touch("cycle_number", whole);
  if (state.hovered) {
    ui.canvas.fill(whole, mixed(c.background, c.accent, 0.2F), ui.px(6));
    tooltip(ui, with_key(Text::go_to, "G"));
  }
  cycle_clicked_ = state.clicked;
  float x = line.left;
  draw_label(ui.canvas, {x, line.top, line.right, line.bottom}, tr(Text::cycle), Face::text, body,
             c.text_dim, Align::left);
  x += words;
  draw_label(ui.canvas, {x, line.top, line.right, line.bottom}, cycle, Face::bold,
             ui.style.sizes.large, c.text, Align::left);
  x += number;
  draw_label(ui.canvas, {x, line.top, line.right, line.bottom}, of, Face::text, body, c.text_dim,
             Align::left);
  return x + rest;
}

void TransportBar::draw_speed(Ui& ui, const Rect& rect, Comparison& runs) const {
  Transport& transport = runs.transport();
  const float side = rect.height() * 0.8F;
  const float top = rect.centre().y - side / 2;
  if (text_button(ui, "slower", "−", {rect.left, top, rect.left + side, top + side},
                  with_key(Text::transport_speed, "-"), Weight::quiet))
    transport.slower();
  if (text_button(ui, "faster", "+", {rect.right - side, top, rect.right, top + side},
                  with_key(Text::transport_speed, "+"), Weight::quiet))
    transport.faster();
  const double speed = transport.speed();
  const std::string words = tr(Text::cycles_per_second, {speed < 1 ? fmt::format("{:.2g}", speed)
                                                                   : fmt::format("{:.0f}", speed)});
  draw_label(ui.canvas, {rect.left + side, rect.top, rect.right - side, rect.bottom}, words,
             Face::text, ui.style.sizes.body, ui.colours().text_dim);
}

namespace {

struct LockChoice {
  Lock lock;
  const char* id;
  Text label;
};
constexpr std::array<LockChoice, 3> kLocks{
    {{Lock::cycle, "lock_cycle", Text::lock_cycle},
     {Lock::instruction, "lock_instruction", Text::lock_instruction},
     {Lock::free, "lock_free", Text::lock_free}}};

/// Width of the choices and the icon before them.
float lock_width(const Ui& ui, float height) {
  float width = height * 0.5F;
  for (const LockChoice& choice : kLocks)
    width += button_width(ui, tr(choice.label)) + ui.px(2);
  return width;
}

} // namespace

void TransportBar::draw_lock(Ui& ui, const Rect& rect, Comparison& runs) const {
  const Rect sign{rect.left, rect.top, rect.left + rect.height() * 0.5F - ui.px(4), rect.bottom};
  draw_icon(ui.canvas, Icon::lock, sign.inset(ui.px(2)), ui.colours().text_dim);
  float left = rect.left + rect.height() * 0.5F;
  const float margin = rect.height() * 0.1F;
  for (const LockChoice& choice : kLocks) {
    const float width = button_width(ui, tr(choice.label));
    if (text_button(ui, choice.id, tr(choice.label),
                    {left, rect.top + margin, left + width, rect.bottom - margin},
                    fmt::format("{}: {}", tr(Text::transport_lock), tr(Text::align_tip)),
                    runs.lock() == choice.lock ? Weight::chosen : Weight::quiet))
      runs.set_lock(choice.lock);
    left += width + ui.px(2);
  }
}

bool TransportBar::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  hides_total_ = shared.lesson.hides_totals();
  const bool hides = shared.hide_future || hides_total_;
  const bool secret = shared.quiz.hides_reasons();
  const float name = ui.px(kNameWidth);
  const std::uint64_t cycles = std::max<std::uint64_t>(
      1, runs.has_b() ? std::max(runs.run(Side::a).last_cycle(), runs.run(Side::b).last_cycle())
                      : runs.run(Side::a).last_cycle());
  float y = area.top + ui.px(6);
  const Rect line{area.left + (runs.has_b() ? name : 0), 0, area.right, 0};
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !runs.has_b())
      break;
    const Rect strip{line.left, y, line.right, y + ui.px(kStripHeight)};
    draw_strip(ui, strip, runs, side, cycles, secret ? 0 : hides ? runs.cycle(side) : cycles);
    if (runs.has_b())
      draw_label(ui.canvas, {area.left, strip.top - ui.px(3), strip.left, strip.bottom + ui.px(3)},
                 side == Side::a ? "A" : "B", Face::bold, ui.style.sizes.small,
                 ui.colours().text_dim, Align::left);
    y = strip.bottom + ui.px(kStripGap);
  }
  if (has_legend(ui.style)) {
    draw_legend(ui, {line.left, y, line.right, y + ui.px(kLegendHeight)}, runs, shared,
                secret  ? 0
                : hides ? runs.transport().cycle()
                        : cycles);
    y += ui.px(kLegendHeight);
  }
  draw_slider(ui, {line.left, y, line.right, y + ui.px(kSliderHeight)}, runs);
  y += ui.px(kSliderHeight) + ui.px(4);
  const Rect buttons{area.left, y, area.right, y + ui.px(kButtonHeight)};
  const float from = draw_buttons(ui, buttons, runs) + ui.px(16);
  float to = buttons.right;
  if (const float width = lock_width(ui, buttons.height());
      runs.has_b() && to - width >= from) { // no space: the palette has the command
    to -= width;
    draw_lock(ui, {to, buttons.top, buttons.right, buttons.bottom}, runs);
  }
  to -= ui.px(16);
  const float speed = ui.style.sizes.body * 11;
  if (to - from < speed)
    return cycle_clicked_; // keyboard commands for the speed remain
  const float left = std::min(to - speed, std::max(from, area.centre().x - speed / 2));
  draw_speed(ui, {left, buttons.top, left + speed, buttons.bottom}, runs);
  return cycle_clicked_;
}

} // namespace stallscope::gui
