#include "view/diagram/diagram_panel.hpp"

#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/processor/awaited_line.hpp"
#include "model/run/run_words.hpp"
#include "view/looks/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stallscope::gui {

namespace {

/// Initial cell sizes in design pixels: as large as fits, so that the cells are legible from the
/// last row of a lecture hall, and not smaller than letters need.
constexpr double kLargestCycle = 96;
constexpr double kSmallestCycle = 46;
constexpr double kSmallestWhole = 31; ///< minimum if the whole run fits then
constexpr double kLargestRow = 44;
constexpr double kSmallestRow = 28;

// The names of the rows: shares of a pane's width, and letters.
constexpr float kUsualNames = 0.36F;
constexpr float kWidestNames = 0.45F; ///< if instructions would be cut otherwise
constexpr float kMostNameLetters = 15;

/// Scrolls down to the rows of the visible cycles, without hiding those at the right end.
void show_oldest(DiagramModel& model, Run& run) {
  const auto from = static_cast<std::uint64_t>(std::max(1.0, std::floor(model.camera.first_cycle)));
  const WindowPtr window = run.window(from, from + 1);
  if (window == nullptr)
    return;
  const TimelineIndex::Rows rows = window->index.rows_in(Cycle{from}, Cycle{from + 1});
  if (rows.first == rows.last)
    return;
  const auto oldest = static_cast<double>(model.row_of(window->timeline().rows[rows.first].op));
  if (oldest > model.camera.first_row)
    model.camera.first_row = oldest;
  model.clamp(run);
}

} // namespace

void DiagramPanel::show_present(Side side, Run& run, std::uint64_t now) {
  DiagramModel& model = panes_[static_cast<std::size_t>(side)].model;
  model.clamp(run);
  model.follow(run, now);
  show_oldest(model, run);
}

namespace {

/// Why nothing is in flight in a cycle.
std::string why_nothing(const Run& run, const RunWindow& window, std::uint64_t now) {
  if (const auto line = awaited_line(run, window, now))
    return fmt::format("{}: {}", reason_title(line->cause.why), line->words());
  const Timeline part = window.index.slice(Cycle{now}, Cycle{now + 1});
  const auto gap = std::find_if(part.gaps.begin(), part.gaps.end(),
                                [](const Gap& one) { return one.cause.why != Reason::none; });
  return gap == part.gaps.end()
             ? std::string(tr(Text::nothing_in_flight))
             : fmt::format("{}: {}", tr(Text::nothing_in_flight), reason_title(gap->cause.why));
}

} // namespace

void DiagramPanel::draw_way_back(Ui& ui, const DiagramLayout& layout, Run& run, Side side,
                                 std::uint64_t now) {
  const DiagramCamera& camera = panes_[static_cast<std::size_t>(side)].model.camera;
  const WindowPtr window = run.window(now, now + 1);
  if (window == nullptr)
    return;
  const TimelineIndex::Rows rows = window->index.rows_in(Cycle{now}, Cycle{now + 1});
  if (rows.first == rows.last) { // the cycle may well be in sight
    const Rect line{layout.body.left + ui.px(8), layout.body.top + ui.px(8),
                    layout.body.right - ui.px(8), layout.body.top + ui.px(8) + row_height(ui)};
    keep_place(side == Side::a ? "nothing_in_flight_a" : "nothing_in_flight_b", line);
    (void)draw_paragraph(ui.canvas, {line.left, line.top}, line.width(),
                         why_nothing(run, *window, now), Face::bold, ui.style.sizes.body,
                         ui.colours().text);
    return;
  }
  const auto row = static_cast<double>(
      panes_[static_cast<std::size_t>(side)].model.row_of(window->timeline().rows[rows.first].op));
  const auto cycle = static_cast<double>(now);
  const char* way = row + 1 <= camera.first_row                             ? "↑"
                    : row >= camera.first_row + camera.rows_visible()       ? "↓"
                    : cycle < camera.first_cycle                            ? "←"
                    : cycle >= camera.first_cycle + camera.cycles_visible() ? "→"
                                                                            : "";
  panes_[static_cast<std::size_t>(side)].elsewhere = true;
  const std::string words = fmt::format("{} {}  (C)", tr(Text::run_is_elsewhere), way);
  const float width = button_width(ui, words);
  const Point middle = layout.body.centre();
  const float half = row_height(ui) / 2 + ui.px(3);
  if (text_button(ui, side == Side::a ? "way_back_a" : "way_back_b", words,
                  {middle.x - width / 2, middle.y - half, middle.x + width / 2, middle.y + half},
                  tr(Text::diagram_present), Weight::chosen))
    show_present(side, run, now);
}

