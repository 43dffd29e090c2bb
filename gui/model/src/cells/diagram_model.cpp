#include "model/cells/diagram_model.hpp"

#include "model/language/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

namespace {

constexpr double kSmallestCyclePx = 1e-5; // a run of 10^8 cycles on a screen of 1000 pixels
constexpr double kSmallestRowPx = 1e-6;
constexpr double kLargestCyclePx = 240;
constexpr double kLargestRowPx = 120;

std::uint64_t cycle_number(double cycle) {
  return cycle < 1 ? 1 : static_cast<std::uint64_t>(cycle);
}

} // namespace

// ---- the camera

void DiagramModel::resize(double width_px, double height_px) {
  camera.width_px = std::max(width_px, 1.0);
  camera.height_px = std::max(height_px, 1.0);
}

void DiagramModel::pan(double dx_px, double dy_px) {
  camera.first_cycle -= dx_px / camera.cycle_px;
  camera.first_row -= dy_px / camera.row_px;
}

void DiagramModel::zoom(double factor_x, double factor_y, double x_px, double y_px) {
  const double cycle = camera.cycle_at(x_px);
  const double row = camera.row_at(y_px);
  camera.cycle_px = std::clamp(camera.cycle_px * factor_x, kSmallestCyclePx, kLargestCyclePx);
  camera.row_px = std::clamp(camera.row_px * factor_y, kSmallestRowPx, kLargestRowPx);
  camera.first_cycle = cycle - x_px / camera.cycle_px;
  camera.first_row = row - y_px / camera.row_px;
}

void DiagramModel::fit(const Run& run) {
  const double cycles =
      static_cast<double>(std::max<std::uint64_t>({run.last_cycle(), axis_cycles, 1}));
  const double rows = static_cast<double>(std::max<std::uint64_t>(row_count(run), 1));
  camera.first_cycle = 1;
  camera.first_row = 0;
  camera.cycle_px = std::clamp(camera.width_px / cycles, kSmallestCyclePx, 64.0);
  camera.row_px = std::clamp(camera.height_px / rows, kSmallestRowPx, 32.0);
}

void DiagramModel::center(const Run& run, OpId op, std::uint64_t cycle) {
  camera.first_cycle = static_cast<double>(cycle) - camera.cycles_visible() / 2;
  camera.first_row = static_cast<double>(row_of(op)) - camera.rows_visible() / 2;
  clamp(run);
}

void DiagramModel::clamp(const Run& run) {
  if (led)
    return;
  const double last_cycle = static_cast<double>(std::max(run.last_cycle(), axis_cycles)) + 1;
  const double last_row = static_cast<double>(row_count(run));
  // Limits zooming out so that the diagram fills the panel; short runs can shrink to small letters.
  camera.cycle_px =
      std::max(camera.cycle_px, std::min(camera.width_px / (last_cycle + 1), kTextCyclePx));
  camera.row_px = std::max(camera.row_px, std::min(camera.height_px / (last_row + 1), kTextRowPx));
  camera.first_cycle =
      std::max(1.0, std::min(camera.first_cycle, last_cycle + 1 - camera.cycles_visible()));
  camera.first_row =
      std::max(0.0, std::min(camera.first_row, last_row + 1 - camera.rows_visible()));
}

void DiagramModel::follow(Run& run, std::uint64_t cycle, std::uint64_t axis_cycle) {
  if (led)
    return;
  const double right = camera.first_cycle + camera.cycles_visible();
  const auto shown = static_cast<double>(std::max<std::uint64_t>(axis_cycle, 1));
  if (shown < camera.first_cycle)
    camera.first_cycle = shown;
  else if (shown + 1 > right)
    camera.first_cycle = std::min(shown, std::ceil(shown + 1 - camera.cycles_visible()));
  const std::uint64_t at = std::max<std::uint64_t>(cycle, 1);
  std::uint64_t oldest = 0;
  std::uint64_t youngest = 0;
  if (const WindowPtr window = run.window(at, at + 1)) {
    const Timeline part = window->index.slice(Cycle{at}, Cycle{at + 1});
    if (part.rows.empty())
      return;
    oldest = part.rows.front().op.value;
    youngest = part.rows.back().op.value;
  } else {
    oldest = youngest = run.overview().next_op_at(cycle);
  }
  const double first = static_cast<double>(row_of(OpId{std::max<std::uint64_t>(oldest, 1)}));
  const double last = static_cast<double>(row_of(OpId{std::max<std::uint64_t>(youngest, 1)})) + 1;
  if (last > camera.first_row + camera.rows_visible())
    camera.first_row = last - camera.rows_visible();
  if (first < camera.first_row)
    camera.first_row = first;
  clamp(run);
}

