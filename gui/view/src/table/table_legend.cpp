#include "view/table/table_legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stallscope::gui {

namespace {

constexpr float kLegendGap = 32; ///< design pixels between entries
/// Limit of instructions that are measured; later ones are assumed not to be longer.
constexpr std::size_t kMeasured = 2'000;

float legend_line(const Style& style) {
  return style.sizes.body * 1.3F;
}

} // namespace

std::vector<LegendEntry> cut_texts(const Canvas& canvas, const Style& style,
                                   const TableLayout& layout, const TableView& table) {
  std::vector<LegendEntry> cut;
  std::set<OpId> whole;
  std::set<OpId> seen;
  for (auto row = table.rows.rbegin(); row != table.rows.rend(); ++row)
    for (std::size_t lane = 0; lane < row->cells.size(); ++lane) {
      const auto& tokens = row->cells[lane].tokens;
      const std::size_t places = std::max<std::size_t>({table.lanes[lane].slots, tokens.size(), 1});
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        Token token;
        token.label = tokens[i].number;
        token.text = tokens[i].text;
        token.held = tokens[i].cause.why;
        if (!whole.contains(tokens[i].op) &&
            shows_text(canvas, style, layout.place(row->cycle, lane, i, places), token))
          whole.insert(tokens[i].op);
        if (seen.insert(tokens[i].op).second)
          cut.push_back({tokens[i].op, tokens[i].number, tokens[i].text, tokens[i].color});
      }
    }
  std::erase_if(cut, [&whole](const LegendEntry& entry) { return whole.contains(entry.op); });
  return cut;
}

void TableLegend::measure(const Canvas& canvas, const Style& style, float width, const Run& run) {
  if (of_ == &run && version_ == run.version() && width_ == width && letters_ == style.sizes.body)
    return;
  of_ = &run;
  version_ = run.version();
  width_ = width;
  letters_ = style.sizes.body;
  longest_ = entry_width_ = 0;
  const isa::Program* program = run.program();
  const std::size_t count = program == nullptr ? 0 : std::min(program->code.size(), kMeasured);
  for (std::uint32_t i = 0; i < count; ++i)
    longest_ =
        std::max(longest_, canvas.text_width(program->text_of(i), Face::text, style.sizes.small));
  const std::string number = fmt::format("{}  ", run.op_count());
  entry_width_ = canvas.text_width(number, Face::bold, style.sizes.body) +
                 longest_ * style.sizes.body / style.sizes.small + style.px(kLegendGap);
  columns_ = std::max<std::size_t>(1, static_cast<std::size_t>(width / entry_width_));
  lines_ = std::min<std::size_t>(kMostLines, (run.op_count() + columns_ - 1) / columns_);
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
  if (lines_ == 0 || longest_ + number + style.px(26) <= widest)
    return 0;
  const float wanted = legend_line(style) * static_cast<float>(lines_) + style.px(8);
  return area.height() > 4 * wanted ? wanted : 0; // otherwise the legend would take too much of the
                                                  // table's height
}

void TableLegend::draw(Canvas& canvas, const Style& style, const Rect& strip,
                       std::vector<LegendEntry> entries) const {
  const Palette& c = style.colours;
  canvas.line({strip.left, strip.top}, {strip.right, strip.top}, c.line, style.stroke);
  const std::size_t room = columns_ * lines_;
  const std::size_t shown = entries.size() <= room ? entries.size() : room - 1;
  std::sort(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(shown),
            [](const LegendEntry& a, const LegendEntry& b) { return a.op < b.op; });
  const float height = legend_line(style);
  canvas.push_clip(strip);
  for (std::size_t i = 0; i < std::min(entries.size(), room); ++i) {
    const float x = strip.left + style.px(8) + entry_width_ * static_cast<float>(i % columns_);
    const float y = strip.top + style.px(4) + height * static_cast<float>(i / columns_);
    if (i >= shown) {
      draw_label(canvas, {x, y, x + entry_width_, y + height},
                 fmt::format("+{}", entries.size() - shown), Face::text, style.sizes.body,
                 c.text_dim, Align::left);
      break;
    }
    const LegendEntry& entry = entries[i];
    const float number =
        canvas.text_width(entry.number, Face::bold, style.sizes.body) + style.px(10);
    canvas.fill({x, y + style.px(1), x + number, y + height - style.px(1)},
                c.operations[entry.color], style.px(3));
    draw_label(canvas, {x, y, x + number, y + height}, entry.number, Face::bold, style.sizes.body,
               ink_on(c.operations[entry.color]));
    draw_label(canvas, {x + number + style.px(6), y, x + entry_width_, y + height}, entry.text,
               Face::text, style.sizes.body, c.text, Align::left);
  }
  canvas.pop_clip();
}

} // namespace stallscope::gui
