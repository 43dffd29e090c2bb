#include "graph/graph_run.hpp"

#include "base/input_limits.hpp"
#include "base/number.hpp"
#include "base/read_file.hpp"
#include "base/trimmed.hpp"
#include "graph/distribute/stages.hpp"
#include "graph/notation/examples.hpp"
#include "graph/notation/parse.hpp"
#include "graph/onnx/read.hpp"
#include "input_output/console.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::cli {

namespace {

using graph::NodeId;

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin <= list.size() && !list.empty()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    out.emplace_back(trimmed(std::string_view(list).substr(begin, end - begin)));
    begin = end + 1;
  }
  return out;
}

std::string folder_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? std::string() : file.substr(0, slash + 1);
}

/// "batch=4,sequence=128".
Result<std::map<std::string, std::int64_t>> sizes_in(const std::string& list) {
  std::map<std::string, std::int64_t> out;
  for (const std::string& word : names_in(list)) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const auto size = equals < word.size() ? parse_number(word.substr(equals + 1)) : std::nullopt;
    if (!size || *size < 1 || *size > static_cast<std::uint64_t>(graph::kMostElements)) {
      Diagnostic problem;
      problem.message = fmt::format("--dimensions: '{}' is no name and size", word);
      problem.expected = "batch=4";
      return problem;
    }
    out[word.substr(0, equals)] = static_cast<std::int64_t>(*size);
  }
  return out;
}

graph::ReadNamedFile reader_beside(const std::string& file, const char* expected) {
  return [folder = folder_of(file), expected](const std::string& name) {
    return read_file(name.starts_with('/') ? name : folder + name, graph::kMostGraphValues,
                     expected);
  };
}

Result<graph::Graph> load_onnx(const std::string& file, const graph::OnnxOptions& options) {
  const Result<std::string> bytes = read_file(file, graph::kMostOnnxBytes, "an ONNX model");
  return bytes ? graph::read_onnx(*bytes, file, options)
               : Result<graph::Graph>(bytes.diagnostics());
}

Result<graph::Graph> load(const std::string& file, const GraphArguments& a) {
  if (file.ends_with(".onnx")) {
    const auto sizes = sizes_in(a.dimensions);
    if (!sizes)
      return sizes.diagnostics();
    return load_onnx(file, {*sizes, reader_beside(file, "values of an ONNX model")});
  }
  for (const graph::ExampleInfo& example : graph::examples())
    if (example.name == file)
      return graph::parse_graph(example.text, file + ".graph");
  if (file == "-")
    return graph::parse_graph(standard_input(), "<stdin>");
  Result<std::string> text = read_file(file, graph::kMostGraphText, "a .graph file");
  if (!text) {
    Diagnostics problems = text.diagnostics();
    std::vector<std::string_view> names;
    for (const graph::ExampleInfo& example : graph::examples())
      names.push_back(example.name);
    if (problems.front().suggestion.empty())
      problems.front().suggestion = nearest_word(file, names);
    return problems;
  }
  return graph::parse_graph(*text, file, reader_beside(file, "a .npy file"));
}

/// A name that has to be a node of the graph.
std::optional<NodeId> node_called(const graph::Graph& g, const std::string& name,
                                  const char* option) {
  const NodeId id = g.find(name);
  if (id != graph::kNoNode)
    return id;
  for (const graph::Output& alias : g.aliases)
    if (alias.name == name)
      return alias.node;
  std::vector<std::string_view> names;
  for (const graph::Node& node : g.nodes)
    if (node.named)
      names.push_back(node.name);
  Diagnostic problem;
  problem.message = fmt::format("{}: there is no '{}' in {}", option, name, g.name);
  problem.expected = "a name of the graph";
  problem.suggestion = nearest_word(name, names);
  print({problem});
  return std::nullopt;
}