void DiagramModel::leave_room(std::uint64_t cycle) {
  const auto at = static_cast<double>(std::max<std::uint64_t>(cycle, 1));
  const double visible = camera.cycles_visible();
  if (!led && (at < camera.first_cycle || at + 1 > camera.first_cycle + visible))
    camera.first_cycle = std::max(1.0, std::floor(at - visible * 2 / 3));
}

Detail DiagramModel::detail(const Run& run) const {
  const bool few = camera.cycles_visible() * camera.rows_visible() <= kMaxCells;
  if (few && camera.cycle_px >= kTextCyclePx && camera.row_px >= kTextRowPx)
    return Detail::text;
  return camera.row_px >= kBoxRowPx &&
                 (run.whole() ||
                  camera.cycles_visible() <= static_cast<double>(run.window_cycles()) / 4)
             ? Detail::boxes
             : Detail::band;
}

// ---- folds

void DiagramModel::recount_folds() {
  std::sort(folds_.begin(), folds_.end(),
            [](const Fold& a, const Fold& b) { return a.first < b.first; });
  std::vector<Fold> merged;
  for (const Fold& fold : folds_)
    if (!merged.empty() && fold.first <= merged.back().last + 1)
      merged.back().last = std::max(merged.back().last, fold.last);
    else
      merged.push_back(fold);
  std::uint64_t hidden = 0;
  for (Fold& fold : merged) {
    fold.hidden = hidden;
    hidden += fold.last - fold.first;
  }
  folds_ = std::move(merged);
}

void DiagramModel::fold(OpId first, OpId last) {
  if (!first || last <= first)
    return;
  folds_.push_back({first.value, last.value, 0});
  recount_folds();
}

const DiagramModel::Fold* DiagramModel::fold_of(std::uint64_t op) const {
  const auto behind = std::partition_point(folds_.begin(), folds_.end(),
                                           [op](const Fold& fold) { return fold.first <= op; });
  if (behind == folds_.begin() || std::prev(behind)->last < op)
    return nullptr;
  return &*std::prev(behind);
}

bool DiagramModel::unfold(OpId op) {
  const Fold* found = fold_of(op.value);
  if (found == nullptr)
    return false;
  folds_.erase(folds_.begin() + (found - folds_.data()));
  recount_folds();
  return true;
}

void DiagramModel::unfold_all() {
  folds_.clear();
}

std::uint64_t DiagramModel::row_of(OpId op) const {
  const auto behind = std::partition_point(
      folds_.begin(), folds_.end(), [op](const Fold& fold) { return fold.first <= op.value; });
  std::uint64_t number = std::max<std::uint64_t>(op.value, 1);
  if (behind == folds_.begin())
    return number - 1;
  const Fold& fold = *std::prev(behind);
  if (number <= fold.last)
    return fold.first - 1 - fold.hidden;
  return number - 1 - fold.hidden - (fold.last - fold.first);
}

OpId DiagramModel::op_at(std::uint64_t row) const {
  const auto behind = std::partition_point(folds_.begin(), folds_.end(), [row](const Fold& fold) {
    return fold.first - 1 - fold.hidden <= row;
  });
  if (behind == folds_.begin())
    return OpId{row + 1};
  const Fold& fold = *std::prev(behind);
  return fold.first - 1 - fold.hidden == row
             ? OpId{fold.first}
             : OpId{row + 1 + fold.hidden + (fold.last - fold.first)};
}

std::uint64_t DiagramModel::row_count(const Run& run) const {
  return run.op_count() == 0 ? 0 : row_of(OpId{run.op_count()}) + 1;
}

// ---- bookmarks

void DiagramModel::toggle_bookmark(OpId op, std::uint64_t cycle, std::string label) {
  const auto same = std::find_if(bookmarks_.begin(), bookmarks_.end(),
                                 [&](const Bookmark& b) { return b.op == op && b.cycle == cycle; });
  if (same != bookmarks_.end()) {
    bookmarks_.erase(same);
    return;
  }
  const auto place =
      std::upper_bound(bookmarks_.begin(), bookmarks_.end(), cycle,
                       [](std::uint64_t c, const Bookmark& b) { return c < b.cycle; });
  bookmarks_.insert(place, {op, cycle, std::move(label)});
}

std::optional<Bookmark> DiagramModel::next_bookmark(std::uint64_t cycle, bool forwards) const {
  if (forwards) {
    for (const Bookmark& b : bookmarks_)
      if (b.cycle > cycle)
        return b;
  } else {
    for (auto b = bookmarks_.rbegin(); b != bookmarks_.rend(); ++b)
      if (b->cycle < cycle)
        return *b;
  }
  return std::nullopt;
}

