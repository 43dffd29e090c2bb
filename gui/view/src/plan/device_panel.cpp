#include "view/plan/device_panel.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "view/plan/memory_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr double kWidestCycle = 160;   ///< pixels
constexpr double kNarrowestWindow = 4; ///< cycles
constexpr float kFittedCycle = 44;     ///< maximum in design pixels unless zoomed

Text kind_words(const Run& run, std::uint8_t color) {
  constexpr std::array kPlanKinds{Text::kind_forward,   Text::kind_backward,  Text::kind_weight,
                                  Text::kind_input,     Text::kind_recompute, Text::kind_update,
                                  Text::kind_reduction, Text::kind_other};
  constexpr std::array kGraphKinds{
      Text::kind_contraction, Text::kind_gradient, Text::kind_elementwise, Text::kind_reducing,
      Text::kind_copy,        Text::kind_update,   Text::kind_reduction,   Text::kind_launch};
  constexpr std::array kMeasuredKinds{
      Text::kind_forward, Text::kind_backward, Text::kind_weight,        Text::kind_input,
      Text::kind_copy,    Text::kind_update,   Text::kind_communication, Text::kind_kernel};
  const bool graph = run.course() != nullptr && run.course()->graph() != nullptr;
  const bool measured = run.spec().subject == Subject::measured;
  return graph ? kGraphKinds[color] : measured ? kMeasuredKinds[color] : kPlanKinds[color];
}

constexpr std::array kPartTexts{Text::memory_parameters, Text::memory_gradients,
                                Text::memory_optimizer, Text::memory_activations,
                                Text::memory_workspace};

/// Room for the longest name of a lane, and for the longest peak and capacity of a device.
float names_width(const Ui& ui, const Run& run) {
  const std::vector<Lane>& lanes = run.lanes();
  const auto longest =
      std::max_element(lanes.begin(), lanes.end(),
                       [](const Lane& a, const Lane& b) { return a.name.size() < b.name.size(); });
  const float body = ui.style.sizes.body;
  float widest = body * 4;
  if (longest != lanes.end())
    widest =
        std::max(widest, std::min(ui.canvas.text_width(row_name(longest->name), Face::bold, body),
                                  body * 9));
  if (run.course() != nullptr && run.course()->memory().bytes &&
      !run.course()->memory().devices.empty()) {
    const MemoryCurves& curves = run.course()->memory();
    const std::string words = peak_words(curves, curves.highest, curves.devices.front().room);
    widest = std::max(
        widest, std::min(ui.canvas.text_width(words, Face::text, ui.style.sizes.small), body * 12));
  }
  return widest + ui.px(18);
}

std::string level_words(const MemoryCurves& curves, const MemoryStrip& strip, std::uint64_t cycle) {
  const MemoryParts parts = strip.at(cycle);
  std::string words;
  for (std::size_t part = 0; part < kMemoryParts; ++part)
    if (parts[part] > 0)
      words += fmt::format("{}{} {}", words.empty() ? "" : " + ", tr(kPartTexts[part]),
                           amount_words(curves, parts[part]));
  return words.empty() ? "0" : words;
}

} // namespace

void DevicePanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  shared.cell_cursor = cursor_.has_value();
  const Panes panes = panes_of(ui, area, runs, shared);
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
}

bool DevicePanel::cancel_interaction(Shared& shared) {
  bool any = !shared.pinned_sentence.empty() || cursor_.has_value();
  for (Pane& pane : panes_) {
    any |= pane.cells.pinned().has_value();
    pane.cells.pin(std::nullopt);
  }
  cursor_.reset();
  shared.pinned_sentence.clear();
  return any;
}

Result<std::string> DevicePanel::exported(const Style& /*style*/, Comparison& runs,
                                          ExportFormat format) {
  ExportRequest what;
  what.table = true;
  what.to_cycle = std::max<std::uint64_t>(runs.transport().cycle(), 1);
  return export_runs(runs, what, format);
}

DevicePanel::View& DevicePanel::view_of(const Comparison& runs, Side side) {
  return views_[runs.has_b() && runs.lock() == Lock::free && side == Side::b ? 1 : 0];
}

