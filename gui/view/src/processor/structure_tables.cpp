#include "view/processor/structure_tables.hpp"

#include "processor/structures_parts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr float kInside = 6;      ///< padding of a cell
constexpr float kBetween = 20;    ///< between tables
constexpr float kBelow = 12;      ///< below a table
constexpr float kTitleWidth = 24; ///< minimum width of a title in letters, before it is broken into
                                  ///< two lines
constexpr std::size_t kMostBeside = 6;

/// Assignment of tables to columns, each to the shortest one, and the widths of the columns.
struct Packed {
  std::vector<std::size_t> column_of; ///< by table
  std::vector<float> widths;
};

Packed packed(const std::vector<float>& widths, const std::vector<float>& heights,
              std::size_t count) {
  Packed all{{}, std::vector<float>(count, 0)};
  std::vector<float> ends(count, 0);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const auto column =
        static_cast<std::size_t>(std::min_element(ends.begin(), ends.end()) - ends.begin());
    all.column_of.push_back(column);
    all.widths[column] = std::max(all.widths[column], widths[i]);
    ends[column] += heights[i];
  }
  return all;
}

} // namespace

StructureTables::Measured StructureTables::measured(const Ui& ui, const StructureTable& table) {
  const float size = ui.style.sizes.body;
  const float around = 2 * ui.px(kInside) + ui.px(4);
  Measured result;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    float& widest = widest_[{table.name, i}];
    widest = std::max(
        widest, ui.canvas.text_width(table.columns[i], Face::text, ui.style.sizes.small) + around);
    for (const auto& row : table.rows)
      if (i < row.size()) // measured in bold, since changed values are bold
        widest = std::max(widest, ui.canvas.text_width(row[i].text, Face::bold, size) + around);
    result.columns.push_back(widest);
  }
  const float cells = std::accumulate(result.columns.begin(), result.columns.end(), 0.0F);
  const float title = ui.canvas.text_width(table.title, Face::bold, size) + 1;
  result.width = std::max(cells, std::min(title, size * kTitleWidth));
  result.title = broken(ui.canvas, table.title, Face::bold, size, result.width);
  // empty tables: the title only
  const std::size_t lines = table.rows.empty() ? 1 : 2 + table.rows.size();
  result.height = size * 1.3F * static_cast<float>(result.title.size() - 1) +
                  row_height(ui) * static_cast<float>(lines) + ui.px(kBelow);
  return result;
}

void StructureTables::place(const Ui& ui, const std::vector<StructureTable>& tables, float room,
                            const std::vector<Measured>& sizes) {
  const float between = ui.px(kBetween);
  const auto fits = [&](const std::vector<float>& columns) {
    return std::accumulate(columns.begin(), columns.end(), 0.0F) +
               between * static_cast<float>(columns.size() - 1) <=
           room;
  };
  std::vector<std::string> names;
  std::vector<float> widths;
  std::vector<float> heights;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    names.push_back(tables[i].name);
    widths.push_back(sizes[i].width);
    heights.push_back(sizes[i].height);
  }
  if (names == names_ && room == room_) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      column_widths_[column_of_[i]] = std::max(column_widths_[column_of_[i]], widths[i]);
    if (column_widths_.size() == 1 || fits(column_widths_))
      return;
  }
  names_ = std::move(names);
  room_ = room;
  for (std::size_t count = std::min(kMostBeside, std::max<std::size_t>(tables.size(), 1));
       count > 0; --count) {
    Packed places = packed(widths, heights, count);
    column_of_ = std::move(places.column_of);
    column_widths_ = std::move(places.widths);
    if (fits(column_widths_))
      return;
  }
}

StructureTables::Extent StructureTables::draw(Ui& ui, const Rect& column, float top,
                                              const std::vector<StructureTable>& tables) {
  if (letters_ != ui.style.sizes.body) {
    letters_ = ui.style.sizes.body;
    forget_widths();
  }
  std::vector<Measured> sizes;
  sizes.reserve(tables.size());
  for (const StructureTable& table : tables)
    sizes.push_back(measured(ui, table));
  place(ui, tables, column.width(), sizes);
  std::vector<float> lefts;
  float x = column.left;
  for (const float width : column_widths_) {
    lefts.push_back(x);
    x += width + ui.px(kBetween);
  }
  std::vector<float> ends(column_widths_.size(), top);
  Extent extent{column.left, top};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::size_t at = column_of_[i];
    draw_table(ui, {lefts[at], ends[at]}, tables[i], sizes[i]);
    ends[at] += sizes[i].height;
    extent.right = std::max(extent.right, lefts[at] + sizes[i].width);
    extent.bottom = std::max(extent.bottom, ends[at]);
  }
  return extent;
}

void StructureTables::draw_table(Ui& ui, Point at, const StructureTable& table,
                                 const Measured& size) {
  const Palette& c = ui.colours();
  const float height = row_height(ui);
  const float letters = ui.style.sizes.body;
  float y = at.y;
  for (std::size_t i = 0; i < size.title.size(); ++i) {
    const float line = i + 1 < size.title.size() ? letters * 1.3F : height;
    draw_section_title(ui, {at.x, y, at.x + size.width + 1, y + line}, size.title[i]);
    y += line;
  }
  if (table.rows.empty())
    return; // the title says that the table is empty
  const auto draw_cell = [&](float x, std::size_t column, std::string_view text, bool changed,
                             float text_size, Colour ink) {
    const Rect cell{x, y, x + size.columns[column], y + height - ui.px(2)};
    if (changed)
      mark_change(ui, cell.inset(ui.px(1)));
    draw_label(ui.canvas, {cell.left + ui.px(kInside), cell.top, cell.right, cell.bottom}, text,
               changed ? Face::bold : Face::text, text_size, ink, Align::left);
  };
  float x = at.x;
  for (std::size_t i = 0; i < table.columns.size(); x += size.columns[i++])
    draw_cell(x, i, table.columns[i], false, ui.style.sizes.small, c.text_dim);
  y += height;
  ui.canvas.line({at.x, y - ui.px(2)}, {at.x + size.width, y - ui.px(2)}, c.line, ui.style.stroke);
  for (const auto& row : table.rows) {
    x = at.x;
    for (std::size_t i = 0; i < std::min(row.size(), size.columns.size()); x += size.columns[i++])
      draw_cell(x, i, row[i].text, row[i].changed, letters, c.text);
    y += height;
  }
}

} // namespace stallscope::gui
