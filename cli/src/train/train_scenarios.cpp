#include "train/train_scenarios.hpp"

#include "base/number.hpp"
#include "input_output/console.hpp"
#include "training/jobs/part_costs.hpp"
#include "training/models/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace stallscope::cli {

namespace {

using training::LayerLoad;
using training::Ticks;
using training::WireCost;

constexpr std::uint64_t kMostTasks = 1'000'000;
constexpr std::uint64_t kMostLayerTicks = 1'000'000'000'000;

bool refuse(std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  print({problem});
  return false;
}

/// A model on a device, when one was named.
struct NamedModel {
  training::Model model;
  training::Cluster cluster;
  training::Spread spread;
  std::uint64_t tick = 1; ///< ns
};

class ScenarioInput {
public:
  explicit ScenarioInput(const TrainScenarioArguments& arguments) : arguments_(arguments) {}

  [[nodiscard]] const std::string& text(const char* name) const {
    return arguments_.values.at(name);
  }
  template <class T = std::uint64_t> [[nodiscard]] T number(const char* name) const {
    return static_cast<T>(parse_number(text(name)).value_or(0)); // checked when it was read
  }
  [[nodiscard]] bool flag(const char* name) const { return arguments_.flags.contains(name); }
  [[nodiscard]] WireCost wire() const { return {number("latency"), 1, 1}; }
  /// All-gather and reduce-scatter are half an all-reduce.
  [[nodiscard]] WireCost half_wire() const { return {(number("latency") + 1) / 2, 1, 2}; }

  /// One number for all, or one each.
  bool list(const char* name, std::size_t count, std::vector<std::uint64_t>& out) const {
    out.clear();
    const std::string& words = text(name);
    for (std::size_t begin = 0; begin <= words.size();) {
      const std::size_t end = std::min(words.find(',', begin), words.size());
      const auto value = parse_number(std::string_view(words).substr(begin, end - begin));
      if (!value || *value > kMostLayerTicks)
        return refuse(fmt::format("--{}: '{}'", name, words),
                      fmt::format("whole numbers from 0 to {}, with commas", kMostLayerTicks));
      out.push_back(*value);
      begin = end + 1;
    }
    if (out.size() == 1)
      out.resize(count, out.front());
    return out.size() == count || refuse(fmt::format("--{}: {} numbers", name, out.size()),
                                         fmt::format("one, or {}", count));
  }

  bool layers(std::vector<LayerLoad>& out, bool kept) const {
    const auto count = number<std::size_t>("layers");
    std::vector<std::uint64_t> forward;
    std::vector<std::uint64_t> backward;
    std::vector<std::uint64_t> gradient;
    std::vector<std::uint64_t> activation;
    std::vector<std::uint64_t> checkpoint(count, 0);
    if (!list("forward", count, forward) || !list("backward", count, backward) ||
        !list("gradient", count, gradient) || !list("activation", count, activation) ||
        (kept && !list("kept", count, checkpoint)))
      return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (checkpoint[i] > activation[i])
        return refuse(fmt::format("--kept: {} of {} bytes", checkpoint[i], activation[i]),
                      "no more than the activations");
      out.push_back({std::to_string(i + 1), forward[i], backward[i], gradient[i], gradient[i],
                     activation[i], checkpoint[i]});
    }
    return true;
  }

  /// Nothing where no model was named. False, with what is wrong printed.
  bool model(std::optional<NamedModel>& out) const {
    if (text("model").empty())
      return true;
    const auto loaded = training::load_model(text("model"));
    const auto cluster = training::load_cluster(text("cluster"));
    print_all(loaded.diagnostics());
    print_all(cluster.diagnostics());
    if (!loaded || !cluster)
      return false;
    NamedModel named{*loaded, *cluster, {}, number("tick")};
    if (number("micro-batch-size") > 0)
      named.model.micro_batch = number("micro-batch-size");
    named.spread.tensor_parallel = number("tensor-parallel");
    if (const auto topology = training::topology_called(text("topology")))
      named.cluster.topology = *topology;
    if (number("oversubscription") > 0)
      named.cluster.oversubscription = number("oversubscription");
    for (training::SpreadProblem& problem : training::problems_of(named.model, named.spread))
      return refuse(std::move(problem.message), std::move(problem.expected));
    out = std::move(named);
    return true;
  }

private:
  const TrainScenarioArguments& arguments_;
};

