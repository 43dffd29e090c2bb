#include "training/scenarios/scenario_keys.hpp"

#include "base/number.hpp"
#include "training/collectives/topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::training {

namespace {

using Keys = std::vector<ScenarioKey>;

constexpr std::uint64_t kMostTime = 1'000'000'000'000;

ScenarioKey number(std::string_view name, std::string_view standard, std::string_view meaning,
                   std::uint64_t least, std::uint64_t most, ScenarioUse use = ScenarioUse::always) {
  return {name, ScenarioValue::number, standard, meaning, least, most, {}, use};
}

ScenarioKey list(std::string_view name, std::string_view standard, std::string_view meaning,
                 ScenarioUse use = ScenarioUse::with_numbers) {
  return {name, ScenarioValue::list, standard, meaning, 0, kMostTime, {}, use};
}

ScenarioKey word(std::string_view name, std::string_view standard, std::string_view meaning,
                 std::vector<std::string_view> words) {
  return {name, ScenarioValue::word, standard, meaning, 0, 0, std::move(words)};
}

ScenarioKey flag(std::string_view name, std::string_view meaning) {
  return {name, ScenarioValue::flag, "false", meaning};
}

/// Keys for a model instead of numbers.
void add_model(Keys& keys) {
  using enum ScenarioUse;
  keys.push_back({"model",
                  ScenarioValue::text,
                  "",
                  "Layers of a model, in place of numbers; ticks are nanoseconds",
                  0,
                  0,
                  {},
                  always,
                  "MODEL"});
  keys.push_back({"cluster",
                  ScenarioValue::text,
                  "a100",
                  "Devices and links of the model's",
                  0,
                  0,
                  {},
                  with_model,
                  "CLUSTER"});
  std::vector<std::string_view> networks{""};
  for (const std::string_view network : topology_names())
    networks.push_back(network);
  ScenarioKey topology =
      word("topology", "",
           "Network between nodes: islands, full-mesh, ring, torus or fat-tree (default: the "
           "cluster's)",
           std::move(networks));
  topology.use = with_model;
  keys.push_back(std::move(topology));
  keys.push_back(number("oversubscription", "0",
                        "Devices of a node for each uplink, of a fat tree; 0: the cluster's", 0,
                        1024, with_model));
  keys.push_back(
      number("micro_batch_size", "0", "Samples; 0: the model's", 0, 1'000'000'000, with_model));
  keys.push_back(
      number("tensor_parallel", "1", "Devices that share each layer", 1, 1'000'000, with_model));
  keys.push_back(number("tick", "1",
                        "Of a model: nanoseconds a tick, so that pictures are not too wide", 1,
                        1'000'000'000'000, with_model));
}

Keys data_parallel_keys() {
  Keys keys{
      word("order", "fifo",
           "behind (the backward pass), fifo, priority (front layers first), or sharded (ZeRO 3: "
           "parameters are gathered for each pass)",
           {"behind", "fifo", "priority", "sharded"}),
      number("layers", "4", "Layers of the model", 1, 10'000, ScenarioUse::with_numbers),
      list("forward", "1", "Ticks of a layer's forward pass"),
      list("backward", "2", "Ticks of its backward pass"),
      list("gradient", "2", "Bytes of its gradients; without a model a byte takes a tick"),
      list("activation", "1", "Bytes of its activations"),
  };
  add_model(keys);
  const Keys more{
      number("copies", "4", "Copies of the model (d)", 2, 1'000'000),
      number("bucket", "0", "Bytes of gradients that go together, at least; 0: a layer's", 0,
             kMostTime),
      number("slice", "1", "Bytes of a slice, of priority; of a model 4 MiB unless said", 1,
             kMostTime),
      number("latency", "0", "Ticks of every message", 0, kMostTime, ScenarioUse::with_numbers),
      number("optimizer", "0", "Ticks of the optimizer step, behind the barrier", 0, kMostTime),
      number("iterations", "3", "Iterations", 1, 1000),
      number("prefetch", "1", "Layers gathered ahead, of sharded", 0, 10'000),
      flag("no_barrier",
           "A forward pass waits for its own layer's gradients only (priority: always)"),
      flag("keep_parameters", "Sharded: parameters are dropped behind the backward pass only"),
  };
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

Keys tensor_parallel_keys() {
  constexpr ScenarioUse kNumbers = ScenarioUse::with_numbers;
  Keys keys{
      word("kind", "tensor", "tensor, or sequence: all-gather in front and reduce-scatter behind",
           {"tensor", "sequence"}),
      number("layers", "1", "Layers", 1, 1000),
      number("attention", "2", "Ticks of a device's share of attention, forward", 0, kMostTime,
             kNumbers),
      number("mlp", "3", "Ticks of its share of the MLP, forward", 0, kMostTime, kNumbers),
      number("activation", "2", "Bytes that an all-reduce adds up; a byte takes a tick", 0,
             kMostTime, kNumbers),
  };
  add_model(keys);
  keys.push_back(number("latency", "0", "Ticks of every all-reduce", 0, kMostTime, kNumbers));
  keys.push_back(
      number("tiles", "1", "Pieces of a product: one is sent while the next is computed", 1, 1000));
  return keys;
}

Keys offload_keys() {
  Keys keys{
      word("activations", "swap", "keep, recompute or swap", {"keep", "recompute", "swap"}),
      number("layers", "4", "Layers of the model", 1, 10'000, ScenarioUse::with_numbers),
      list("forward", "2", "Ticks of a layer's forward pass"),
      list("backward", "4", "Ticks of its backward pass"),
      list("gradient", "1", "Bytes of its gradients and parameters"),
      list("activation", "4", "Bytes of its activations; without a model a byte takes a tick"),
      list("kept", "1", "Of them, where they are computed again"),
  };
  add_model(keys);
  const Keys more{
      number("resident", "2",
             "Layers whose activations are on the device at once in the forward pass, of swap: the "
             "next one waits until those of the oldest have left",
             1, 10'000),
      number("prefetch", "1", "Layers whose activations come back ahead", 0, 10'000),
      number("latency", "0", "Ticks of every message to or from the host", 0, kMostTime,
             ScenarioUse::with_numbers),
      number("iterations", "1", "Iterations", 1, 1000),
      number("host_step", "1", "Ticks of a layer's optimizer step on the host", 0, kMostTime),
      flag("offload_optimizer", "The optimizer step is done on the host (ZeRO-Offload)"),
  };
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

Keys input_keys() {
  return {
      word("files", "random", "random: a read a sample; merged: a read a batch",
           {"random", "merged"}),
      number("samples", "16", "Samples of the data set, in a new order every epoch", 1, 1'000'000),
      number("batch", "4", "Samples of a batch", 1, 1'000'000),
      number("epochs", "2", "Epochs", 1, 1000),
      number("sample_bytes", "1", "Bytes of a sample; storage takes a tick a byte", 0, kMostTime),
      number("stored_percent", "100", "Of them in storage, where data is compressed", 1, 100),
      number("seek", "1", "Ticks of a read, besides its bytes", 0, kMostTime),
      number("decompress", "0", "Ticks of a sample, on a loader thread", 0, kMostTime),
      number("preprocess", "1", "Ticks of a sample, on a loader thread", 0, kMostTime),
      number("device_preprocess", "1", "Ticks of a batch, on the device", 0, kMostTime),
      number("threads", "1", "Loader threads", 1, 200),
      number("prefetch", "1", "Batches loaded ahead", 0, 1'000'000),
      number("cache", "0", "Samples that host memory keeps", 0, 1'000'000),
      word("policy", "lru", "Of the cache: lru, fifo, or keep (what came first stays)",
           {"lru", "fifo", "keep"}),
      number("copy", "0", "Ticks of a byte to the device", 0, kMostTime),
      number("step", "4", "Ticks of training with a batch", 0, kMostTime),
      number("seed", "1", "Of the order of samples", 0, ~0ULL),
      flag("on_device", "Preprocessing takes the device"),
  };
}

Keys server_keys() {
  return {
      word("mode", "sync",
           "sync, async, bounded (at most --bound iterations ahead of the slowest), all-reduce",
           {"sync", "async", "bounded", "all-reduce"}),
      number("workers", "4", "Workers", 1, 200),
      list("compute", "4", "Ticks of an iteration, of each worker: 4,4,4,8 has a straggler",
           ScenarioUse::always),
      number("iterations", "4", "Iterations of each", 1, 10'000),
      number("bytes", "2", "Of gradients and of parameters; a byte takes a tick", 1, kMostTime),
      number("bound", "1", "Of bounded", 0, 10'000),
      number("update", "0", "Ticks of an update on the server", 0, kMostTime),
      number("servers", "1", "Servers that share the parameters", 1, 1000),
      number("latency", "0", "Ticks of every message", 0, kMostTime),
  };
}

/// Comma-separated whole numbers; nothing when one is invalid.
std::optional<std::vector<std::uint64_t>> numbers_in(std::string_view words) {
  std::vector<std::uint64_t> out;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    const auto value = parse_number(words.substr(begin, end - begin));
    if (!value || *value > kMostTime)
      return std::nullopt;
    out.push_back(*value);
    begin = end + 1;
  }
  return out;
}

/// Description of the expected value if `value` is invalid, else empty.
std::string expected_of(const ScenarioKey& key, const std::string& value) {
  switch (key.value) {
  case ScenarioValue::number:
    if (const auto number = parse_number(value);
        number && *number >= key.least && *number <= key.most)
      return {};
    return fmt::format("a whole number from {} to {}", key.least, key.most);
  case ScenarioValue::list:
    return numbers_in(value) ? std::string()
                             : fmt::format("whole numbers from 0 to {}, with commas", kMostTime);
  case ScenarioValue::word:
    return std::find(key.words.begin(), key.words.end(), value) != key.words.end()
               ? std::string()
               : fmt::format("{}", fmt::join(key.words, ", "));
  case ScenarioValue::flag:
    return value == "true" || value == "false" ? "" : "true or false";
  case ScenarioValue::text:
    break;
  }
  return {};
}

} // namespace

const std::vector<std::string_view>& scenario_names() {
  static const std::vector<std::string_view> names{"data-parallel", "tensor-parallel", "offload",
                                                   "input", "server"};
  return names;
}

std::string_view name(ScenarioKind kind) {
  return scenario_names()[static_cast<std::size_t>(kind)];
}

std::optional<ScenarioKind> scenario_called(std::string_view name) {
  const auto& names = scenario_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return std::nullopt;
  return static_cast<ScenarioKind>(found - names.begin());
}

const std::vector<ScenarioKey>& scenario_keys(ScenarioKind kind) {
  static const std::array<Keys, 5> all{data_parallel_keys(), tensor_parallel_keys(), offload_keys(),
                                       input_keys(), server_keys()};
  return all[static_cast<std::size_t>(kind)];
}

Result<ScenarioValues> ScenarioValues::of(const std::vector<ScenarioKey>& keys,
                                          const std::vector<PlanSetting>& settings) {
  ScenarioValues out;
  std::vector<std::string_view> names;
  for (const ScenarioKey& key : keys) {
    out.values_[std::string(key.name)].text = key.standard;
    names.push_back(key.name);
  }
  Diagnostics problems;
  for (const PlanSetting& setting : settings) {
    const auto key = std::find_if(keys.begin(), keys.end(),
                                  [&](const ScenarioKey& k) { return k.name == setting.key; });
    Diagnostic problem;
    if (key == keys.end()) {
      problem.message = fmt::format("unknown key '{}'", setting.key);
      problem.suggestion = nearest_word(setting.key, names);
      problems.push_back(std::move(problem));
      continue;
    }
    out.values_[setting.key] = {setting.value, setting.option};
    problem.expected = expected_of(*key, setting.value);
    if (problem.expected.empty())
      continue;
    problem.message = fmt::format("{}: '{}'", out.called(setting.key), setting.value);
    problem.suggestion = nearest_word(setting.value, key->words);
    problems.push_back(std::move(problem));
  }
  if (!problems.empty())
    return problems;
  return out;
}

const std::string& ScenarioValues::text(std::string_view key) const {
  return values_.find(key)->second.text;
}

std::uint64_t ScenarioValues::number(std::string_view key) const {
  return parse_number(text(key)).value_or(0); // validated by ScenarioValues::of
}

Result<std::vector<std::uint64_t>> ScenarioValues::list(std::string_view key,
                                                        std::size_t count) const {
  std::vector<std::uint64_t> out = numbers_in(text(key)).value_or(std::vector<std::uint64_t>());
  if (out.size() == 1)
    out.resize(count, out.front());
  if (out.size() == count)
    return out;
  Diagnostic problem;
  problem.message = fmt::format("{}: {} numbers", called(key), out.size());
  problem.expected = fmt::format("one, or {}", count);
  return problem;
}

std::string ScenarioValues::called(std::string_view key) const {
  const auto found = values_.find(key);
  return found == values_.end() || found->second.option.empty() ? std::string(key)
                                                                : found->second.option;
}

} // namespace stallscope::training