std::optional<std::vector<NodeId>> inputs_asked(const graph::Graph& g, const std::string& list) {
  std::vector<NodeId> out;
  if (list.empty()) {
    for (NodeId id = 0; id < g.nodes.size(); ++id)
      if ((g.at(id).op == graph::Op::param || g.at(id).op == graph::Op::input) &&
          g.at(id).type != graph::Type::i32)
        out.push_back(id);
    return out;
  }
  for (const std::string& name : names_in(list)) {
    const auto id = node_called(g, name, "--wrt");
    if (!id)
      return std::nullopt;
    if (!graph::is_source(g.at(*id).op) || g.at(*id).type == graph::Type::i32) {
      print_error(fmt::format("--wrt: {} is {}; expected a param or input of floating-point type",
                              name,
                              graph::is_source(g.at(*id).op) ? "of whole numbers" : "a result"));
      return std::nullopt;
    }
    out.push_back(*id);
  }
  return out;
}

std::optional<GraphDerivatives> derive(const graph::Graph& g, NodeId y, const std::string& called,
                                       const std::vector<NodeId>& wrt, graph::Mode mode) {
  GraphDerivatives out;
  out.of = called;
  out.mode = mode;
  for (const NodeId id : wrt)
    out.wrt.push_back(g.at(id).name);
  std::uint64_t elements = 0;
  for (const NodeId id : wrt)
    elements += static_cast<std::uint64_t>(graph::elements_of(g.at(id).shape));
  for (const graph::Mode each :
       {graph::Mode::reverse, graph::Mode::forward, graph::Mode::symbolic, graph::Mode::numeric}) {
    out.modes.emplace_back();
    out.why_not.emplace_back();
    const bool many = each == graph::Mode::forward || each == graph::Mode::numeric;
    if (each != mode && many && elements * g.nodes.size() > 2'000'000) {
      out.why_not.back() = fmt::format("{} passes; --mode {} computes them", elements, name(each));
      continue;
    }
    Result<graph::Gradients> found = graph::gradients(g, y, wrt, each);
    if (found) {
      out.modes.back() = std::move(*found);
      continue;
    }
    if (each == mode) {
      print(found.diagnostics());
      return std::nullopt;
    }
    out.why_not.back() = found.diagnostics().front().message;
  }
  if (mode == graph::Mode::symbolic) {
    out.symbolic = std::move(graph::symbolic(g, y, wrt)).value();
    for (graph::SymbolicRow& row : out.symbolic)
      row.name = called;
  }
  return out;
}

/// Adds derivatives: the graph that runs has the backward graph (or the tangents) behind it.
bool differentiate(GraphRun& run, const GraphArguments& a) {
  const graph::Mode mode = *graph::mode_from_name(a.mode);
  const graph::Graph simple = graph::without_composites(run.source);
  const auto wrt = inputs_asked(simple, a.wrt);
  if (!wrt)
    return false;
  run.graph = simple;
  for (const std::string& name : names_in(a.differentiate)) {
    const auto y = node_called(simple, name, "--differentiate");
    const auto found = y ? derive(simple, *y, name, *wrt, mode) : std::nullopt;
    if (!found)
      return false;
    run.derivatives.push_back(*found);
    if (run.derivatives.size() > 1)
      continue; // the first one's graph runs
    if (mode == graph::Mode::reverse)
      run.graph = graph::reverse(simple, *y, *wrt).graph;
    else if (mode == graph::Mode::forward)
      run.graph = graph::forward(simple, *y, *wrt).graph;
  }
  return true;
}

bool optimize(GraphRun& run, const GraphArguments& a) {
  std::vector<graph::Rule> rules = graph::shipped_rules();
  if (!a.rules.empty()) {
    const Result<std::string> text = read_file(a.rules, InputLimits::toml, "a file of rules");
    const auto own = text ? graph::parse_rules(*text, a.rules)
                          : Result<std::vector<graph::Rule>>(text.diagnostics());
    if (!own) {
      print(own.diagnostics());
      return false;
    }
    rules = *own;
  }
  Result<graph::Optimized> found = graph::optimize(run.graph, names_in(a.passes), rules);
  if (!found) {
    print(found.diagnostics());
    return false;
  }
  run.graph = found->graph;
  if (a.fast_memory > 0)
    graph::tile_attention(run.graph, a.fast_memory);
  run.optimized = std::move(*found);
  return true;
}