// ---- what is on screen

std::pair<std::uint64_t, std::uint64_t> DiagramModel::cycles_in_sight(const Run& run,
                                                                      std::uint64_t now) const {
  const double right = std::ceil(camera.first_cycle + camera.cycles_visible());
  return {cycle_number(std::floor(camera.first_cycle)),
          std::min({cycle_number(right), now + 1, run.last_cycle() + 1})};
}

WindowPtr DiagramModel::window_in_sight(Run& run, std::uint64_t now) const {
  const auto [from, to] = cycles_in_sight(run, now);
  if (to <= from || (detail(run) == Detail::band && !run.whole()))
    return nullptr;
  return run.window(from, to);
}

const DiagramView& DiagramModel::visible(Run& run, std::uint64_t now) {
  view_ = {};
  view_.detail = detail(run);
  const auto [from, to] = cycles_in_sight(run, now);
  if (to <= from)
    return view_;
  if (view_.detail == Detail::band) {
    add_bands(run, from, to);
    return view_;
  }
  const WindowPtr window = run.window(from, to);
  if (window == nullptr) {
    view_.loading = true;
    add_bands(run, from, to);
    return view_;
  }
  add_rows(*window, from, to);
  return view_;
}

/// Adds one band per pixel column, from the record if available, otherwise interpolated between the
/// ends of overview intervals.
void DiagramModel::add_bands(Run& run, std::uint64_t from, std::uint64_t to) {
  const double step = std::max(1.0, 1.0 / camera.cycle_px);
  const bool near = run.whole() || to - from <= run.window_cycles() / 4;
  const WindowPtr window = near ? run.window(from, to) : nullptr;
  for (double at = static_cast<double>(from); at < static_cast<double>(to); at += step) {
    DiagramBand band;
    band.begin = static_cast<std::uint64_t>(at);
    band.end = std::min(to, std::max(band.begin + 1, static_cast<std::uint64_t>(at + step)));
    const OverviewBucket sum = run.overview().range(band.begin, band.end);
    std::uint64_t oldest = std::max<std::uint64_t>(run.overview().oldest_op_at(band.begin - 1), 1);
    std::uint64_t youngest =
        std::max<std::uint64_t>(run.overview().next_op_at(band.end - 1), 2) - 1;
    if (window != nullptr) {
      const TimelineIndex::Rows rows = window->index.rows_in(Cycle{band.begin}, Cycle{band.end});
      if (rows.first == rows.last)
        continue;
      oldest = window->timeline().rows[rows.first].op.value;
      youngest = window->timeline().rows[rows.last - 1].op.value;
    }
    band.first_row = row_of(OpId{oldest});
    band.last_row = std::max(band.first_row, row_of(OpId{youngest}));
    band.worst = sum.worst(trace::LedgerPoint::issue);
    band.lost = sum.lost_share(trace::LedgerPoint::issue);
    view_.bands.push_back(band);
  }
}

/// The heading of a row: of its operation, or of the fold that starts with it.
DiagramRowView DiagramModel::row_view(const RunWindow& window, const OpRow& row,
                                      const Fold* fold) const {
  DiagramRowView view;
  view.row = row_of(row.op);
  view.op = fold != nullptr ? OpId{fold->first} : row.op; // the operation may be outside the window
  const std::vector<std::uint64_t>& addresses = window.record.legend.instruction_pc;
  view.pc = row.instruction.value < addresses.size() ? addresses[row.instruction.value] : 0;
  view.begin = row.begin.value;
  view.end = row.end.value;
  view.color = color_of(window.record.color(view.op));
  view.wrong_path = row.wrong_path;
  view.flushed = row.flushed;
  view.bookmarked = std::any_of(bookmarks_.begin(), bookmarks_.end(),
                                [&row](const Bookmark& b) { return b.op == row.op; });
  if (fold != nullptr) {
    view.hidden = fold->last - fold->first + 1;
    view.number = fmt::format("{}-{}", fold->first, fold->last);
    view.text = tr(Text::folded_hidden, {std::to_string(view.hidden)});
  } else {
    view.number = number_of(row.op, row.wrong_path, window.record);
    view.text = operation_words(window.record, row);
  }
  view.hit = fold == nullptr && search && matches(*search, window, row);
  return view;
}

