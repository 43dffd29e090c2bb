#include "command_line/command_line.hpp"
#include "command_line/command_line_train.hpp"
#include "command_line/command_line_words.hpp"
#include "training/collectives/topology.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>

namespace stallscope::cli {

namespace {

const std::map<std::string, Format> kScenarioFormats{
    {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv},
    {"svg", Format::svg},   {"html", Format::html}, {"perfetto", Format::perfetto}};

/// The options of a command that shows a scenario.
class ScenarioOptions {
public:
  ScenarioOptions(CLI::App& train_app, TrainCommand& train, const char* name, TrainPart part,
                  const char* description)
      : train_(train), command_(train_app.add_subcommand(name, description)) {
    // What was not given is as this command has it by default.
    command_->callback([this_train = &train, part, defaults = defaults_] {
      this_train->part = part;
      this_train->scenario.values.insert(defaults->begin(), defaults->end());
    });
  }

  ScenarioOptions& number(const char* name, const char* standard, const char* description,
                          std::uint64_t least, std::uint64_t most) {
    add(name, "N", standard, description)->check(whole_number(least, most));
    return *this;
  }
  /// A number of each, with commas, or one of all.
  ScenarioOptions& list(const char* name, const char* standard, const char* description) {
    add(name, "N,...", standard, description);
    return *this;
  }
  ScenarioOptions& word(const char* name, const char* standard, const char* description,
                        std::vector<std::string> words) {
    add(name, "WORD", standard, description)->check(one_of(std::move(words)));
    return *this;
  }
  ScenarioOptions& text(const char* name, const char* type, const char* standard,
                        const char* description) {
    add(name, type, standard, description);
    return *this;
  }
  ScenarioOptions& flag(const char* name, const char* description) {
    command_->add_flag_callback(
        fmt::format("--{}", name),
        [this_train = &train_, name] { this_train->scenario.flags.insert(name); }, description);
    return *this;
  }
  /// A model in place of numbers.
  ScenarioOptions& model() {
    text("model", "MODEL", "", "Layers of a model, in place of numbers; ticks are nanoseconds");
    text("cluster", "CLUSTER", "a100", "Devices and links of the model's (default: a100)");
    const std::vector<std::string_view> networks = training::topology_names();
    add("topology", "NETWORK", "",
        "Network between nodes: islands, full-mesh, ring, torus or fat-tree (default: the "
        "cluster's)")
        ->check(one_of({networks.begin(), networks.end()}));
    number("oversubscription", "0",
           "Devices of a node for each uplink, of a fat tree; 0: the "
           "cluster's",
           0, 1024);
    number("micro-batch-size", "0", "Samples; 0: the model's", 0, 1'000'000'000);
    number("tensor-parallel", "1", "Devices that share each layer", 1, 1'000'000);
    number("tick", "1", "Of a model: nanoseconds a tick, so that pictures are not too wide", 1,
           1'000'000'000'000);
    return *this;
  }
  void output(const char* footer) {
    TrainScenarioArguments& s = train_.scenario;
    command_->add_flag("--table", s.table, "Show lanes over time");
    command_->add_flag("--diagram", s.diagram, "Show tasks over time");
    command_->add_flag("--ledger", s.ledger, "Show what became of every tick of the devices");
    command_->add_flag("--memory", s.memory, "Show the bytes the device holds over time");
    command_->add_option("--compare", s.compare, "Show a second choice beside the first")
        ->type_name("WORD");
    add_train_output(*command_, train_, "text, json, csv, svg, html or perfetto", kScenarioFormats);
    command_->footer(footer);
  }
  [[nodiscard]] CLI::App& command() { return *command_; }

private:
  CLI::Option* add(const char* name, const char* type, const char* standard,
                   const char* description) {
    const bool told = *standard == '\0' ||
                      std::string_view(description).find("(default") != std::string_view::npos;
    defaults_->emplace(name, standard);
    return command_
        ->add_option_function<std::string>(
            fmt::format("--{}", name),
            [this_train = &train_, name](const std::string& value) {
              this_train->scenario.values[name] = value;
            },
            told ? std::string(description)
                 : fmt::format("{} (default: {})", description, standard))
        ->type_name(type);
  }

  TrainCommand& train_;
  std::shared_ptr<std::map<std::string, std::string>> defaults_ =
      std::make_shared<std::map<std::string, std::string>>();
  CLI::App* command_;
};

constexpr std::uint64_t kMostTime = 1'000'000'000'000;

void add_data_parallel(CLI::App& train_app, TrainCommand& train) {
  ScenarioOptions o(train_app, train, "data-parallel", TrainPart::data_parallel,
                    "Gradients on their way while the backward pass goes on; sharded parameters");
  o.number("layers", "4", "Layers of the model", 1, 10'000)
      .list("forward", "1", "Ticks of a layer's forward pass")
      .list("backward", "2", "Ticks of its backward pass")
      .list("gradient", "2", "Bytes of its gradients; without a model a byte takes a tick")
      .list("activation", "1", "Bytes of its activations")
      .model()
      .number("copies", "4", "Copies of the model (d)", 2, 1'000'000)
      .word("order", "fifo",
            "behind (the backward pass), fifo, priority (front layers first), or sharded (ZeRO 3: "
            "parameters are gathered for each pass)",
            {"behind", "fifo", "priority", "sharded"})
      .number("bucket", "0", "Bytes of gradients that go together, at least; 0: a layer's", 0,
              kMostTime)
      .number("slice", "1", "Bytes of a slice, of priority; of a model 4 MiB unless said", 1,
              kMostTime)
      .number("latency", "0", "Ticks of every message", 0, kMostTime)
      .number("optimizer", "0", "Ticks of the optimizer step, behind the barrier", 0, kMostTime)
      .number("iterations", "3", "Iterations", 1, 1000)
      .number("prefetch", "1", "Layers gathered ahead, of sharded", 0, 10'000)
      .flag("no-barrier", "A forward pass waits for its own layer's gradients only (priority: "
                          "always)")
      .flag("keep-parameters", "Sharded: parameters are dropped behind the backward pass only");
  o.output(R"(Examples:
  stallscope train data-parallel --gradient 4 --order fifo --compare priority --table
  stallscope train data-parallel --order sharded --prefetch 2 --memory
  stallscope train data-parallel --model gpt2-small --copies 8 --bucket 26214400 --ledger)");
}

void add_tensor_parallel(CLI::App& train_app, TrainCommand& train) {
  ScenarioOptions o(train_app, train, "tensor-parallel", TrainPart::tensor_parallel,
                    "Four all-reduces a layer, and tiles that hide them");
  o.number("layers", "1", "Layers", 1, 1000)
      .number("attention", "2", "Ticks of a device's share of attention, forward", 0, kMostTime)
      .number("mlp", "3", "Ticks of its share of the MLP, forward", 0, kMostTime)
      .number("activation", "2", "Bytes that an all-reduce adds up; a byte takes a tick", 0,
              kMostTime)
      .model()
      .number("latency", "0", "Ticks of every all-reduce", 0, kMostTime)
      .number("tiles", "1", "Pieces of a product: one is sent while the next is computed", 1, 1000)
      .word("kind", "tensor", "tensor, or sequence: all-gather in front and reduce-scatter behind",
            {"tensor", "sequence"});
  o.output(R"(Examples:
  stallscope train tensor-parallel --table
  stallscope train tensor-parallel --tiles 4 --mlp 8 --activation 4 --table --ledger
  stallscope train tensor-parallel --model gpt3 --micro-batch-size 1 --tensor-parallel 8)");
}

void add_offload(CLI::App& train_app, TrainCommand& train) {
  ScenarioOptions o(train_app, train, "offload", TrainPart::offload,
                    "Activations kept, computed again or swapped out; the optimizer on the host");
  o.number("layers", "4", "Layers of the model", 1, 10'000)
      .list("forward", "2", "Ticks of a layer's forward pass")
      .list("backward", "4", "Ticks of its backward pass")
      .list("gradient", "1", "Bytes of its gradients and parameters")
      .list("activation", "4", "Bytes of its activations; without a model a byte takes a tick")
      .list("kept", "1", "Of them, where they are computed again")
      .model()
      .word("activations", "swap", "keep, recompute or swap", {"keep", "recompute", "swap"})
      .number("prefetch", "1", "Layers whose activations come back ahead", 0, 10'000)
      .number("latency", "0", "Ticks of every message to or from the host", 0, kMostTime)
      .number("iterations", "1", "Iterations", 1, 1000)
      .number("host-step", "1", "Ticks of a layer's optimizer step on the host", 0, kMostTime)
      .flag("offload-optimizer", "The optimizer step is done on the host (ZeRO-Offload)");
  o.output(R"(Examples:
  stallscope train offload --activations swap --compare recompute --table --memory
  stallscope train offload --offload-optimizer --iterations 2 --table
  stallscope train offload --model gpt2-xl --cluster v100 --activations swap --memory)");
}

void add_input(CLI::App& train_app, TrainCommand& train) {
  ScenarioOptions o(train_app, train, "input", TrainPart::input,
                    "Samples on their way from storage to the device");
  o.number("samples", "16", "Samples of the data set, in a new order every epoch", 1, 1'000'000)
      .number("batch", "4", "Samples of a batch", 1, 1'000'000)
      .number("epochs", "2", "Epochs", 1, 1000)
      .number("sample-bytes", "1", "Bytes of a sample; storage takes a tick a byte", 0, kMostTime)
      .number("stored-percent", "100", "Of them in storage, where data is compressed", 1, 100)
      .number("seek", "1", "Ticks of a read, besides its bytes", 0, kMostTime)
      .word("files", "random", "random: a read a sample; merged: a read a batch",
            {"random", "merged"})
      .number("decompress", "0", "Ticks of a sample, on a loader thread", 0, kMostTime)
      .number("preprocess", "1", "Ticks of a sample, on a loader thread", 0, kMostTime)
      .number("device-preprocess", "1", "Ticks of a batch, on the device", 0, kMostTime)
      .number("threads", "1", "Loader threads", 1, 200)
      .number("prefetch", "1", "Batches loaded ahead", 0, 1'000'000)
      .number("cache", "0", "Samples that host memory keeps", 0, 1'000'000)
      .word("policy", "lru", "Of the cache: lru, fifo, or keep (what came first stays)",
            {"lru", "fifo", "keep"})
      .number("copy", "0", "Ticks of a byte to the device", 0, kMostTime)
      .number("step", "4", "Ticks of training with a batch", 0, kMostTime)
      .number("seed", "1", "Of the order of samples", 0, ~0ULL)
      .flag("on-device", "Preprocessing takes the device");
  o.output(R"(Examples:
  stallscope train input --table --ledger
  stallscope train input --files random --compare merged --seek 3
  stallscope train input --threads 4 --prefetch 3 --cache 8 --policy keep --ledger)");
}

void add_server(CLI::App& train_app, TrainCommand& train) {
  ScenarioOptions o(train_app, train, "server", TrainPart::server,
                    "Parameter server, synchronous or not, beside all-reduce");
  o.number("workers", "4", "Workers", 1, 200)
      .list("compute", "4", "Ticks of an iteration, of each worker: 4,4,4,8 has a straggler")
      .number("iterations", "4", "Iterations of each", 1, 10'000)
      .number("bytes", "2", "Of gradients and of parameters; a byte takes a tick", 1, kMostTime)
      .word("mode", "sync",
            "sync, async, bounded (at most --bound iterations ahead of the slowest), all-reduce",
            {"sync", "async", "bounded", "all-reduce"})
      .number("bound", "1", "Of bounded", 0, 10'000)
      .number("update", "0", "Ticks of an update on the server", 0, kMostTime)
      .number("servers", "1", "Servers that share the parameters", 1, 1000)
      .number("latency", "0", "Ticks of every message", 0, kMostTime);
  o.output(R"(Examples:
  stallscope train server --compute 4,4,4,8 --mode sync --compare async --table
  stallscope train server --mode all-reduce --ledger
  stallscope train server --mode bounded --bound 2 --compute 2,2,2,6 --json)");
}

void add_groups(CLI::App& train_app, TrainCommand& train) {
  ScenarioOptions o(train_app, train, "groups", TrainPart::groups,
                    "Ranks of 3D parallelism: who is in which group");
  o.number("data-parallel", "2", "Copies of the model", 1, 4096)
      .number("pipeline", "4", "Pipeline stages", 1, 4096)
      .number("tensor-parallel", "4", "Devices that share each layer", 1, 4096)
      .text("order", "AXES", "tensor-data-pipeline", "Whose ranks are neighbours, then the others")
      .number("devices-per-node", "8", "To tell which groups are inside a node", 1, 4096);
  add_train_output(o.command(), train, "text or json", kScenarioFormats);
  o.command().footer(R"(Examples:
  stallscope train groups --data-parallel 2 --pipeline 4 --tensor-parallel 4
  stallscope train groups --order tensor-pipeline-data --json)");
}

} // namespace

void add_train_scenarios(CLI::App& train_app, TrainCommand& train) {
  add_data_parallel(train_app, train);
  add_tensor_parallel(train_app, train);
  add_offload(train_app, train);
  add_input(train_app, train);
  add_server(train_app, train);
  add_groups(train_app, train);
}

} // namespace stallscope::cli
