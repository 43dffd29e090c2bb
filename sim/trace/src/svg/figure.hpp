#pragma once

#include "base/svg.hpp"
#include "report/comparison.hpp"
#include "report/words.hpp"
#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// SVG figures. A figure is the content of an <svg>; it is styled by classes, so that a page can
// restyle it.
namespace stallscope::trace {

using svg::escaped;

struct Figure {
  double width = 0;
  double height = 0;
  std::string body;
};

/// Adds shapes with classes to a figure, and keeps its size. Sizes are in px; y grows downwards.
class Pen {
public:
  explicit Pen(Figure& figure) : figure_(figure), svg_(figure.body) {}

  void rect(double x, double y, double w, double h, std::string_view classes);
  /// `anchor`: "start", "middle" or "end".
  void text(double x, double y, std::string_view classes, std::string_view words,
            std::string_view anchor = "start");
  void line(double x1, double y1, double x2, double y2, std::string_view classes);
  void path(std::string_view d, std::string_view classes);
  /// Everything until end_group() has this tooltip; elements with the same `op` are highlighted
  /// together, kNoOp: none.
  void begin_group(std::string_view tooltip, OpId op);
  void end_group();
  /// Inserts a finished figure at a position.
  void place(const Figure& inner, double x, double y);
  /// Extends the figure to include this point.
  void extend(double x, double y);

private:
  Figure& figure_;
  svg::Pen svg_;
};

/// Estimated width of a line of text in px, since SVG cannot measure; rather too wide than too
/// narrow.
[[nodiscard]] double text_width(std::string_view text, double size, bool monospace);
[[nodiscard]] double bold_width(std::string_view text, double size);

/// The hatch pattern of a reason, nullptr when it has none: data hazards, structural hazards,
/// latencies and control hazards have one each; the abbreviations distinguish the reasons.
[[nodiscard]] const char* hatch_of(Reason reason);

/// Positions of a table's or diagram's rows: line `of_row[i]` of `count`.
struct RowLines {
  std::vector<std::size_t> of_row;
  std::size_t count = 0;
};
[[nodiscard]] RowLines all_rows(std::size_t count);
/// The lines of one side of a comparison.
[[nodiscard]] RowLines lines_of(const std::vector<Pair>& pairs, bool is_a, std::size_t rows);

/// The occupancy table: a row for each cycle, a column for each lane; beside it (in a comparison
/// below it) the instructions with their waits. `marks`, when not empty, outlines the cells that
/// differ from another run.
[[nodiscard]] Figure table_figure(const RunRecord& run, const OccupancyTable& table,
                                  const RowLines& lines,
                                  const std::vector<std::vector<bool>>& marks);

/// The pipeline diagram: a row for each instruction, a column for each cycle, with arrows for
/// operands.
[[nodiscard]] Figure diagram_figure(const RunRecord& run, const PipelineDiagram& diagram,
                                    const RowLines& lines,
                                    const std::vector<std::vector<bool>>& marks);

/// A bar for each ledger point, divided by reason, with numbers below. With `other`, differing
/// numbers are bold and starred.
[[nodiscard]] Figure ledger_figure(const RunRecord& run, const RunRecord* other = nullptr);

/// Top-down shares of the slots as a bar, with their reasons.
[[nodiscard]] Figure cpi_figure(const RunRecord& run, const RunRecord* other = nullptr);
/// The structures as tables with titles.
[[nodiscard]] Figure structures_figure(const Structures& structures);

/// The most expensive source lines.
[[nodiscard]] Figure lines_figure(const LineCosts& costs);
[[nodiscard]] Figure stats_figure(const RunRecord& run, const RunRecord* other = nullptr);
[[nodiscard]] Figure registers_figure(const RunRecord& run);

/// The signs in a picture that need a legend.
struct LegendParts {
  ReasonSet reasons = ReasonSet(kReasonCount, false);
  std::string wrong_path; ///< label of a wrong-path operation; empty: there is none
  bool fetch_waits = false;
  bool forwarded = false;         ///< an arrow of a forwarded operand
  bool through_registers = false; ///< an arrow of an operand read from the register file
  bool table_differences = false; ///< outlined cells that differ from the other run
  bool diagram_differences = false;
  bool training = false; ///< devices and operations, not stages and instructions
};
[[nodiscard]] LegendParts merged(LegendParts a, const LegendParts& b);

/// The reasons shown, with hatch, abbreviation and meaning, and the other signs.
[[nodiscard]] Figure legend_figure(const LegendParts& parts, double width);

/// Lines of text; `heading`: in large type.
[[nodiscard]] Figure text_figure(const std::vector<std::string>& lines, bool heading);

/// Arranges figures vertically, or horizontally.
[[nodiscard]] Figure stacked(const std::vector<Figure>& figures);
[[nodiscard]] Figure beside(const Figure& a, const Figure& b);

/// A complete SVG file with a white background and a margin.
[[nodiscard]] std::string svg_document(const Figure& figure, const std::string& title);

/// Style sheet of figures: rules for light pages, and additional ones for dark pages.
[[nodiscard]] std::string figure_styles();
[[nodiscard]] std::string dark_figure_styles();

/// An <svg> element for a page with its own style sheet and hatch patterns.
[[nodiscard]] std::string svg_element(const Figure& figure, const std::string& title);
[[nodiscard]] std::string svg_hatches();

/// All figures selected by a view (by default table, diagram and ledger) with titles.
struct TitledFigure {
  std::string title;
  Figure figure;
};
[[nodiscard]] std::vector<TitledFigure> run_figures(const RunRecord& run, const View& view);

/// The same for two runs side by side: `a` and `b` of an entry correspond.
struct FigurePair {
  std::string title;
  Figure a;
  Figure b;
};
struct ComparisonFigures {
  std::vector<FigurePair> pairs;
  LegendParts legend;
};
[[nodiscard]] ComparisonFigures comparison_figures(const RunRecord& a, const RunRecord& b,
                                                   const View& view, Align align);

/// The default view of files: table, diagram and ledger.
[[nodiscard]] View or_everything(const View& view);

} // namespace stallscope::trace
