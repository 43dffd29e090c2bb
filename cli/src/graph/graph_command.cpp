#include "base/markup.hpp"
#include "commands.hpp"
#include "graph/distribute/stages.hpp"
#include "graph/graph_rows.hpp"
#include "graph/graph_run.hpp"
#include "graph/graph_variant.hpp"
#include "graph/notation/examples.hpp"
#include "graph/report/dot.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "input_output/trace_file.hpp"
#include "run/run_view.hpp"
#include "subject/range.hpp"
#include "trace/render.hpp"
#include "trace/stream_record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace stallscope::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string list_text(bool json) {
  Json list = Json::array();
  std::string out;
  for (const graph::ExampleInfo& example : graph::examples()) {
    const std::string_view first = example.text.substr(0, example.text.find('\n'));
    const std::string title(first.substr(std::min<std::size_t>(2, first.size())));
    list.push_back({{"name", example.name}, {"title", title}});
    out += fmt::format("{:<16} {}\n", example.name, title);
  }
  return json ? Json{{"schema", "stallscope.graphs/1"}, {"graphs", list}}.dump(2) + "\n" : out;
}

std::string describe_text(bool json) {
  Json operators = Json::array();
  Json passes = Json::array();
  std::string out = "Operators\n";
  for (const std::string_view name : graph::operator_names()) {
    const graph::OpInfo& about = graph::info(*graph::op_from_name(name));
    operators.push_back(
        {{"name", name}, {"signature", about.signature}, {"meaning", about.meaning}});
    out += fmt::format("  {:<44} {}\n", about.signature, about.meaning);
  }
  out += "\nPasses\n";
  for (const graph::PassInfo& pass : graph::passes()) {
    passes.push_back({{"name", pass.name}, {"meaning", pass.meaning}, {"in_all", pass.in_all}});
    out += fmt::format("  {:<18} {}\n", pass.name, pass.meaning);
  }
  out += "\nRules of the pass 'rules'\n" + std::string(graph::shipped_rules_text());
  return json ? Json{{"schema", "stallscope.graph_describe/1"},
                     {"operators", operators},
                     {"passes", passes}}
                        .dump(2) +
                    "\n"
              : out;
}

trace::RunRecord record_of(const GraphRun& run, bool timeline) {
  return graph::run_record(run, timeline);
}

bool has_timeline(const trace::View& view) {
  return view.table || view.diagram;
}

std::string memory_picture(const GraphRun& run) {
  return graph::memory_svg(run.memory.kept, run.memory.released, run.memory.in_place);
}

/// A page with what else is asked for behind its tables: pictures, and words.
std::string with_sections(std::string page, const GraphRun& run, const GraphArguments& a) {
  std::string more;
  if (a.graph)
    more += "<h2>Graph</h2>\n" + graph::svg_of(run.graph, run.values);
  if (a.memory)
    more += "<h2>Memory</h2>\n" + memory_picture(run);
  if (a.graph || a.memory || a.values || a.dispatch || a.events)
    more += "<h2>Report</h2>\n<pre>" + escaped_markup(graph_text(run, a)) + "</pre>\n";
  page.insert(std::min(page.rfind("</body>"), page.size()), more);
  return page;
}

std::optional<std::string> report(const GraphRun& run, const GraphCommand& a, trace::View view,
                                  bool to_file) {
  if (a.format == Format::json) {
    if (!has_timeline(view))
      return graph_json(run, a.graph, {});
    const auto text = report_of(record_of(run, true), view, Format::json, a.look, to_file);
    return text ? std::optional(graph_json(run, a.graph, *text)) : std::nullopt;
  }
  if (a.format == Format::dot)
    return graph::dot_of(run.graph);
  if (a.format == Format::svg && a.graph.graph && trace::nothing_asked(view))
    return graph::svg_of(run.graph, run.values);
  if (a.format == Format::svg && a.graph.memory && trace::nothing_asked(view))
    return memory_picture(run);
  if (a.format == Format::csv && trace::nothing_asked(view))
    return graph_csv(run);
  if (a.format != Format::text && trace::nothing_asked(view))
    view.table = view.ledger = true;
  const trace::RunRecord record = record_of(run, has_timeline(view));
  if (a.format == Format::html) {
    const auto page = report_of(record, view, a.format, a.look, to_file);
    return page ? std::optional(with_sections(*page, run, a.graph)) : std::nullopt;
  }
  if (a.format != Format::text)
    return report_of(record, view, a.format, a.look, to_file);
  std::string out = graph_text(run, a.graph);
  if (trace::nothing_asked(view))
    return out;
  const auto pictures = report_of(record, view, Format::text, a.look, to_file);
  return pictures ? std::optional(out + "\n" + *pictures) : std::nullopt;
}

