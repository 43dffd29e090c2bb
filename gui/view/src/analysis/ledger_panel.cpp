#include "view/analysis/ledger_panel.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"
#include "view/analysis/ledger_chart.hpp"
#include "view/looks/token.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::gui {

namespace {

float draw_section(Ui& ui, const Rect& column, float top, std::string_view words) {
  const Rect line{column.left, top + ui.px(10), column.right, top + ui.px(10) + row_height(ui)};
  draw_label(ui.canvas, line, words, Face::bold, ui.style.sizes.body, ui.colours().text_dim,
             Align::left);
  return line.bottom;
}

/// Width of the widest title, which determines the column of titles.
template <class Parts> float widest_title(const Ui& ui, const Parts& parts) {
  float widest = ui.style.sizes.body * 8;
  for (const auto& part : parts)
    widest = std::max(widest, ui.canvas.text_width(part.title, Face::text, ui.style.sizes.body));
  return widest + ui.px(8);
}

} // namespace

void LedgerPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
}

void LedgerPanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  Run& run = runs.run(side);
  if (!draw_run_state(ui, body, run))
    return;
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  pane.what_if.update(run);
  if (pane.machine != run.machine()) { // another machine may have other ledger points
    if (pane.usual_point != LedgerModel::usual_point(run))
      pane.model.point = LedgerModel::usual_point(run);
    pane.usual_point = LedgerModel::usual_point(run);
    pane.machine = run.machine();
  }
  ScrollArea scroll(ui, side == Side::a ? "ledger_a" : "ledger_b", body);
  Ui& inner = scroll.ui();
  const float pad = ui.px(18);
  const Point origin = scroll.origin();
  const Rect column{origin.x + pad, origin.y, origin.x + scroll.width() - ui.px(6), body.bottom};
  const StackView stack = pane.model.stack(run);
  float y = draw_points(inner, column, origin.y + ui.px(12), run, side);
  y = draw_stack(inner, column, y, stack);
  y = draw_parts(inner, column, y, stack, runs, side);
  y = draw_over_time(inner, column, y, runs, side, shared);
  if (!stack.of_devices)
    y = draw_shares(inner, column, y, stack);
  WhatIfModel& what_if = panes_[static_cast<std::size_t>(side)].what_if;
  if (what_if.measuring())
    shared.busy = {tr(Text::whatif_measuring), -1, [&what_if] { what_if.cancel(); }};
  y = draw_what_if(inner, column, y, run, side);
  scroll.set_size(scroll.width() - ui.px(4), y - origin.y + ui.px(12));
}

float LedgerPanel::draw_points(Ui& ui, const Rect& column, float top, const Run& run, Side side) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  const float height = row_height(ui);
  float x = column.left;
  for (const auto& [at, name] : LedgerModel::points(run)) {
    const float width = button_width(ui, name);
    if (text_button(ui, fmt::format("point_{}", static_cast<int>(at)), name,
                    {x, top, x + width, top + height}, tr(Text::ledger_point),
                    pane.model.point == at ? Weight::chosen : Weight::quiet))
      pane.model.point = at;
    x += width + ui.px(4);
  }
  return top + height + ui.px(8);
}

float LedgerPanel::draw_stack(Ui& ui, const Rect& column, float top, const StackView& stack) const {
  const Palette& c = ui.colours();
  const std::string number =
      stack.of_devices ? fmt::format("{:.1f} %", stack.cpi) : fmt::format("{:.2f}", stack.cpi);
  const float size = ui.style.sizes.huge;
  const Rect line{column.left, top, column.right, top + size + ui.px(10)};
  draw_label(ui.canvas, line, number, Face::bold, size, c.text, Align::left);
  const float x = column.left + ui.canvas.text_width(number, Face::bold, size) + ui.px(10);
  draw_label(ui.canvas, {x, line.top + ui.px(6), column.right, line.bottom},
             stack.of_devices ? std::string(tr(Text::ledger_device_share))
                              : fmt::format("{} · {}", tr(Text::ledger_cpi),
                                            tr(Text::ledger_at, {stack.point_name})),
             Face::text, ui.style.sizes.body, c.text_dim, Align::left);
  const Rect bar{column.left, line.bottom + ui.px(4), column.right, line.bottom + ui.px(38)};
  float left = bar.left;
  for (const StackPart& part : stack.parts) {
    const float width = bar.width() * static_cast<float>(part.share);
    draw_share(ui.canvas, ui.style, {left, bar.top, left + width - ui.px(1), bar.bottom},
               part.reason);
    left += width;
  }
  float bottom = bar.bottom;
  if (!stack.note.empty()) {
    const Rect note{column.left, bottom, column.right, bottom + row_height(ui)};
    draw_label(ui.canvas, note, stack.note, Face::text, ui.style.sizes.small, c.text_dim,
               Align::left);
    bottom = note.bottom;
  }
  return bottom + ui.px(8);
}

