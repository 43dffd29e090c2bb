#include "base/data_size.hpp"
#include "command_line/command_line.hpp"
#include "command_line/command_line_batch.hpp"
#include "command_line/command_line_train.hpp"
#include "command_line/command_line_words.hpp"
#include "training/collectives/run.hpp"
#include "training/memory/model_states.hpp"

#include <fmt/format.h>

#include <map>

namespace stallscope::cli {

void add_train_output(CLI::App& command, TrainCommand& train, const char* formats,
                      const std::map<std::string, Format>& words) {
  command.add_option("--format", train.format, formats)
      ->transform(word_of(words))
      ->type_name("FORMAT");
  command.add_flag_callback(
      "--json", [&train] { train.json = true; }, "Short for --format json");
  command
      .add_option("-o,--output", train.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
}

namespace {

std::vector<std::string> words_of(const std::vector<std::string_view>& names) {
  return {names.begin(), names.end()};
}

/// An option for a positive number of bytes; 1GB is 10^9.
template <class T>
CLI::Option* add_data_size(CLI::App& command, const char* option, T& bytes, const char* what) {
  return command
      .add_option_function<std::string>(
          option, [&bytes](const std::string& word) { bytes = *parse_data_size(word); }, what)
      ->check(CLI::Validator(
          [](const std::string& word) -> std::string {
            return parse_data_size(word).value_or(0) > 0
                       ? std::string{}
                       : fmt::format("'{}' is no size; expected bytes, such as 65536, 1GB (10^9) "
                                     "or 512MiB",
                                     word);
          },
          ""))
      ->type_name("SIZE");
}

void add_memory(CLI::App& train_app, TrainCommand& train) {
  static const std::map<std::string, Format> kFormats{{"text", Format::text},
                                                      {"json", Format::json}};
  TrainMemoryArguments& m = train.memory;
  CLI::App* command = train_app.add_subcommand(
      "memory", "Memory of a device: parameters, gradients, optimizer states, activations");
  command->callback([&train] { train.part = TrainPart::memory; });
  const auto number = [&](const char* option, auto& to, const char* what, std::uint64_t least,
                          std::uint64_t most) {
    command->add_option(option, to, what)
        ->check(whole_number(least, most))
        ->type_name("N")
        ->capture_default_str();
  };
  constexpr std::uint64_t kMost = 1'000'000;
  command->add_option("--model", m.model, "Model: a name of --list, or a TOML file")
      ->type_name("MODEL")
      ->capture_default_str();
  command->add_option("--cluster", m.cluster, "Cluster: a name of --list, or a TOML file")
      ->type_name("CLUSTER");
  number("--micro-batch", m.micro_batch, "Samples of a micro-batch; 0: as the model says", 0,
         1'000'000'000);
  number("--data-parallel", m.data_parallel, "Copies of the model (d)", 1, kMost);
  number("--pipeline", m.pipeline, "Pipeline stages (p)", 1, kMost);
  number("--tensor-parallel", m.tensor_parallel, "Devices that share each layer (t)", 1, kMost);
  command->add_flag("--sequence-parallel", m.sequence_parallel,
                    "Also share what lies between the parts that tensor parallelism shares");
  number("--zero", m.zero,
         "ZeRO stage: 1 shares optimizer states between the copies, 2 also gradients, 3 also "
         "parameters",
         0, 3);
  command
      ->add_option("--recompute", m.recompute,
                   "none; selective: attention scores are computed again; full: only inputs of "
                   "layers are kept")
      ->check(one_of(words_of(training::recompute_names())))
      ->type_name("WHAT")
      ->capture_default_str();
  command
      ->add_option("--state-bytes", m.state_bytes,
                   "Bytes a parameter, as parameter, gradient and optimizer state: zero (2,2,12), "
                   "megatron (2,4,12), or three numbers")
      ->type_name("BYTES")
      ->capture_default_str();
  number("--in-flight", m.in_flight, "Micro-batches whose activations are held at once", 1, kMost);
  command->add_flag("--offload-optimizer", m.offload_optimizer,
                    "Optimizer states in host memory (ZeRO-Offload)");
  command->add_flag("--offload-activations", m.offload_activations,
                    "Activations in host memory, but for one layer's (vDNN)");
  command->add_flag("--list", m.list, "List the models and clusters shipped");
  command->add_flag("--describe", m.describe, "List the keys of model and cluster files");
  add_train_output(*command, train, "text or json", kFormats);
  command->footer(R"(Examples:
  stallscope train memory --model gpt3
  stallscope train memory --model megatron-7.5b --data-parallel 64 --zero 3 --cluster v100
  stallscope train memory --model gpt3 --tensor-parallel 8 --sequence-parallel --recompute selective
  stallscope train memory --model my-model.toml --pipeline 4 --in-flight 4 --json)");
}

void add_links(CLI::App& command, TrainCollectiveArguments& c) {
  const auto latency = [&](const char* option, std::optional<std::uint64_t>& to, const char* what) {
    command.add_option(option, to, what)
        ->check(whole_number(0, 1'000'000'000'000))
        ->type_name("NS");
  };
  command
      .add_option("--topology", c.topology,
                  "full-mesh, ring, torus, fat-tree or islands (default: full-mesh; of a cluster "
                  "islands)")
      ->check(one_of(words_of(training::topology_names())))
      ->type_name("NAME");
  command
      .add_option("--cluster", c.cluster,
                  "Links of a cluster: a name of 'stallscope train memory --list', or a TOML file")
      ->type_name("CLUSTER");
  command
      .add_option("--group-size", c.group_size,
                  "Nodes a group: of hierarchical, of a leaf switch, of an island (default: the "
                  "cluster's devices a node, else the largest divisor up to the square root)")
      ->check(whole_number(1, training::kMostNodes))
      ->type_name("N");
  latency("--latency", c.latency_ns, "Of a link (alpha), in ns (default: 1000)");
  add_data_size(command, "--bandwidth", c.bandwidth,
                "Bytes a second of a link in each direction (1/beta) (default: 100GB)");
  latency("--outer-latency", c.outer_latency_ns, "Of links between islands (default: 5000)");
  add_data_size(command, "--outer-bandwidth", c.outer_bandwidth,
                "Bytes a second of links between islands (default: 25GB)");
  command
      .add_option("--oversubscription", c.oversubscription,
                  "Of a fat tree: nodes of a leaf for each uplink's bandwidth")
      ->check(whole_number(1, training::kMostNodes))
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--half-duplex", c.half_duplex, "Both directions share a link's bandwidth");
}

void add_collective(CLI::App& train_app, TrainCommand& train) {
  static const std::map<std::string, Format> kFormats{
      {"text", Format::text}, {"json", Format::json}, {"svg", Format::svg}};
  TrainCollectiveArguments& c = train.collective;
  CLI::App* command = train_app.add_subcommand(
      "collective", "A collective operation step by step, its time and its bandwidths");
  command->callback([&train] { train.part = TrainPart::collective; });
  command
      ->add_option("COLLECTIVE", c.collective,
                   fmt::format("{}", fmt::join(training::collective_names(), ", ")))
      ->check(one_of(words_of(training::collective_names())))
      ->type_name("")
      ->required();
  command
      ->add_option("--algorithm", c.algorithm,
                   fmt::format("{}", fmt::join(training::algorithm_names(), ", ")))
      ->check(one_of(words_of(training::algorithm_names())))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--nodes", c.nodes, "Nodes that take part")
      ->check(whole_number(1, training::kMostNodes))
      ->type_name("N")
      ->capture_default_str();
  add_data_size(*command, "--bytes", c.bytes,
                "Data of a node, as nccl-tests count it: the larger of its two buffers (default: "
                "1GB)");
  command->add_option("--root", c.root, "The node that sends or gets all")
      ->check(whole_number(0, training::kMostNodes - 1))
      ->type_name("NODE")
      ->capture_default_str();
  add_links(*command, c);
  command->add_flag("--steps", c.steps, "Show every step, and what each node holds behind it");
  add_train_output(*command, train, "text, json or svg (its steps)", kFormats);
  command->footer(R"(Messages that share a link in a step share its bandwidth. 1GB is 10^9 bytes.
Examples:
  stallscope train collective all-reduce --algorithm ring --nodes 4 --bytes 1GB --steps
  stallscope train collective all-reduce --algorithm tree --nodes 16 --topology torus
  stallscope train collective all-reduce --algorithm hierarchical --nodes 16 --cluster a100
  stallscope train collective all-to-all --nodes 8 --topology ring --json
  stallscope train collective reduce-scatter --nodes 4 --format svg -o reduce-scatter.svg)");
}

/// Options for running and storing a planner's points.
void add_planner_runs(CLI::App& command, TrainPlannerArguments& p) {
  command.add_option("--jobs", p.jobs, "Processes (default: the processors there are)")
      ->check(whole_number(1, 1024))
      ->type_name("N");
  command
      .add_option("--database", p.database,
                  "Keep all results in a database as sweeps have: for export, merge, report")
      ->type_name("FILE");
  command.add_flag("--resume", p.resume, "Go on with a database that has some of them");
  command.add_option("--shard", p.shard, "Only a part of the choices: I/N")->type_name("I/N");
  add_slurm(command, p.slurm);
  command.add_option("--top", p.top, "Fastest plans listed beside the Pareto front")
      ->check(whole_number(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--dry-run", p.dry_run, "Only count and list the choices");
  command.add_flag("-q,--quiet", p.quiet, "No progress on standard error, no results");
}

void add_planner_network(CLI::App& command, TrainPlannerArguments& p) {
  command
      .add_option("--topology", p.topology,
                  "Network between nodes: islands, full-mesh, ring, torus or fat-tree (default: "
                  "the cluster's)")
      ->check(one_of(words_of(training::topology_names())))
      ->type_name("NETWORK");
  command
      .add_option("--oversubscription", p.oversubscription,
                  "Devices of a node for each uplink, of a fat tree (default: the cluster's)")
      ->check(whole_number(1, 1024))
      ->type_name("N");
}

void add_planner(CLI::App& train_app, TrainCommand& train) {
  static const std::map<std::string, Format> kFormats{
      {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv}};
  TrainPlannerArguments& p = train.planner;
  CLI::App* command = train_app.add_subcommand(
      "plan", "Find out how a model is best spread over a cluster: all choices, simulated");
  command->callback([&train] { train.part = TrainPart::planner; });
  command->add_option("--model", p.model, "Model: a name of 'train memory --list', or a TOML file")
      ->type_name("MODEL")
      ->capture_default_str();
  command
      ->add_option("--cluster", p.cluster,
                   "Cluster with its number of devices: a100x128, or a TOML file that says it")
      ->type_name("CLUSTER")
      ->required();
  command
      ->add_option("--samples", p.samples,
                   "Samples of a step, of all copies together; 0: eight a device")
      ->check(whole_number(0, 1'000'000'000))
      ->type_name("N")
      ->capture_default_str();
  const auto list = [&](const char* name, const char* what) {
    command
        ->add_option_function<std::string>(
            fmt::format("--{}", name),
            [&p, name](const std::string& words) { p.lists[name] = words; }, what)
        ->type_name("LIST");
  };
  list("tensor-parallel", "Only these t (default: divisors of a node's devices)");
  list("pipeline", "Only these p (default: divisors of all devices)");
  list("micro-batch", "Only these samples of a micro-batch (default: 1,2,4,8)");
  list("chunks", "Only these v, of interleaved schedules (default: 2,4)");
  list("schedules", "Only these (default: 1f1b,interleaved-1f1b,zb-h1,zb-v,v-half)");
  list("recompute", "Only these (default: none,selective,full)");
  list("zero", "Only these stages (default: 0,1,2,3)");
  command
      ->add_option("--state-bytes", p.state_bytes,
                   "Bytes a parameter: zero (2,2,12), megatron (2,4,12), or three numbers")
      ->type_name("BYTES")
      ->capture_default_str();
  command->add_option("--reached-percent", p.reached_percent, "Share of FLOP/s that is reached")
      ->check(whole_number(1, 100))
      ->type_name("N");
  add_planner_network(*command, p);
  command->add_flag("--no-sequence-parallel", p.no_sequence_parallel,
                    "Tensor parallel plans share no norms and dropouts");
  add_planner_runs(*command, p);
  add_train_output(*command, train, "text, json or csv", kFormats);
  command->footer(R"(Examples:
  stallscope train plan --model gpt3 --cluster a100x128
  stallscope train plan --model gpt3 --cluster a100x1024 --samples 1536 --recompute selective,full
  stallscope train plan --model megatron-7.5b --cluster v100x64 --schedules 1f1b,zb-h1 --format csv
  stallscope train plan --model llama2-70b --cluster h100x64 --database plans.db --shard 1/4
  stallscope train plan --model gpt3 --cluster a100x1024 --database plans.db --slurm --shards 64)");
}

} // namespace

void add_train_parts(CLI::App& train_app, TrainCommand& train) {
  add_planner(train_app, train);
  add_memory(train_app, train);
  add_collective(train_app, train);
}

} // namespace stallscope::cli
