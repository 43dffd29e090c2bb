#include "view/table/reason_plate.hpp"

#include "model/language/strings.hpp"
#include "model/run/run_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace stallscope::gui {

namespace {

constexpr float kReasonColumns = 30; ///< maximum width in letter heights

struct PlateLine {
  std::string cycles; ///< cycles, right-aligned at the line's start
  std::string words;
  Face face = Face::text;
  float size = 0;
  Colour colour;
  std::size_t link = ~std::size_t{0}; ///< index of the link, whose line can be clicked
};

/// The lines of the text box, broken to its width.
class PlateLines {
public:
  PlateLines(const Ui& ui, float widest) : ui_(ui), widest_(widest) {}

  void add(PlateLine line) {
    ui_.style.fonts->show(line.words);
    const float indent = line.link == kNoLink && line.cycles.empty() ? 0 : numbers();
    for (std::string& part :
         broken(ui_.canvas, line.words, line.face, line.size, widest_ - indent)) {
      width = std::max(width, indent + ui_.canvas.text_width(part, line.face, line.size));
      line.words = std::move(part);
      lines.push_back(line);
      line.cycles.clear();
      height += height_of(lines.back());
    }
  }
  /// Width of the column of cycles.
  [[nodiscard]] float numbers() const { return ui_.style.sizes.body * 3; }
  [[nodiscard]] static float height_of(const PlateLine& line) { return line.size * 1.35F; }

  static constexpr std::size_t kNoLink = ~std::size_t{0};
  std::vector<PlateLine> lines;
  float width = 0;
  float height = 0;

private:
  const Ui& ui_;
  float widest_;
};

void add_chain(const Ui& ui, const ReasonWordsView& words, float room, PlateLines& lines) {
  const Palette& c = ui.colours();
  const float size = ui.style.sizes.body;
  const CellChainView& chain = words.chain;
  if (chain.loading || chain.links.empty()) {
    lines.add(
        {{}, tr(chain.loading ? Text::loading : Text::chain_none), Face::text, size, c.text_dim});
    return;
  }
  lines.add({{},
             tr(chain.ticks ? Text::chain_close_ticks : Text::chain_close),
             Face::text,
             ui.style.sizes.small,
             c.text_dim});
  const PlateLine total{grouped(chain.cycles), tr(Text::chain_total), Face::bold, size, c.text};
  bool is_total_told = false;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const ChainLinkView& link = chain.links[i];
    if (i == chain.within) {
      lines.add(total);
      is_total_told = true;
      lines.add({{}, tr(Text::chain_before), Face::text, ui.style.sizes.small, c.text_dim});
    }
    if (lines.height + 4 * size * 1.35F > room && i + 1 < chain.links.size()) {
      lines.add({{},
                 tr(Text::chain_more, {std::to_string(chain.links.size() - i)}),
                 Face::text,
                 size,
                 c.text_dim});
      break;
    }
    lines.add({link.end > link.begin ? grouped(link.end - link.begin) : std::string(),
               link.where.empty() ? link.words : fmt::format("{} · {}", link.words, link.where),
               Face::text, size, c.text, i});
  }
  if (!is_total_told)
    lines.add(total);
}

PlateLines lines_of(const Ui& ui, const ReasonWordsView& words, const Rect& room, float pad) {
  const float large = ui.style.sizes.large;
  PlateLines lines(ui, std::min(room.width(), large * kReasonColumns) - 2 * pad);
  lines.add({{}, words.reason, Face::bold, large, ui.colours().text});
  if (!words.chain.behind.empty())
    lines.add({{}, words.chain.behind, Face::text, ui.style.sizes.body, ui.colours().text});
  if (words.unfolded)
    add_chain(ui, words, room.height() - 2 * pad, lines);
  else if (words.touchable)
    lines.add({{}, tr(Text::chain_open), Face::text, ui.style.sizes.small, ui.colours().text_dim});
  return lines;
}