bool set_options(GraphRun& run, const GraphArguments& a) {
  graph::ExecuteOptions& o = run.options;
  o.style = a.style == "eager" ? graph::Style::eager : graph::Style::whole;
  o.devices = a.devices;
  o.streams = a.streams;
  o.list_order = a.order == "list";
  o.memory_limit = a.memory_limit;
  o.model.launch = a.launch;
  o.model.graph_launch = a.graph_launch;
  o.model.flop_per_tick = a.flop_per_tick;
  o.model.bytes_per_tick = a.bytes_per_tick;
  o.model.copy_bytes_per_tick = a.copy_bytes_per_tick;
  o.model.link_bytes_per_tick = a.link_bytes_per_tick;
  o.model.pinned = !a.pageable;
  if (a.devices * a.streams + 1 + 2 * a.devices + a.devices * (a.devices - 1) >
      graph::kMostLanesOfGraph) {
    print_error(fmt::format("{} devices with {} streams have more than {} lanes", a.devices,
                            a.streams, graph::kMostLanesOfGraph));
    return false;
  }
  if (a.times.empty())
    return true;
  const Result<std::string> text = read_file(a.times, InputLimits::toml, "a file of times");
  auto times = text ? graph::read_times(*text, a.times)
                    : Result<std::map<std::string, graph::Ticks>>(text.diagnostics());
  if (!times) {
    print(times.diagnostics());
    return false;
  }
  o.model.measured = std::move(*times);
  return true;
}

/// Replaces the graph by one whose parts are on all devices.
bool distribute(GraphRun& run, const GraphArguments& a) {
  std::vector<graph::SplitRequest> requests;
  for (const std::string& word : names_in(a.distribute)) {
    const std::size_t colon = std::min(word.find(':'), word.size());
    const auto axis = colon < word.size() ? parse_number(word.substr(colon + 1)) : std::nullopt;
    if (!axis) {
      print_error(fmt::format("--distribute: '{}' is no name and axis; expected x:0", word));
      return false;
    }
    const auto id = node_called(run.graph, word.substr(0, colon), "--distribute");
    if (!id)
      return false;
    requests.push_back({*id, static_cast<std::int64_t>(std::min<std::uint64_t>(*axis, 100))});
  }
  auto found = graph::distribute(run.graph, a.devices, requests);
  if (!found) {
    print(found.diagnostics());
    return false;
  }
  run.distributed = GraphDistribution{found->collectives, found->log,
                                      graph::largest_difference(run.graph, found->graph, 2, 1)};
  run.graph = std::move(found->graph);
  return true;
}

/// Cuts the graph into stages for a plan of `train`.
bool cut_for_train(GraphRun& run, const GraphArguments& a) {
  if (a.differentiate.empty() || a.mode != "reverse") {
    print_error(
        "--layers-for-train needs the times of backward passes; expected --differentiate in "
        "mode reverse");
    return false;
  }
  if (graph::cut_into_stages(run.source, a.stages, run.options.model))
    return true;
  print_error(
      fmt::format("--stages: {} stages, and {} has fewer kernels", a.stages, run.source.name));
  return false;
}

