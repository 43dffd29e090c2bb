#include "report/utf8.hpp"
#include "report/window.hpp"
#include "svg/figure.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

struct ByOp {
  bool operator()(const DiagramRow& row, OpId op) const { return row.row.op < op; }
  bool operator()(OpId op, const DiagramRow& row) const { return op < row.row.op; }
};

/// The kinds of arrows a diagram contains.
void add_arrows(LegendParts& parts, const RunRecord& run, const PipelineDiagram& diagram) {
  const auto shown = [&diagram](OpId op) {
    return std::binary_search(diagram.rows.begin(), diagram.rows.end(), op, ByOp{});
  };
  for (const Arrow& arrow : run.timeline.arrows)
    if (arrow.cycle >= diagram.first_cycle &&
        arrow.cycle < diagram.first_cycle + diagram.cycle_count && shown(arrow.producer) &&
        shown(arrow.consumer))
      (arrow.from < run.timeline.lanes.size() ? parts.forwarded : parts.through_registers) = true;
}

/// The signs in a view's pictures that need a legend.
LegendParts shown_in(const RunRecord& run, const View& view) {
  LegendParts parts;
  parts.training = run.training;
  const auto add_row = [&](const OpRow& row) {
    if (row.wrong_path && parts.wrong_path.empty())
      parts.wrong_path = op_label(row.op, true, run);
  };
  if (view.table && why_no_table(run, view).empty()) {
    const OccupancyTable table = table_of(run, view);
    parts.reasons = reasons_of(table, true);
    const std::vector<const OpRow*> rows = rows_of(table, run.timeline);
    add_waits(parts.reasons, rows, run.timeline);
    for (const OpRow* row : rows)
      add_row(*row);
  }
  if (view.diagram && why_no_diagram(run, view).empty()) {
    const PipelineDiagram diagram = diagram_of(run, view);
    LegendParts more;
    more.reasons = reasons_of(diagram);
    add_waits(more.reasons, rows_of(diagram), run.timeline);
    more.fetch_waits = shows_fetch_waits(diagram);
    add_arrows(more, run, diagram);
    for (const DiagramRow& row : diagram.rows)
      add_row(row.row);
    parts = merged(parts, more);
  }
  return parts;
}

bool any_of(const TableMarks& marks) {
  for (const auto* side : {&marks.a, &marks.b})
    for (const std::vector<bool>& row : *side)
      if (std::find(row.begin(), row.end(), true) != row.end())
        return true;
  return false;
}

Figure reason_figure(const std::string& why) {
  return text_figure({why}, false);
}

/// Functions that take a table of cells from a record and draw it.
template <class Table> struct Drawing {
  const char* title;
  std::string (*why_none)(const RunRecord&, const View&); ///< empty: the table can be drawn
  Table (*of)(const RunRecord&, const View&);
  Figure (*figure)(const RunRecord&, const Table&, const RowLines&,
                   const std::vector<std::vector<bool>>& marks);
};
constexpr Drawing<OccupancyTable> kTableDrawing{"Occupancy table", why_no_table, table_of,
                                                table_figure};
constexpr Drawing<PipelineDiagram> kDiagramDrawing{"Pipeline diagram", why_no_diagram, diagram_of,
                                                   diagram_figure};

/// The figure, or the text why there is none.
template <class Table>
TitledFigure drawn(const Drawing<Table>& drawing, const RunRecord& run, const View& view) {
  if (const std::string why = drawing.why_none(run, view); !why.empty())
    return {drawing.title, reason_figure(why)};
  const Table table = drawing.of(run, view);
  return {drawing.title, drawing.figure(run, table, all_rows(table.rows.size()), {})};
}

} // namespace

View or_everything(const View& view) {
  View all = view;
  if (nothing_asked(view))
    all.table = all.diagram = all.ledger = true;
  return all;
}

std::vector<TitledFigure> run_figures(const RunRecord& run, const View& asked) {
  const View view = or_everything(asked);
  std::vector<TitledFigure> figures;
  if (view.table)
    figures.push_back(drawn(kTableDrawing, run, view));
  if (view.diagram)
    figures.push_back(drawn(kDiagramDrawing, run, view));
  double width = 0;
  for (const TitledFigure& figure : figures)
    width = std::max(width, figure.figure.width);
  if (Figure legend = legend_figure(shown_in(run, view), std::min(width, 1200.0));
      legend.height > 0)
    figures.push_back({"Legend", std::move(legend)});
  if (view.ledger)
    figures.push_back({run.terms().ledger, ledger_figure(run)});
  if (view.cpi)
    figures.push_back({"CPI stack", cpi_figure(run)});
  if (view.lines != nullptr)
    figures.push_back({"Source lines", lines_figure(*view.lines)});
  if (view.structures && run.structures)
    figures.push_back({"Structures", structures_figure(shown_structures(run))});
  if (view.stats)
    figures.push_back({"Statistics", stats_figure(run)});
  if (view.registers && !run.registers.empty())
    figures.push_back({"Registers at the end", registers_figure(run)});
  return figures;
}