/// Layers in ticks of so many ns.
std::vector<LayerLoad> layers_of(const NamedModel& named) {
  std::vector<LayerLoad> layers = training::layers_of(named.model, named.cluster, named.spread, {});
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

/// False, and says so, when the network is too large.
bool joins(const NamedModel& named, std::uint64_t copies) {
  const std::uint64_t devices =
      std::max(named.spread.tensor_parallel * copies, named.cluster.devices);
  return named.cluster.topology == training::TopologyKind::islands ||
         devices <= training::kMostNetworkDevices ||
         refuse(fmt::format("--topology {}: {} devices", training::name(named.cluster.topology),
                            devices),
                fmt::format("at most {}, or islands", training::kMostNetworkDevices));
}

/// A step of the rings of copies, or of those that share a layer.
training::SharedLink link_of(const NamedModel& named, std::uint64_t copies, training::Axis3D axis) {
  training::Spread spread = named.spread;
  spread.data_parallel = copies;
  return training::ring_link(named.cluster, training::layout_of(spread, 1), axis);
}

std::optional<training::Scenario> data_parallel(const ScenarioInput& in, std::string_view choice,
                                                bool& of_model) {
  std::optional<NamedModel> named;
  std::vector<LayerLoad> layers;
  if (!in.model(named) || (!named && !in.layers(layers, false)))
    return std::nullopt;
  of_model = named.has_value();
  const std::uint64_t copies = in.number("copies");
  WireCost reduce = in.wire();
  WireCost gather = in.half_wire();
  if (named && !joins(*named, copies))
    return std::nullopt;
  if (named) {
    layers = layers_of(*named);
    const training::SharedLink link = link_of(*named, copies, training::Axis3D::data);
    reduce = in_ticks(training::all_reduce_cost(link, copies), named->tick);
    gather = in_ticks(training::all_gather_cost(link, copies), named->tick);
  }
  if (choice == "sharded") {
    training::ShardedTask task;
    task.layers = std::move(layers);
    task.iterations = in.number<std::uint32_t>("iterations");
    task.prefetch = in.number<std::uint32_t>("prefetch");
    task.reshard = !in.flag("keep-parameters");
    task.copies = copies;
    task.gather = task.reduce = gather;
    return training::sharded_data_parallel(task);
  }
  training::DataParallelTask task;
  task.layers = std::move(layers);
  task.iterations = in.number<std::uint32_t>("iterations");
  task.order = choice == "behind" ? training::GradientOrder::behind
               : choice == "fifo" ? training::GradientOrder::fifo
                                  : training::GradientOrder::priority;
  task.bucket_bytes = in.number("bucket");
  constexpr std::uint64_t kModelSlice = 4 << 20;
  task.slice_bytes = named && in.number("slice") == 1 ? kModelSlice : in.number("slice");
  task.barrier = !in.flag("no-barrier") && choice != "priority";
  task.optimizer = in.number("optimizer");
  task.all_reduce = reduce;
  std::uint64_t slices = 0;
  for (const LayerLoad& layer : task.layers)
    slices += 3 + layer.gradient_bytes / task.slice_bytes;
  if (choice == "priority" && slices * task.iterations > kMostTasks) {
    refuse(
        fmt::format("--slice {}: {} slices and passes", task.slice_bytes, slices * task.iterations),
        fmt::format("a slice so large that there are at most {}", kMostTasks));
    return std::nullopt;
  }
  return training::data_parallel(task);
}

std::optional<training::Scenario> tensor_parallel(const ScenarioInput& in, std::string_view choice,
                                                  bool& of_model) {
  std::optional<NamedModel> named;
  if (!in.model(named))
    return std::nullopt;
  training::TensorParallelTask task;
  task.layers = in.number<std::uint32_t>("layers");
  task.attention = in.number("attention");
  task.mlp = in.number("mlp");
  task.activation_bytes = in.number("activation");
  task.tiles = in.number<std::uint32_t>("tiles");
  task.sequence_parallel = choice == "sequence";
  task.all_reduce = in.wire();
  task.all_gather = in.half_wire();
  if (!named)
    return training::tensor_parallel(task);
  of_model = true;
  if (!named->model.is_transformer()) {
    refuse(named->model.name + " is a list of layers, which are not split", "a transformer");
    return std::nullopt;
  }
  if (!joins(*named, 1))
    return std::nullopt;
  const training::Transformer& t = named->model.transformer;
  const std::uint64_t share = named->cluster.flop_per_second / 100 *
                              named->cluster.reached_percent * named->spread.tensor_parallel;
  // The MLP has 8h^2 of the 12h^2 parameters of a GPT layer, and attention the scores too.
  training::Model one = named->model;
  one.transformer.layers = 1;
  one.transformer.vocabulary = 0;
  const std::uint64_t all = training::forward_flop(one).value;
  const std::uint64_t mlp_width =
      t.style == training::TransformerStyle::llama ? 3 * t.feed_forward : 8 * t.hidden;
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
  const training::SharedLink link = link_of(*named, 1, training::Axis3D::tensor);
  task.all_reduce = in_ticks(training::all_reduce_cost(link, n), named->tick);
  task.all_gather = in_ticks(training::all_gather_cost(link, n), named->tick);
  return training::tensor_parallel(task);
}

std::optional<training::Scenario> offload(const ScenarioInput& in, std::string_view choice,
                                          bool& of_model) {
  std::optional<NamedModel> named;
  training::OffloadTask task;
  if (!in.model(named) || (!named && !in.layers(task.layers, true)))
    return std::nullopt;
  of_model = named.has_value();
  task.iterations = in.number<std::uint32_t>("iterations");
  task.activations = choice == "keep"   ? training::KeepActivations::keep
                     : choice == "swap" ? training::KeepActivations::swap
                                        : training::KeepActivations::recompute;
  task.prefetch = in.number<std::uint32_t>("prefetch");
  task.offload_optimizer = in.flag("offload-optimizer");
  task.host_step = in.number("host-step");
  task.wire = in.wire();
  if (named) {
    task.layers = layers_of(*named);
    task.wire = in_ticks({0, 1'000'000'000, named->cluster.host_bytes_per_second}, named->tick);
  }
  return training::offload(task);
}

std::optional<training::InputScenario> input(const ScenarioInput& in, std::string_view choice) {
  training::InputTask task;
  task.samples = in.number<std::uint32_t>("samples");
  task.batch = in.number<std::uint32_t>("batch");
  task.epochs = in.number<std::uint32_t>("epochs");
  task.sample_bytes = in.number("sample-bytes");
  task.stored_percent = in.number<std::uint32_t>("stored-percent");
  task.seek = in.number("seek");
  task.merged = choice == "merged";
  task.decompress = in.number("decompress");
  task.preprocess = in.number("preprocess");
  task.on_device = in.flag("on-device");
  task.device_preprocess = in.number("device-preprocess");
  task.threads = in.number<std::uint16_t>("threads");
  task.prefetch = in.number<std::uint32_t>("prefetch");
  task.cache = in.number<std::uint32_t>("cache");
  task.policy = in.text("policy") == "lru"    ? training::CachePolicy::lru
                : in.text("policy") == "fifo" ? training::CachePolicy::fifo
                                              : training::CachePolicy::keep;
  task.copy = {0, in.number("copy"), 1};
  task.step = in.number("step");
  task.seed = in.number("seed");
  const std::uint64_t batches =
      (std::uint64_t{task.samples} + task.batch - 1) / task.batch * task.epochs;
  if (5 * batches > kMostTasks) {
    refuse(fmt::format("{} batches", batches),
           fmt::format("at most {}: larger batches, or fewer epochs", kMostTasks / 5));
    return std::nullopt;
  }
  return training::input_pipeline(task);
}

std::optional<training::ServerScenario> server(const ScenarioInput& in, std::string_view choice) {
  training::ServerTask task;
  const auto workers = in.number<std::size_t>("workers");
  if (!in.list("compute", workers, task.compute))
    return std::nullopt;
  task.iterations = in.number<std::uint32_t>("iterations");
  task.bytes = in.number("bytes");
  task.synchrony = choice == "sync"      ? training::Synchrony::sync
                   : choice == "async"   ? training::Synchrony::async
                   : choice == "bounded" ? training::Synchrony::bounded
                                         : training::Synchrony::all_reduce;
  task.bound = in.number<std::uint32_t>("bound");
  task.update = in.number("update");
  task.servers = in.number<std::uint16_t>("servers");
  task.wire = in.wire();
  // Each node sends bytes / n in each of 2(n - 1) steps.
  task.all_reduce = {2 * (workers - 1) * in.number("latency"), 2 * (workers - 1), workers};
  constexpr std::uint64_t kMostUpdates = 20'000;
  if (workers * task.iterations > kMostUpdates) {
    refuse(fmt::format("{} updates", workers * task.iterations),
           fmt::format("at most {}", kMostUpdates));
    return std::nullopt;
  }
  return training::parameter_server(task);
}

} // namespace

const ScenarioChoice& choice_of(TrainPart part) {
  static const std::map<TrainPart, ScenarioChoice> choices{
      {TrainPart::data_parallel, {"order", {"behind", "fifo", "priority", "sharded"}}},
      {TrainPart::tensor_parallel, {"kind", {"tensor", "sequence"}}},
      {TrainPart::offload, {"activations", {"keep", "recompute", "swap"}}},
      {TrainPart::input, {"files", {"random", "merged"}}},
      {TrainPart::server, {"mode", {"sync", "async", "bounded", "all-reduce"}}},
  };
  return choices.at(part);
}

std::optional<ScenarioRun> run_scenario(TrainPart part, const TrainScenarioArguments& arguments,
                                        std::string_view choice) {
  const ScenarioInput in(arguments);
  ScenarioRun out;
  out.choice = choice;
  std::optional<training::Scenario> scenario;
  std::optional<training::ServerScenario> servers;
  if (part == TrainPart::data_parallel) {
    scenario = data_parallel(in, choice, out.of_model);
  } else if (part == TrainPart::tensor_parallel) {
    scenario = tensor_parallel(in, choice, out.of_model);
  } else if (part == TrainPart::offload) {
    scenario = offload(in, choice, out.of_model);
  } else if (part == TrainPart::input) {
    if (auto found = input(in, choice)) {
      scenario = std::move(found->scenario);
      out.numbers = {{"samples_read", found->reads},
                     {"cache_hits", found->hits},
                     {"bytes_read", found->bytes}};
    }
  } else if ((servers = server(in, choice))) {
    scenario = servers->scenario;
    out.updates = servers->updates;
  }
  if (!scenario)
    return std::nullopt;
  out.scenario = std::move(*scenario);
  out.run = training::run_tasks(out.scenario.graph);
  if (servers)
    out.staleness = training::staleness_of(*servers, out.run);
  const auto& graph = out.scenario.graph;
  out.memory = training::task_memory(graph, out.run, out.scenario.held_bytes);
  for (const training::TaskLane& lane : graph.lanes())
    out.devices += lane.is_device ? 1 : 0;
  for (const training::Task& task : graph.tasks())
    out.busy += graph.lanes()[task.lane].is_device ? task.duration : 0;
  const auto& first = out.scenario.iterations;
  out.iteration = first.size() < 2
                      ? out.run.makespan
                      : out.run.start[first.back()] - out.run.start[first[first.size() - 2]];
  return out;
}

} // namespace stallscope::cli
