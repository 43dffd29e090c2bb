#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/exact_json.hpp"
#include "input_output/result_file.hpp"
#include "training/clusters/cluster.hpp"
#include "training/memory/model_states.hpp"
#include "training/models/model_file.hpp"
#include "training/plan_files/plan_keys.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace stallscope::cli {

namespace {

using training::DeviceMemory;
using training::Exact;
using training::Model;
using MemoryJson = nlohmann::ordered_json;

constexpr double kGiB = 1024.0 * 1024 * 1024;

/// The parsed and checked arguments.
struct MemoryTask {
  Model model;
  std::optional<training::Cluster> cluster;
  training::Spread spread;
  training::StateBytes bytes;
};

void memory_problem(Diagnostics& problems, std::string message, std::string expected) {
  Diagnostic problem;
  problem.message = std::move(message);
  problem.expected = std::move(expected);
  problems.push_back(std::move(problem));
}

/// Prints all errors, and returns nothing if there are any.
std::optional<MemoryTask> memory_task(const TrainMemoryArguments& a) {
  Diagnostics problems;
  MemoryTask task;
  auto model = training::load_model(a.model);
  if (model)
    task.model = *model;
  else
    problems = model.diagnostics();
  if (!a.cluster.empty()) {
    auto cluster = training::load_cluster(a.cluster);
    if (cluster)
      task.cluster = *cluster;
    else
      problems.insert(problems.end(), cluster.diagnostics().begin(), cluster.diagnostics().end());
  }
  const auto bytes = training::state_bytes_of(a.state_bytes);
  if (!bytes)
    memory_problem(problems, fmt::format("--state-bytes: '{}'", a.state_bytes),
                   "zero, megatron, or three numbers from 0 to 64 such as 2,2,12");
  if (a.micro_batch != 0)
    task.model.micro_batch = a.micro_batch;
  task.spread = {a.data_parallel,
                 a.pipeline,
                 a.tensor_parallel,
                 a.sequence_parallel,
                 a.zero,
                 training::recompute_called(a.recompute).value_or(training::Recompute::none),
                 a.in_flight,
                 a.offload_optimizer,
                 a.offload_activations};
  if (model)
    for (training::SpreadProblem& p : training::problems_of(task.model, task.spread))
      memory_problem(problems, std::move(p.message), std::move(p.expected));
  if (!problems.empty()) {
    print_all(problems);
    return std::nullopt;
  }
  task.bytes = *bytes;
  return task;
}

std::string gib(const Exact& bytes) {
  return fmt::format("{:.2f}", bytes.as_double() / kGiB);
}

/// The numbers of GPT models as counted in the lecture.
std::string lecture_text(const Model& model) {
  if (!model.is_transformer() || model.transformer.style != training::TransformerStyle::gpt)
    return {};
  const Exact parameters(training::parameters(model));
  const Exact activations(training::lecture_activations(model));
  const Exact four_times = Exact(4) * activations;
  if (four_times.overflow)
    return {};
  return fmt::format(
      "\nAs the lecture counts the whole model\n"
      "  parameters and gradients  {:>12} GiB  4 bytes a parameter\n"
      "  optimizer states          {:>12} GiB  12 bytes a parameter\n"
      "  activations               {:>12} GiB  (L(5as^2 + 34hs) + 5hs + 4sv)b\n"
      "  The slides' formula ends in 4b, which gives {} GiB: their number follows from b,\n"
      "  as 34 and 5 are bytes already.\n",
      gib(Exact(4) * parameters), gib(Exact(12) * parameters), gib(activations), gib(four_times));
}

std::string memory_text(const MemoryTask& task, const DeviceMemory& memory) {
  const Model& model = task.model;
  std::string out =
      fmt::format("{}: {}\n{} parameters: {}\n\n", model.name, model.title,
                  training::parameters(model).value, training::parameter_formula(model));
  out += fmt::format("{:<20}{:>24}{:>14}\n", "Of the fullest device", "bytes", "GiB");
  for (const auto& [name, bytes] : {std::pair{"parameters", memory.parameters},
                                    {"gradients", memory.gradients},
                                    {"optimizer states", memory.optimizer},
                                    {"activations", memory.activations},
                                    {"all", memory.all()}})
    out += fmt::format("  {:<19}{:>24}{:>14}\n", name, bytes.text(), gib(bytes));
  if (memory.host.numerator != 0)
    out += fmt::format("  {:<19}{:>24}{:>14}\n", "in host memory", memory.host.text(),
                       gib(memory.host));
  if (model.is_transformer())
    out += fmt::format("  activations of a layer and micro-batch: {}{}\n",
                       training::layer_formula(task.spread),
                       model.transformer.style == training::TransformerStyle::llama
                           ? " (of a GPT layer: those of a gated MLP differ)"
                           : "");
  if (task.cluster) {
    const Exact room(task.cluster->memory);
    out +=
        room < memory.all()
            ? fmt::format("Too much for a device of {}, which has {} GiB: expected more "
                          "parallelism, ZeRO, recomputation or offload\n",
                          task.cluster->name, gib(room))
            : fmt::format("Fits a device of {}, which has {} GiB\n", task.cluster->name, gib(room));
  }
  return out + lecture_text(model);
}

/// A state of the whole model, once; null: more than 64 bits count.
MemoryJson state_json(const Model& model, std::uint64_t bytes_per_parameter) {
  const training::Checked all =
      training::parameters(model) * training::Checked(bytes_per_parameter);
  return all.overflow ? MemoryJson(nullptr) : MemoryJson(all.value);
}

std::string memory_json(const MemoryTask& task, const DeviceMemory& memory) {
  const Model& model = task.model;
  MemoryJson out;
  out["schema"] = "stallscope.train_memory/1";
  out["model"] = {{"name", model.name},
                  {"parameters", training::parameters(model).value},
                  {"forward_flop", training::forward_flop(model).value},
                  {"parameter_bytes", state_json(model, task.bytes.parameters)},
                  {"gradient_bytes", state_json(model, task.bytes.gradients)},
                  {"optimizer_bytes", state_json(model, task.bytes.optimizer)}};
  out["device"] = {{"parameters", exact_json(memory.parameters)},
                   {"gradients", exact_json(memory.gradients)},
                   {"optimizer", exact_json(memory.optimizer)},
                   {"activations", exact_json(memory.activations)},
                   {"all", exact_json(memory.all())},
                   {"host", exact_json(memory.host)}};
  const bool gpt =
      model.is_transformer() && model.transformer.style == training::TransformerStyle::gpt;
  const auto lecture = training::lecture_activations(model);
  out["lecture_activations"] = gpt && !lecture.overflow ? MemoryJson(lecture.value) : MemoryJson();
  out["fits"] =
      task.cluster ? MemoryJson(!(Exact(task.cluster->memory) < memory.all())) : MemoryJson();
  return out.dump(2) + "\n";
}

std::string shipped_text() {
  std::string out = "Models\n";
  for (const training::ModelInfo& info : training::models())
    out += fmt::format("  {:<18} {}\n", info.name, info.title);
  out += "Clusters\n";
  for (const training::ClusterInfo& info : training::clusters())
    out += fmt::format("  {:<18} {}\n", info.name, info.title);
  return out;
}

int write_part(const TrainCommand& a, const std::string& text) {
  return write_result(a.output_file, text) ? kExitOk : kExitBadInput;
}

} // namespace

int train_memory_command(const TrainCommand& a) {
  if (a.memory.list)
    return write_part(a, shipped_text());
  if (a.memory.describe)
    return write_part(a,
                      training::describe_model_keys() + "\n" + training::describe_cluster_keys());
  const auto task = memory_task(a.memory);
  if (!task)
    return kExitBadInput;
  const DeviceMemory memory = training::device_memory(task->model, task->bytes, task->spread);
  if (memory.all().overflow || memory.host.overflow) {
    print_error("the memory of a device is more than 64 bits count; expected a smaller micro-batch "
                "or model");
    return kExitBadInput;
  }
  const bool json = a.json || a.format == Format::json;
  return write_part(a, json ? memory_json(*task, memory) : memory_text(*task, memory));
}

} // namespace stallscope::cli
