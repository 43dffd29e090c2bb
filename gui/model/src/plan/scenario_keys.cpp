#include "plan/scenario_keys.hpp"

#include "base/number.hpp"
#include "model/plan/scenario_course.hpp"
#include "problem.hpp"
#include "training/collectives/collective.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::gui {

namespace {

constexpr std::int64_t kMostTime = 1'000'000;
constexpr std::int64_t kMostLayers = 200;
constexpr std::int64_t kMostIterations = 50;
constexpr std::int64_t kMostDrawnNodes = 64;

std::vector<std::string> strings(const std::vector<std::string_view>& words) {
  return {words.begin(), words.end()};
}

using Keys = std::vector<ScenarioKey>;

Keys layer_keys(const char* forward, const char* backward, const char* gradient) {
  return {
      {"layers", "4", 1, kMostLayers, {}, "Layers of the model", "模型的层数"},
      {"forward", forward, 0, kMostTime, {}, "Ticks of a layer's forward pass", "一层前向的刻数"},
      {"backward", backward, 0, kMostTime, {}, "Ticks of its backward pass", "一层反向的刻数"},
      {"gradient",
       gradient,
       0,
       kMostTime,
       {},
       "Bytes of its gradients; a byte takes a tick",
       "一层梯度的字节数；每字节一刻"}};
}

Keys data_parallel_keys() {
  Keys keys = layer_keys("1", "2", "2");
  keys.insert(keys.begin(),
              {"order",
               "fifo",
               0,
               0,
               {"behind", "fifo", "priority", "sharded"},
               "Gradients behind the backward pass, as they come, front layers first, or sharded",
               "梯度何时发送：反向之后、先来先发、前面的层优先、或分片"});
  keys.push_back({"iterations", "3", 1, kMostIterations, {}, "Iterations", "迭代次数"});
  keys.push_back({"bucket",
                  "0",
                  0,
                  kMostTime,
                  {},
                  "Bytes of gradients that go together, at least; 0: a layer's",
                  "至少一起发送的梯度字节数；0：一层的"});
  keys.push_back({"slice",
                  "1",
                  1,
                  kMostTime,
                  {},
                  "Bytes of a slice, of priority",
                  "按优先级发送时一片的字节数"});
  keys.push_back(
      {"optimizer", "0", 0, kMostTime, {}, "Ticks of the optimizer step", "更新权重的刻数"});
  keys.push_back(
      {"copies", "4", 2, 10'000, {}, "Copies of the model, of sharded", "分片时模型的副本数"});
  keys.push_back({"prefetch",
                  "1",
                  0,
                  kMostLayers,
                  {},
                  "Layers gathered ahead, of sharded",
                  "分片时提前收集的层数"});
  return keys;
}

Keys offload_keys() {
  Keys keys = layer_keys("2", "4", "1");
  keys.insert(keys.begin(), {"activations",
                             "swap",
                             0,
                             0,
                             {"keep", "recompute", "swap"},
                             "What becomes of activations between the passes",
                             "两遍之间激活的去处：保留、重算、换出"});
  keys.push_back({"activation",
                  "4",
                  0,
                  kMostTime,
                  {},
                  "Bytes of a layer's activations; a byte to the host takes a tick",
                  "一层激活的字节数；到主机每字节一刻"});
  keys.push_back({"kept",
                  "1",
                  0,
                  kMostTime,
                  {},
                  "Of them, where they are computed again",
                  "重算时仍保留的字节数"});
  keys.push_back({"prefetch",
                  "1",
                  0,
                  kMostLayers,
                  {},
                  "Layers whose activations come back ahead",
                  "提前换入激活的层数"});
  keys.push_back({"iterations", "1", 1, kMostIterations, {}, "Iterations", "迭代次数"});
  return keys;
}

Keys tensor_keys() {
  return {{"kind",
           "tensor",
           0,
           0,
           {"tensor", "sequence"},
           "Also share what lies between the parts",
           "是否也按序列分担各部分之间的激活"},
          {"layers", "1", 1, kMostLayers, {}, "Layers", "层数"},
          {"attention",
           "2",
           0,
           kMostTime,
           {},
           "Ticks of a device's share of attention",
           "一个设备分担的注意力的刻数"},
          {"mlp", "3", 0, kMostTime, {}, "Ticks of its share of the MLP", "分担的 MLP 的刻数"},
          {"activation",
           "2",
           0,
           kMostTime,
           {},
           "Bytes that an all-reduce adds up",
           "一次全归约的字节数"},
          {"tiles",
           "1",
           1,
           100,
           {},
           "Pieces of a product: one is sent while the next is computed",
           "乘积切成的块数：一块发送时计算下一块"}};
}

Keys server_keys() {
  return {
      {"mode",
       "sync",
       0,
       0,
       {"sync", "async", "bounded", "all-reduce"},
       "When a worker goes on: with all, with its own, at most some ahead; or without a server",
       "工作者何时继续：等所有人、只等自己、最多领先若干；或不用服务器"},
      {"workers", "4", 1, 64, {}, "Workers", "工作者数"},
      {"compute", "4", 0, kMostTime, {}, "Ticks of an iteration", "一次迭代的刻数"},
      {"slowest", "4", 0, kMostTime, {}, "Ticks of the last worker's", "最后一个工作者的刻数"},
      {"iterations", "4", 1, kMostIterations, {}, "Iterations", "迭代次数"},
      {"bytes",
       "2",
       0,
       kMostTime,
       {},
       "Bytes of gradients, and of parameters",
       "梯度和参数的字节数"},
      {"update", "0", 0, kMostTime, {}, "Ticks of an update on the server", "服务器更新一次的刻数"},
      {"servers", "1", 1, 16, {}, "Servers that share the parameters", "分担参数的服务器数"},
      {"bound",
       "1",
       0,
       1000,
       {},
       "Iterations ahead of the slowest, of bounded",
       "有界异步时最多领先的迭代数"}};
}

Keys collective_keys() {
  return {{"collective", "all-reduce", 0, 0, strings(training::collective_names()),
           "What the nodes do together", "各节点共同完成的操作"},
          {"algorithm", "ring", 0, 0, strings(training::algorithm_names()), "How they do it",
           "采用的算法"},
          {"nodes", "4", 2, kMostDrawnNodes, {}, "Nodes", "节点数"},
          {"group_size",
           "2",
           1,
           kMostDrawnNodes,
           {},
           "Nodes of a group, of hierarchical",
           "分层算法中每组的节点数"},
          {"root",
           "0",
           0,
           kMostDrawnNodes - 1,
           {},
           "Of what comes from or goes to one node",
           "只涉及一个节点时的根"}};
}

} // namespace

const std::vector<std::string_view>& scenario_names() {
  static const std::vector<std::string_view> names{"data-parallel", "tensor-parallel", "offload",
                                                   "server", "collective"};
  return names;
}

bool is_scenario(std::string_view name) {
  return !scenario_keys(name).empty();
}

const std::vector<ScenarioKey>& scenario_keys(std::string_view scenario) {
  static const std::map<std::string_view, Keys> all{{"data-parallel", data_parallel_keys()},
                                                    {"tensor-parallel", tensor_keys()},
                                                    {"offload", offload_keys()},
                                                    {"server", server_keys()},
                                                    {"collective", collective_keys()}};
  static const Keys none;
  const auto found = all.find(scenario);
  return found == all.end() ? none : found->second;
}

Result<ScenarioValues> ScenarioValues::of(const RunSpec& spec) {
  const Keys& keys = scenario_keys(spec.program.name);
  ScenarioValues out;
  std::vector<std::string_view> names;
  for (const ScenarioKey& key : keys) {
    out.values_[std::string(key.name)] = key.standard;
    names.push_back(key.name);
  }
  Diagnostics problems;
  for (const machine::Setting& setting : spec.settings) {
    const auto key = std::find_if(keys.begin(), keys.end(),
                                  [&](const ScenarioKey& k) { return k.name == setting.key; });
    if (key == keys.end()) {
      Diagnostic unknown = problem({}, fmt::format("unknown key '{}'", setting.key));
      unknown.suggestion = nearest_word(setting.key, names);
      problems.push_back(std::move(unknown));
      continue;
    }
    const auto number = parse_number(setting.value);
    const bool word =
        std::find(key->words.begin(), key->words.end(), setting.value) != key->words.end();
    if (key->words.empty() ? number && *number >= static_cast<std::uint64_t>(key->least) &&
                                 *number <= static_cast<std::uint64_t>(key->most)
                           : word) {
      out.values_[setting.key] = setting.value;
      continue;
    }
    Diagnostic wrong = problem({}, fmt::format("{}: '{}'", setting.key, setting.value));
    wrong.expected = key->words.empty()
                         ? fmt::format("a whole number from {} to {}", key->least, key->most)
                         : fmt::format("{}", fmt::join(key->words, ", "));
    problems.push_back(std::move(wrong));
  }
  if (!problems.empty())
    return problems;
  return out;
}

const std::string& ScenarioValues::word(std::string_view key) const {
  return values_.find(key)->second;
}

std::uint64_t ScenarioValues::number(std::string_view key) const {
  return parse_number(word(key)).value_or(0); // checked when it was read
}

Result<std::vector<MachineOption>> scenario_options(const RunSpec& spec) {
  const Result<ScenarioValues> values = ScenarioValues::of(spec);
  if (!values)
    return values.diagnostics();
  std::vector<MachineOption> options;
  for (const ScenarioKey& key : scenario_keys(spec.program.name)) {
    MachineOption option;
    option.key = key.name;
    option.group = spec.program.name;
    option.label = key.name;
    option.words = {std::string(key.meaning), std::string(key.chinese)};
    option.control = key.words.empty() ? Control::slider : Control::choice;
    option.least = key.least;
    option.most = key.most;
    option.choices = key.words;
    option.value = values->word(key.name);
    options.push_back(std::move(option));
  }
  return options;
}

} // namespace stallscope::gui
