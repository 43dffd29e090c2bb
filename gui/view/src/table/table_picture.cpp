#include "view/table/table_picture.hpp"

#include "model/run/run_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::gui {

namespace {

/// Maximum height of the rows of a short run, relative to normal rows.
constexpr float kTallest = 1.7F;

} // namespace

float table_row_height(const Style& style) {
  return style.sizes.body + style.px(18);
}

TableLayout::TableLayout(const Style& style, const Rect& area, const std::vector<Lane>& lanes,
                         std::uint64_t top_cycle, float scroll_x, std::uint64_t last_cycle)
    : area_(area), row_height_(table_row_height(style)),
      header_height_(style.sizes.body + style.px(16)),
      cycle_width_(style.sizes.body * 2.6F + style.px(12)), inset_(style.px(2)),
      top_cycle_(std::max<std::uint64_t>(top_cycle, 1)) {
  if (last_cycle > 0)
    row_height_ = std::clamp((area.height() - header_height_) / static_cast<float>(last_cycle),
                             row_height_, row_height_ * kTallest);
  const auto digits = static_cast<float>(grouped(last_cycle).size());
  cycle_width_ = std::max(cycle_width_, style.sizes.body * 0.6F * digits + style.px(12));
  const float room = area.width() - cycle_width_;
  const float narrowest = style.sizes.body * 2.4F;
  const float widest = style.px(300);
  std::vector<float> shares;
  float sum = 0;
  for (const Lane& lane : lanes) {
    const float places = lane.is_queue || lane.slots == 0 ? 1 : static_cast<float>(lane.slots);
    shares.push_back(std::min(places, 4.0F));
    sum += shares.back();
  }
  left_.push_back(area.left + cycle_width_ - scroll_x);
  for (const float share : shares)
    left_.push_back(left_.back() + std::clamp(room / sum * share, narrowest * share, widest));
}

std::uint64_t TableLayout::rows() const {
  return static_cast<std::uint64_t>(
      std::max(0.0F, std::floor((area_.height() - header_height_) / row_height_)));
}

float TableLayout::overflow() const {
  return std::max(0.0F, left_.back() - left_.front() - (area_.width() - cycle_width_));
}

Rect TableLayout::body() const {
  return {area_.left + cycle_width_, area_.top + header_height_, area_.right, area_.bottom};
}

Rect TableLayout::cycle_cell(std::uint64_t cycle) const {
  const float top = area_.top + header_height_ +
                    (static_cast<float>(cycle) - static_cast<float>(top_cycle_)) * row_height_;
  return {area_.left, top, area_.left + cycle_width_, top + row_height_};
}

Rect TableLayout::heading(std::size_t lane) const {
  return {left_[lane], area_.top, left_[lane + 1], area_.top + header_height_};
}

Rect TableLayout::cell(std::uint64_t cycle, std::size_t lane) const {
  const Rect row = cycle_cell(cycle);
  return {left_[lane], row.top, left_[lane + 1], row.bottom};
}

Rect TableLayout::place(std::uint64_t cycle, std::size_t lane, std::size_t index,
                        std::size_t count) const {
  const Rect whole = cell(cycle, lane).inset(inset_);
  const float width = whole.width() / static_cast<float>(std::max<std::size_t>(count, 1));
  const float left = whole.left + width * static_cast<float>(index);
  return {left, whole.top, left + width - (count > 1 ? inset_ : 0), whole.bottom};
}

std::optional<TableLayout::Hit> TableLayout::at(Point point) const {
  if (!body().contains(point))
    return std::nullopt;
  const auto row = static_cast<std::uint64_t>((point.y - area_.top - header_height_) / row_height_);
  for (std::size_t lane = 0; lane + 1 < left_.size(); ++lane)
    if (point.x >= left_[lane] && point.x < left_[lane + 1])
      return Hit{top_cycle_ + row, lane};
  return std::nullopt;
}

namespace {

/// State while drawing a table.
struct TableDrawing {
  Canvas& canvas;
  const Style& style;
  const TableLayout& layout;
  const TableView& table;
  const TableFrame& frame;

