#include "command_line/command_line_graph.hpp"

#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"
#include "graph/graph_variant.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace stallscope::cli {

namespace {

constexpr std::uint64_t kMostRate = 1'000'000'000'000'000;

const std::map<std::string, Format> kGraphFormats{
    {"text", Format::text},        {"json", Format::json}, {"csv", Format::csv},
    {"svg", Format::svg},          {"html", Format::html}, {"dot", Format::dot},
    {"perfetto", Format::perfetto}};

void add_derivatives(CLI::App& command, GraphArguments& g) {
  command
      .add_option("--differentiate", g.differentiate,
                  "Derivatives of these results; of a tensor those of its sum")
      ->type_name("NAMES");
  command.add_option("--wrt", g.wrt, "By these params and inputs (default: all)")
      ->type_name("NAMES");
  command
      .add_option("--mode", g.mode,
                  "reverse: a backward graph; forward: tangents; symbolic: a formula; numeric: "
                  "differences. All are compared with each other")
      ->check(one_of({"reverse", "forward", "symbolic", "numeric"}))
      ->type_name("MODE")
      ->capture_default_str();
  command
      .add_option("--round", g.decimals,
                  "Round every result to so many decimals, as by hand (default: as the file says)")
      ->check(CLI::Range(0, 15))
      ->type_name("N");
  command
      .add_option("--passes", g.passes,
                  "Go through these passes until none changes anything: all, or names of "
                  "--describe with commas")
      ->type_name("NAMES");
  command
      .add_option("--rules", g.rules,
                  "File with rules of replacement for the pass 'rules', a line each: "
                  "name: add(c1, add(x, c2)) => add(x, add(c1, c2))")
      ->type_name("FILE");
}

/// Speeds of the host, the devices and the links between them.
void add_rates(CLI::App& command, GraphArguments& g) {
  const auto rate = [&](const char* option, std::uint64_t& to, const char* what,
                        std::uint64_t least) {
    command.add_option(option, to, what)
        ->check(whole_number(least, kMostRate))
        ->type_name("N")
        ->capture_default_str();
  };
  rate("--launch", g.launch, "Ticks of the host to launch a kernel or a copy", 0);
  rate("--graph-launch", g.graph_launch, "Ticks of the host to launch a whole graph", 0);
  rate("--flop-per-tick", g.flop_per_tick, "Floating-point operations a tick of a device", 1);
  rate("--bytes-per-tick", g.bytes_per_tick, "Bytes a tick of a device's memory", 1);
  command
      .add_option(
          "--vector-lanes", g.vector_lanes,
          "Lanes of a vector: convolutions fill the innermost dimension up to whole vectors, "
          "and the pass 'layout' chooses that dimension")
      ->check(whole_number(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  rate("--copy-bytes-per-tick", g.copy_bytes_per_tick,
       "Bytes a tick between host and device; 0: inputs are on the device", 0);
  rate("--link-bytes-per-tick", g.link_bytes_per_tick, "Bytes a tick between devices", 1);
  command.add_flag("--pageable", g.pageable,
                   "Memory of the host is not pinned: it waits for its copies");
}

void add_run(CLI::App& command, GraphArguments& g) {
  command
      .add_option("--run", g.style,
                  "eager: the host launches kernel by kernel; static: the whole graph at once")
      ->check(one_of({"eager", "static"}))
      ->type_name("STYLE")
      ->capture_default_str();
  command.add_option("--devices", g.devices, "Devices")
      ->check(whole_number(1, 12))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--streams", g.streams, "Streams a device")
      ->check(whole_number(1, 64))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--order", g.order,
                  "Of a static graph: list (the longest way to the end first), program, or optimal "
                  "(the shortest on one device, searched for --optimal-seconds)")
      ->check(one_of({"list", "program", "optimal"}))
      ->type_name("ORDER")
      ->capture_default_str();
  command
      .add_option("--times", g.times,
                  "File with measured kernel times: name or operator, as matmul, matmul:f16 or "
                  "matmul:f16@1 (type and device), a comma, ticks")
      ->type_name("FILE");
  add_rates(command, g);
  add_size(command, "--fast-memory", g.fast_memory,
           "On-chip memory of the fused attention, which reads keys and values once for each block "
           "of queries that fits (default: all fit)");
  add_size(command, "--memory-limit", g.memory_limit, "Memory of a device (default: no limit)");
  command
      .add_option("--orders", g.orders, "List so many legal orders; they are counted in any case")
      ->check(whole_number(1, 1000))
      ->type_name("N");
  command
      .add_option("--optimal-seconds", g.optimal_seconds,
                  "Search for the shortest schedule of one device, and prove it")
      ->check(CLI::Range(0.0, 86400.0))
      ->type_name("S");
}

void add_distribution(CLI::App& command, GraphArguments& g) {
  command
      .add_option("--distribute", g.distribute,
                  "Split params and inputs over all --devices along an axis, and what is computed "
                  "from them as far as it goes; collectives are put in: x:0 (a batch), A:1,B:0 "
                  "(weights by columns, the next by rows)")
      ->type_name("NAME:AXIS,...");
  command
      .add_option("--layers-for-train", g.train_output,
                  "With --differentiate: cut the graph into --stages, and write their times as a "
                  "plan for 'stallscope train'")
      ->type_name("FILE");
  command.add_option("--stages", g.stages, "Stages of --layers-for-train")
      ->check(whole_number(1, 1024))
      ->type_name("N")
      ->capture_default_str();
}

void add_tune(CLI::App& command, GraphArguments& g) {
  CLI::Option* tune = command.add_option(
      "--tune", g.tune,
      "Search for the fastest loops of a matmul or conv2d of the graph, measured on a machine: "
      "tiles, blocks in registers, unrolling, order");
  tune->type_name("NAME");
  command.add_option("--machine", g.machine, "Machine that cycles are measured on")
      ->type_name("MACHINE")
      ->capture_default_str();
  command
      .add_option("--search", g.search,
                  "grid: evenly over all; random; evolutionary: changes of the best, chosen by a "
                  "model of what was measured")
      ->check(one_of({"grid", "random", "evolutionary"}))
      ->type_name("HOW")
      ->capture_default_str();
  command.add_option("--budget", g.budget, "Points that are measured")
      ->check(whole_number(1, 100'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--database", g.database,
                  "With --tune: keep all points in a database as sweeps have: for export, report")
      ->needs(tune)
      ->type_name("FILE");
  command
      .add_flag("--resume", g.resume,
                "Go on with a database that has some of them: by any search, with any budget")
      ->needs("--database");
  command
      .add_option("--jobs", g.jobs,
                  "With --tune: processes that measure points (default: the processors there are)")
      ->needs(tune)
      ->check(whole_number(1, 1024))
      ->type_name("N");
  command
      .add_option("--write-program", g.program_output,
                  "Write the best program, for 'stallscope run' and its tables")
      ->type_name("FILE");
  command.add_option("--write-naive", g.naive_output, "Write the naive program likewise")
      ->type_name("FILE");
  command
      .add_option(
          "--heat-map", g.heat_map,
          "Write the points that were measured: as a picture (.svg), with the misses of the "
          "cache's sets, or as a table (.csv)")
      ->type_name("FILE");
}

/// The graph, values of its inputs, and other runs beside this one.
void add_subject(CLI::App& command, GraphArguments& g) {
  command
      .add_option(
          "FILE", g.file,
          "File in the notation of docs/graphs.md, an ONNX model (.onnx), or a name of --list")
      ->type_name("");
  command
      .add_option(
          "--dimensions", g.dimensions,
          "Of an ONNX model: sizes of dimensions that have only a name: batch=4,sequence=16")
      ->type_name("NAME=SIZE,...");
  command
      .add_option("--input", g.inputs,
                  "Value of a param or input: x=file.npy (or .pb of ONNX), x=0.5:2 (random in a "
                  "range), x=3; can be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      .add_option(
          "--compare", g.compare,
          "Show another run beside this one: another graph, eager, static, or this graph "
          "with other options: \"streams=1\", \"passes=attention fast-memory=1KiB\" (behind a "
          "graph's name: that graph with them); can be given several times, for a table of the "
          "runs")
      ->type_name("OTHER")
      ->allow_extra_args(false);
  command
      .add_option("--vary", g.vary,
                  "Run once for each value of an option, and show a table: fast-memory=1KiB,2KiB")
      ->excludes("--compare")
      ->type_name("OPTION=VALUES");
}

/// What of a run is shown.
void add_views(CLI::App& command, GraphArguments& g) {
  command.add_flag("--memory", g.memory,
                   "Show memory over time: lifetimes, in place, and three allocators");
  command
      .add_option(
          "--checkpoint", g.checkpoint,
          "With --differentiate: keep fewer results, and compute the others again. sqrt: "
          "each k-th kernel of n, k = sqrt n; optimal: of a chain, with --slots checkpoints")
      ->check(one_of({"sqrt", "optimal"}))
      ->type_name("HOW");
  command.add_option("--slots", g.slots, "Checkpoints at once")
      ->check(whole_number(0, 200))
      ->type_name("N")
      ->capture_default_str();
  add_size(command, "--page", g.page, "Page of the page-stitching allocator (default: 2MiB)");
  command.add_flag("--table", g.table, "Show host, streams and copy engines over time");
  command.add_flag("--diagram", g.diagram, "Show operations over time");
  command.add_flag("--ledger", g.ledger,
                   "Show what became of every tick of every lane: work, and why it was empty");
  command.add_flag("--graph", g.graph,
                   "Show the operations with shapes, FLOP, bytes and ticks; svg: the graph as a "
                   "picture");
  command.add_flag(
      "--dispatch", g.dispatch,
      "Show what runs for each operator, device and type: view, measured time, or what "
      "bounds it");
  command.add_flag("--events", g.events,
                   "Show the events that streams record, and which streams wait for them");
  command.add_flag("--stats", g.stats, "Show all numbers of the run");
  command.add_flag("--values", g.values, "Show all values");
  command.add_option("--ticks,--cycles", g.ticks, "Ticks to show, e.g. 10:40, from 1")
      ->type_name("FROM:TO");
  command.add_flag("--list", g.list, "List the graphs that come with the program");
  command.add_flag("--describe", g.describe, "List operators and passes");
}

} // namespace

CLI::App* add_graph(CLI::App& app, GraphCommand& graph) {
  CLI::App* command = app.add_subcommand(
      "graph", "Computation graphs: values, derivatives, passes, and runs on devices");
  GraphArguments& g = graph.graph;
  add_subject(*command, g);
  add_derivatives(*command, g);
  add_run(*command, g);
  add_distribution(*command, g);
  add_tune(*command, g);
  add_views(*command, g);
  command->add_option("--format", graph.format, "text, json, csv, svg, html, dot or perfetto")
      ->transform(word_of(kGraphFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&graph] { graph.json = true; }, "Short for --format json");
  command
      ->add_option("-o,--output", graph.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
  add_look(*command, graph.look, "Print errors only");
  command->footer(R"(Examples:
  stallscope graph chain_rule --differentiate y
  stallscope graph logistic --differentiate l4 --mode symbolic
  stallscope graph recurrent_cell --run eager --table
  stallscope graph attention --streams 3 --table --ledger
  stallscope graph mlp --differentiate loss --passes all --json
  stallscope graph mlp --devices 2 --distribute A:1,B:0 --table
  stallscope graph mlp --tune y --machine ooo-4 --budget 50
  stallscope graph chain_rule --differentiate y --graph --format svg -o chain.svg
  stallscope graph attention --passes attention --vary fast-memory=256,512,1KiB,2KiB
  stallscope graph conv_relu --format dot -o conv.dot)");
  return command;
}

std::optional<GraphArguments> graph_variant(const GraphCommand& base, const std::string& options) {
  GraphCommand variant = base;
  variant.graph.compare.clear();
  variant.graph.vary.clear();
  CLI::App app;
  add_graph(app, variant);
  std::vector<std::string> words; // the parser takes them from the back
  std::istringstream in(options);
  for (std::string word; in >> word;) // the first may be another graph
    words.insert(words.begin(),
                 words.empty() && word.find('=') == std::string::npos ? word : "--" + word);
  words.emplace_back("graph");
  try {
    app.parse(words);
  } catch (const CLI::Error& error) {
    print_error(
        fmt::format("'{}': {}; expected options of 'graph', as streams=1", options, error.what()));
    return std::nullopt;
  }
  return variant.graph;
}

} // namespace stallscope::cli
