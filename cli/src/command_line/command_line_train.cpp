#include "command_line/command_line_train.hpp"

#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"

#include <map>

namespace stallscope::cli {

namespace {

const std::map<std::string, Format> kTrainFormats{
    {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv},
    {"svg", Format::svg},   {"html", Format::html}, {"perfetto", Format::perfetto}};

/// An option that sets a key of the plan.
CLI::Option* add_key(CLI::App& command, TrainArguments& train, const std::string& option,
                     const char* key, const char* type, const char* description) {
  return command
      .add_option_function<std::string>(
          option,
          [&train, option, key](const std::string& value) {
            train.settings.push_back({option, key, value});
          },
          description)
      ->type_name(type);
}

/// A flag that sets a key of the plan.
void add_flag_key(CLI::App& command, TrainArguments& train, const char* option, const char* key,
                  const char* value, const char* description) {
  command.add_flag_callback(
      option,
      [&train, option, key, value] {
        train.settings.push_back({option, key, value});
      },
      description);
}

/// A model on a cluster.
void add_job(CLI::App& command, TrainArguments& train) {
  add_key(command, train, "--model", "model", "MODEL",
          "Durations and bytes of a model ('stallscope train memory --list') or of its TOML file; "
          "ticks are nanoseconds then");
  add_key(command, train, "--cluster", "cluster", "CLUSTER",
          "Devices and links of the model's: a name or a TOML file, and behind it xN for N devices "
          "(default: a100)");
  add_key(command, train, "--micro-batch-size", "micro_batch_size", "B",
          "Samples of a micro-batch (default: the model's)");
  add_key(command, train, "--reached-percent", "reached_percent", "N",
          "Share of a device's FLOP/s that is reached (default: the cluster's)");
  add_key(command, train, "--tick", "tick", "NS",
          "Nanoseconds a tick, of a model, so that tables are not too wide (default: 1)");
  add_key(command, train, "--data-parallel", "data_parallel", "D",
          "Copies of the model (default: 1)");
  add_key(command, train, "--tensor-parallel", "tensor_parallel", "T",
          "Devices that share each layer (default: 1)");
  add_flag_key(command, train, "--sequence-parallel", "sequence_parallel", "true",
               "Also share what lies between the parts that tensor parallelism shares");
  add_key(command, train, "--zero", "zero", "N",
          "ZeRO stage: 1 shares optimizer states between the copies, 2 also gradients, 3 also "
          "parameters (default: 0)");
  add_key(command, train, "--recompute", "recompute", "WHAT",
          "none; selective: attention scores are computed again; full: only inputs of layers are "
          "kept (default: none)");
  add_key(command, train, "--state-bytes", "state_bytes", "BYTES",
          "Bytes a parameter, as parameter, gradient and optimizer state: zero (2,2,12), megatron "
          "(2,4,12), or three numbers (default: zero)");
  add_flag_key(command, train, "--no-overlap-gradients", "overlap_gradients", "false",
               "Gradients are reduced behind the last backward pass");
  add_flag_key(command, train, "--offload-optimizer", "offload_optimizer", "true",
               "Optimizer states and step on the host (ZeRO-Offload)");
  add_flag_key(command, train, "--offload-activations", "offload_activations", "true",
               "Activations are swapped out to the host, but for one layer's (vDNN)");
  add_flag_key(command, train, "--show-out-of-memory", "show_out_of_memory", "true",
               "Run a plan whose devices are too small, too");
}

/// The keys of a plan as options.
void add_plan_keys(CLI::App& command, TrainArguments& train) {
  add_key(command, train, "--schedule", "schedule", "NAME", "Named schedule; --list lists them");
  add_key(command, train, "--order", "order", "FILE",
          "File with the order of every device, a row a device, as torch.distributed.pipelining "
          "writes it: cells such as 0F2, 1I0, 1W0, 0B2, (0F7;7B3)OVERLAP_F_B");
  command.add_flag_callback(
      "--older-order",
      [&train] {
        train.settings.push_back({"--older-order", "older_order", "true"});
      },
      "B of the order file is the input gradient, BW the whole backward pass");
  add_key(command, train, "--devices", "devices", "P", "Pipeline devices (default: 4)");
  add_key(command, train, "--micro-batches", "micro_batches", "M", "Micro-batches (default: 8)");
  add_key(command, train, "--chunks", "chunks", "V", "Stages a device (default: by schedule)");
  add_key(command, train, "--forward", "forward", "TICKS",
          "Duration of a forward pass, or of each stage: 1,2,1,1 (default: 1)");
  add_key(command, train, "--backward", "backward", "TICKS",
          "Duration of a whole backward pass (default: input gradient + weight gradient)");
  add_key(command, train, "--input-grad", "input_gradient", "TICKS",
          "Duration of an input gradient, where the backward pass is split (default: half the "
          "backward pass, or 1)");
  add_key(command, train, "--weight-grad", "weight_gradient", "TICKS",
          "Duration of a weight gradient (default: the rest, or 1)");
  add_key(command, train, "--overlapped", "overlapped", "TICKS",
          "Duration of a forward and a backward pass that overlap (default: their sum)");
  command.add_flag_callback(
      "--per-chunk",
      [&train] {
        train.settings.push_back({"--per-chunk", "per_chunk", "true"});
      },
      "Durations are those of all chunks of a device: each takes its V-th part. By default every "
      "chunk takes the durations as given");
  add_key(command, train, "--transfer", "transfer", "TICKS",
          "Duration of a transfer between two devices (default: 0)");
  add_key(command, train, "--links", "links", "SHARING",
          "Transfers between two devices at once: unlimited, full-duplex (one in each direction) "
          "or half-duplex (one) (default: full-duplex)");
  add_key(command, train, "--activation-limit", "activation_limit", "N",
          "Activations of micro-batches that a device has memory for");
  add_job(command, train);
  command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&train](const std::vector<std::string>& words) {
            for (const std::string& word : words) {
              const std::size_t equals = std::min(word.find('='), word.size());
              const std::string key = word.substr(0, equals);
              train.settings.push_back(
                  {"--set " + key, key, equals < word.size() ? word.substr(equals + 1) : ""});
            }
          },
          "Set a key of the plan, e.g. --set transfer=2; repeatable")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
}