std::uint64_t DiagramPanel::axis_cycle(const Comparison& runs, Side side) const {
  const bool one_clock = side_by_side_ && runs.lock() == Lock::cycle;
  return one_clock ? std::max(runs.cycle(Side::a), runs.cycle(Side::b)) : runs.cycle(side);
}

void DiagramPanel::leave_room(const Comparison& runs) {
  for (const Side side : {Side::a, Side::b}) {
    Pane& pane = panes_[static_cast<std::size_t>(side)];
    const std::uint64_t now = axis_cycle(runs, side);
    const bool steps = now + 1 >= pane.followed_cycle && now <= pane.followed_cycle + 1;
    if (!steps && pane.version == runs.run(side).version())
      pane.model.leave_room(now);
  }
}

void DiagramPanel::take_present(Comparison& runs, Shared& shared) {
  if (shared.diagram_wish != DiagramWish::present)
    return;
  shared.diagram_wish.reset();
  Side side = runs.has_b() ? runs.active() : Side::a;
  const Side other = side == Side::a ? Side::b : Side::a;
  if (runs.has_b() && !panes_[static_cast<std::size_t>(side)].elsewhere &&
      panes_[static_cast<std::size_t>(other)].elsewhere)
    side = other;
  show_present(side, runs.run(side), runs.cycle(side));
}

void DiagramPanel::draw(Ui& ui, const Rect& area, Comparison& runs, Shared& shared) {
  const Panes panes = panes_of(ui, area, runs, shared);
  take_present(runs, shared);
  leave_room(runs);
  for (Pane& pane : panes_)
    pane.elsewhere = false;
  const std::uint64_t cycles =
      runs.has_b() ? std::max(runs.run(Side::a).last_cycle(), runs.run(Side::b).last_cycle()) : 0;
  for (Pane& pane : panes_)
    pane.model.axis_cycles = cycles;
  const bool both = panes.a && panes.b;
  side_by_side_ = both;
  names_ = names_width(ui, panes, runs);
  // B's rows and cycles are aligned with A's, even before B's first ones.
  panes_[1].model.led = both && runs.lock() == Lock::instruction;
  if (panes.a)
    draw_pane(ui, *panes.a, runs, Side::a, shared);
  if (both)
    share_axis(runs);
  if (panes.b)
    draw_pane(ui, *panes.b, runs, Side::b, shared);
  if (both)
    share_axis(runs);
}

float DiagramPanel::names_width(const Ui& ui, const Panes& panes, const Comparison& runs) {
  const float letters = ui.style.sizes.body;
  float width = 0;
  for (const auto& [side, area] : {std::pair(Side::a, panes.a), std::pair(Side::b, panes.b)}) {
    if (!area)
      continue;
    Pane& pane = panes_[static_cast<std::size_t>(side)];
    const Run& run = runs.run(side);
    if (pane.named_version != run.version() || pane.named_letters != letters) {
      pane.named_version = run.version();
      pane.named_letters = letters;
      pane.longest_name = longest_instruction(ui.canvas, run.program(), letters);
    }
    const float wanted = pane.longest_name + letters * kNumberLetters + ui.px(kAroundNames);
    width = std::max({width, std::min(area->width() * kUsualNames, letters * kMostNameLetters),
                      std::min(wanted, area->width() * kWidestNames)});
  }
  return width;
}

DiagramPanel::Axis DiagramPanel::axis_of(Side side, Comparison& runs) const {
  const DiagramModel& model = panes_[static_cast<std::size_t>(side)].model;
  const DiagramCamera& camera = model.camera;
  Axis axis{camera.cycle_px, camera.first_cycle, 0};
  if (runs.lock() != Lock::instruction)
    return axis;
  const std::uint64_t now = runs.cycle(side);
  axis.first_cycle -= static_cast<double>(now);
  axis.first_row = camera.first_row;
  const WindowPtr window = now == 0 ? nullptr : runs.run(side).window(now, now + 1);
  if (window == nullptr)
    return axis;
  const TimelineIndex::Rows rows = window->index.rows_in(Cycle{now}, Cycle{now + 1});
  if (rows.first < rows.last)
    axis.first_row -= static_cast<double>(model.row_of(window->timeline().rows[rows.first].op));
  return axis;
}

void DiagramPanel::share_axis(Comparison& runs) {
  if (runs.lock() == Lock::free) { // both keep their positions, with a common scale
    const double a = panes_[0].model.camera.cycle_px;
    const double b = panes_[1].model.camera.cycle_px;
    axis_.cycle_px = a != axis_.cycle_px ? a : b;
    for (Pane& pane : panes_)
      pane.model.camera.cycle_px = axis_.cycle_px;
    return;
  }
  for (const Side side : {Side::a, Side::b}) { // the camera that has changed determines the axis
    const Axis now = axis_of(side, runs);
    if (now == axis_)
      continue;
    axis_ = now;
    break;
  }
  for (const Side side : {Side::a, Side::b}) {
    const Axis now = axis_of(side, runs);
    DiagramCamera& camera = panes_[static_cast<std::size_t>(side)].model.camera;
    camera.cycle_px = axis_.cycle_px;
    camera.first_cycle += axis_.first_cycle - now.first_cycle;
    camera.first_row += axis_.first_row - now.first_row;
  }
}

