#include "view/window/panel.hpp"

#include "model/analysis/cold_caches.hpp"
#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

Result<std::string> PanelView::exported(const Style& /*style*/, Comparison& runs,
                                        ExportFormat format) {
  ExportRequest what;
  what.table = true;
  what.to_cycle = std::max<std::uint64_t>(runs.transport().cycle(), 1);
  return export_runs(runs, what, format);
}

Diagnostic nothing_to_export() {
  Diagnostic diagnostic;
  diagnostic.message = tr(Text::export_nothing);
  return diagnostic;
}

namespace {

/// Two panes share fewer letters of width than this below each other, if there is so much height.
constexpr float kNarrowPair = 24;
constexpr float kHighPair = 24;

} // namespace

Panes panes_of(const Ui& ui, const Rect& area, const Comparison& runs, const Shared& shared) {
  if (!runs.has_b())
    return {area, std::nullopt};
  const float gap = ui.px(14);
  const Point middle = area.centre();
  Arrangement arrangement = shared.arrangement;
  if (arrangement == Arrangement::side_by_side &&
      area.width() < ui.style.sizes.body * kNarrowPair &&
      area.height() > ui.style.sizes.body * kHighPair)
    arrangement = Arrangement::stacked; // two columns of a table and no text would be left
  switch (arrangement) {
  case Arrangement::side_by_side:
    return {Rect{area.left, area.top, middle.x - gap / 2, area.bottom},
            Rect{middle.x + gap / 2, area.top, area.right, area.bottom}};
  case Arrangement::stacked:
    return {Rect{area.left, area.top, area.right, middle.y - gap / 2},
            Rect{area.left, middle.y + gap / 2, area.right, area.bottom}};
  case Arrangement::single:
    break;
  }
  if (runs.active() == Side::a)
    return {area, std::nullopt};
  return {std::nullopt, area};
}

namespace {

/// Runs of this length take long enough to offer a cancel button.
constexpr std::uint64_t kLongCycles = 500'000;

std::string numbers_of(const Run& run, bool hidden) {
  if (run.state() != Run::State::ready && run.state() != Run::State::opening)
    return {};
  const std::uint64_t tick = run.course() == nullptr || hidden ? 0 : run.course()->nanoseconds();
  return fmt::format("{}{} {}",
                     tick > 0 ? time_words(run.cycles_so_far() * tick) + " · " : std::string(),
                     hidden ? "?" : grouped(run.cycles_so_far()),
                     tr(counts_cycles(run.spec().subject) ? Text::cycles : Text::ticks));
}

/// The name of a run with as much of its program as there is room for: order and machine, which two
/// runs differ in, are kept.
std::string shortened_name(const Ui& ui, const std::string& name, float room) {
  const float size = ui.style.sizes.body;
  const std::size_t end = name.find(" · ");
  if (end == std::string::npos || ui.canvas.text_width(name, Face::text, size) <= room)
    return elided(ui.canvas, name, Face::text, size, room);
  const std::string rest = name.substr(end);
  const float left = room - ui.canvas.text_width(rest, Face::text, size);
  if (left >= size * 1.5F)
    return elided(ui.canvas, name.substr(0, end), Face::text, size, left) + rest;
  return elided(ui.canvas, rest.substr(std::string_view(" · ").size()), Face::text, size, room);
}

void draw_name(Ui& ui, const Rect& line, const Comparison& runs, Side side, Shared& shared,
               bool active) {
  const Palette& c = ui.colours();
  const std::string name = run_in_words(runs.run(side).spec());
  ui.style.fonts->show(name);
  const float letter = ui.style.sizes.large + ui.px(6);
  const float start = runs.has_b() ? letter + ui.px(10) : ui.px(8);
  const float arrow = ui.px(26);
  const float wanted = start + ui.canvas.text_width(name, Face::text, ui.style.sizes.body) + arrow;
  const Rect whole{line.left, line.top + ui.px(2), std::min(line.right, line.left + wanted),
                   line.bottom - ui.px(2)};
  const Touch state = touch(side == Side::a ? "choose_a" : "choose_b", whole);
  if (state.hovered)
    ui.canvas.fill(whole, mixed(c.background, c.accent, 0.2F), ui.px(6));
  if (runs.has_b()) {
    const Rect box{line.left, line.centre().y - letter / 2, line.left + letter,
                   line.centre().y + letter / 2};
    ui.canvas.fill(box, active ? c.accent : c.raised, ui.px(5));
    draw_label(ui.canvas, box, side == Side::a ? "A" : "B", Face::bold, ui.style.sizes.body,
               active ? ink_on(c.accent) : c.text);
  }
  const float room = whole.width() - start - arrow + ui.px(2);
  draw_label(ui.canvas, {whole.left + start, line.top, whole.left + start + room, line.bottom},
             shortened_name(ui, name, room), Face::text, ui.style.sizes.body, c.text, Align::left);
  if (state.hovered && room < wanted - start - arrow)
    tooltip(ui, name);
  const Point tip{whole.right - arrow / 2, whole.centre().y + ui.px(3)};
  const std::array<Point, 3> corners{Point{tip.x - ui.px(5), tip.y - ui.px(5)},
                                     Point{tip.x + ui.px(5), tip.y - ui.px(5)}, tip};
  ui.canvas.shape(corners, c.text_dim);
  if (takes_focus(ui, side == Side::a ? "choose_a" : "choose_b", whole) || state.clicked)
    shared.chooser.open(side, whole);
}

/// Offers warm caches for a run that waits mostly for cold ones, and a way back. Returns the rest
/// of the line.
float draw_warm(Ui& ui, const Rect& line, Comparison& runs, Side side) {
  const Run& run = runs.run(side);
  const bool warm = asks_for_warm(run.spec());
  const std::optional<double> cold = cold_share(run);
  if (!warm && (!cold || *cold < kMostlyCold))
    return line.right;
  const std::string words = tr(Text::warm_caches);
  const float width = button_width(ui, words);
  const float names = ui.canvas.text_width(run_in_words(run.spec()) + numbers_of(run, false),
                                           Face::text, ui.style.sizes.large);
  if (line.width() < std::max(3 * width, width + names))
    return line.right; // no space: the palette has the command
  const std::string tip =
      warm ? std::string(tr(Text::warm_tip))
           : fmt::format("{}\n{}", tr(Text::warm_offer, {fmt::format("{:.0f}", *cold * 100)}),
                         tr(Text::warm_tip));
  const float half = line.height() * 0.4F;
  const float y = line.centre().y;
  if (text_button(ui, side == Side::a ? "warm_a" : "warm_b", words,
                  {line.right - width, y - half, line.right, y + half}, tip,
                  warm ? Weight::chosen : Weight::normal)) {
    RunSpec spec = with_warm(run.spec(), !warm);
    side == Side::a ? runs.open_a(std::move(spec)) : runs.open_b(std::move(spec));
  }
  return line.right - width - ui.px(12);
}

} // namespace

