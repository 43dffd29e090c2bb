#include "text/grid.hpp"

#include "report/utf8.hpp"
#include "text/markup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

constexpr std::size_t kRuleWidth = 3; // " | "

std::size_t joined_width(const GridCell& cell, bool stacked) {
  std::size_t sum = 0;
  for (const Line& item : cell)
    sum = stacked ? std::max(sum, cells(item)) : sum + cells(item) + (sum > 0 ? 2 : 0);
  return sum;
}

std::vector<std::size_t> natural_widths(const Grid& grid) {
  std::vector<std::size_t> widths(grid.columns.size());
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    widths[c] = grid.columns[c].min_width;
    if (grid.headings)
      widths[c] = std::max(widths[c], cells(grid.columns[c].heading));
    for (const auto& row : grid.rows)
      if (c < row.size())
        widths[c] = std::max(widths[c], joined_width(row[c], grid.columns[c].stacked));
  }
  return widths;
}

/// The lines of a cell in a column of some width: items side by side while they fit.
std::vector<Line> cell_lines(const GridCell& cell, const GridColumn& column, std::size_t width,
                             bool unicode) {
  std::vector<Line> lines;
  for (const Line& item : cell) {
    Line shown = clipped(item, width, unicode);
    if (!lines.empty() && !column.stacked && cells(lines.back()) + 2 + cells(shown) <= width) {
      lines.back().push_back({", ", Ink::plain, 0});
      lines.back().insert(lines.back().end(), shown.begin(), shown.end());
    } else {
      lines.push_back(std::move(shown));
    }
  }
  return lines;
}

void pad(Line& line, std::size_t count) {
  if (count > 0)
    line.push_back({std::string(count, ' '), Ink::plain, 0});
}

std::string repeated(const char* symbol, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += symbol;
  return out;
}

/// One block: the fixed columns and a range of the others.
class Block {
public:
  Block(const Grid& grid, const TextStyle& style, std::vector<std::size_t> widths,
        std::vector<std::size_t> columns)
      : grid_(grid), style_(style), widths_(std::move(widths)), columns_(std::move(columns)) {}

  std::string draw() const {
    std::string out = group_line();
    if (grid_.headings) {
      std::vector<GridCell> headings(grid_.columns.size());
      for (std::size_t c = 0; c < grid_.columns.size(); ++c)
        headings[c] = {grid_.columns[c].heading};
      out += row_lines(headings) + rule_line();
    }
    auto note = grid_.notes.begin();
    for (std::size_t r = 0; r < grid_.rows.size(); ++r) {
      for (; note != grid_.notes.end() && note->first == r; ++note)
        out += note_line(note->second);
      if (!grid_.skip_blank_rows || !blank(grid_.rows[r]))
        out += row_lines(grid_.rows[r]);
    }
    for (; note != grid_.notes.end(); ++note)
      out += note_line(note->second);
    return out;
  }

private:
  bool rule_at(std::size_t i) const {
    return i > 0 &&
           (grid_.columns[columns_[i]].rule_before || (i == grid_.fixed && grid_.headings));
  }

  bool blank(const std::vector<GridCell>& row) const {
    for (std::size_t i = grid_.fixed; i < columns_.size(); ++i)
      if (columns_[i] < row.size() && !row[columns_[i]].empty())
        return false;
    return true;
  }