void DevicePanel::follow(Ui& ui, const Comparison& runs, Side side, float room) {
  View& view = view_of(runs, side);
  const std::uint64_t a = runs.run(Side::a).last_cycle();
  const std::uint64_t b = runs.has_b() ? runs.run(Side::b).last_cycle() : 0;
  const std::uint64_t cycles = std::max<std::uint64_t>(
      runs.lock() == Lock::free ? runs.run(side).last_cycle() : std::max(a, b), 1);
  if (view.cycles != cycles) {
    view.fitted = true;
    view.cycles = cycles;
  }
  const double whole = static_cast<double>(room) / static_cast<double>(cycles);
  // Of a long run only the cycles of a window can be visible at the same time.
  view.least = whole;
  for (const Side of : {Side::a, Side::b})
    if ((of == side || (runs.has_b() && runs.lock() != Lock::free)) && !runs.run(of).whole())
      view.least = std::max(view.least, static_cast<double>(room) /
                                            static_cast<double>(runs.run(of).window_cycles()));
  if (view.fitted) {
    view.scale.pixels =
        std::max(std::min(whole, static_cast<double>(ui.px(kFittedCycle))), view.least);
    if (view.least <= whole)
      view.scale.first = 0;
  }
  const std::uint64_t now = runs.transport().cycle(); // cycle of both runs if they are locked
  const double seen = static_cast<double>(room) / view.scale.pixels;
  if (now != std::exchange(view.followed, now) && now > 0) {
    const auto at = static_cast<double>(now);
    if (at - 1 < view.scale.first || at > view.scale.first + seen)
      view.scale.first = at - seen * 2 / 3;
  }
  view.scale.first =
      std::clamp(view.scale.first, 0.0, std::max(0.0, static_cast<double>(cycles) - seen));
}

void DevicePanel::zoom(View& view, const Rect& body, float at, double factor) {
  const std::uint64_t last = std::max<std::uint64_t>(view.cycles, 1);
  const double before = view.scale.first + static_cast<double>(at - body.left) / view.scale.pixels;
  const double whole = static_cast<double>(body.width()) / static_cast<double>(last);
  const double least = // not above the current scale: short runs start smaller than fits
      std::max(std::min(whole, view.scale.pixels), std::min(view.least, view.scale.pixels));
  view.scale.pixels =
      std::clamp(view.scale.pixels * factor, least,
                 std::max(whole, std::min(kWidestCycle,
                                          static_cast<double>(body.width()) / kNarrowestWindow)));
  view.scale.first = before - static_cast<double>(at - body.left) / view.scale.pixels;
  view.fitted = view.scale.pixels <= whole * 1.0001;
}

void DevicePanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared) {
  Rect body = draw_pane_heading(ui, area, runs, side, shared);
  Run& run = runs.run(side);
  if (run.course() != nullptr)
    if (const auto& none = run.course()->memory().no_room) {
      const MemoryCurves& curves = run.course()->memory();
      const Rect line{body.left, body.top, body.right, body.top + ui.style.sizes.small + ui.px(8)};
      draw_label(ui.canvas, line,
                 tr(Text::memory_no_room,
                    {none->device, none->culprit, fmt::format("{}", none->cycle),
                     amount_words(curves, none->bytes), amount_words(curves, none->room)}),
                 Face::bold, ui.style.sizes.small, ui.colours().bad, Align::left);
      keep_place(side == Side::a ? "no_room_a" : "no_room_b", line);
      body.top = line.bottom;
    }
  plate(ui, body);
  if (!draw_run_state(ui, body, run))
    return;
  const float legend = ui.style.sizes.small + ui.px(14);
  draw_rows(
      ui, {body.left + ui.px(4), body.top + ui.px(4), body.right - ui.px(4), body.bottom - legend},
      runs, side, shared);
}

