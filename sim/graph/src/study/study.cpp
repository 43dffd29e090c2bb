#include "graph/study/study.hpp"

#include "base/input_limits.hpp"
#include "base/number.hpp"
#include "graph/distribute/stages.hpp"
#include "graph/execute/dispatch.hpp"
#include "machine/machine_file.hpp"
#include "study/costs.hpp"
#include "study/source_values.hpp"
#include "study/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace stallscope::graph {

namespace {

std::optional<std::vector<NodeId>> inputs_asked(const Graph& g, const std::string& list,
                                                Diagnostics& problems) {
  std::vector<NodeId> out;
  if (list.empty()) {
    for (NodeId id = 0; id < g.nodes.size(); ++id)
      if ((g.at(id).op == Op::param || g.at(id).op == Op::input) && g.at(id).type != Type::i32)
        out.push_back(id);
    return out;
  }
  for (const std::string& name : names_in(list)) {
    const auto id = node_called(g, name, "--wrt", problems);
    if (!id)
      return std::nullopt;
    if (!is_source(g.at(*id).op) || g.at(*id).type == Type::i32) {
      (void)fail(problems,
                 fmt::format("--wrt: {} is {}; expected a param or input of floating-point type",
                             name, is_source(g.at(*id).op) ? "of whole numbers" : "a result"));
      return std::nullopt;
    }
    out.push_back(*id);
  }
  return out;
}

// Modes that were not asked for are compared up to these sizes.
constexpr std::uint64_t kMostComparedSteps = 2'000'000;  ///< nodes of all passes
constexpr std::uint64_t kMostComparedFlop = 300'000'000; ///< of all passes

std::optional<GraphDerivatives> derive(const Graph& g, NodeId y, const std::string& called,
                                       const std::vector<NodeId>& wrt, Mode mode,
                                       Diagnostics& problems) {
  GraphDerivatives out;
  out.of = called;
  out.mode = mode;
  for (const NodeId id : wrt)
    out.wrt.push_back(g.at(id).name);
  std::uint64_t elements = 0;
  for (const NodeId id : wrt)
    elements += static_cast<std::uint64_t>(elements_of(g.at(id).shape));
  const std::uint64_t each_pass = std::max<std::uint64_t>(1, totals(g).flop);
  const bool too_many =
      elements * g.nodes.size() > kMostComparedSteps || elements > kMostComparedFlop / each_pass;
  for (const Mode each : {Mode::reverse, Mode::forward, Mode::symbolic, Mode::numeric}) {
    out.modes.emplace_back();
    out.why_not.emplace_back();
    const bool many = each != Mode::reverse; // one pass, or formula, per element
    if (each != mode && many && too_many) {
      out.why_not.back() = fmt::format("{} passes; --mode {} computes them", elements, name(each));
      continue;
    }
    Result<Gradients> found = gradients(g, y, wrt, each);
    if (found) {
      out.modes.back() = std::move(*found);
      continue;
    }
    if (each == mode) {
      (void)fail(problems, found);
      return std::nullopt;
    }
    out.why_not.back() = found.diagnostics().front().message;
  }
  if (mode == Mode::symbolic) {
    out.symbolic = std::move(symbolic(g, y, wrt)).value();
    for (SymbolicRow& row : out.symbolic)
      row.name = called;
  }
  return out;
}

/// The tangent pass that runs: with the tangents of --input, or else of the first element of the
/// first input.
std::optional<Graph> in_direction(Differentiated d, const std::vector<std::string>& given,
                                  const ReadGraphFile& read, std::string& direction,
                                  Diagnostics& problems) {
  if (!given.empty()) {
    if (!set_source_values(d.graph, given, read, problems))
      return std::nullopt;
    direction = fmt::format("{}", fmt::join(given, ", "));
    return std::move(d.graph);
  }
  if (d.tangents.empty())
    return std::move(d.graph);
  Node& first = d.graph.nodes[d.tangents.front()];
  Tensor unit = filled(first.type, first.shape, 0);
  unit.values.front() = 1;
  direction = first.shape.empty() ? fmt::format("{} = 1", first.name)
                                  : fmt::format("{} = 1 in element 0", first.name);
  first.value = std::make_shared<const Tensor>(std::move(unit));
  return std::move(d.graph);
}

/// Adds derivatives: the graph that runs then includes the backward (or tangent) graph.
bool differentiate(GraphRun& run, const StudyOptions& a, const ReadGraphFile& read,
                   Diagnostics& problems) {
  const Mode mode = *mode_from_name(a.mode);
  const Graph simple = without_composites(run.source);
  const auto wrt = inputs_asked(simple, a.wrt, problems);
  if (!wrt)
    return false;
  run.graph = simple;
  for (const std::string& name : names_in(a.differentiate)) {
    const auto y = node_called(simple, name, "--differentiate", problems);
    const auto found = y ? derive(simple, *y, name, *wrt, mode, problems) : std::nullopt;
    if (!found)
      return false;
    run.derivatives.push_back(*found);
    if (run.derivatives.size() > 1)
      continue; // only the first result's derivatives are part of the graph that runs
    if (mode == Mode::reverse)
      run.graph = reverse(simple, *y, *wrt).graph;
    else if (mode == Mode::forward) {
      auto pass = in_direction(forward(simple, *y, *wrt), tangents_in(run.source, a.inputs), read,
                               run.derivatives.front().direction, problems);
      if (!pass)
        return false;
      run.graph = std::move(*pass);
    }
  }
  return true;
}

bool optimize(GraphRun& run, const StudyOptions& a, const ReadGraphFile& read,
              Diagnostics& problems) {
  std::vector<Rule> rules = shipped_rules();
  if (!a.rules.empty()) {
    const Result<std::string> text = read(a.rules, InputLimits::toml, "a file of rules");
    const auto own =
        text ? parse_rules(*text, a.rules) : Result<std::vector<Rule>>(text.diagnostics());
    if (!own) {
      (void)fail(problems, own);
      return false;
    }
    rules.insert(rules.begin(), own->begin(), own->end());
    const std::vector<std::string> names = names_in(a.passes);
    if (std::none_of(names.begin(), names.end(), [](const std::string& name) {
          return name == "all" || name == "rules" || name == "saturate";
        }))
      return fail(problems, "--rules is read by the passes rules and saturate; expected --passes "
                            "rules");
  }
  Result<Optimized> found =
      graph::optimize(run.graph, names_in(a.passes), rules,
                      {static_cast<std::uint32_t>(a.vector_lanes), cost_of_runs(run.options, a)},
                      a.rewrites.value_or(std::numeric_limits<std::uint64_t>::max()));
  if (!found) {
    (void)fail(problems, found);
    return false;
  }
  run.graph = found->graph;
  const bool declined =
      std::any_of(found->passes.begin(), found->passes.end(), [](const PassResult& pass) {
        return pass.name == "attention" && !pass.declined.empty();
      });
  if (a.fast_memory > 0 && !use_fast_memory(run.graph, a.fast_memory, declined, problems))
    return false;
  run.optimized = std::move(*found);
  return true;
}

bool set_options(GraphRun& run, const StudyOptions& a, const ReadGraphFile& read,
                 Diagnostics& problems) {
  ExecuteOptions& o = run.options;
  o.style = a.style == "eager" ? Style::eager : Style::whole;
  o.devices = a.devices;
  o.streams = a.streams;
  o.list_order = a.order != "program";
  o.memory_limit = a.memory_limit;
  o.model.launch = a.launch;
  o.model.graph_launch = a.graph_launch;
  o.model.flop_per_tick = a.flop_per_tick;
  o.model.bytes_per_tick = a.bytes_per_tick;
  o.model.vector_lanes = a.vector_lanes;
  o.model.copy_bytes_per_tick = a.copy_bytes_per_tick;
  o.model.link_bytes_per_tick = a.link_bytes_per_tick;
  o.model.pinned = !a.pageable;
  if (a.devices * a.streams + 1 + 2 * a.devices + a.devices * (a.devices - 1) > kMostLanesOfGraph) {
    (void)fail(problems, fmt::format("{} devices with {} streams have more than {} lanes",
                                     a.devices, a.streams, kMostLanesOfGraph));
    return false;
  }
  if (a.times.empty())
    return true;
  const Result<std::string> text = read(a.times, InputLimits::toml, "a file of times");
  auto times = text ? read_times(*text, a.times) : Result<MeasuredTimes>(text.diagnostics());
  if (!times) {
    (void)fail(problems, times);
    return false;
  }
  o.model.measured = std::move(times->ticks);
  o.model.measured_at = std::move(times->at);
  return true;
}

/// Distributes the graph over all devices.
bool distribute(GraphRun& run, const StudyOptions& a, Diagnostics& problems) {
  std::vector<SplitRequest> requests;
  for (const std::string& word : names_in(a.distribute)) {
    const std::size_t colon = std::min(word.find(':'), word.size());
    const auto axis = colon < word.size() ? parse_number(word.substr(colon + 1)) : std::nullopt;
    if (!axis) {
      (void)fail(problems,
                 fmt::format("--distribute: '{}' is no name and axis; expected x:0", word));
      return false;
    }
    const auto id = node_called(run.graph, word.substr(0, colon), "--distribute", problems);
    if (!id)
      return false;
    requests.push_back({*id, static_cast<std::int64_t>(std::min<std::uint64_t>(*axis, 100))});
  }
  auto found = graph::distribute(run.graph, a.devices, requests);
  if (!found) {
    (void)fail(problems, found);
    return false;
  }
  const Difference difference = compare(run.graph, with_whole_outputs(*found), 1);
  if (difference.beyond)
    return fail(problems, fmt::format("--distribute changes values: {}", text_of(difference)));
  run.distributed = GraphDistribution{found->collectives, found->log, difference.largest};
  run.graph = std::move(found->graph);
  return true;
}

/// Partitions the graph into stages for a plan of `train`.
bool cut_for_train(GraphRun& run, const StudyOptions& a, Diagnostics& problems) {
  if (a.differentiate.empty() || a.mode != "reverse")
    return fail(problems, "--layers-for-train needs the times of backward passes; expected "
                          "--differentiate in mode reverse");
  std::vector<std::string> wrt;
  const auto inputs = inputs_asked(run.source, a.wrt, problems);
  if (!inputs)
    return false;
  for (const NodeId id : *inputs)
    wrt.push_back(run.source.at(id).name);
  const DeviceModel& model = run.options.model;
  const std::vector<Ticks> backward =
      backward_ticks(run.source, names_in(a.differentiate).front(), wrt, model);
  if (cut_into_stages(run.source, a.stages, model, backward))
    return true;
  return fail(problems, fmt::format("--stages: {} stages, and {} has fewer kernels", a.stages,
                                    run.source.name));
}

/// Replaces the graph by one with checkpoints.
bool checkpoint(GraphRun& run, const StudyOptions& a, Diagnostics& problems) {
  if (a.differentiate.empty() || a.mode != "reverse") {
    (void)fail(problems,
               "--checkpoint is about what a backward graph reads; expected --differentiate in "
               "mode reverse");
    return false;
  }
  const Result<Execution> asked = execute(run.graph, run.options, {});
  run.options.list_order = false;
  const Result<Execution> before = asked ? execute(run.graph, run.options, {}) : asked;
  auto found = a.checkpoint == "sqrt" ? Result<Checkpointed>(checkpoint_sqrt(run.graph))
                                      : checkpoint_optimal(run.graph, a.slots);
  if (!before || !found) {
    before ? fail(problems, found) : fail(problems, before);
    return false;
  }
  run.checkpoints = GraphCheckpoints{found->kept, found->recomputed, asked->makespan,
                                     memory_curve(run.graph, *asked, {}).peak,
                                     memory_curve(run.graph, *before, {}).peak};
  run.graph = std::move(found->graph);
  return true;
}

bool tune(GraphRun& run, const StudyOptions& a, const MeasurePoints& measure_points,
          Diagnostics& problems) {
  const auto id = node_called(run.source, a.tune, "--tune", problems);
  if (!id)
    return false;
  const Result<machine::Machine> machine = machine::load_machine(a.machine);
  if (!machine) {
    (void)fail(problems, machine);
    return false;
  }
  TuneOptions options;
  options.budget = a.budget;
  options.search = a.search == "grid"     ? Search::grid
                   : a.search == "random" ? Search::random
                                          : Search::evolutionary;
  Result<Tuned> tuned = graph::tune(run.source, *id, *machine, options, measure_points);
  if (!tuned) {
    (void)fail(problems, tuned);
    return false;
  }
  run.naive_cache = cache_use(tuned->size, tuned->naive.schedule, *machine);
  run.best_cache = cache_use(tuned->size, tuned->points[tuned->best].schedule, *machine);
  run.tuned = std::move(*tuned);
  return true;
}

void add_memory(GraphRun& run, const StudyOptions& a) {
  const auto curve = [&run](bool release, bool in_place) {
    return memory_curve(run.graph, run.execution, {release, in_place});
  };
  run.memory = {curve(false, false), curve(true, false), curve(true, true), {}};
  if (a.memory)
    run.memory.allocators = run_allocators(run.memory.released, a.page, a.memory_limit);
}

/// Searches for the shortest schedule; with the order "optimal" it becomes the run.
bool find_best(GraphRun& run, const StudyOptions& a, Diagnostics& problems) {
  constexpr double kSeconds = 10;
  if (a.devices > 1)
    return fail(problems, "--optimal-seconds is about one device; expected --devices 1");
  const bool shown = a.order == "optimal";
  if (shown && (a.style == "eager" || a.memory_limit > 0 || a.copy_bytes_per_tick > 0))
    return fail(problems, "--order optimal is about the kernels of a whole graph alone; expected "
                          "--run static, no --memory-limit and no --copy-bytes-per-tick");
  run.best = best_schedule(run.graph, run.options, run.execution,
                           a.optimal_seconds > 0 ? a.optimal_seconds : kSeconds);
  if (!shown || run.best->order.empty())
    return true;
  run.options.fixed_order = run.best->order;
  Result<Execution> execution = execute(run.graph, run.options, run.values);
  if (!execution)
    return fail(problems, execution);
  run.execution = std::move(*execution);
  return true;
}

/// Runs the graph and computes memory, orders and other requested results. False, with all errors
/// in `problems`, on failure.
bool run_it(GraphRun& run, const StudyOptions& a, Diagnostics& problems) {
  Result<Values> values = evaluate(run.graph);
  if (!values)
    return fail(problems, values);
  run.values = std::move(*values);
  if (!a.differentiate.empty())
    run.notes = undifferentiable_points(run.graph, run.values);
  if (Diagnostics unknown = unknown_times(run.graph, run.options); !unknown.empty()) {
    problems = std::move(unknown);
    return false;
  }
  Result<Execution> execution = execute(run.graph, run.options, run.values);
  if (!execution)
    return fail(problems, execution);
  run.execution = std::move(*execution);
  if (a.optimal_seconds > 0 || a.order == "optimal") {
    if (!find_best(run, a, problems))
      return false;
  }
  add_memory(run, a);
  run.order_count = count_orders(run.graph);
  if (a.orders > 0)
    run.orders = list_orders(run.graph, a.orders);
  return true;
}

} // namespace

