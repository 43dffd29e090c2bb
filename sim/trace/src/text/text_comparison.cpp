#include "report/comparison.hpp"
#include "report/utf8.hpp"
#include "report/window.hpp"
#include "text/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

enum class Side : std::uint8_t { a, b, both };

Line side_title(const char* letter, const RunRecord& run) {
  return line(
      fmt::format("{}: {}", letter, counted(run.cycles, run.terms().time, run.terms().times)),
      Ink::heading);
}

/// A grid of one or both runs; columns are added run by run.
class Sides {
public:
  Sides(const std::vector<Pair>& pairs, Side side) : side_(side) {
    for (const Pair& pair : pairs)
      if (shows_a(side) ? pair.a.has_value() || shows_b(side) : pair.b.has_value())
        pairs_.push_back(pair);
    grid.rows.resize(pairs_.size());
    grid.fixed = 0;
  }

  static bool shows_a(Side side) { return side != Side::b; }
  static bool shows_b(Side side) { return side != Side::a; }

  /// Adds the columns of one run; `cells_of(row)` returns the cells of a row.
  template <class Cells>
  void add(bool is_a, const Line& title, std::vector<GridColumn> columns, std::size_t fixed,
           const Cells& cells_of) {
    if (!(is_a ? shows_a(side_) : shows_b(side_)))
      return;
    const std::size_t first = grid.columns.size();
    if (first == 0 && side_ != Side::both)
      grid.fixed = fixed;
    columns[0].rule_before = first > 0;
    if (side_ == Side::both && columns.size() > fixed)
      columns[fixed].rule_before = true;
    const std::size_t count = columns.size();
    grid.columns.insert(grid.columns.end(), columns.begin(), columns.end());
    grid.groups.emplace_back(first, title);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const std::optional<std::size_t>& row = is_a ? pairs_[i].a : pairs_[i].b;
      std::vector<GridCell> cells = row ? cells_of(*row) : std::vector<GridCell>(count);
      grid.rows[i].insert(grid.rows[i].end(), cells.begin(), cells.end());
    }
  }

  Grid grid;

private:
  Side side_;
  std::vector<Pair> pairs_;
};

/// Side by side if that fits, if necessary without the causes of empty cells; otherwise one below
/// the other with a note. `make` returns the grid of a side, with or without the causes of empty
/// cells.
template <class Make> std::string beside_or_below(const Make& make, const TextStyle& style) {
  const Grid both = make(Side::both, true);
  if (natural_width(both) <= columns_of(style))
    return draw(both, style);
  if (const Grid compact = make(Side::both, false); natural_width(compact) <= columns_of(style))
    return draw(compact, style);
  std::string out =
      draw_paragraph(fmt::format("Side by side the two need {} columns; below each other for {}.",
                                 natural_width(make(Side::both, false)), columns_of(style)),
                     style, Ink::dim);
  out += draw(make(Side::a, true), style);
  out += '\n';
  out += draw(make(Side::b, true), style);
  return out;
}

std::string compare_table_text(const RunRecord& a, const RunRecord& b, const View& view,
                               Align align, const TextStyle& style) {
  const auto both = compared(table_of(a, view), a, table_of(b, view), b, align);
  return beside_or_below(
      [&](Side side, bool gap_marks) {
        Sides sides(both.pairs, side);
        const auto add = [&](bool is_a) {
          const OccupancyTable& table = is_a ? both.a : both.b;
          const RunRecord& run = is_a ? a : b;
          const auto& mark = is_a ? both.marks.a : both.marks.b;
          std::vector<GridColumn> columns(1);
          columns[0].heading = line(a.terms().time, Ink::heading);
          columns[0].right = true;
          columns[0].counts = true;
          for (const Lane& lane : table.lanes) {
            columns.emplace_back();
            columns.back().heading = line(fmt::format(" {}", lane.name), Ink::heading);
          }
          sides.add(is_a, side_title(is_a ? "A" : "B", run), columns, 1, [&](std::size_t r) {
            std::vector<GridCell> cells{{line(fmt::format("{}", (table.first_cycle + r).value))}};
            for (std::size_t l = 0; l < table.lanes.size(); ++l)
              cells.push_back(with_mark(
                  table_cell(table.rows[r][l], table.lanes[l], run, style, gap_marks), mark[r][l]));
            return cells;
          });
        };
        add(true);
        add(false);
        if (!view.every_cycle)
          fold_equal_rows(sides.grid, a.terms().times);
        return sides.grid;
      },
      style);
}