void DevicePanel::draw_rows(Ui& ui, const Rect& area, Comparison& runs, Side side, Shared& shared) {
  Run& run = runs.run(side);
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  keep_place(side == Side::a ? "table_a" : "table_b", area);
  ScrollArea scroll(ui, side == Side::a ? "devices_a" : "devices_b", area);
  Ui& inner = scroll.ui();
  const float names = names_width(ui, run);
  const Point origin = scroll.origin();
  const Rect rows{origin.x, origin.y, origin.x + scroll.width() - ui.px(6), area.bottom};
  follow(ui, runs, side, std::max(rows.width() - names, ui.px(40)));
  const TimeScale scale = view_of(runs, side).scale;
  DeviceTableView frame_of_lanes;
  for (const Lane& lane : run.lanes())
    frame_of_lanes.lanes.push_back({lane.name, lane.is_unit, {}});
  const DeviceLayout probe(ui.style, rows, frame_of_lanes, scale, names);
  const auto [from, to] = probe.visible(run.last_cycle());
  const auto rows_in_sight = probe.rows_in(area);
  const LanesAsked lanes{rows_in_sight.first, rows_in_sight.second,
                         cursor_ ? cursor_->lane : kNoLane};
  const DeviceTableView& table = pane.model.visible(run, from, std::max(to, from + 1), lanes);
  const DeviceLayout layout(ui.style, rows, table, scale, names);
  DeviceFrame frame;
  frame.current = runs.cycle(side);
  frame.last_cycle = run.last_cycle();
  frame.nanoseconds = run.course() == nullptr ? 0 : run.course()->nanoseconds();
  frame.hide_future = shared.hide_future;
  frame.sight = area;
  if (shared.lesson.lesson() != nullptr)
    for (const Highlight& at : shared.lesson.step().highlights)
      for (std::size_t lane = 0; lane < table.lanes.size(); ++lane)
        if (at.in_b == (side == Side::b) && table.lanes[lane].name == at.lane) {
          const DeviceBlock* block = block_at(table, lane, at.cycle);
          frame.pointed_at.push_back(
              {at.cycle, static_cast<LaneId>(lane), block == nullptr ? kNoOp : block->op});
        }
  if (shared.cursor_key && side == runs.active())
    take_key(*shared.cursor_key, runs, shared, table);
  if (shared.chain_wish && side == runs.active() && !table.loading)
    choose_waiting(table, frame.current, side, shared);
  react(inner, layout, table, runs, side, shared, frame);
  draw_devices(inner.canvas, ui.style, layout, table, frame);
  keep_place(side == Side::a ? "device_body_a" : "device_body_b", layout.body());
  float bottom = layout.bottom();
  if (run.course() != nullptr && !run.course()->memory().devices.empty()) {
    draw_memories(inner, layout, bottom + ui.px(10), runs, side, shared, frame);
    bottom +=
        ui.px(10) + row_height(ui) +
        memory_row_height(ui.style) * static_cast<float>(run.course()->memory().devices.size());
  }
  scroll.set_size(scroll.width() - ui.px(4), bottom - origin.y + ui.px(6));
  draw_reason(inner, layout, table, area, runs, side, shared);
  draw_legend(ui,
              {area.left + ui.px(8), area.bottom, area.right,
               area.bottom + ui.style.sizes.small + ui.px(14)},
              run, table);
}

void DevicePanel::draw_legend(Ui& ui, const Rect& strip, const Run& run,
                              const DeviceTableView& table) {
  float x = strip.left;
  for (std::uint8_t color = 0; color < kTokenColors; ++color)
    if ((table.kinds & (1U << color)) != 0 && x < strip.right)
      x = draw_kind(ui.canvas, ui.style, {x, strip.centre().y}, color, tr(kind_words(run, color)));
  if (table.shaded && x < strip.right)
    draw_label(ui.canvas, {x, strip.top, strip.right, strip.bottom}, tr(Text::later_chunks),
               Face::text, ui.style.sizes.small, ui.colours().text_dim, Align::left);
}

void DevicePanel::draw_memories(Ui& ui, const DeviceLayout& layout, float top, Comparison& runs,
                                Side side, Shared& shared, const DeviceFrame& frame) {
  const Run& run = runs.run(side);
  const MemoryCurves& curves = run.course()->memory();
  const Rect title{layout.area().left + ui.px(8), top, layout.area().right, top + row_height(ui)};
  const std::string words = tr(curves.bytes ? Text::memory_over_time : Text::activations_over_time);
  draw_label(ui.canvas, title, words, Face::bold, ui.style.sizes.body, ui.colours().text_dim,
             Align::left);
  float x = title.left + ui.canvas.text_width(words, Face::bold, ui.style.sizes.body) + ui.px(20);
  for (std::size_t part = 0; curves.bytes && part < kMemoryParts; ++part)
    if (curves.parts[part])
      x = draw_kind(ui.canvas, ui.style, {x, title.centre().y}, color_of_part(part),
                    tr(kPartTexts[part]));
  float y = title.bottom;
  for (std::size_t device = 0; device < curves.devices.size(); ++device) {
    const Rect row{layout.area().left, y, layout.area().right, y + memory_row_height(ui.style)};
    y = row.bottom;
    if (!row.meets(frame.sight))
      continue;
    draw_memory(ui.canvas, ui.style, layout, row, curves, device, frame);
    const Touch state =
        touch(fmt::format("memory_{}_{}", side == Side::a ? "a" : "b", device), row);
    if (!state.hovered)
      continue;
    const MemoryStrip& strip = curves.devices[device];
    const std::uint64_t cycle =
        state.pointer.x < layout.body().left
            ? strip.peak_cycle
            : std::clamp<std::uint64_t>(layout.cycle_at(state.pointer.x), 1,
                                        std::max<std::uint64_t>(run.last_cycle(), 1));
    shared.sentence =
        tr(Text::memory_level,
           {row_name(strip.device), fmt::format("{}", cycle), level_words(curves, strip, cycle),
            amount_words(curves, strip.peak), fmt::format("{}", strip.peak_cycle), strip.culprit});
    if (state.clicked) {
      runs.set_active(side);
      runs.transport().seek(cycle);
    }
  }
}