bool DiagramPanel::cancel_interaction(Shared& shared) {
  bool any = !shared.pinned_sentence.empty();
  for (Pane& pane : panes_) {
    any |= pane.chosen || !pane.search.empty();
    stop_search(pane);
    pane.chosen = kNoOp;
    pane.search.clear();
    pane.model.search.reset();
    pane.hit.reset();
    pane.count.reset();
  }
  any |= cursor_.has_value();
  cursor_.reset();
  trail_.clear();
  shared.pinned_sentence.clear();
  shared.show_chain = false;
  return any;
}

void DiagramPanel::draw_pane(Ui& ui, const Rect& area, Comparison& runs, Side side,
                             Shared& shared) {
  const Rect body = draw_pane_heading(ui, area, runs, side, shared);
  plate(ui, body);
  Run& run = runs.run(side);
  if (!draw_run_state(ui, body, run))
    return;
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  const std::uint64_t now = runs.cycle(side);
  const DiagramLayout layout(ui.style, body, names_, ui.px(48));
  settle(pane, run, layout, now, axis_cycle(runs, side));
  follow_bookmarks(pane, run, shared.bookmarks[static_cast<std::size_t>(side)]);
  if (!runs.has_b() || runs.active() == side)
    take_wish(runs, side, shared);
  DiagramFrame frame;
  frame.current = now;
  frame.last_cycle = shared.lesson.hides_totals() ? now : run.last_cycle();
  frame.cycle_heading = tr(Text::cycle);
  frame.longest_name = pane.longest_name;
  if ((!runs.has_b() || runs.active() == side) && std::exchange(shared.chain_wish, false) &&
      !pane.chosen) {
    const RunPlace waits = waiting_in(run, now);
    pane.chosen = waits.op;
    pane.chosen_cycle = waits.cycle;
  }
  if (!runs.has_b() || runs.active() == side)
    take_cursor_key(runs, side, shared);
  frame.chosen = pane.chosen;
  if (side == Side::a && pane.chosen && shared.line_pointed == 0)
    shared.line_pointed = line_of_operation(run, {pane.chosen_cycle, pane.chosen});
  follow_cursor(runs, side, shared, frame);
  react(layout, runs, side, shared, frame);
  shared.diagram_cursor = cursor_.has_value();
  const DiagramView& view = pane.model.visible(run, now);
  if (side == Side::a && shared.line_seen > 0)
    for (const DiagramRowView& row : view.rows)
      if (source_line_of(run, row.pc) == shared.line_seen)
        frame.followed.push_back(row.op);
  draw_diagram(ui.canvas, ui.style, layout, pane.model.camera, view, frame);
  const DiagramCamera& camera = pane.model.camera;
  keep_place(side == Side::a ? "axis_a" : "axis_b", // area of the run's cycles
             {layout.x(camera, 1), layout.body.top,
              layout.x(camera, static_cast<double>(run.last_cycle()) + 1), layout.body.bottom});
  if (now == 0)
    draw_start_hint(ui, layout.body);
  if (view.loading)
    draw_label(ui.canvas, layout.body, tr(Text::loading), Face::text, ui.style.sizes.body,
               ui.colours().text_dim);
  if (!view.loading && now > 0 && view.bars.empty() && view.bands.empty())
    draw_way_back(ui, layout, run, side, now);
  draw_chain(ui, layout, runs, side, shared);
  draw_cursor(ui, layout, runs, side, shared);
  draw_zoom(ui, layout, pane, run, side);
  draw_bookmark_buttons(ui, layout, runs, side, shared);
  draw_search(ui, layout, runs, side, shared);
  draw_menu(runs, side, shared);
  say_busy(pane, shared);
}

void DiagramPanel::settle(Pane& pane, Run& run, const DiagramLayout& layout, std::uint64_t now,
                          std::uint64_t axis_cycle) const {
  DiagramModel& model = pane.model;
  model.resize(layout.body.width() / layout.unit, layout.body.height() / layout.unit);
  if (pane.version != run.version()) {
    pane.version = run.version();
    model.fit(run);
    pane.chosen = kNoOp;
    const double cycles =
        static_cast<double>(std::max<std::uint64_t>({run.last_cycle(), model.axis_cycles, 1}));
    const double rows = static_cast<double>(std::max<std::uint64_t>(model.row_count(run), 1));
    model.camera.cycle_px = model.camera.width_px / (cycles + 1) >= kSmallestWhole
                                ? std::min(model.camera.width_px / (cycles + 1), kLargestCycle)
                                : kSmallestCycle;
    model.camera.row_px = std::clamp(model.camera.height_px / rows, kSmallestRow, kLargestRow);
    pane.followed_cycle = axis_cycle + 1;
  }
  if (pane.followed_cycle != axis_cycle) {
    pane.followed_cycle = axis_cycle;
    model.follow(run, now, axis_cycle);
    show_oldest(model, run);
  }
}

