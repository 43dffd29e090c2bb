#include "command_line/command_line.hpp"
#include "command_line/command_line_train.hpp"
#include "command_line/command_line_words.hpp"
#include "training/scenarios/scenario_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

namespace stallscope::cli {

namespace {

const std::map<std::string, Format> kScenarioFormats{
    {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv},
    {"svg", Format::svg},   {"html", Format::html}, {"perfetto", Format::perfetto}};

using training::ScenarioKey;
using training::ScenarioKind;
using training::ScenarioValue;

/// Option name of a key: "--micro-batch-size" for "micro_batch_size".
std::string option_of(std::string_view key) {
  std::string option = fmt::format("--{}", key);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string meaning_with_default(const ScenarioKey& key) {
  const bool told = key.standard.empty() || key.meaning.find("(default") != std::string_view::npos;
  return told ? std::string(key.meaning)
              : fmt::format("{} (default: {})", key.meaning, key.standard);
}

/// The options of a scenario command or of `groups`.
class ScenarioOptions {
public:
  ScenarioOptions(CLI::App& train_app, TrainCommand& train, std::string_view name,
                  const char* description)
      : train_(train), command_(train_app.add_subcommand(std::string(name), description)) {}

  void add(const ScenarioKey& key) {
    const std::string option_name = option_of(key.name);
    const PlanSetting standard{option_name, std::string(key.name), std::string(key.standard)};
    defaults_.emplace(key.name, standard);
    const std::string meaning = meaning_with_default(key);
    if (key.value == ScenarioValue::flag) {
      command_->add_flag_callback(
          option_name,
          [this_train = &train_, standard] {
            this_train->scenario.values[standard.key] = {standard.option, standard.key, "true"};
          },
          std::string(key.meaning));
      return;
    }
    CLI::Option* option = command_->add_option_function<std::string>(
        option_name,
        [this_train = &train_, standard](const std::string& value) {
          this_train->scenario.values[standard.key] = {standard.option, standard.key, value};
        },
        meaning);
    if (key.value == ScenarioValue::number)
      option->type_name("N")->check(whole_number(key.least, key.most));
    else if (key.value == ScenarioValue::list)
      option->type_name("N,...");
    else if (key.value == ScenarioValue::word)
      option->type_name(key.name == "topology" ? "NETWORK" : "WORD")
          ->check(one_of({key.words.begin(), key.words.end()}));
    else
      option->type_name(std::string(key.type));
  }
  /// Completes omitted values with the command's defaults.
  void taken_as(TrainPart part, ScenarioKind kind = {}) {
    command_->callback([this_train = &train_, part, kind, defaults = defaults_] {
      this_train->part = part;
      this_train->scenario.kind = kind;
      this_train->scenario.values.insert(defaults.begin(), defaults.end());
    });
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
  TrainCommand& train_;
  std::map<std::string, PlanSetting, std::less<>> defaults_;
  CLI::App* command_;
};

struct ScenarioHelp {
  const char* description;
  const char* footer;
};

ScenarioHelp help_of(ScenarioKind kind) {
  switch (kind) {
  case ScenarioKind::data_parallel:
    return {"Gradients on their way while the backward pass goes on; sharded parameters",
            R"(Examples:
  stallscope train data-parallel --gradient 4 --order fifo --compare priority --table
  stallscope train data-parallel --order sharded --prefetch 2 --memory
  stallscope train data-parallel --model gpt2-small --copies 8 --bucket 26214400 --ledger)"};
  case ScenarioKind::tensor_parallel:
    return {"Four all-reduces a layer, and tiles that hide them", R"(Examples:
  stallscope train tensor-parallel --table
  stallscope train tensor-parallel --tiles 4 --mlp 8 --activation 4 --table --ledger
  stallscope train tensor-parallel --model gpt3 --micro-batch-size 1 --tensor-parallel 8)"};
  case ScenarioKind::offload:
    return {"Activations kept, computed again or swapped out; the optimizer on the host",
            R"(Examples:
  stallscope train offload --activations swap --compare recompute --table --memory
  stallscope train offload --offload-optimizer --iterations 2 --table
  stallscope train offload --model gpt2-xl --cluster v100 --activations swap --memory)"};
  case ScenarioKind::input:
    return {"Samples on their way from storage to the device", R"(Examples:
  stallscope train input --table --ledger
  stallscope train input --files random --compare merged --seek 3
  stallscope train input --threads 4 --prefetch 3 --cache 8 --policy keep --ledger)"};
  case ScenarioKind::server:
    break;
  }
  return {"Parameter server, synchronous or not, beside all-reduce", R"(Examples:
  stallscope train server --compute 4,4,4,8 --mode sync --compare async --table
  stallscope train server --mode all-reduce --ledger
  stallscope train server --mode bounded --bound 2 --compute 2,2,2,6 --json)"};
}

void add_groups(CLI::App& train_app, TrainCommand& train) {
  constexpr std::uint64_t kMost = 4096;
  ScenarioOptions o(train_app, train, "groups", "Ranks of 3D parallelism: who is in which group");
  for (const ScenarioKey& key : std::vector<ScenarioKey>{
           {"data_parallel", ScenarioValue::number, "2", "Copies of the model", 1, kMost},
           {"pipeline", ScenarioValue::number, "4", "Pipeline stages", 1, kMost},
           {"tensor_parallel", ScenarioValue::number, "4", "Devices that share each layer", 1,
            kMost},
           {"order",
            ScenarioValue::text,
            "tensor-data-pipeline",
            "Whose ranks are neighbours, then the others",
            0,
            0,
            {},
            training::ScenarioUse::always,
            "AXES"},
           {"devices_per_node", ScenarioValue::number, "8",
            "To tell which groups are inside a node", 1, kMost}})
    o.add(key);
  o.taken_as(TrainPart::groups);
  add_train_output(o.command(), train, "text or json", kScenarioFormats);
  o.command().footer(R"(Examples:
  stallscope train groups --data-parallel 2 --pipeline 4 --tensor-parallel 4
  stallscope train groups --order tensor-pipeline-data --json)");
}

} // namespace

void add_train_scenarios(CLI::App& train_app, TrainCommand& train) {
  for (const std::string_view name : training::scenario_names()) {
    const ScenarioKind kind = *training::scenario_called(name);
    const ScenarioHelp help = help_of(kind);
    ScenarioOptions o(train_app, train, name, help.description);
    for (const ScenarioKey& key : training::scenario_keys(kind))
      o.add(key);
    o.taken_as(TrainPart::scenario, kind);
    o.output(help.footer);
  }
  add_groups(train_app, train);
}

} // namespace stallscope::cli