/// Pins a device that waits for an operation in the current cycle, if no cell is pinned.
void DevicePanel::choose_waiting(const DeviceTableView& table, std::uint64_t cycle, Side side,
                                 Shared& shared) {
  shared.chain_wish = false;
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  for (std::size_t lane = 0; lane < table.lanes.size() && !pane.cells.pinned(); ++lane)
    if (const DeviceBlock* block = block_at(table, lane, cycle);
        block != nullptr && !block->op && block->cause.culprit && !table.lanes[lane].is_link)
      pane.cells.pin(TableCellId{cycle, static_cast<LaneId>(lane), kNoOp});
}

void DevicePanel::show_cell(const TableCellId& cell, Comparison& runs, Side side, Shared& shared,
                            DeviceFrame& frame) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  shared.sentence = pane.cells.explain(runs.run(side), cell);
  frame.chosen = cell;
  frame.culprit = pane.cells.culprit_cell(runs.run(side), cell);
}

void DevicePanel::react(Ui& ui, const DeviceLayout& layout, const DeviceTableView& table,
                        Comparison& runs, Side side, Shared& shared, DeviceFrame& frame) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  if (cursor_ && side == runs.active())
    show_cell(*cursor_, runs, side, shared, frame);
  else if (pane.cells.pinned())
    show_cell(*pane.cells.pinned(), runs, side, shared, frame);
  const Touch axis = touch(side == Side::a ? "time_a" : "time_b", layout.axis());
  if (axis.held || axis.clicked) {
    runs.set_active(side);
    runs.transport().seek(std::min(layout.cycle_at(axis.pointer.x), frame.last_cycle));
  }
  const Touch state = touch(side == Side::a ? "cells_a" : "cells_b", layout.body());
  if ((!state.hovered && !axis.hovered) || pane.plate.contains(state.pointer))
    return;
  const ImGuiIO& io = ImGui::GetIO();
  View& view = view_of(runs, side);
  if (io.MouseWheel != 0 && io.KeyCtrl)
    zoom(view, layout.body(), state.pointer.x, std::pow(1.2, static_cast<double>(io.MouseWheel)));
  else if (const float across = io.KeyShift ? io.MouseWheel : io.MouseWheelH; across != 0)
    view.scale.first -= static_cast<double>(across * ui.px(60)) / view.scale.pixels;
  if (ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0))
    view.scale.first -= static_cast<double>(io.MouseDelta.x) / view.scale.pixels;
  const auto lane = layout.lane_at(state.pointer.y);
  if (!state.hovered || !lane)
    return;
  const std::uint64_t cycle = layout.cycle_at(state.pointer.x);
  const DeviceBlock* block = block_at(table, *lane, cycle);
  if (block == nullptr)
    return;
  const TableCellId cell{cycle, static_cast<LaneId>(*lane), block->op};
  show_cell(cell, runs, side, shared, frame);
  if (!state.clicked)
    return;
  runs.set_active(side);
  cursor_.reset();
  pane.cells.pin(cell);
  shared.pinned_sentence = pane.cells.pinned() ? shared.sentence : std::string();
}

/// Arrow keys move the cursor from block to block; the reason key moves to the culprit.
void DevicePanel::take_key(CursorKey key, Comparison& runs, Shared& shared,
                           const DeviceTableView& table) {
  const Side side = runs.active();
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  if (!cursor_) {
    const std::uint64_t now = std::max<std::uint64_t>(runs.cycle(side), 1);
    const DeviceBlock* block = block_at(table, 0, now);
    cursor_ = TableCellId{now, 0, block == nullptr ? kNoOp : block->op};
    return;
  }
  TableCellId next = *cursor_;
  const DeviceBlock* at = block_at(table, next.lane, next.cycle);
  switch (key) {
  case CursorKey::left:
    next.cycle = at == nullptr ? next.cycle : at->begin;
    next.cycle -= next.cycle > 1 ? 1 : 0;
    break;
  case CursorKey::right:
    next.cycle = at == nullptr ? next.cycle + 1 : at->end;
    break;
  case CursorKey::up:
    next.lane = static_cast<LaneId>(next.lane > 0 ? next.lane - 1 : 0);
    break;
  case CursorKey::down:
    next.lane = static_cast<LaneId>(
        std::min<std::size_t>(next.lane + 1U, std::max<std::size_t>(table.lanes.size(), 1) - 1));
    break;
  case CursorKey::why:
    next = pane.cells.culprit_cell(runs.run(side), next).value_or(next);
    break;
  case CursorKey::back:
    break;
  }
  next.cycle = std::clamp<std::uint64_t>(next.cycle, 1,
                                         std::max<std::uint64_t>(runs.run(side).last_cycle(), 1));
  const DeviceBlock* block = block_at(table, next.lane, next.cycle);
  next.op = block == nullptr ? next.op : block->op;
  cursor_ = next;
  shared.pinned_sentence = pane.cells.explain(runs.run(side), next);
}

} // namespace stallscope::gui