float common_area(const Rect& a, const Rect& b) {
  const float width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  return std::max(width, 0.0F) * std::max(height, 0.0F);
}

/// Below the cell or above it; if it does not fit or hides a part of the path, beside the cell or
/// in a corner, where it covers least.
Rect beside(const Rect& cell, const Rect& room, const std::vector<Rect>& path, float width,
            float height, float gap) {
  const float furthest_left = std::max(room.left, room.right - width);
  const float furthest_top = std::max(room.top, room.bottom - height);
  const float middle = std::clamp(cell.centre().x - width / 2, room.left, furthest_left);
  const float level = std::clamp(cell.top, room.top, furthest_top);
  Rect best;
  float least = -1;
  for (const Point at : {Point{middle, cell.bottom + gap}, Point{middle, cell.top - gap - height},
                         Point{cell.right + gap, level}, Point{cell.left - gap - width, level},
                         Point{furthest_left, furthest_top}, Point{room.left, furthest_top},
                         Point{furthest_left, room.top}, Point{room.left, room.top}}) {
    const Point fit{std::clamp(at.x, room.left, furthest_left),
                    std::clamp(at.y, room.top, furthest_top)};
    const Rect rect{fit.x, fit.y, fit.x + width, fit.y + height};
    float hidden = common_area(rect, cell);
    for (const Rect& one : path)
      hidden += common_area(rect, one);
    if (least >= 0 && hidden >= least)
      continue;
    best = rect;
    least = hidden;
  }
  return best;
}

} // namespace

ReasonPlate draw_reason_plate(Ui& ui, const Rect& cell, const Rect& room, const Rect& clip,
                              const ReasonWordsView& words) {
  const Palette& c = ui.colours();
  const float pad = ui.px(12);
  const PlateLines lines = lines_of(ui, words, room, pad);
  ReasonPlate plate{
      beside(cell, room, words.path, lines.width + 2 * pad, lines.height + pad, ui.px(8)),
      std::nullopt};
  keep_place("reason_by_cell", plate.rect);
  const Colour colour = words.why == Reason::none ? c.line_strong : ui.style.reason(words.why);
  ui.canvas.push_clip(clip);
  ui.canvas.fill(plate.rect, mixed(c.raised, colour, 0.1F), ui.px(8));
  ui.canvas.outline(plate.rect, colour, ui.style.stroke_strong, ui.px(8));
  float y = plate.rect.top + pad / 2;
  for (std::size_t i = 0; i < lines.lines.size(); ++i) {
    const PlateLine& line = lines.lines[i];
    const float height = PlateLines::height_of(line);
    const Rect whole{plate.rect.left + pad, y, plate.rect.right, y + height};
    if (line.link != PlateLines::kNoLink) {
      const bool first = i == 0 || lines.lines[i - 1].link != line.link;
      const Touch state = touch(first ? fmt::format("chain_link_{}", line.link)
                                      : fmt::format("chain_link_{}_{}", line.link, i),
                                whole);
      if (state.hovered)
        ui.canvas.fill(whole, c.accent.faded(0.2F), ui.px(3));
      if (state.clicked && words.chain.links[line.link].cell.lane != kNoLane)
        plate.clicked = words.chain.links[line.link].cell;
    }
    const bool indented = line.link != PlateLines::kNoLink || !line.cycles.empty();
    const float left = whole.left + (indented ? lines.numbers() : 0);
    draw_label(ui.canvas, {whole.left, y, left - ui.px(10), y + height}, line.cycles, Face::bold,
               line.size, line.colour, Align::right);
    // Extra width, so that rounding does not cut lines that were broken to the width.
    draw_label(ui.canvas, {left, y, whole.right, y + height}, line.words, line.face, line.size,
               line.colour, Align::left);
    y += height;
  }
  ui.canvas.pop_clip();
  return plate;
}

} // namespace stallscope::gui