  std::string row_lines(const std::vector<GridCell>& row) const {
    std::vector<std::vector<Line>> parts;
    std::size_t height = 1;
    for (const std::size_t c : columns_) {
      parts.push_back(c < row.size()
                          ? cell_lines(row[c], grid_.columns[c], widths_[c], style_.unicode)
                          : std::vector<Line>{});
      height = std::max(height, parts.back().size());
    }
    std::string out;
    for (std::size_t h = 0; h < height; ++h) {
      Line full;
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::size_t c = columns_[i];
        separate(full, i);
        const Line content = h < parts[i].size() ? parts[i][h] : Line{};
        const std::size_t space = widths_[c] - cells(content);
        if (grid_.columns[c].right)
          pad(full, space);
        full.insert(full.end(), content.begin(), content.end());
        if (!grid_.columns[c].right)
          pad(full, space);
      }
      out += painted(full, style_) + "\n";
    }
    return out;
  }

  /// Width available after the fixed columns.
  std::string note_line(const std::string& text) const {
    Line full;
    for (std::size_t i = 0; i < columns_.size() && i <= grid_.fixed; ++i) {
      separate(full, i);
      if (i < grid_.fixed)
        pad(full, widths_[columns_[i]]);
    }
    const std::size_t room = columns_of(style_) - std::min(columns_of(style_), cells(full));
    const Line shown = clipped({{text, Ink::dim, 0}}, room, style_.unicode);
    full.insert(full.end(), shown.begin(), shown.end());
    return painted(full, style_) + "\n";
  }

  void separate(Line& full, std::size_t i) const {
    if (i == 0)
      return;
    if (rule_at(i))
      full.push_back({std::string(" ") + symbols(style_.unicode).vertical + " ", Ink::dim, 0});
    else
      pad(full, grid_.gap);
  }

  std::string rule_line() const {
    const Symbols& use = symbols(style_.unicode);
    std::string text;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (rule_at(i))
        text += std::string(use.horizontal) + use.cross + use.horizontal;
      else if (i > 0)
        text += repeated(use.horizontal, grid_.gap);
      text += repeated(use.horizontal, widths_[columns_[i]]);
    }
    return painted({{text, Ink::dim, 0}}, style_) + "\n";
  }

  /// Titles above columns, truncated at the start of the next.
  std::string group_line() const {
    if (grid_.groups.empty())
      return "";
    std::vector<std::size_t> offsets;
    std::size_t at = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0)
        at += rule_at(i) ? kRuleWidth : grid_.gap;
      offsets.push_back(at);
      at += widths_[columns_[i]];
    }
    Line full;
    for (std::size_t g = 0; g < grid_.groups.size(); ++g) {
      const std::size_t begin = offsets[grid_.groups[g].first];
      const std::size_t end =
          g + 1 < grid_.groups.size() ? offsets[grid_.groups[g + 1].first] - 2 : columns_of(style_);
      pad(full, begin - cells(full));
      const Line title = clipped(grid_.groups[g].second, end - begin, style_.unicode);
      full.insert(full.end(), title.begin(), title.end());
    }
    return painted(full, style_) + "\n";
  }

  const Grid& grid_;
  const TextStyle& style_;
  std::vector<std::size_t> widths_;
  std::vector<std::size_t> columns_;
};

std::size_t separator_width(const Grid& grid, std::size_t column, bool first_of_block) {
  if (column == 0)
    return 0;
  return grid.columns[column].rule_before || (first_of_block && grid.headings) ? kRuleWidth
                                                                               : grid.gap;
}

} // namespace

namespace {

/// Two rows of a grid are equal except for their number.
bool same_row(const Grid& grid, const std::vector<GridCell>& a, const std::vector<GridCell>& b) {
  const auto same_text = [](const Line& one, const Line& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const auto& x, const auto& y) { return x.text == y.text; });
  };
  if (a.size() != b.size())
    return false;
  for (std::size_t c = 0; c < a.size(); ++c)
    if (!grid.columns[c].counts &&
        !std::equal(a[c].begin(), a[c].end(), b[c].begin(), b[c].end(), same_text))
      return false;
  return true;
}

} // namespace

void fold_equal_rows(Grid& grid, std::string_view what) {
  constexpr std::size_t kFewRows = 3; // fewer equal rows are not longer than the note
  std::vector<std::vector<GridCell>> kept;
  for (std::size_t r = 0; r < grid.rows.size();) {
    std::size_t end = r + 1;
    while (end < grid.rows.size() && same_row(grid, grid.rows[r], grid.rows[end]))
      ++end;
    const std::size_t more = end - r - 1;
    for (std::size_t i = r; i < (more > kFewRows ? r + 1 : end); ++i)
      kept.push_back(std::move(grid.rows[i]));
    if (more > kFewRows)
      grid.notes.emplace_back(kept.size(), fmt::format("... {} {} like this ...", more, what));
    r = end;
  }
  grid.rows = std::move(kept);
}

std::size_t natural_width(const Grid& grid) {
  const std::vector<std::size_t> widths = natural_widths(grid);
  std::size_t sum = 0;
  for (std::size_t c = 0; c < widths.size(); ++c)
    sum += widths[c] + separator_width(grid, c, c == grid.fixed);
  return sum;
}