  void grid() const;
  void headings() const;
  void row_number(std::uint64_t cycle) const;
  void row(const TableRowView& row) const;
  void cell(std::uint64_t cycle, std::size_t lane, const TableCellView& what) const;
  void queue_cell(const Rect& rect, const Lane& lane, std::size_t queued) const;
  [[nodiscard]] Rect gliding(const Rect& rect, std::uint64_t cycle, const TableToken& token) const;
};

/// Number of cells of a lane in a row with this number of tokens.
std::size_t places_of(const Lane& lane, std::size_t tokens) {
  return std::max<std::size_t>({lane.slots, tokens, 1});
}

/// The places of a cell behind those that are used.
Rect free_places(const TableLayout& layout, std::uint64_t cycle, std::size_t lane, std::size_t used,
                 std::size_t places) {
  const Rect first = layout.place(cycle, lane, used, places);
  return {first.left, first.top, layout.place(cycle, lane, places - 1, places).right, first.bottom};
}

void TableDrawing::grid() const {
  const Palette& c = style.colours;
  const Rect body = layout.body();
  canvas.push_clip({layout.area().left, body.top, layout.area().right, body.bottom});
  const Rect current = layout.cycle_cell(frame.current);
  if (frame.current > 0)
    canvas.fill({layout.area().left, current.top, body.right, current.bottom},
                c.accent.faded(0.13F));
  for (std::uint64_t row = 0; row <= layout.rows() + 1; ++row) {
    const Rect cycle = layout.cycle_cell(layout.top_cycle() + row);
    canvas.line({layout.area().left, cycle.bottom}, {body.right, cycle.bottom}, c.line,
                style.stroke);
  }
  canvas.pop_clip();
}

void TableDrawing::headings() const {
  const Palette& c = style.colours;
  const Rect& area = layout.area();
  canvas.fill({area.left, area.top, area.right, area.top + layout.header_height()}, c.raised,
              style.px(6));
  draw_label(canvas, {area.left, area.top, layout.body().left, area.top + layout.header_height()},
             frame.cycle_heading, Face::text, style.sizes.small, c.text_dim);
  canvas.push_clip({layout.body().left, area.top, area.right, area.bottom});
  for (std::size_t lane = 0; lane < table.lanes.size(); ++lane) {
    const Rect heading = layout.heading(lane);
    draw_label(canvas, heading.inset(style.px(2)), table.lanes[lane].name, Face::bold,
               style.sizes.body, c.text);
    if (lane > 0)
      canvas.line({heading.left, area.top}, {heading.left, area.bottom}, c.line, style.stroke);
  }
  canvas.pop_clip();
  canvas.line({layout.body().left, area.top}, {layout.body().left, area.bottom}, c.line_strong,
              style.stroke);
}

Rect TableDrawing::gliding(const Rect& rect, std::uint64_t cycle, const TableToken& token) const {
  if (cycle != frame.current || frame.arrived >= 1 || token.from_lane == kNoLane || cycle < 2)
    return rect;
  const Rect from =
      layout.place(cycle - 1, token.from_lane, 0, places_of(table.lanes[token.from_lane], 1));
  const float left = 1 - frame.arrived;
  return rect.moved({(from.left - rect.left) * left, (from.top - rect.top) * left});
}

void TableDrawing::queue_cell(const Rect& rect, const Lane& lane, std::size_t queued) const {
  const Palette& c = style.colours;
  const float full =
      lane.slots == 0 ? 0
                      : std::min(1.0F, static_cast<float>(queued) / static_cast<float>(lane.slots));
  if (queued == 0)
    return;
  const Rect bar{rect.left, rect.bottom - style.px(5), rect.right, rect.bottom - style.px(2)};
  if (lane.slots > 0) {
    canvas.fill(bar, c.line, style.px(1));
    canvas.fill({bar.left, bar.top, bar.left + bar.width() * full, bar.bottom},
                full >= 1 ? c.warning : c.accent, style.px(1));
  }
  draw_label(canvas, rect, fmt::format("{}", queued), Face::text, style.sizes.body,
             full >= 1 ? c.warning : c.text);
}

void TableDrawing::cell(std::uint64_t cycle, std::size_t lane, const TableCellView& what) const {
  const Lane& column = table.lanes[lane];
  if (column.is_queue)
    return queue_cell(layout.place(cycle, lane, 0, 1), column, what.queued);
  const std::size_t places = places_of(column, what.tokens.size());
  if (shown_as_count(style, layout, cycle, lane, what.tokens.size(), places))
    return queue_cell(layout.place(cycle, lane, 0, 1), column, what.tokens.size());
  if (what.tokens.empty() && frame.show_gaps)
    draw_gap(canvas, style, layout.place(cycle, lane, 0, 1), what.gap_reason, what.gap.why);
  else if (what.tokens.size() < places && frame.show_gaps) // used in part
    draw_gap(canvas, style, free_places(layout, cycle, lane, what.tokens.size(), places),
             what.gap_reason, what.gap.why);
  for (std::size_t i = 0; i < what.tokens.size(); ++i) {
    const TableToken& shown = what.tokens[i];
    Token token;
    token.label = shown.number;
    token.text = shown.text;
    token.mark = shown.reason;
    token.colour = style.colours.operations[shown.color];
    token.held = shown.cause.why;
    if (frame.hides_reasons && token.held != Reason::none) {
      token.held = Reason::idle; // drawn without a pattern
      token.mark = shown.op == frame.asked ? "?" : "";
    }
    token.wrong_path = shown.wrong_path;
    token.chosen = (frame.followed && shown.op == frame.followed) ||
                   std::find(frame.followed_pcs.begin(), frame.followed_pcs.end(), shown.pc) !=
                       frame.followed_pcs.end();
    const Rect place = layout.place(cycle, lane, i, places);
    draw_token(canvas, style, gliding(place, cycle, shown), token);
  }
  if (const auto strip = strip_of_gap(style, layout, cycle, lane, column, what);
      strip && frame.show_gaps)
    draw_key(canvas, style, *strip, what.gap.why);
}

void TableDrawing::row_number(std::uint64_t cycle) const {
  if (cycle > frame.last_cycle)
    return;
  const Palette& c = style.colours;
  const bool now = cycle == frame.current;
  canvas.push_clip(
      {layout.area().left, layout.body().top, layout.area().right, layout.body().bottom});
  draw_label(canvas, layout.cycle_cell(cycle), grouped(cycle), now ? Face::bold : Face::text,
             style.sizes.body,
             now                     ? c.accent
             : cycle > frame.current ? c.text_dim.faded(0.5F)
                                     : c.text_dim);
  canvas.pop_clip();
}

void TableDrawing::row(const TableRowView& row) const {
  canvas.push_clip(layout.body());
  for (std::size_t lane = 0; lane < row.cells.size(); ++lane)
    if (layout.cell(row.cycle, lane).meets(layout.body()))
      cell(row.cycle, lane, row.cells[lane]);
  canvas.pop_clip();
}

/// The area of an operation's token in a cell, or of the cell.
Rect token_rect(const Style& style, const TableLayout& layout, const TableView& table,
                const TableCellId& id) {
  for (const TableRowView& row : table.rows) {
    if (row.cycle != id.cycle || id.lane >= row.cells.size())
      continue;
    const auto& tokens = row.cells[id.lane].tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (const std::size_t places = places_of(table.lanes[id.lane], tokens.size());
          tokens[i].op == id.op)
        return shown_as_count(style, layout, id.cycle, id.lane, tokens.size(), places)
                   ? layout.place(id.cycle, id.lane, 0, 1)
                   : layout.place(id.cycle, id.lane, i, places);
  }
  return layout.place(id.cycle, id.lane, 0, 1);
}

} // namespace

