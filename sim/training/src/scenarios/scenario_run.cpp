#include "training/scenarios/scenario_run.hpp"

#include "training/jobs/part_costs.hpp"
#include "training/models/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace stallscope::training {

namespace {

constexpr std::uint64_t kMostTasks = 1'000'000;

Diagnostic scenario_problem(std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  return problem;
}

/// A model on a cluster, if the scenario names one.
struct NamedModel {
  Model model;
  Cluster cluster;
  Spread spread;
  std::uint64_t tick = 1; ///< ns
};

WireCost wire_of(const ScenarioValues& in) {
  return {in.number("latency"), 1, 1};
}
/// Cost of all-gather or reduce-scatter: half of an all-reduce.
WireCost half_wire_of(const ScenarioValues& in) {
  return {(in.number("latency") + 1) / 2, 1, 2};
}

std::uint32_t small_number(const ScenarioValues& in, std::string_view key) {
  return static_cast<std::uint32_t>(in.number(key)); // the key's range fits
}

/// Layers from given numbers. `kept`: with the activations that recomputation keeps.
Result<std::vector<LayerLoad>> given_layers(const ScenarioValues& in, bool kept) {
  const auto count = static_cast<std::size_t>(in.number("layers"));
  const auto forward = in.list("forward", count);
  const auto backward = in.list("backward", count);
  const auto gradient = in.list("gradient", count);
  const auto activation = in.list("activation", count);
  const auto checkpoint = kept ? in.list("kept", count) : std::vector<std::uint64_t>(count, 0);
  Diagnostics problems;
  for (const auto* list : {&forward, &backward, &gradient, &activation, &checkpoint})
    problems.insert(problems.end(), list->diagnostics().begin(), list->diagnostics().end());
  if (!problems.empty())
    return problems;
  std::vector<LayerLoad> out;
  for (std::size_t i = 0; i < count; ++i) {
    if ((*checkpoint)[i] > (*activation)[i])
      return scenario_problem(
          fmt::format("{}: {} of {} bytes", in.called("kept"), (*checkpoint)[i], (*activation)[i]),
          "no more than the activations");
    out.push_back({std::to_string(i + 1), (*forward)[i], (*backward)[i], (*gradient)[i],
                   (*gradient)[i], (*activation)[i], (*checkpoint)[i]});
  }
  return out;
}

/// Nothing if no model is named.
Result<std::optional<NamedModel>> named_model(const ScenarioValues& in) {
  if (in.text("model").empty())
    return std::optional<NamedModel>();
  const auto loaded = load_model(in.text("model"));
  const auto cluster = load_cluster(in.text("cluster"));
  Diagnostics problems = loaded.diagnostics();
  problems.insert(problems.end(), cluster.diagnostics().begin(), cluster.diagnostics().end());
  if (has_errors(problems))
    return problems;
  NamedModel named{*loaded, *cluster, {}, in.number("tick")};
  if (in.number("micro_batch_size") > 0)
    named.model.micro_batch = in.number("micro_batch_size");
  named.spread.tensor_parallel = in.number("tensor_parallel");
  if (const auto topology = topology_called(in.text("topology")))
    named.cluster.topology = *topology;
  if (in.number("oversubscription") > 0)
    named.cluster.oversubscription = small_number(in, "oversubscription");
  for (SpreadProblem& problem : problems_of(named.model, named.spread))
    return scenario_problem(std::move(problem.message), std::move(problem.expected));
  return std::optional<NamedModel>(std::move(named));
}

/// The layers of a model in ticks of `named.tick` ns.
std::vector<LayerLoad> model_layers(const NamedModel& named) {
  std::vector<LayerLoad> layers = layers_of(named.model, named.cluster, named.spread, {});
  for (LayerLoad& layer : layers)
    for (Ticks* ticks : {&layer.forward, &layer.backward})
      *ticks = *ticks / named.tick + (*ticks % named.tick == 0 ? 0 : 1);
  return layers;
}

WireCost in_ticks(WireCost cost, std::uint64_t tick) {
  cost.latency = cost.latency / tick + (cost.latency % tick == 0 ? 0 : 1);
  cost.denominator = cost.denominator > ~0ULL / tick ? ~0ULL : cost.denominator * tick;
  return cost;
}

/// The error if the network is too large.
std::optional<Diagnostic> network_problem(const ScenarioValues& in, const NamedModel& named,
                                          std::uint64_t copies) {
  const std::uint64_t devices =
      std::max(named.spread.tensor_parallel * copies, named.cluster.devices);
  if (named.cluster.topology == TopologyKind::islands || devices <= kMostNetworkDevices)
    return std::nullopt;
  return scenario_problem(fmt::format("{} {}: {} devices", in.called("topology"),
                                      name(named.cluster.topology), devices),
                          fmt::format("at most {}, or islands", kMostNetworkDevices));
}

/// Link of the rings of data parallel copies, or of the devices that share a layer.
SharedLink link_of(const NamedModel& named, std::uint64_t copies, Axis3D axis) {
  Spread spread = named.spread;
  spread.data_parallel = copies;
  return ring_link(named.cluster, layout_of(spread, 1), axis);
}

/// The error if there are too many passes of layers.
std::optional<Diagnostic> layers_problem(std::size_t layers, std::uint64_t iterations) {
  constexpr std::uint64_t kTasksOfLayer = 4; // tasks per layer and iteration: both passes, messages
  if (kTasksOfLayer * layers * iterations <= kMostTasks)
    return std::nullopt;
  return scenario_problem(fmt::format("{} iterations of {} layers", iterations, layers),
                          fmt::format("at most {} tasks: fewer iterations", kMostTasks));
}

Result<Scenario> data_parallel_of(const ScenarioValues& in, std::string_view choice,
                                  const std::optional<NamedModel>& named,
                                  std::vector<LayerLoad> layers) {
  const std::uint64_t copies = in.number("copies");
  WireCost reduce = wire_of(in);
  WireCost gather = half_wire_of(in);
  if (named) {
    if (auto problem = network_problem(in, *named, copies))
      return *problem;
    const SharedLink link = link_of(*named, copies, Axis3D::data);
    reduce = in_ticks(all_reduce_cost(link, copies), named->tick);
    gather = in_ticks(all_gather_cost(link, copies), named->tick);
  }
  if (choice == "sharded") {
    ShardedTask task;
    task.layers = std::move(layers);
    task.iterations = small_number(in, "iterations");
    task.prefetch = small_number(in, "prefetch");
    task.reshard = !in.flag("keep_parameters");
    task.copies = copies;
    task.gather = task.reduce = gather;
    return sharded_data_parallel(task);
  }
  DataParallelTask task;
  task.layers = std::move(layers);
  task.iterations = small_number(in, "iterations");
  task.order = choice == "behind" ? GradientOrder::behind
               : choice == "fifo" ? GradientOrder::fifo
                                  : GradientOrder::priority;
  task.bucket_bytes = in.number("bucket");
  constexpr std::uint64_t kModelSlice = 4 << 20;
  task.slice_bytes = named && in.number("slice") == 1 ? kModelSlice : in.number("slice");
  task.barrier = !in.flag("no_barrier") && choice != "priority";
  task.optimizer = in.number("optimizer");
  task.all_reduce = reduce;
  std::uint64_t slices = 0;
  for (const LayerLoad& layer : task.layers)
    slices += 3 + layer.gradient_bytes / task.slice_bytes;
  if (choice == "priority" && slices * task.iterations > kMostTasks)
    return scenario_problem(fmt::format("{} {}: {} slices and passes", in.called("slice"),
                                        task.slice_bytes, slices * task.iterations),
                            fmt::format("a slice so large that there are at most {}", kMostTasks));
  return data_parallel(task);
}

Result<Scenario> tensor_parallel_of(const ScenarioValues& in, std::string_view choice,
                                    const std::optional<NamedModel>& named) {
  TensorParallelTask task;
  task.layers = small_number(in, "layers");
  task.attention = in.number("attention");
  task.mlp = in.number("mlp");
  task.activation_bytes = in.number("activation");
  task.tiles = small_number(in, "tiles");
  task.sequence_parallel = choice == "sequence";
  task.all_reduce = wire_of(in);
  task.all_gather = half_wire_of(in);
  if (!named)
    return tensor_parallel(task);
  if (!named->model.is_transformer())
    return scenario_problem(named->model.name + " is a list of layers, which are not split",
                            "a transformer");
  if (auto problem = network_problem(in, *named, 1))
    return *problem;
  const Transformer& t = named->model.transformer;
  const std::uint64_t share = named->cluster.flop_per_second / 100 *
                              named->cluster.reached_percent * named->spread.tensor_parallel;
  // Share of the MLP: 8h^2 of the 12h^2 parameters of a GPT layer; attention also has the scores.
  Model one = named->model;
  one.transformer.layers = 1;
  one.transformer.vocabulary = 0;
  const std::uint64_t all = forward_flop(one).value;
  const std::uint64_t mlp_width =
      t.style == TransformerStyle::llama ? 3 * t.feed_forward : 8 * t.hidden;
  const std::uint64_t mlp = 2 * one.micro_batch * t.sequence * t.hidden * mlp_width;
  const auto ns = [&](std::uint64_t flop) {
    return static_cast<Ticks>(static_cast<long double>(flop) * 1e9L /
                              static_cast<long double>(share) /
                              static_cast<long double>(named->tick));
  };
  task.mlp = ns(mlp);
  task.attention = ns(all - mlp);
  task.activation_bytes = 2 * t.sequence * one.micro_batch * t.hidden;
  const std::uint64_t n = named->spread.tensor_parallel;
  const SharedLink link = link_of(*named, 1, Axis3D::tensor);
  task.all_reduce = in_ticks(all_reduce_cost(link, n), named->tick);
  task.all_gather = in_ticks(all_gather_cost(link, n), named->tick);
  return tensor_parallel(task);
}

Result<Scenario> offload_of(const ScenarioValues& in, std::string_view choice,
                            const std::optional<NamedModel>& named, std::vector<LayerLoad> layers) {
  OffloadTask task;
  task.layers = std::move(layers);
  task.iterations = small_number(in, "iterations");
  task.activations = choice == "keep"   ? KeepActivations::keep
                     : choice == "swap" ? KeepActivations::swap
                                        : KeepActivations::recompute;
  task.resident = small_number(in, "resident");
  task.prefetch = small_number(in, "prefetch");
  task.offload_optimizer = in.flag("offload_optimizer");
  task.host_step = in.number("host_step");
  task.wire = wire_of(in);
  if (named)
    task.wire = in_ticks({0, 1'000'000'000, named->cluster.host_bytes_per_second}, named->tick);
  return offload(task);
}

Result<InputScenario> input_of(const ScenarioValues& in, std::string_view choice) {
  InputTask task;
  task.samples = small_number(in, "samples");
  task.batch = small_number(in, "batch");
  task.epochs = small_number(in, "epochs");
  task.sample_bytes = in.number("sample_bytes");
  task.stored_percent = small_number(in, "stored_percent");
  task.seek = in.number("seek");
  task.merged = choice == "merged";
  task.decompress = in.number("decompress");
  task.preprocess = in.number("preprocess");
  task.on_device = in.flag("on_device");
  task.device_preprocess = in.number("device_preprocess");
  task.threads = static_cast<std::uint16_t>(in.number("threads"));
  task.prefetch = small_number(in, "prefetch");
  task.cache = small_number(in, "cache");
  task.policy = in.text("policy") == "lru"    ? CachePolicy::lru
                : in.text("policy") == "fifo" ? CachePolicy::fifo
                                              : CachePolicy::keep;
  task.copy = {0, in.number("copy"), 1};
  task.step = in.number("step");
  task.seed = in.number("seed");
  const std::uint64_t batches =
      (std::uint64_t{task.samples} + task.batch - 1) / task.batch * task.epochs;
  if (5 * batches > kMostTasks)
    return scenario_problem(
        fmt::format("{} batches", batches),
        fmt::format("at most {}: larger batches, or fewer epochs", kMostTasks / 5));
  return input_pipeline(task);
}

Result<ServerScenario> server_of(const ScenarioValues& in, std::string_view choice) {
  ServerTask task;
  const auto workers = static_cast<std::size_t>(in.number("workers"));
  auto compute = in.list("compute", workers);
  if (!compute)
    return compute.diagnostics();
  task.compute = std::move(*compute);
  task.iterations = small_number(in, "iterations");
  task.bytes = in.number("bytes");
  task.synchrony = choice == "sync"      ? Synchrony::sync
                   : choice == "async"   ? Synchrony::async
                   : choice == "bounded" ? Synchrony::bounded
                                         : Synchrony::all_reduce;
  task.bound = small_number(in, "bound");
  task.update = in.number("update");
  task.servers = static_cast<std::uint16_t>(in.number("servers"));
  task.wire = wire_of(in);
  // Ring all-reduce: each node sends bytes / n in each of 2(n - 1) steps.
  task.all_reduce = {2 * (workers - 1) * in.number("latency"), 2 * (workers - 1), workers};
  constexpr std::uint64_t kMostUpdates = 20'000;
  if (workers * task.iterations > kMostUpdates)
    return scenario_problem(fmt::format("{} updates", workers * task.iterations),
                            fmt::format("at most {}", kMostUpdates));
  return parameter_server(task);
}

/// Scenarios of layers, from a model or from given numbers.
Result<Scenario> of_layers(ScenarioKind kind, const ScenarioValues& in, std::string_view choice,
                           bool& of_model) {
  const auto named = named_model(in);
  if (!named)
    return named.diagnostics();
  of_model = named->has_value();
  if (kind == ScenarioKind::tensor_parallel)
    return tensor_parallel_of(in, choice, *named);
  std::vector<LayerLoad> layers;
  if (of_model) {
    layers = model_layers(**named);
  } else {
    auto given = given_layers(in, kind == ScenarioKind::offload);
    if (!given)
      return given.diagnostics();
    layers = std::move(*given);
  }
  if (auto problem = layers_problem(layers.size(), in.number("iterations")))
    return *problem;
  return kind == ScenarioKind::offload ? offload_of(in, choice, *named, std::move(layers))
                                       : data_parallel_of(in, choice, *named, std::move(layers));
}

/// Runs a built scenario and computes its statistics.
void run_built(ScenarioRun& out) {
  const TaskGraph& graph = out.scenario.graph;
  out.run = run_tasks(graph);
  out.memory = task_memory(graph, out.run, out.scenario.held_bytes);
  for (const TaskLane& lane : graph.lanes())
    out.devices += lane.is_device ? 1 : 0;
  for (const Task& task : graph.tasks())
    out.busy += graph.lanes()[task.lane].is_device ? task.duration : 0;
  const auto& first = out.scenario.iterations;
  out.iteration = first.size() < 2
                      ? out.run.makespan
                      : out.run.start[first.back()] - out.run.start[first[first.size() - 2]];
}

} // namespace

Result<ScenarioRun> run_scenario(ScenarioKind kind, const ScenarioValues& values,
                                 std::string_view choice) {
  ScenarioRun out;
  out.choice = choice;
  if (kind == ScenarioKind::server) {
    auto servers = server_of(values, choice);
    if (!servers)
      return servers.diagnostics();
    out.scenario = servers->scenario;
    run_built(out);
    out.staleness = staleness_of(*servers, out.run);
    out.updates = std::move(servers->updates);
    return out;
  }
  if (kind == ScenarioKind::input) {
    auto found = input_of(values, choice);
    if (!found)
      return found.diagnostics();
    out.scenario = std::move(found->scenario);
    out.numbers = {
        {"samples_read", found->reads}, {"cache_hits", found->hits}, {"bytes_read", found->bytes}};
  } else {
    auto scenario = of_layers(kind, values, choice, out.of_model);
    if (!scenario)
      return scenario.diagnostics();
    out.scenario = std::move(*scenario);
  }
  run_built(out);
  return out;
}

} // namespace stallscope::training