namespace {

/// Two tables or two diagrams beside each other; true when some of their cells differ.
template <class Table>
bool add_pair(ComparisonFigures& out, const Drawing<Table>& drawing, const RunRecord& a,
              const RunRecord& b, const View& view, Align align) {
  const std::string why_a = drawing.why_none(a, view);
  const std::string why_b = drawing.why_none(b, view);
  const auto table = [&](const std::string& why_none, const RunRecord& run) {
    Table empty;
    empty.lanes = run.timeline.lanes;
    return why_none.empty() ? drawing.of(run, view) : empty;
  };
  const Compared<Table> both = compared(table(why_a, a), a, table(why_b, b), b, align);
  const RowLines lines_a = lines_of(both.pairs, true, both.a.rows.size());
  const RowLines lines_b = lines_of(both.pairs, false, both.b.rows.size());
  out.pairs.push_back(
      {drawing.title,
       why_a.empty() ? drawing.figure(a, both.a, lines_a, both.marks.a) : reason_figure(why_a),
       why_b.empty() ? drawing.figure(b, both.b, lines_b, both.marks.b) : reason_figure(why_b)});
  return any_of(both.marks);
}

} // namespace

ComparisonFigures comparison_figures(const RunRecord& a, const RunRecord& b, const View& asked,
                                     Align align) {
  const View view = or_everything(asked);
  ComparisonFigures out;
  out.legend = merged(shown_in(a, view), shown_in(b, view));
  if (view.table)
    out.legend.table_differences = add_pair(out, kTableDrawing, a, b, view, align);
  if (view.diagram)
    out.legend.diagram_differences = add_pair(out, kDiagramDrawing, a, b, view, align);
  if (view.ledger)
    out.pairs.push_back({a.terms().ledger, ledger_figure(a, &b), ledger_figure(b, &a)});
  if (view.cpi)
    out.pairs.push_back({"CPI stack", cpi_figure(a, &b), cpi_figure(b, &a)});
  if (view.structures) {
    const auto figure = [](const RunRecord& run) {
      return run.structures ? structures_figure(shown_structures(run))
                            : reason_figure(fmt::format(
                                  "The run ended before this cycle, in cycle {}.", run.cycles));
    };
    out.pairs.push_back({"Structures", figure(a), figure(b)});
  }
  if (view.stats)
    out.pairs.push_back({"Statistics", stats_figure(a, &b), stats_figure(b, &a)});
  if (view.registers)
    out.pairs.push_back({"Registers at the end", registers_figure(a), registers_figure(b)});
  return out;
}

std::string svg_report(const RunRecord& run, const View& view) {
  std::vector<Figure> figures{
      stacked({text_figure({run_title(run)}, true),
               text_figure({fmt::format("{}; {}", run_numbers(run), stop_words(run))}, false)})};
  for (TitledFigure& entry : run_figures(run, view))
    figures.push_back(std::move(entry.figure));
  return svg_document(stacked(figures), run_title(run));
}

std::string svg_comparison(const RunRecord& a, const RunRecord& b, const View& view, Align align) {
  // Wider pairs are arranged vertically: side by side their text would be too small on a slide.
  constexpr double kMaxWidth = 2000;
  constexpr std::size_t kMaxLine = 140;
  const ComparisonFigures parts = comparison_figures(a, b, view, align);
  std::vector<Figure> figures{text_figure({cycles_sentence(a, b)}, true),
                              text_figure(wrapped(divergence_sentence(a, b), kMaxLine), false)};
  for (const FigurePair& pair : parts.pairs) {
    const auto titled = [&](const char* letter, const RunRecord& run, const Figure& figure) {
      return stacked(
          {text_figure({fmt::format("{}: {}, {}", letter, run_title(run),
                                    counted(run.cycles, run.terms().time, run.terms().times))},
                       true),
           figure});
    };
    const Figure left = titled("A", a, pair.a);
    const Figure right = titled("B", b, pair.b);
    figures.push_back(left.width + right.width <= kMaxWidth ? beside(left, right)
                                                            : stacked({left, right}));
  }
  figures.push_back(legend_figure(parts.legend, 1000));
  return svg_document(stacked(figures), fmt::format("{} and {}", run_title(a), run_title(b)));
}

} // namespace stallscope::trace