std::string compare_diagram_text(const RunRecord& a, const RunRecord& b, const View& view,
                                 Align align, const TextStyle& style) {
  const std::string why_a = why_no_diagram(a, view);
  const std::string why_b = why_no_diagram(b, view);
  std::string notes;
  if (!why_a.empty())
    notes += draw_paragraph(fmt::format("A: {}", why_a), style);
  if (!why_b.empty())
    notes += draw_paragraph(fmt::format("B: {}", why_b), style);
  if (!notes.empty())
    return notes;
  const auto both = compared(diagram_of(a, view), a, diagram_of(b, view), b, align);
  const std::size_t text_width = std::max<std::size_t>(12, columns_of(style) / 4);
  return beside_or_below(
      [&](Side side, bool) {
        Sides sides(both.pairs, side);
        sides.grid.gap = 1;
        sides.grid.skip_blank_rows = side != Side::both;
        const auto add = [&](bool is_a) {
          const PipelineDiagram& diagram = is_a ? both.a : both.b;
          const RunRecord& run = is_a ? a : b;
          const auto& mark = is_a ? both.marks.a : both.marks.b;
          std::vector<GridColumn> columns(2);
          columns[0].heading = line("op", Ink::heading);
          columns[0].right = true;
          columns[1].heading = line(a.terms().operation, Ink::heading);
          columns[1].stacked = true;
          const std::size_t width = 1 + widest_cell(diagram, run);
          for (std::size_t c = 0; c < diagram.cycle_count; ++c) {
            columns.emplace_back();
            columns.back().min_width = width;
            columns.back().heading =
                line(fmt::format(" {}", (diagram.first_cycle + c).value), Ink::heading);
          }
          sides.add(is_a, side_title(is_a ? "A" : "B", run), columns, 2, [&](std::size_t r) {
            const DiagramRow& row = diagram.rows[r];
            const Ink ink = row.row.wrong_path ? Ink::dim : Ink::op;
            std::vector<GridCell> cells{
                {line(op_label(row.row.op, row.row.wrong_path, run), ink, run.shown(row.row.op))},
                {}};
            for (const std::string& part : wrapped(clean(row_text(row.row, run)), text_width))
              cells[1].push_back(line(part));
            for (std::size_t c = 0; c < diagram.cycle_count; ++c)
              cells.push_back(with_mark(diagram_cell(row, c, diagram, run),
                                        mark[r][c] && row.cells[c].lane != kNoLane));
            return cells;
          });
        };
        add(true);
        add(false);
        return sides.grid;
      },
      style);
}

std::string stall_lists(const RunRecord& a, const RunRecord& b, const View& view,
                        const TextStyle& style) {
  std::string out;
  ReasonSet reasons(kReasonCount, false);
  bool wrong_path = false;
  for (const RunRecord* run : {&a, &b}) {
    const OccupancyTable table = table_of(*run, view);
    const std::vector<const OpRow*> rows = rows_of(table, run->timeline);
    out += '\n';
    out += draw_paragraph(fmt::format("{}: {}", run == &a ? "A" : "B", run_title(*run)), style,
                          Ink::heading);
    out += instruction_list(rows, *run, style);
    ReasonSet found = reasons_of(table, view.table);
    add_waits(found, rows, run->timeline);
    for (std::size_t i = 0; i < kReasonCount; ++i)
      reasons[i] = reasons[i] || found[i];
    wrong_path = wrong_path || std::any_of(rows.begin(), rows.end(),
                                           [](const OpRow* row) { return row->wrong_path; });
  }
  if (const std::string legend = reason_legend(reasons, wrong_path, a.training, style);
      !legend.empty()) {
    out += '\n';
    out += legend;
  }
  return out;
}

} // namespace

std::string text_comparison(const RunRecord& a, const RunRecord& b, const View& view, Align align,
                            const TextStyle& style) {
  std::string out;
  const auto section = [&](const std::string& text) {
    if (!out.empty())
      out += '\n';
    out += text;
  };
  out += draw_paragraph(fmt::format("A: {}", run_title(a)), style, Ink::heading);
  out += draw_paragraph(fmt::format("B: {}", run_title(b)), style, Ink::heading);
  const std::string nothing_a = why_nothing(a, view);
  const std::string nothing_b = why_nothing(b, view);
  const bool picture = view.table || view.diagram;
  if (picture && !nothing_a.empty() && !nothing_b.empty()) {
    section(draw_paragraph(fmt::format("A: {}", nothing_a), style) +
            draw_paragraph(fmt::format("B: {}", nothing_b), style));
  } else if (picture) {
    if (view.table)
      section(compare_table_text(a, b, view, align, style));
    if (view.diagram)
      section(compare_diagram_text(a, b, view, align, style));
    out += draw_paragraph(
        align == Align::cycle
            ? fmt::format("* differs from the same {} of the other run", a.terms().time)
            : std::string("* differs from the other run; lined up by retired instruction"),
        style, Ink::dim);
    if (!b.shown_as.empty())
      out += draw_paragraph(
          fmt::format("B's {} carry the numbers they have in A.", b.terms().operations), style,
          Ink::dim);
    out += stall_lists(a, b, view, style);
  }
  const auto both = [&](const auto& text_of) {
    section(titled(fmt::format("A: {}", run_title(a)), text_of(a), style));
    section(titled(fmt::format("B: {}", run_title(b)), text_of(b), style));
  };
  if (view.ledger)
    section(titled(fmt::format("{}: what became of every slot", a.terms().ledger),
                   ledger_comparison(a, b, style), style));
  if (view.cpi)
    section(titled("CPI stack: where the cycles of an instruction go", cpi_comparison(a, b, style),
                   style));
  if (const Structures* any = a.structures   ? &*a.structures
                              : b.structures ? &*b.structures
                                             : nullptr;
      view.structures && any != nullptr)
    section(titled(fmt::format("Structures at the end of cycle {}", any->cycle.value),
                   structures_comparison(a, b, style), style));
  if (view.stats)
    section(titled("Statistics", stats_comparison(a, b, style), style));
  if (view.ledger || view.stats)
    out += draw_paragraph("* differs from the other run", style, Ink::dim);
  if (view.registers)
    both([&](const RunRecord& run) { return text_registers(run, style); });
  section(draw_paragraph(divergence_sentence(a, b), style));
  out += draw_paragraph(cycles_sentence(a, b), style, Ink::heading);
  return out;
}

} // namespace stallscope::trace
