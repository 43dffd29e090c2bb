#include "view/table/table_legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace stallscope::gui {

namespace {

constexpr float kLegendGap = 32; ///< design pixels between entries

float legend_line(const Style& style) {
  return style.sizes.body * 1.3F;
}

/// The letters of a legend with much to say, relative to those of the body. With the smallest ones
/// entries without room are counted.
constexpr std::array kLetters{1.0F, 0.9F, 0.8F, 0.7F, 0.6F, 0.5F};

/// Adds the operation to the entry of its text.
void add(std::vector<LegendEntry>& entries, const TableToken& token) {
  auto entry = std::find_if(entries.begin(), entries.end(),
                            [&token](const LegendEntry& one) { return one.text == token.text; });
  if (entry == entries.end())
    entry = entries.insert(entries.end(), {{}, token.text});
  entry->numbers.push_back({token.op, token.number, token.color});
}

/// A legend in letters of one size.
struct LegendPage {
  Canvas& canvas;
  const Style& style;
  float width;
  float letters; ///< relative to those of the body

  [[nodiscard]] float size() const { return style.sizes.body * letters; }
  [[nodiscard]] float line() const { return legend_line(style) * letters; }
  [[nodiscard]] float plate_width(const LegendEntry::Number& number) const {
    return canvas.text_width(number.number, Face::bold, size()) + style.px(10) * letters;
  }
  [[nodiscard]] float entry_width(const LegendEntry& entry) const {
    float sum = style.px(6) + canvas.text_width(entry.text, Face::text, size()) + 1;
    for (const LegendEntry::Number& number : entry.numbers)
      sum += plate_width(number) + style.px(2);
    return sum;
  }
  /// The place of each entry: from the left, in as many lines as needed; y counts lines.
  [[nodiscard]] std::vector<Point> places(const std::vector<LegendEntry>& entries) const;
  void draw(const LegendEntry& entry, Point at) const;
};

std::vector<Point> LegendPage::places(const std::vector<LegendEntry>& entries) const {
  std::vector<Point> all;
  Point next;
  for (const LegendEntry& entry : entries) {
    const float needed = entry_width(entry);
    if (next.x > 0 && next.x + needed > width)
      next = {0, next.y + 1};
    all.push_back(next);
    next.x += needed + style.px(kLegendGap) * letters;
  }
  return all;
}

void LegendPage::draw(const LegendEntry& entry, Point at) const {
  const Palette& c = style.colours;
  float x = at.x;
  for (const LegendEntry::Number& number : entry.numbers) {
    const Colour colour = c.operations[number.color];
    const Rect plate{x, at.y + style.px(1), x + plate_width(number), at.y + line() - style.px(1)};
    canvas.fill(plate, colour, style.px(3));
    draw_label(canvas, plate, number.number, Face::bold, size(), ink_on(colour));
    x = plate.right + style.px(2);
  }
  x += style.px(4);
  draw_label(canvas, {x, at.y, at.x + std::max(width, entry_width(entry)), at.y + line()},
             entry.text, Face::text, size(), c.text, Align::left);
}

} // namespace

std::vector<LegendEntry> cut_texts(const Canvas& canvas, const Style& style,
                                   const TableLayout& layout, const TableView& table) {
  std::map<OpId, const TableToken*> seen;
  std::set<OpId> whole;
  for (const TableRowView& row : table.rows)
    for (std::size_t lane = 0; lane < row.cells.size(); ++lane) {
      const auto& tokens = row.cells[lane].tokens;
      const std::size_t places = std::max<std::size_t>({table.lanes[lane].slots, tokens.size(), 1});
      if (shown_as_count(style, layout, row.cycle, lane, tokens.size(), places))
        continue;
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        Token token;
        token.label = tokens[i].number;
        token.text = tokens[i].text;
        token.held = tokens[i].cause.why;
        if (shows_text(canvas, style, layout.place(row.cycle, lane, i, places), token))
          whole.insert(tokens[i].op);
        seen.emplace(tokens[i].op, &tokens[i]);
      }
    }
  std::vector<LegendEntry> cut;
  for (const auto& [op, token] : seen)
    if (!whole.contains(op))
      add(cut, *token);
  return cut;
}

void TableLegend::measure(const Canvas& canvas, const Style& style, float width, const Run& run) {
  if (of_ == &run && version_ == run.version() && width_ == width && letters_ == style.sizes.body)
    return;
  of_ = &run;
  version_ = run.version();
  width_ = width;
  letters_ = style.sizes.body;
  longest_ = longest_instruction(canvas, run.program(), style.sizes.small);
  const std::string number = fmt::format("{}  ", run.op_count());
  const float entry = canvas.text_width(number, Face::bold, style.sizes.body) +
                      longest_ * style.sizes.body / style.sizes.small + style.px(kLegendGap);
  const auto columns = std::max<std::size_t>(1, static_cast<std::size_t>(width / entry));
  lines_ = std::min<std::size_t>(kMostLines, (run.op_count() + columns - 1) / columns);
}

float TableLegend::height(const Canvas& canvas, const Style& style, const Rect& area,
                          const Run& run, const TableLayout& layout) {
  measure(canvas, style, area.width() - style.px(16), run);
  float widest = 0;
  for (std::size_t lane = 0; lane < layout.lanes(); ++lane)
    widest =
        std::max(widest, layout.heading(lane).width() /
                             static_cast<float>(std::max<unsigned>(run.lanes()[lane].slots, 1)));
  const float number =
      canvas.text_width(fmt::format("{}", run.op_count()), Face::bold, style.sizes.large);
  if (longest_ + number + style.px(26) <= widest)
    return 0;
  for (std::size_t lines = lines_; lines > 0; --lines)
    if (const float wanted = legend_line(style) * static_cast<float>(lines) + style.px(8);
        area.height() > 4 * wanted) // otherwise it would take too much of the table's height
      return wanted;
  return 0;
}

void TableLegend::draw(Canvas& canvas, const Style& style, const Rect& strip, float free_from,
                       const std::vector<LegendEntry>& entries) const {
  const Palette& c = style.colours;
  LegendPage page{canvas, style, width_, 1};
  std::vector<Point> places;
  float needed = 0;
  const float most = strip.bottom - std::min(free_from, strip.top);
  for (const float letters : kLetters) {
    page.letters = letters;
    places = page.places(entries);
    needed = page.line() * (places.empty() ? 0 : places.back().y + 1) + style.px(8);
    if (needed <= most)
      break;
  }
  const Rect area{strip.left, strip.bottom - std::clamp(needed, strip.height(), most), strip.right,
                  strip.bottom};
  if (area.top < strip.top)
    canvas.fill(area, c.surface);
  canvas.line({area.left, area.top}, {area.right, area.top}, c.line, style.stroke);
  canvas.push_clip(area);
  const float left = area.left + style.px(8);
  const float top = area.top + style.px(4);
  const float lines = std::floor((area.height() - style.px(8) + 1) / page.line());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Point at{left + places[i].x, top + places[i].y * page.line()};
    const bool fits = places.back().y < lines || places[i].y + 1 < lines;
    if (!fits) { // in the last line, which the count has for itself
      draw_label(canvas, {left, at.y, area.right, at.y + page.line()},
                 fmt::format("+{}", entries.size() - i), Face::text, page.size(), c.text_dim,
                 Align::left);
      break;
    }
    page.draw(entries[i], at);
  }
  canvas.pop_clip();
}

} // namespace stallscope::gui