float LedgerPanel::draw_parts(Ui& ui, const Rect& column, float top, const StackView& stack,
                              Comparison& runs, Side side) {
  const Palette& c = ui.colours();
  const float height = row_height(ui);
  const auto amount = [&stack](const StackPart& part) {
    return stack.of_devices ? grouped(part.slots) : fmt::format("{:.2f}", part.cpi);
  };
  const float shares = ui.style.sizes.body * 4.2F;
  float numbers = shares;
  for (const StackPart& part : stack.parts)
    numbers = std::max(
        numbers, ui.canvas.text_width(amount(part), Face::bold, ui.style.sizes.body) + ui.px(14));
  const float titles = std::min(widest_title(ui, stack.parts) + ui.px(26),
                                (column.width() - shares - numbers) * 0.58F);
  for (const StackPart& part : stack.parts) {
    const Rect line{column.left - ui.px(6), top, column.right, top + height};
    const bool lost = part.reason != Reason::none;
    const Touch state = touch(fmt::format("part_{}", static_cast<int>(part.reason)), line);
    if (state.hovered) {
      ui.canvas.fill(line, mixed(c.surface, c.accent, 0.14F), ui.px(4));
      tooltip(ui, lost ? reason_meaning(part.reason) : tr(Text::term_cpi));
    }
    if (state.clicked && lost)
      walk(runs, side, part.reason, !ImGui::GetIO().KeyShift);
    const Rect key{column.left, line.centre().y - ui.px(8), column.left + ui.px(16),
                   line.centre().y + ui.px(8)};
    if (lost)
      draw_key(ui.canvas, ui.style, key, part.reason);
    else
      ui.canvas.fill(key, c.good, ui.px(2));
    const float middle = column.left + titles;
    draw_label(ui.canvas, {key.right + ui.px(10), line.top, middle, line.bottom}, part.title,
               Face::text, ui.style.sizes.body, c.text, Align::left);
    const Rect room{middle + ui.px(8), line.top + ui.px(7), column.right - shares - numbers,
                    line.bottom - ui.px(7)};
    const float width = room.width() * static_cast<float>(part.share);
    draw_share(ui.canvas, ui.style,
               {room.left, room.top, room.left + std::max(width, ui.px(1)), room.bottom},
               part.reason);
    draw_label(ui.canvas, {room.right, line.top, column.right - numbers, line.bottom},
               fmt::format("{:.1f} %", part.share * 100), Face::text, ui.style.sizes.body,
               c.text_dim, Align::right);
    draw_label(ui.canvas, {column.right - numbers, line.top, column.right - ui.px(4), line.bottom},
               amount(part), Face::bold, ui.style.sizes.body, c.text, Align::right);
    top = line.bottom;
  }
  return top;
}

float LedgerPanel::draw_over_time(Ui& ui, const Rect& column, float top, Comparison& runs,
                                  Side side, Shared& shared) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  const Run& run = runs.run(side);
  top = draw_section(ui, column, top, tr(Text::ledger_over_time)) + ui.px(4);
  const Rect chart{column.left, top, column.right, top + ui.px(96)};
  const auto room = static_cast<std::size_t>(std::max(1.0F, chart.width() / ui.px(4)));
  const std::vector<TimeColumn>& columns = pane.model.over_time(run, room);
  ChartFrame frame;
  frame.current = runs.cycle(side);
  frame.last_cycle = run.last_cycle();
  const Touch state = touch(side == Side::a ? "over_time_a" : "over_time_b", chart);
  if (state.hovered)
    frame.hovered = column_at(chart, columns.size(), state.pointer);
  if (frame.hovered) {
    const TimeColumn& under = columns[*frame.hovered];
    std::string parts;
    for (const TimePart& part : under.parts)
      parts += fmt::format("{}{} {:.0f} %", parts.empty() ? "" : ", ",
                           part.reason == Reason::none ? std::string(tr(Text::ledger_used))
                                                       : std::string(reason_title(part.reason)),
                           part.share * 100);
    shared.sentence =
        tr(Text::ledger_time_column, {grouped(under.begin), grouped(under.end - 1), parts});
    if (state.clicked) {
      runs.set_active(side);
      runs.transport().seek(under.begin);
    }
  }
  draw_ledger_chart(ui.canvas, ui.style, chart, columns, frame);
  return chart.bottom + ui.px(4);
}