std::string draw(const Grid& grid, const TextStyle& style) {
  if (style.markup != Markup::none)
    return markup_grid(grid, style.markup);
  const std::size_t limit = columns_of(style);
  std::vector<std::size_t> widths = natural_widths(grid);
  // The other columns get at least a third of the line.
  std::size_t fixed_width = 0;
  std::vector<std::size_t> fixed;
  for (std::size_t c = 0; c < std::min(grid.fixed, widths.size()); ++c) {
    const std::size_t separator = separator_width(grid, c, false);
    const std::size_t most = limit * 2 / 3;
    widths[c] =
        std::min(widths[c], most > fixed_width + separator ? most - fixed_width - separator : 1);
    fixed_width += separator + widths[c];
    fixed.push_back(c);
  }
  std::string out;
  std::vector<std::size_t> block = fixed;
  std::size_t used = fixed_width;
  const auto finish = [&] {
    if (!out.empty())
      out += "\n";
    out += Block(grid, style, widths, block).draw();
    block = fixed;
    used = fixed_width;
  };
  for (std::size_t c = fixed.size(); c < widths.size(); ++c) {
    const bool first = block.size() == fixed.size();
    if (!first && used + separator_width(grid, c, false) + widths[c] > limit)
      finish();
    const std::size_t separator = separator_width(grid, c, block.size() == fixed.size());
    widths[c] = std::min(widths[c], limit - used - std::min(limit - used, separator));
    used += separator + widths[c];
    block.push_back(c);
  }
  finish();
  return out;
}

ListEntry::ListEntry(Line label_, std::string_view text_, std::string_view note_)
    : label(std::move(label_)), text(clean(text_)), note(clean(note_)) {}

std::string draw_list(const std::vector<ListEntry>& entries, const TextStyle& style,
                      bool align_right) {
  if (style.markup != Markup::none)
    return markup_list(entries, style.markup);
  const std::size_t limit = columns_of(style);
  std::size_t label_width = 0;
  std::size_t text_width = 0;
  bool any_note = false;
  for (const ListEntry& entry : entries) {
    label_width = std::max(label_width, cells(entry.label));
    text_width = std::max(text_width, cells(entry.text));
    any_note = any_note || !entry.note.empty();
  }
  label_width = std::min(label_width, limit * 3 / 4);
  const std::size_t indent = label_width + 4;
  const std::size_t room = limit - indent;
  const bool beside = any_note && text_width + 3 + 24 <= room;
  std::string out;
  for (const ListEntry& entry : entries) {
    Line full = {{"  ", Ink::plain, 0}};
    const Line label = clipped(entry.label, label_width, style.unicode);
    if (align_right)
      pad(full, label_width - cells(label));
    full.insert(full.end(), label.begin(), label.end());
    if (!align_right)
      pad(full, label_width - cells(label));
    pad(full, 2);
    std::vector<std::string> lines = wrapped(entry.text, room);
    if (!entry.note.empty() && beside) {
      const std::string text =
          lines.front() + std::string(text_width + 3 - cells(lines.front()), ' ');
      const std::vector<std::string> notes = wrapped(entry.note, room - text_width - 3);
      lines.front() = text + notes.front();
      for (std::size_t i = 1; i < notes.size(); ++i)
        lines.push_back(std::string(text_width + 3, ' ') + notes[i]);
    } else if (!entry.note.empty()) {
      for (const std::string& note : wrapped(entry.note, room - 2))
        lines.push_back(fmt::format("  {}", note));
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i > 0)
        full = {{std::string(indent, ' '), Ink::plain, 0}};
      full.push_back({lines[i], Ink::plain, 0});
      out += painted(full, style) + "\n";
    }
  }
  return out;
}

std::string draw_paragraph(std::string_view text, const TextStyle& style, Ink ink) {
  if (style.markup != Markup::none)
    return markup_paragraph(text, style.markup, ink);
  std::string out;
  for (const std::string& part : wrapped(clean(text), std::max(style.columns, 10U)))
    out += painted({{part, ink, 0}}, style) + "\n";
  return out;
}

std::string titled(std::string_view title, const std::string& body, const TextStyle& style) {
  if (style.markup != Markup::none)
    return markup_title(title, style.markup) + body;
  std::string out = draw_paragraph(title, style, Ink::heading);
  out += body;
  return out;
}

} // namespace stallscope::trace
