#include "model/files/exports.hpp"

#include "base/csv.hpp"
#include "model/language/strings.hpp"
#include "model/processor/structures_model.hpp"
#include "problem.hpp"
#include "sched/report/report.hpp"
#include "trace/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace stallscope::gui {

std::string_view ending_of(ExportFormat format) {
  switch (format) {
  case ExportFormat::svg:
    return "svg";
  case ExportFormat::csv:
    return "csv";
  case ExportFormat::json:
    return "json";
  case ExportFormat::text:
    return "txt";
  case ExportFormat::markdown:
    return "md";
  case ExportFormat::latex:
    return "tex";
  }
  return "";
}

namespace {

trace::TextStyle text_style_of(ExportFormat format) {
  constexpr unsigned kDocumentColumns = 160;
  switch (format) {
  case ExportFormat::markdown:
    return trace::markup_style(trace::Markup::markdown);
  case ExportFormat::latex:
    return trace::markup_style(trace::Markup::latex);
  default:
    return {.columns = kDocumentColumns};
  }
}

/// Records the cycles of a run in a separate window.
WindowPtr recorded(Run& run, std::uint64_t from, std::uint64_t to) {
  WindowPtr window = run.window(from, to + 1);
  if (window == nullptr) {
    run.wait();
    window = run.window(from, to + 1);
  }
  return window;
}

trace::View view_of(const ExportRequest& what) {
  trace::View view;
  view.table = what.table;
  view.diagram = what.diagram;
  view.ledger = what.ledger;
  view.cpi = what.ledger;
  view.structures = what.structures;
  view.from_cycle = Cycle{what.from_cycle};
  view.to_cycle = Cycle{what.to_cycle};
  return view;
}

/// The reason why the cycles cannot be drawn; empty: they can.
std::string why_not(const RunWindow& window, const ExportRequest& what, const trace::View& view) {
  trace::Extent extent = trace::extent_of(window.record);
  extent.first_cycle = std::max(extent.first_cycle, Cycle{what.from_cycle});
  extent.end_cycle = std::min(extent.end_cycle, Cycle{what.to_cycle + 1});
  const TimelineIndex::Rows rows = window.index.rows_in(extent.first_cycle, extent.end_cycle);
  if (rows.first < rows.last) {
    extent.first_op = window.timeline().rows[rows.first].op;
    extent.last_op = window.timeline().rows[rows.last - 1].op;
  }
  return trace::why_too_large(view, extent);
}

/// Registers and memory as the panel shows them, behind the tables of the machine's structures.
void add_state(const StructuresView& view, std::vector<trace::StructureView>& tables) {
  trace::StructureView registers{
      "registers", tr(Text::panel_registers), {"register", "value", "hex"}, {}};
  for (const RegisterLine& line : view.registers)
    registers.rows.push_back({line.name, line.value, line.hex});
  trace::StructureView memory{"memory", tr(Text::panel_memory), {"address", "bytes", "text"}, {}};
  for (const MemoryLine& line : view.memory)
    memory.rows.push_back({fmt::format("{:#x}", line.address),
                           fmt::format("{:02x}", fmt::join(line.bytes, " ")), line.text});
  for (trace::StructureView* table : {&registers, &memory})
    if (!table->rows.empty())
      tables.push_back(std::move(*table));
}

/// The record with the state of the structures at the end of the last cycle.
trace::RunRecord with_structures(Run& run, const RunWindow& window, const ExportRequest& what) {
  trace::RunRecord record = window.record;
  if (!what.structures)
    return record;
  SnapshotPtr shot = run.snapshot(what.to_cycle);
  if (shot == nullptr) {
    run.wait();
    shot = run.snapshot(what.to_cycle);
  }
  if (shot == nullptr)
    return record;
  record.structures = trace::Structures{Cycle{shot->cycle}, shot->structures};
  StructuresModel model;
  model.go_to_data(run);
  if (model.visible(run, what.to_cycle).loading)
    run.wait();
  add_state(model.visible(run, what.to_cycle), record.structures->tables);
  return record;
}

} // namespace

Result<std::string> export_runs(Comparison& runs, const ExportRequest& what, ExportFormat format) {
  const trace::View view = view_of(what);
  if (trace::nothing_asked(view))
    return problem("", "nothing to export is chosen");
  if (what.to_cycle < what.from_cycle)
    return problem("", "no cycles to export are chosen");
  const WindowPtr a = recorded(runs.run(Side::a), what.from_cycle, what.to_cycle);
  const WindowPtr b =
      runs.has_b() ? recorded(runs.run(Side::b), what.from_cycle, what.to_cycle) : nullptr;
  if (a == nullptr || (runs.has_b() && b == nullptr))
    return problem("", "these cycles are not recorded");
  for (const WindowPtr& each : {a, b})
    if (each != nullptr)
      if (std::string why = why_not(*each, what, view); !why.empty())
        return problem("", std::move(why));
  const trace::RunRecord first = with_structures(runs.run(Side::a), *a, what);
  const trace::RunRecord second =
      b == nullptr ? trace::RunRecord() : with_structures(runs.run(Side::b), *b, what);
  const trace::Align align =
      runs.lock() == Lock::instruction ? trace::Align::instruction : trace::Align::cycle;
  switch (format) {
  case ExportFormat::svg:
    return b == nullptr ? trace::svg_report(first, view)
                        : trace::svg_comparison(first, second, view, align);
  case ExportFormat::csv:
    return b == nullptr ? trace::csv_report(first, view)
                        : trace::csv_comparison(first, second, view);
  case ExportFormat::text:
  case ExportFormat::markdown:
  case ExportFormat::latex:
    return b == nullptr ? trace::text_report(first, view, text_style_of(format))
                        : trace::text_comparison(first, second, view, align, text_style_of(format));
  default:
    return b == nullptr ? trace::json_report(first, view)
                        : trace::json_comparison(first, second, view, align);
  }
}

std::string export_lines(const Run& run, const trace::LineCosts& costs, ExportFormat format) {
  trace::LineCosts named = costs;
  for (trace::LineCost& cost : named.lines)
    if (cost.file.empty() && cost.line > 0)
      cost.file = run.program() == nullptr ? run.spec().program.name : run.program()->name;
  trace::View view;
  view.lines = &named;
  switch (format) {
  case ExportFormat::svg:
    return trace::svg_report(run.summary(), view);
  case ExportFormat::csv:
    return trace::csv_report(run.summary(), view);
  case ExportFormat::json:
    return trace::json_report(run.summary(), view);
  default:
    return trace::text_report(run.summary(), view, text_style_of(format));
  }
}

Result<std::string> export_graph(const ScheduleModel& schedule, ExportFormat format) {
  if (schedule.empty())
    return problem("", "there is no block to export");
  const sched::DependenceGraph& graph = schedule.problem().graph();
  if (format == ExportFormat::svg)
    return sched::graph_svg(graph);
  if (format != ExportFormat::csv)
    return problem("", "a dependence graph is exported as SVG or CSV");
  std::string csv = "from,to,kind,location,latency\n";
  for (const sched::Edge& edge : graph.edges)
    csv += fmt::format("{},{},{},{},{}\n", edge.from + 1, edge.to + 1, sched::name(edge.kind),
                       csv_field(graph.location(edge)), edge.latency);
  return csv;
}

} // namespace stallscope::gui
