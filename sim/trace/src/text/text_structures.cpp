#include "text/text_parts.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

/// Appends the columns of a structure to a grid, its rows one below the other.
void add_columns(Grid& grid, const StructureView& view) {
  const std::size_t first = grid.columns.size();
  for (const std::string& column : view.columns)
    grid.columns.push_back({line(column, Ink::heading), column == "#", false, false});
  grid.rows.resize(std::max(grid.rows.size(), view.rows.size()));
  for (std::size_t r = 0; r < view.rows.size(); ++r) {
    grid.rows[r].resize(first);
    for (const std::string& text : view.rows[r])
      grid.rows[r].push_back({line(text)});
  }
}

std::string drawn(const StructureView& view, const TextStyle& style) {
  Grid grid;
  add_columns(grid, view);
  return draw(grid, style);
}

std::string title_of(const StructureView& view) {
  return view.title + (view.rows.empty() ? ": empty" : "");
}

/// A structure of one of two runs alone.
std::string drawn_of(const char* letter, const StructureView& view, const TextStyle& style) {
  return draw_paragraph(fmt::format("{}: {}", letter, title_of(view)), style, Ink::heading) +
         (view.rows.empty() ? "" : drawn(view, style));
}

/// Side by side if that fits, otherwise one below the other.
std::string drawn_pair(const StructureView& a, const StructureView& b, const TextStyle& style) {
  if (a.rows.empty() || b.rows.empty())
    return drawn_of("A", a, style) + drawn_of("B", b, style);
  Grid grid;
  grid.fixed = 0;
  for (const StructureView* view : {&a, &b}) {
    const std::size_t first = grid.columns.size();
    const Line title =
        line(fmt::format("{}: {}", view == &a ? "A" : "B", view->title), Ink::heading);
    Grid alone;
    add_columns(alone, *view);
    const std::size_t width = natural_width(alone);
    add_columns(grid, *view);
    grid.columns[first].rule_before = first > 0;
    if (cells(title) > width) // the title is not truncated
      grid.columns.back().min_width =
          std::max(cells(grid.columns.back().heading), std::size_t{1}) + cells(title) - width;
    grid.groups.emplace_back(first, title);
  }
  return natural_width(grid) <= columns_of(style)
             ? draw(grid, style)
             : drawn_of("A", a, style) + drawn_of("B", b, style);
}

const StructureView* named(const std::optional<Structures>& structures, const std::string& name) {
  if (structures)
    for (const StructureView& view : structures->tables)
      if (view.name == name)
        return &view;
  return nullptr;
}

std::optional<Structures> shown_of(const RunRecord& run) {
  return run.structures ? std::optional(shown_structures(run)) : std::nullopt;
}

} // namespace

std::string text_structures(const RunRecord& run, const TextStyle& style) {
  if (!run.structures)
    return draw_paragraph("The run ended before this cycle.", style);
  if (run.structures->tables.empty())
    return draw_paragraph("This machine has no structures that hold instructions out of order.",
                          style);
  std::string out;
  std::string empty;
  const Structures shown = shown_structures(run);
  for (const StructureView& view : shown.tables) {
    if (view.rows.empty()) {
      empty += (empty.empty() ? "Empty: " : "; ") + view.title;
      continue;
    }
    out += out.empty() ? "" : "\n";
    out += draw_paragraph(view.title, style, Ink::heading) + drawn(view, style);
  }
  if (!empty.empty())
    out += (out.empty() ? "" : "\n") + draw_paragraph(empty, style);
  return out;
}

std::string structures_comparison(const RunRecord& a, const RunRecord& b, const TextStyle& style) {
  std::string out;
  for (const RunRecord* run : {&a, &b})
    if (!run->structures)
      out += draw_paragraph(fmt::format("{}: The run ended before this cycle, in cycle {}.",
                                        run == &a ? "A" : "B", run->cycles),
                            style);
  bool first = out.empty();
  const auto add = [&](const std::string& text) {
    out += first ? "" : "\n";
    out += text;
    first = false;
  };
  const std::optional<Structures> of_a = shown_of(a);
  const std::optional<Structures> of_b = shown_of(b);
  if (of_a)
    for (const StructureView& view : of_a->tables) {
      const StructureView* other = named(of_b, view.name);
      add(other != nullptr ? drawn_pair(view, *other, style) : drawn_of("A", view, style));
    }
  if (of_b)
    for (const StructureView& view : of_b->tables)
      if (named(of_a, view.name) == nullptr)
        add(drawn_of("B", view, style));
  return out;
}

} // namespace stallscope::trace