float LedgerPanel::draw_shares(Ui& ui, const Rect& column, float top,
                               const StackView& stack) const {
  const Palette& c = ui.colours();
  const std::array<Colour, trace::kShareCount> colours{c.good, c.families[5], c.bad, c.families[2],
                                                       c.families[4]};
  top = draw_section(
      ui, column, top,
      fmt::format("{} · {}", tr(Text::ledger_top_down), tr(Text::ledger_at, {stack.point_name})));
  const float height = row_height(ui);
  const float numbers = ui.style.sizes.body * 4.2F;
  const float titles = std::min(widest_title(ui, stack.shares), column.width() * 0.36F);
  for (const SharePart& share : stack.shares) {
    const Rect line{column.left, top, column.right, top + height};
    const float middle = column.left + titles;
    draw_label(ui.canvas, {line.left, line.top, middle, line.bottom}, share.title, Face::text,
               ui.style.sizes.body, c.text, Align::left);
    const Rect room{middle + ui.px(8), line.top + ui.px(7), column.right - numbers,
                    line.bottom - ui.px(7)};
    ui.canvas.fill(room, c.raised, ui.px(2));
    if (share.slots > 0)
      ui.canvas.fill({room.left, room.top,
                      room.left + room.width() * static_cast<float>(share.part), room.bottom},
                     colours[static_cast<std::size_t>(share.share)], ui.px(2));
    draw_label(ui.canvas, {column.right - numbers, line.top, column.right - ui.px(4), line.bottom},
               fmt::format("{:.1f} %", share.part * 100), Face::text, ui.style.sizes.body, c.text,
               Align::right);
    top = line.bottom;
  }
  return top;
}

float LedgerPanel::draw_what_if(Ui& ui, const Rect& column, float top, const Run& run, Side side) {
  const Palette& c = ui.colours();
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  const float height = row_height(ui);
  const std::string label = tr(pane.what_if.measuring() ? Text::cancel : Text::whatif_run);
  const float width = button_width(ui, label);
  const float begin = top + ui.px(10);
  top = draw_section(ui, column, top, tr(Text::panel_whatif));
  if (text_button(ui, "measure", label, {column.right - width, begin, column.right, begin + height},
                  {}, Weight::normal, run.state() == Run::State::ready)) {
    if (pane.what_if.measuring())
      pane.what_if.cancel();
    else
      pane.what_if.measure(run);
  }
  top += ui.px(4);
  for (const WhatIfLine& one : pane.what_if.lines()) {
    const Rect line{column.left, top, column.right, top + height};
    const std::string gain =
        !one.measured   ? std::string()
        : one.saved > 0 ? tr(Text::whatif_saves, {grouped(static_cast<std::uint64_t>(one.saved))})
        : one.saved < 0 ? tr(Text::whatif_costs, {grouped(static_cast<std::uint64_t>(-one.saved))})
                        : tr(Text::whatif_nothing);
    const float words = ui.canvas.text_width(gain, Face::bold, ui.style.sizes.body);
    draw_label(ui.canvas, {line.right - words - 1, line.top, line.right, line.bottom}, gain,
               Face::bold, ui.style.sizes.body,
               one.saved > 0   ? c.good
               : one.saved < 0 ? c.bad
                               : c.text_dim,
               Align::right);
    draw_label(ui.canvas, {line.left, line.top, line.right - words - ui.px(12), line.bottom},
               one.words(), Face::text, ui.style.sizes.body, one.measured ? c.text : c.text_dim,
               Align::left);
    top = line.bottom;
  }
  return top;
}

void LedgerPanel::walk(Comparison& runs, Side side, Reason reason, bool forwards) {
  runs.set_active(side);
  (void)panes_[static_cast<std::size_t>(side)].model.walk(
      runs.run(side), reason, runs.cycle(side), forwards, [&runs](std::optional<RunPlace> place) {
        if (place)
          runs.transport().seek(place->cycle);
      });
}

Result<std::string> LedgerPanel::exported(const Style& /*style*/, Comparison& runs,
                                          ExportFormat format) {
  ExportRequest what;
  what.ledger = true;
  what.to_cycle = std::max<std::uint64_t>(runs.transport().cycle(), 1);
  return export_runs(runs, what, format);
}

} // namespace stallscope::gui