namespace {

std::vector<std::string> notices_in(const Comparison& runs, Side side) {
  const Run& run = runs.run(side);
  return run.state() == Run::State::empty || run.lanes().empty() ? std::vector<std::string>()
                                                                 : notices_of(run.summary());
}

} // namespace

void draw_old_program(Ui& ui, const Rect& line) {
  draw_label(ui.canvas, line, tr(Text::old_program), Face::bold, ui.style.sizes.small,
             ui.colours().warning, Align::left);
  keep_place("old_program", line);
}

Rect draw_pane_heading(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared) {
  const Palette& c = ui.colours();
  const Run& run = runs.run(side);
  const float height = ui.style.sizes.large + ui.px(16);
  const Rect line{area.left, area.top, area.right, area.top + height};
  const bool active = runs.has_b() && runs.active() == side;
  float right = line.right;
  const float square = height * 0.8F;
  if (!runs.has_b()) {
    const std::string label = fmt::format("+ {}", tr(Text::run_b));
    const float width = button_width(ui, label);
    if (text_button(
            ui, "add_b", label,
            {right - width, line.centre().y - square / 2, right, line.centre().y + square / 2}))
      runs.open_b(run.spec());
    right -= width + ui.px(12);
  } else if (side == Side::b) {
    if (icon_button(
            ui, "close_b", Icon::close,
            {right - square, line.centre().y - square / 2, right, line.centre().y + square / 2},
            tr(Text::close)))
      runs.close_b();
    right -= square + ui.px(8);
  }
  if (run.state() == Run::State::opening && run.cycles_so_far() >= kLongCycles) {
    const std::string stop = tr(Text::run_stop);
    const float width = button_width(ui, stop);
    if (text_button(
            ui, side == Side::a ? "stop_a" : "stop_b", stop,
            {right - width, line.centre().y - square / 2, right, line.centre().y + square / 2}))
      runs.run(side).cancel(); // the cycles simulated so far remain
    right -= width + ui.px(12);
  }
  right = draw_warm(ui, {line.left, line.top, right, line.bottom}, runs, side);
  const std::string numbers = numbers_of(run, shared.lesson.hides_totals());
  // The letter of the run and the arrow of its list come first.
  const float room = right - line.left - ui.style.sizes.large - ui.px(52);
  const bool large = ui.canvas.text_width(numbers, Face::bold, ui.style.sizes.large) <= room;
  const float letters = large ? ui.style.sizes.large : ui.style.sizes.small;
  const std::string shown = elided(ui.canvas, numbers, Face::bold, letters, room);
  const float width = ui.canvas.text_width(shown, Face::bold, letters);
  draw_label(ui.canvas, {right - width - 1, line.top, right, line.bottom}, shown, Face::bold,
             letters, c.text, Align::right);
  draw_name(ui, {line.left, line.top, right - width - ui.px(16), line.bottom}, runs, side, shared,
            active);
  float bottom = line.bottom;
  const auto below = [&] {
    return Rect{area.left, bottom, area.right, bottom + ui.style.sizes.small + ui.px(8)};
  };
  if (side == Side::a && shared.old_program)
    draw_old_program(ui, below());
  if (shared.old_program) // below both headings, so that a cycle is at one height in both panes
    bottom = below().bottom;
  const std::vector<std::string> notices = notices_in(runs, side);
  for (const std::string& notice : notices) {
    draw_label(ui.canvas, below(), notice, Face::text, ui.style.sizes.small, c.text_dim,
               Align::left);
    bottom = below().bottom;
  }
  const Side other = side == Side::a ? Side::b : Side::a;
  if (runs.has_b() && shared.arrangement == Arrangement::side_by_side)
    for (std::size_t i = notices.size(); i < notices_in(runs, other).size(); ++i)
      bottom = below().bottom;
  return {area.left, bottom + ui.px(2), area.right, area.bottom};
}