Result<GraphRun> study(const std::string& file, const StudyOptions& a, const ReadGraphFile& read,
                       const MeasurePoints& measure_points) {
  Result<Graph> source = load_graph(file, read, a.dimensions);
  if (!source)
    return source.diagnostics();
  GraphRun run;
  Diagnostics problems;
  run.source = std::move(*source);
  if (a.decimals)
    run.source.decimals = *a.decimals;
  std::vector<std::string> inputs = a.inputs;
  if (!a.differentiate.empty() && a.mode == "forward")
    for (const std::string& tangent : tangents_in(run.source, inputs))
      inputs.erase(std::find(inputs.begin(), inputs.end(), tangent));
  if (!set_source_values(run.source, inputs, read, problems) ||
      !set_options(run, a, read, problems) || (a.for_train && !cut_for_train(run, a, problems)))
    return problems;
  if (a.passes.empty() && (!a.rules.empty() || a.fast_memory > 0)) {
    (void)fail(problems, fmt::format("{} is read by passes; expected --passes {}",
                                     a.rules.empty() ? "--fast-memory" : "--rules",
                                     a.rules.empty() ? "attention" : "rules"));
    return problems;
  }
  run.graph = run.source;
  const bool good = (a.differentiate.empty() || differentiate(run, a, read, problems)) &&
                    (a.passes.empty() || optimize(run, a, read, problems)) &&
                    (a.distribute.empty() || distribute(run, a, problems)) &&
                    (a.checkpoint.empty() || checkpoint(run, a, problems)) &&
                    run_it(run, a, problems) &&
                    (a.tune.empty() || tune(run, a, measure_points, problems));
  if (!good)
    return problems;
  return run;
}