void DiagramPanel::react(const DiagramLayout& layout, Comparison& runs, Side side, Shared& shared,
                         DiagramFrame& frame) {
  Pane& pane = panes_[static_cast<std::size_t>(side)];
  DiagramModel& model = pane.model;
  Run& run = runs.run(side);
  const Touch state = touch(side == Side::a ? "diagram_a" : "diagram_b", layout.area);
  const ImGuiIO& io = ImGui::GetIO();
  if (state.pressed) {
    pane.dragged = false;
    runs.set_active(side);
  }
  if (state.held && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) &&
      ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    pane.dragged = true;
    model.pan(io.MouseDelta.x / layout.unit, io.MouseDelta.y / layout.unit);
    model.clamp(run);
  }
  if (!state.hovered || pane.plate.contains(state.pointer))
    return;
  const double x = (state.pointer.x - layout.body.left) / layout.unit;
  const double y = (state.pointer.y - layout.body.top) / layout.unit;
  if (io.MouseWheel != 0 && io.KeyCtrl) {
    const double factor = std::pow(1.2, static_cast<double>(io.MouseWheel));
    model.zoom(factor, factor, x, y);
    model.clamp(run);
  } else if (io.MouseWheel != 0 || io.MouseWheelH != 0) {
    const double step = 60;
    const double down = io.KeyShift ? 0 : io.MouseWheel * step;
    const double right = (io.KeyShift ? io.MouseWheel : io.MouseWheelH) * step;
    model.pan(right, down);
    model.clamp(run);
  }
  const RunPlace place = model.at(std::max(x, 0.0), y);
  if (y < 0 || place.op.value > run.op_count())
    return;
  frame.hovered = place.op;
  if (side == Side::a)
    shared.line_pointed = line_of_operation(run, {std::min(place.cycle, frame.current), place.op});
  if (x >= 0 && place.cycle <= frame.current)
    shared.sentence = model.explain(run, place);
  if (state.right_clicked) {
    pane.menu_of = place.op;
    pane.menu_opening = true;
  }
  if (state.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && model.unfold(place.op))
    return;
  if (x < 0 && shared.sentence.empty())
    shared.sentence = tr(Text::diagram_menu_hint);
  if (state.clicked && !pane.dragged) {
    const bool again =
        pane.chosen == place.op && (!shared.show_chain || pane.chosen_cycle == place.cycle);
    pane.chosen = again ? kNoOp : place.op;
    pane.chosen_cycle = place.cycle;
    shared.pinned_sentence = pane.chosen ? shared.sentence : std::string();
  }
}

void DiagramPanel::draw_zoom(Ui& ui, const DiagramLayout& layout, Pane& pane, const Run& run,
                             Side side) const {
  const float side_length = ui.px(32);
  const float y = layout.footer.centre().y - side_length / 2;
  float x = layout.body.right - ui.px(8) - side_length;
  DiagramModel& model = pane.model;
  const double middle_x = model.camera.width_px / 2;
  const double middle_y = model.camera.height_px / 2;
  const char* which = side == Side::a ? "a" : "b";
  const auto button = [&](const char* id, const char* label, Text tip) {
    const bool clicked =
        text_button(ui, fmt::format("{}_{}", id, which), label,
                    {x, y, x + side_length, y + side_length}, tr(tip), Weight::normal);
    x -= side_length + ui.px(4);
    return clicked;
  };
  if (button("zoom_fit", "□", Text::zoom_fit)) {
    model.fit(run);
    model.clamp(run);
  }
  if (button("zoom_in", "+", Text::zoom_in))
    model.zoom(1.25, 1.25, middle_x, middle_y);
  if (button("zoom_out", "−", Text::zoom_out)) {
    model.zoom(0.8, 0.8, middle_x, middle_y);
    model.clamp(run);
  }
}

Result<std::string> DiagramPanel::exported(const Style& /*style*/, Comparison& runs,
                                           ExportFormat format) {
  ExportRequest what;
  what.diagram = true;
  what.to_cycle = std::max<std::uint64_t>(runs.transport().cycle(), 1);
  return export_runs(runs, what, format);
}

} // namespace stallscope::gui