void draw_start_hint(Ui& ui, const Rect& area) {
  const Palette& c = ui.colours();
  const float line = row_height(ui);
  const Rect upper{area.left, area.centre().y - line, area.right, area.centre().y};
  draw_label(ui.canvas, upper, tr(Text::before_start), Face::bold, ui.style.sizes.large,
             c.text_dim);
  draw_label(ui.canvas, upper.moved({0, line}), tr(Text::start_hint, {"→"}), Face::text,
             ui.style.sizes.body, c.text_dim);
}

namespace {

/// A diagnostic as on the command line: location, message, suggestion, and the source line with a
/// caret. Returns the lower end.
float draw_diagnostic(Ui& ui, const Rect& room, const Diagnostic& problem) {
  const Palette& c = ui.colours();
  const float size = ui.style.sizes.body;
  std::string words;
  if (!problem.file.empty())
    words = problem.file + ":";
  if (problem.line > 0)
    words += fmt::format("{}:", problem.line);
  if (problem.line > 0 && problem.column > 0)
    words += fmt::format("{}:", problem.column);
  words += (words.empty() ? "" : " ") + diagnostic_words(problem);
  ui.style.fonts->show(words);
  float y = draw_paragraph(ui.canvas, {room.left, room.top}, room.width(), words, Face::text, size,
                           c.text);
  if (problem.source_line.empty())
    return y + ui.px(6);
  const std::string& source = problem.source_line;
  const std::size_t at =
      std::min<std::size_t>(problem.column > 0 ? problem.column - 1 : 0, source.size());
  const float from = ui.canvas.text_width(source.substr(0, at), Face::mono, size);
  const float length = ui.canvas.text_width(
      source.substr(at, std::max<std::size_t>(problem.length, 1)), Face::mono, size);
  draw_label(ui.canvas, {room.left + ui.px(20), y, room.right, y + size + ui.px(6)}, source,
             Face::mono, size, c.text_dim, Align::left);
  y += size + ui.px(6);
  ui.canvas.line({room.left + ui.px(20) + from, y},
                 {room.left + ui.px(20) + from + std::max(length, ui.px(6)), y}, c.bad,
                 ui.style.stroke_strong);
  return y + ui.px(10);
}

} // namespace

bool draw_run_state(Ui& ui, const Rect& area, const Run& run) {
  const float height = ui.style.sizes.body + ui.px(10);
  float y = area.top + ui.px(12);
  const auto say = [&](std::string_view words, Colour colour, Face face) {
    draw_label(ui.canvas, {area.left + ui.px(14), y, area.right - ui.px(14), y + height}, words,
               face, ui.style.sizes.body, colour, Align::left);
    y += height;
  };
  if (run.state() == Run::State::failed) {
    say(tr(Text::state_failed), ui.colours().bad, Face::bold);
    for (const Diagnostic& problem : run.problems()) {
      y = draw_diagnostic(ui, {area.left + ui.px(14), y, area.right - ui.px(14), area.bottom},
                          problem);
      if (y > area.bottom - height)
        break;
    }
    return false;
  }
  if (run.state() == Run::State::empty)
    say(tr(Text::state_empty), ui.colours().text_dim, Face::text);
  else if (run.lanes().empty())
    say(tr(Text::simulating, {fmt::format("{}", run.cycles_so_far())}), ui.colours().text_dim,
        Face::text);
  return run.state() != Run::State::empty && !run.lanes().empty();
}

} // namespace stallscope::gui