void add_plan(CLI::App& command, TrainArguments& train) {
  command
      .add_option("PLAN", train.plan,
                  "File with a plan (TOML; --describe lists its keys); options go over it")
      ->type_name("");
  add_plan_keys(command, train);
}

/// Options of output that both commands have.
void add_output(CLI::App& command, TrainCommand& train, const char* formats,
                const std::map<std::string, Format>& words) {
  add_train_output(command, train, formats, words);
  command
      .add_option("--write-order", train.plan.order_output,
                  "Write the order of all devices as an order file; - is standard output")
      ->type_name("FILE");
  add_look(command, train.look, "No results on standard output, only problems");
}

const std::map<std::string, Format> kTextOrJson{{"text", Format::text}, {"json", Format::json}};

void add_search(CLI::App& train_app, TrainCommand& train) {
  CLI::App* command = train_app.add_subcommand(
      "schedule", "Find an order for the stages of a plan, and how far each is from the best");
  command->callback([&train] { train.search = true; });
  add_plan(*command, train.plan);
  command
      ->add_option(
          "--with", train.plan.with,
          "named (schedules), list (scheduling by rules), optimal (branch and bound), with "
          "commas")
      ->type_name("LIST")
      ->capture_default_str();
  add_key(*command, train.plan, "--memory-limit", "activation_limit", "N",
          "Activations of micro-batches that a device has memory for");
  command->add_option("--optimal-seconds", train.plan.seconds, "Time for branch and bound")
      ->check(CLI::Range(0.0, 86400.0))
      ->type_name("S")
      ->capture_default_str();
  add_output(*command, train, "text or json", kTextOrJson);
  command->footer(R"(Examples:
  stallscope train schedule --devices 4 --micro-batches 8 --memory-limit 4
  stallscope train schedule --forward 1,2,1,1 --input-grad 1,2,1,1 --weight-grad 1,2,1,1 --json
  stallscope train schedule --schedule zb-v --memory-limit 3 --with list --write-order found.csv)");
}