std::optional<std::string> comparison(const GraphRun& run, const GraphRun& other,
                                      const GraphCommand& a, trace::View view, bool to_file) {
  if (a.format == Format::json) {
    const auto one = report(run, a, view, to_file);
    const auto two = report(other, a, view, to_file);
    return one && two ? std::optional(graph_comparison_json(*one, *two, run, other)) : std::nullopt;
  }
  if (trace::nothing_asked(view))
    view.table = view.ledger = true;
  const trace::RunRecord left = record_of(run, true);
  const trace::RunRecord right = record_of(other, true);
  const auto both = reports_of(left, right, view, a.format, trace::Align::cycle, a.look, to_file);
  if (!both || a.format != Format::text)
    return both;
  return graph_text(run, a.graph) + "\n" + graph_text(other, a.graph) + "\n" + *both;
}

int write_perfetto_of_graph(const GraphRun& run, const std::string& file) {
  const trace::RunRecord record = record_of(run, true);
  TraceOutput output;
  if (!output.open(file.empty() ? "-" : file, trace::TraceFormat::perfetto))
    return kExitBadInput;
  trace::stream_record(record, output.stream());
  return output.close() || output.reader_gone() ? kExitOk : kExitBadInput;
}

/// Writes the requested files on a tuned product.
bool write_tuned(const GraphRun& run, const GraphArguments& a) {
  const graph::Tuned& t = *run.tuned;
  const auto program = [&t](const graph::MatmulSchedule& schedule) {
    return graph::program_of(t.size, schedule,
                             graph::random_tensor(graph::Type::f64, {t.size.m, t.size.k}, 1),
                             graph::random_tensor(graph::Type::f64, {t.size.k, t.size.n}, 2));
  };
  if (!a.program_output.empty() &&
      !write_result(a.program_output, program(t.points[t.best].schedule)))
    return false;
  if (!a.naive_output.empty() && !write_result(a.naive_output, program(t.naive.schedule)))
    return false;
  return a.heat_map.empty() ||
         write_result(a.heat_map, a.heat_map.ends_with(".csv")
                                      ? graph::tuned_csv(t)
                                      : graph::heat_map_svg(t, run.naive_cache, run.best_cache));
}

/// Another run of a comparison: another graph, or the same graph with other options.
std::optional<GraphRun> other_run(const GraphCommand& a, const std::string& other) {
  if (other.find('=') != std::string::npos) {
    const auto variant = graph_variant(a, other);
    return variant ? run_graph(variant->file, *variant, a.look.quiet) : std::nullopt;
  }
  GraphArguments second = a.graph;
  if (other != "eager" && other != "static")
    return run_graph(other, second, a.look.quiet);
  second.style = other;
  return run_graph(a.graph.file, second, a.look.quiet);
}

/// A table of several runs: text, CSV or JSON.
std::optional<std::string> rows_report(const std::vector<GraphRow>& rows, Format format) {
  if (format == Format::json)
    return Json{{"schema", "stallscope.graph_runs/1"}, {"runs", Json::parse(rows_json(rows))}}.dump(
               2) +
           "\n";
  if (format == Format::text || format == Format::csv)
    return format == Format::csv ? rows_csv(rows) : rows_text(rows);
  print_error("a table of several runs is written as text, csv or json");
  return std::nullopt;
}

