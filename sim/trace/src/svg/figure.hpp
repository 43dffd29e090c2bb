#pragma once

#include "report/comparison.hpp"
#include "report/words.hpp"
#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/run_record.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Pictures as SVG. A figure is the inside of an <svg>; its looks come from classes, so that a page
// can restyle it.
namespace stallscope::trace {

/// Escapes text for XML and HTML content and attributes; control characters and broken UTF-8 cannot
/// get through.
[[nodiscard]] std::string escaped(std::string_view text);

struct Figure {
  double width = 0;
  double height = 0;
  std::string body;
};

/// Adds shapes to a figure. Sizes are in px; y grows downwards.
class Pen {
public:
  explicit Pen(Figure& figure) : figure_(figure) {}

  void rect(double x, double y, double w, double h, std::string_view classes);
  /// `anchor`: "start", "middle" or "end".
  void text(double x, double y, std::string_view classes, std::string_view words,
            std::string_view anchor = "start");
  void line(double x1, double y1, double x2, double y2, std::string_view classes);
  void path(std::string_view d, std::string_view classes);
  /// Everything until end_group() has this tooltip; `op` is what a page highlights together, kNoOp:
  /// nothing.
  void begin_group(std::string_view tooltip, OpId op);
  void end_group();
  /// Puts a finished figure at a place.
  void place(const Figure& inner, double x, double y);
  /// Grows the figure so that this point is inside.
  void extend(double x, double y);

private:
  Figure& figure_;
};

/// Width of a text of one line in px, estimated: SVG cannot measure. Errs on the wide side.
[[nodiscard]] double text_width(std::string_view text, double size, bool monospace);
[[nodiscard]] double bold_width(std::string_view text, double size);

/// The hatch that stands for a reason, nullptr when it has none: data hazards, structural hazards,
/// latencies and control losses have hatches of their own, and the letters beside them tell the
/// rest.
[[nodiscard]] const char* hatch_of(Reason reason);

/// Where the rows of a table or diagram stand: line `of_row[i]` of `count`.
struct RowLines {
  std::vector<std::size_t> of_row;
  std::size_t count = 0;
};
[[nodiscard]] RowLines all_rows(std::size_t count);
/// The lines of one side of a comparison.
[[nodiscard]] RowLines lines_of(const std::vector<Pair>& pairs, bool is_a, std::size_t rows);

/// The lecture's table: a row a cycle, a column a lane; beside it (in a comparison below it) the
/// instructions with their waits. `marks`, when not empty, outlines the cells that differ from
/// another run.
[[nodiscard]] Figure table_figure(const RunRecord& run, const OccupancyTable& table,
                                  const RowLines& lines,
                                  const std::vector<std::vector<bool>>& marks);

/// A row an instruction, a column a cycle, with the values handed over as arrows.
[[nodiscard]] Figure diagram_figure(const RunRecord& run, const PipelineDiagram& diagram,
                                    const RowLines& lines,
                                    const std::vector<std::vector<bool>>& marks);

/// A bar for each ledger point, split by what became of its slots, with the numbers below. With
/// `other`, numbers that are not the same there are bold and carry a star.
[[nodiscard]] Figure ledger_figure(const RunRecord& run, const RunRecord* other = nullptr);

/// The five shares of the slots as a bar, and their reasons.
[[nodiscard]] Figure cpi_figure(const RunRecord& run, const RunRecord* other = nullptr);
/// The tables of structures, each under its title.
[[nodiscard]] Figure structures_figure(const Structures& structures);

/// The dearest lines of the source.
[[nodiscard]] Figure lines_figure(const LineCosts& costs);
[[nodiscard]] Figure stats_figure(const RunRecord& run, const RunRecord* other = nullptr);
[[nodiscard]] Figure registers_figure(const RunRecord& run);

/// What in a picture needs an explanation.
struct LegendParts {
  ReasonSet reasons = ReasonSet(kReasonCount, false);
  std::string wrong_path; ///< the label of an operation of the wrong path; empty: there is none
  bool fetch_waits = false;
  bool forwarded = false;         ///< an arrow of a forwarded value
  bool through_registers = false; ///< an arrow of a value read from the register file
  bool table_differences = false; ///< boxes round cells that are not the same in the other run
  bool diagram_differences = false;
};
[[nodiscard]] LegendParts merged(LegendParts a, const LegendParts& b);

/// The reasons that occur, with hatch, letters and meaning, and the other signs.
[[nodiscard]] Figure legend_figure(const LegendParts& parts, double width);

/// Lines of text; `heading` makes them large.
[[nodiscard]] Figure text_figure(const std::vector<std::string>& lines, bool heading);

/// Figures below each other, or beside each other.
[[nodiscard]] Figure stacked(const std::vector<Figure>& figures);
[[nodiscard]] Figure beside(const Figure& a, const Figure& b);

/// A complete SVG file; the picture stands on a white ground with a margin.
[[nodiscard]] std::string svg_document(const Figure& figure, const std::string& title);

/// The looks of figures: rules for light pages, and those a dark page adds.
[[nodiscard]] std::string figure_styles();
[[nodiscard]] std::string dark_figure_styles();

/// An <svg> element for a page that brings style sheet and hatches itself.
[[nodiscard]] std::string svg_element(const Figure& figure, const std::string& title);
[[nodiscard]] std::string svg_hatches();

/// Everything a view asks of one run (with nothing asked: table, diagram and ledger), as figures
/// with their titles.
struct TitledFigure {
  std::string title;
  Figure figure;
};
[[nodiscard]] std::vector<TitledFigure> run_figures(const RunRecord& run, const View& view);

/// The same for two runs side by side: `a` and `b` of one entry belong together.
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

/// A view with nothing asked, as files show it: table, diagram and ledger.
[[nodiscard]] View or_everything(const View& view);

} // namespace stallscope::trace