trace::RunRecord run_record(const GraphRun& run, bool timeline) {
  trace::RunRecord record = run_record(run.graph, run.execution, run.options, timeline);
  const Totals all = totals(run.graph);
  const auto add = [&record](const char* name, const char* label, std::uint64_t count) {
    trace::UnitCount entry;
    entry.name = name;
    entry.label = label;
    entry.count = count;
    record.unit_counts.push_back(std::move(entry));
  };
  add("graph.operations", "operations of the graph", all.operations);
  add("graph.kernels", "kernels", all.kernels);
  add("graph.launches", "launches", run.execution.launches);
  add("graph.flop", "FLOP", all.flop);
  add("graph.bytes", "bytes read and written", all.bytes);
  add("graph.peak_bytes", "peak bytes", run.memory.released.peak);
  add("graph.peak_bytes_kept", "peak bytes, nothing released", run.memory.kept.peak);
  add("graph.peak_bytes_in_place", "peak bytes, in place", run.memory.in_place.peak);
  if (run.tuned) {
    add("graph.tune.naive", "cycles of the naive loops", run.tuned->naive.cycles);
    add("graph.tune.best", "cycles of the best loops", run.tuned->points[run.tuned->best].cycles);
    add("graph.tune.bound", "lower bound of the cycles", run.tuned->bound);
    add("graph.tune.points", "schedules measured", run.tuned->points.size());
  }
  return record;
}

} // namespace stallscope::graph