/// A run for each value of an option.
std::optional<std::string> varied(const GraphCommand& a) {
  const std::string& words = a.graph.vary;
  const std::size_t equals = std::min(words.find('='), words.size());
  std::vector<GraphRow> rows;
  for (std::size_t begin = equals + 1; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    const std::string one = words.substr(0, equals + 1) + words.substr(begin, end - begin);
    const auto variant = graph_variant(a, one);
    const auto run = variant ? run_graph(variant->file, *variant, a.look.quiet) : std::nullopt;
    if (!run)
      return std::nullopt;
    rows.push_back(row_of(one, *run));
    begin = end + 1;
  }
  if (rows.empty()) {
    print_error(fmt::format("--vary: '{}' is no option with values; expected slots=1,2,3", words));
    return std::nullopt;
  }
  return rows_report(rows, a.format);
}

/// This run and others.
std::optional<std::string> compared(const GraphRun& run, const GraphCommand& a,
                                    const trace::View& view, bool to_file) {
  std::vector<GraphRow> rows{row_of(run.source.name, run)};
  for (const std::string& other : a.graph.compare) {
    const auto found = other_run(a, other);
    if (!found)
      return std::nullopt;
    rows.push_back(row_of(other, *found));
    if (a.graph.compare.size() > 1)
      continue;
    const auto words = comparison(run, *found, a, view, to_file);
    return words && a.format == Format::text ? std::optional(rows_text(rows) + "\n" + *words)
                                             : words;
  }
  return rows_report(rows, a.format);
}

/// An option whose report the format does not have; null: none.
const char* not_in_format(const GraphCommand& a) {
  if (a.format == Format::text || a.format == Format::json || a.format == Format::html)
    return nullptr;
  return a.graph.memory && a.format != Format::svg                             ? "--memory"
         : a.graph.values                                                      ? "--values"
         : a.graph.dispatch                                                    ? "--dispatch"
         : a.graph.events                                                      ? "--events"
         : a.graph.graph && a.format != Format::svg && a.format != Format::dot ? "--graph"
                                                                               : nullptr;
}

} // namespace

int graph_command(const GraphCommand& a) {
  const bool json = a.format == Format::json;
  if (a.graph.list || a.graph.describe)
    return write_result(a.output_file, a.graph.list ? list_text(json) : describe_text(json))
               ? kExitOk
               : kExitBadInput;
  if (a.graph.file.empty()) {
    print_error("no graph; expected a file, or a name that 'stallscope graph --list' shows");
    return kExitBadInput;
  }
  if (!a.output_file.empty() && !can_write(a.output_file))
    return kExitBadInput;
  if (const char* option = not_in_format(a); option != nullptr) {
    print_error(fmt::format(
        "{} is told in text, JSON and HTML; expected --format text, json or html", option));
    return kExitBadInput;
  }
  if (!a.graph.vary.empty()) {
    const auto table = varied(a);
    return table && write_result(a.output_file, *table) ? kExitOk : kExitBadInput;
  }
  trace::View view;
  view.table = a.graph.table;
  view.diagram = a.graph.diagram;
  view.ledger = a.graph.ledger;
  view.stats = a.graph.stats;
  if (!a.graph.ticks.empty()) {
    const auto range = parse_range("--ticks", a.graph.ticks);
    if (!range)
      return kExitBadInput;
    set_window(view, *range, {});
  }
  const auto run = run_graph(a.graph.file, a.graph, a.look.quiet);
  if (!run)
    return kExitBadInput;
  if (!a.graph.train_output.empty() &&
      !write_result(a.graph.train_output,
                    graph::train_plan(graph::stage_times(run->graph, run->execution, a.graph.stages,
                                                         run->options.model),
                                      run->source.name)))
    return kExitBadInput;
  if (run->tuned && !write_tuned(*run, a.graph))
    return kExitBadInput;
  if (a.format == Format::perfetto)
    return write_perfetto_of_graph(*run, a.output_file);
  const bool to_file = !a.output_file.empty() && !is_standard_output(a.output_file);
  const auto words =
      a.graph.compare.empty() ? report(*run, a, view, to_file) : compared(*run, a, view, to_file);
  if (!words)
    return kExitBadInput;
  if (a.look.quiet && a.output_file.empty() && a.format == Format::text)
    return kExitOk;
  if (!write_result(a.output_file, *words))
    return kExitBadInput;
  return interrupted() ? kExitInterrupted : kExitOk; // the best point measured before the interrupt
}

} // namespace stallscope::cli