void DiagramModel::add_rows(const RunWindow& window, std::uint64_t from, std::uint64_t to) {
  const Timeline part = window.index.slice(Cycle{from}, Cycle{to});
  const double bottom = camera.first_row + camera.rows_visible();
  std::uint64_t last_row = ~0ULL;
  for (const OpRow& row : part.rows) {
    const std::uint64_t number = row_of(row.op);
    if (static_cast<double>(number) + 1 < camera.first_row || static_cast<double>(number) > bottom)
      continue;
    const Fold* fold = fold_of(row.op.value);
    if (number == last_row && fold != nullptr) { // a further row of the same fold
      view_.rows.back().end = std::max(view_.rows.back().end, row.end.value);
      view_.bars.back().end = std::max(view_.bars.back().end, std::min(row.end.value, to));
      continue;
    }
    last_row = number;
    DiagramRowView view = row_view(window, row, fold);
    if (fold != nullptr) {
      DiagramBar bar;
      bar.row = number;
      bar.op = row.op;
      bar.begin = std::max(row.begin.value, from);
      bar.end = std::min(row.end.value, to);
      bar.folded = true;
      bar.color = view.color;
      view_.bars.push_back(bar);
    } else {
      add_bars(window, part, row, from, to);
    }
    view_.rows.push_back(std::move(view));
  }
  if (view_.detail == Detail::text)
    add_arrows(window, part);
}

void DiagramModel::add_bars(const RunWindow& window, const Timeline& part, const OpRow& row,
                            std::uint64_t from, std::uint64_t to) {
  DiagramBar bar;
  bar.row = row_of(row.op);
  bar.op = row.op;
  bar.color = color_of(window.record.color(row.op));
  bar.wrong_path = row.wrong_path;
  const std::uint64_t fold_cycles = static_cast<std::uint64_t>(kFoldPx / camera.cycle_px);
  const auto add = [&](std::uint64_t begin, std::uint64_t end, LaneId lane, const Cause& cause) {
    begin = std::max(begin, from);
    end = std::min(end, to);
    if (begin >= end)
      return;
    const bool is_short = end - begin < fold_cycles;
    DiagramBar* before = view_.bars.empty() ? nullptr : &view_.bars.back();
    if (is_short && before != nullptr && before->row == bar.row && before->folded &&
        before->end == begin && begin - before->begin < fold_cycles) {
      before->end = end;
      if (before->cause.why == Reason::none)
        before->cause = cause;
      before->lane = kNoLane;
      return;
    }
    bar.begin = begin;
    bar.end = end;
    bar.lane = lane;
    bar.cause = cause;
    bar.folded = is_short;
    if (view_.detail == Detail::text)
      bar.text = cause.why != Reason::none ? short_cause(cause, window.record)
                 : lane != kNoLane         ? window.timeline().lanes[lane].cell_text()
                                           : std::string();
    view_.bars.push_back(bar);
  };
  for (const FetchWait& wait : part.fetch_waits_of(row.op))
    add(wait.begin.value, wait.end.value, kNoLane, wait.cause);
  for (const Span& span : part.spans_of(row))
    add(span.begin.value, span.end.value, span.lane, span.cause);
}

void DiagramModel::add_arrows(const RunWindow& window, const Timeline& part) {
  for (const Arrow& arrow : part.arrows) {
    DiagramArrow view;
    view.from_row = row_of(arrow.producer);
    view.to_row = row_of(arrow.consumer);
    view.to_cycle = arrow.cycle.value;
    const OpRow* producer = window.timeline().find(arrow.producer);
    if (producer == nullptr)
      continue; // not recorded
    std::uint64_t made = producer->end.value;
    for (const Span& span : window.timeline().spans_of(*producer))
      if (span.lane == arrow.from)
        made = span.end.value;
    view.from_cycle = std::min(made, arrow.cycle.value) - 1;
    view.reg = window.record.legend.register_name(arrow.reg);
    view.forwarded = arrow.from != kNoLane;
    view_.arrows.push_back(std::move(view));
  }
}

RunPlace DiagramModel::at(double x_px, double y_px) const {
  const double row = camera.row_at(y_px);
  const double cycle = camera.cycle_at(x_px);
  RunPlace place;
  place.cycle = cycle_number(cycle);
  if (row >= 0)
    place.op = op_at(static_cast<std::uint64_t>(row));
  return place;
}

std::string DiagramModel::explain(Run& run, const RunPlace& place) const {
  const WindowPtr window = run.window(place.cycle, place.cycle + 1);
  const OpRow* row = window == nullptr ? nullptr : window->timeline().find(place.op);
  if (row == nullptr)
    return {};
  for (const Span& span : window->timeline().spans_of(*row))
    if (span.begin.value <= place.cycle && place.cycle < span.end.value)
      return cell_sentence(window->record, place.cycle, span.lane, place.op, span.cause);
  return {};
}

} // namespace stallscope::gui