void add_trace(CLI::App& train_app, TrainCommand& train) {
  TrainTraceArguments& t = train.trace;
  CLI::App* command = train_app.add_subcommand(
      "trace", "A measured trace: why each device was idle, and how a plan differs from it");
  command->callback([&train] { train.part = TrainPart::trace; });
  command
      ->add_option(
          "FILE", t.files,
          "Traces of PyTorch's profiler or Nsight Systems in Chrome's JSON, .gz or not, one "
          "a process")
      ->type_name("")
      ->required();
  command
      ->add_option("--picture-tick", t.tick,
                   "Nanoseconds a tick of the pictures; 0: so that they have at most a hundred")
      ->check(whole_number(0, 1'000'000'000'000))
      ->type_name("NS")
      ->capture_default_str();
  command->add_option("--top", t.top, "Kernels listed")
      ->check(whole_number(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--plan", train.plan.plan, "Compare with this plan file, or the options below")
      ->type_name("PLAN");
  command->add_flag("--table", train.plan.table, "Show devices and streams over time");
  command->add_flag("--diagram", train.plan.diagram, "Show kernels over time");
  command->add_flag("--ledger", train.plan.ledger, "Show what became of every ns of every device");
  add_plan_keys(*command, train.plan);
  add_train_output(*command, train, "text, json, csv, svg, html or perfetto", kTrainFormats);
  add_look(*command, train.look, "No results on standard output, only problems");
  command->footer(
      R"(Passes that annotations name as torch.distributed.pipelining does (0F3, PP:0B1) are compared with
the plan's.
Examples:
  stallscope train trace trace.json.gz --ledger
  stallscope train trace rank0.json rank1.json --schedule 1f1b --devices 2 --micro-batches 8
  stallscope train trace trace.json --table --format svg -o trace.svg)");
}

} // namespace

CLI::App* add_train(CLI::App& app, TrainCommand& train) {
  CLI::App* command =
      app.add_subcommand("train", "Simulate pipeline-parallel training: micro-batches on devices");
  TrainArguments& plan = train.plan;
  add_plan(*command, plan);
  command
      ->add_option("--compare", plan.compare,
                   "Show a second plan beside the first: another schedule with the same "
                   "options, an order file (.csv) or a plan file (.toml)")
      ->type_name("OTHER");
  command->add_flag("--table", plan.table, "Show devices over time");
  command->add_flag("--diagram", plan.diagram, "Show operations over time");
  command->add_flag("--ledger", plan.ledger,
                    "Show what became of every tick of every device: work, and why it was idle");
  command->add_flag("--memory", plan.memory,
                    "Show what each device holds over time: activations, and of a model its bytes");
  command->add_flag("--stats", plan.stats, "Show all numbers");
  command->add_flag("--operations", plan.operations,
                    "JSON: list every operation with its start and end");
  command->add_option("--until", plan.until, "Show the run up to this tick only")
      ->check(whole_number(1))
      ->type_name("T");
  command->add_option("--ticks,--cycles", plan.ticks, "Ticks to show, e.g. 10:40, from 1")
      ->type_name("FROM:TO");
  command->add_flag("--list", plan.list, "List the named schedules");
  command->add_flag("--describe", plan.describe, "List the keys of a plan file");
  add_output(*command, train, "text, json, csv, svg, html or perfetto", kTrainFormats);
  add_search(*command, train);
  add_trace(*command, train);
  add_train_parts(*command, train);
  add_train_scenarios(*command, train);
  command->footer(
      R"(Durations are whole numbers of ticks; tick 1 is the first.
A deadlock of the order ends with exit code 3.
Examples:
  stallscope train --schedule 1f1b --devices 4 --micro-batches 8 --table
  stallscope train --schedule gpipe --compare 1f1b --memory
  stallscope train --schedule zb-h1 --forward 2 --input-grad 2 --weight-grad 1 --ledger
  stallscope train --schedule interleaved-1f1b --chunks 2 --forward 2 --backward 4 --per-chunk --json
  stallscope train --order order.csv --transfer 1 --format svg --table -o order.svg
  stallscope train plan.toml --set micro_batches=16 --format perfetto -o plan.json
  stallscope train --schedule dualpipev --micro-batches 10 --write-order dualpipev.csv)");
  return command;
}

} // namespace stallscope::cli