bool shown_as_count(const Style& style, const TableLayout& layout, std::uint64_t cycle,
                    std::size_t lane, std::size_t tokens, std::size_t places) {
  return tokens > 1 && layout.place(cycle, lane, 0, places).width() < style.sizes.body;
}

std::optional<Rect> strip_of_gap(const Style& style, const TableLayout& layout, std::uint64_t cycle,
                                 std::size_t lane, const Lane& column, const TableCellView& what) {
  if (column.is_queue || column.slots != 0 || what.tokens.empty() || what.gap.why == Reason::none)
    return std::nullopt;
  const Rect whole = layout.place(cycle, lane, 0, 1);
  return Rect{whole.right - style.px(7), whole.top, whole.right, whole.bottom};
}

void draw_table(Canvas& canvas, const Style& style, const TableLayout& layout,
                const TableView& table, const TableFrame& frame) {
  const TableDrawing drawing{canvas, style, layout, table, frame};
  drawing.grid();
  drawing.headings();
  for (std::uint64_t row = 0; row <= layout.rows(); ++row)
    drawing.row_number(layout.top_cycle() + row);
  for (const TableRowView& row : table.rows) // from top to bottom: tokens of the current row come
                                             // from above
    drawing.row(row);
  if (!frame.hovered)
    return;
  canvas.push_clip(layout.body());
  canvas.outline(layout.cell(frame.hovered->cycle, frame.hovered->lane).inset(style.px(1)),
                 style.colours.accent, style.stroke_strong, style.radius);
  canvas.pop_clip();
}

void draw_culprit(Canvas& canvas, const Style& style, const TableLayout& layout,
                  const TableView& table, const TableCellId& waits, const TableCellId& culprit) {
  canvas.push_clip(layout.body());
  draw_cause(canvas, style, token_rect(style, layout, table, waits),
             token_rect(style, layout, table, culprit));
  canvas.pop_clip();
}

std::vector<Rect> draw_chain(Canvas& canvas, const Style& style, const TableLayout& layout,
                             const TableView& table, const TableCellId& chosen,
                             const std::vector<ChainLinkView>& links) {
  std::vector<Rect> cells;
  if (table.rows.empty())
    return cells;
  const std::uint64_t end = table.rows.back().cycle + 1; // later cycles are hidden
  canvas.push_clip(layout.body());
  TableCellId waits = chosen; // first cell of the previous link
  for (const ChainLinkView& link : links) {
    if (link.cell.lane == kNoLane)
      continue;
    const std::uint64_t last = std::min(link.end, end);
    for (std::uint64_t cycle = std::max(link.begin, table.rows.front().cycle); cycle < last;
         ++cycle) {
      cells.push_back(token_rect(style, layout, table, {cycle, link.cell.lane, link.cell.op}));
      canvas.outline(cells.back().inset(-style.px(1)), style.colours.bad, style.stroke_strong,
                     style.radius);
    }
    const bool stays = link.cell.op == waits.op && link.cell.lane == waits.lane;
    if (link.cell.cycle >= end || stays)
      continue;
    draw_cause(canvas, style, token_rect(style, layout, table, waits),
               token_rect(style, layout, table, link.cell));
    waits = link.cell;
    waits.cycle = std::max(std::min(link.begin, link.cell.cycle), table.rows.front().cycle);
  }
  canvas.pop_clip();
  return cells;
}

} // namespace stallscope::gui