/// Replaces the graph by one with fewer results kept.
bool checkpoint(GraphRun& run, const GraphArguments& a) {
  if (a.differentiate.empty() || a.mode != "reverse") {
    print_error("--checkpoint is about what a backward graph reads; expected --differentiate in "
                "mode reverse");
    return false;
  }
  run.options.list_order = false;
  Result<graph::Execution> before = graph::execute(run.graph, run.options, {});
  auto found = a.checkpoint == "sqrt"
                   ? Result<graph::Checkpointed>(graph::checkpoint_sqrt(run.graph))
                   : graph::checkpoint_optimal(run.graph, a.slots);
  if (!before || !found) {
    print(before ? found.diagnostics() : before.diagnostics());
    return false;
  }
  run.checkpoints = GraphCheckpoints{found->kept, found->recomputed, before->makespan,
                                     graph::memory_curve(run.graph, *before, {}).peak};
  run.graph = std::move(found->graph);
  return true;
}

bool tune(GraphRun& run, const GraphArguments& a) {
  const auto id = node_called(run.source, a.tune, "--tune");
  if (!id)
    return false;
  const Result<machine::Machine> machine = machine::load_machine(a.machine);
  if (!machine) {
    print(machine.diagnostics());
    return false;
  }
  graph::TuneOptions options;
  options.budget = a.budget;
  options.search = a.search == "grid"     ? graph::Search::grid
                   : a.search == "random" ? graph::Search::random
                                          : graph::Search::evolutionary;
  catch_interrupts();
  Result<graph::Tuned> tuned =
      graph::tune(run.source, *id, *machine, options, [] { return !interrupted().load(); });
  if (!tuned) {
    print(tuned.diagnostics());
    return false;
  }
  run.naive_cache = graph::cache_use(tuned->size, tuned->naive.schedule, *machine);
  run.best_cache = graph::cache_use(tuned->size, tuned->points[tuned->best].schedule, *machine);
  run.tuned = std::move(*tuned);
  return true;
}

void add_memory(GraphRun& run, const GraphArguments& a) {
  const auto curve = [&run](bool release, bool in_place) {
    return graph::memory_curve(run.graph, run.execution, {release, in_place});
  };
  run.memory = {curve(false, false), curve(true, false), curve(true, true), {}};
  if (a.memory)
    run.memory.allocators = graph::run_allocators(run.memory.released, a.page);
}

} // namespace

std::optional<GraphRun> run_graph(const std::string& file, const GraphArguments& a) {
  Result<graph::Graph> read = load(file, a);
  if (!read) {
    print(read.diagnostics());
    return std::nullopt;
  }
  GraphRun run;
  run.source = std::move(*read);
  if (a.decimals)
    run.source.decimals = *a.decimals;
  if (!set_options(run, a) || (!a.train_output.empty() && !cut_for_train(run, a)))
    return std::nullopt;
  run.graph = run.source;
  if (!a.differentiate.empty() && !differentiate(run, a))
    return std::nullopt;
  if (!a.passes.empty() && !optimize(run, a))
    return std::nullopt;
  if (!a.distribute.empty() && !distribute(run, a))
    return std::nullopt;
  if (!a.checkpoint.empty() && !checkpoint(run, a))
    return std::nullopt;
  Result<graph::Values> values = graph::evaluate(run.graph);
  if (!values) {
    print(values.diagnostics());
    return std::nullopt;
  }
  run.values = std::move(*values);
  if (!a.differentiate.empty())
    run.notes = graph::undifferentiable_points(run.graph, run.values);
  Result<graph::Execution> execution = graph::execute(run.graph, run.options, run.values);
  if (!execution) {
    print(execution.diagnostics());
    return std::nullopt;
  }
  run.execution = std::move(*execution);
  add_memory(run, a);
  run.order_count = graph::count_orders(run.graph);
  if (a.orders > 0)
    run.orders = graph::list_orders(run.graph, a.orders);
  if (a.optimal_seconds > 0) {
    if (a.devices > 1) {
      print_error("--optimal-seconds is about one device; expected --devices 1");
      return std::nullopt;
    }
    run.best = graph::best_schedule(run.graph, run.options, run.execution, a.optimal_seconds);
  }
  if (!a.tune.empty() && !tune(run, a))
    return std::nullopt;
  return run;
}

} // namespace stallscope::cli
