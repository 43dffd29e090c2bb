#include "command_line/command_line_train.hpp"

#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"
#include "training/formats/measured_trace.hpp"
#include "training/plan_files/plan_keys.hpp"

#include <map>

namespace stallscope::cli {

namespace {

const std::map<std::string, Format> kTrainFormats{
    {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv},
    {"svg", Format::svg},   {"html", Format::html}, {"perfetto", Format::perfetto}};

/// Adds the option for a plan key.
void add_key(CLI::App& command, TrainArguments& train, const training::PlanKeyInfo& key) {
  const char* option = key.option;
  const char* name = key.name;
  if (*key.value == '\0') {
    command.add_flag_callback(
        option,
        [&train, option, name, value = key.flag_sets] {
          train.settings.push_back({option, name, value});
        },
        *key.flag_meaning == '\0' ? key.meaning : key.flag_meaning);
    return;
  }
  command
      .add_option_function<std::string>(
          option,
          [&train, option, name](const std::string& value) {
            train.settings.push_back({option, name, value});
          },
          std::string(key.meaning) +
              (*key.standard == '\0' ? "" : " (default: " + std::string(key.standard) + ")"))
      ->type_name(key.value);
}

/// Adds the options for all plan keys.
void add_plan_keys(CLI::App& command, TrainArguments& train) {
  for (const training::PlanKeyInfo& key : training::plan_keys())
    if (*key.option != '\0')
      add_key(command, train, key);
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

/// Adds the output options shared by `train` and `train schedule`.
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
          "named (schedules), list (scheduling by rules), modulo (the steady state, and the order "
          "that it makes), optimal (moves, branch and bound), with commas")
      ->type_name("LIST")
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--memory-limit",
          [&train](const std::string& value) {
            train.plan.settings.push_back({"--memory-limit", "activation_limit", value});
          },
          "Activations of micro-batches that a device has memory for")
      ->type_name("N");
  command
      ->add_option("--objective", train.plan.objective,
                   "What is to be short: the makespan, or the longest time of a device from its "
                   "first to its last operation, which papers on zero bubbles count")
      ->check(CLI::IsMember({"makespan", "longest-span"}))
      ->type_name("WORD")
      ->capture_default_str();
  command->add_option("--optimal-seconds", train.plan.seconds, "Time for branch and bound")
      ->check(CLI::Range(0.0, 86400.0))
      ->type_name("S")
      ->capture_default_str();
  add_output(*command, train, "text or json", kTextOrJson);
  command->footer(R"(Examples:
  stallscope train schedule --devices 4 --micro-batches 8 --memory-limit 4
  stallscope train schedule --devices 4 --micro-batches 8 --memory-limit 7 --objective longest-span
  stallscope train schedule --devices 8 --micro-batches 24 --forward 29718 --input-grad 29444 \
      --weight-grad 19927 --transfer 527 --memory-limit 16 --weight-held 32/74 \
      --objective longest-span --with named,list
  stallscope train schedule --forward 1,2,1,1 --input-grad 1,2,1,1 --weight-grad 1,2,1,1 --json
  stallscope train schedule --schedule zb-v --memory-limit 3 --with list --write-order found.csv)");
}

void add_sweep(CLI::App& train_app, TrainCommand& train) {
  static const std::map<std::string, Format> kFormats{
      {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv}};
  CLI::App* command = train_app.add_subcommand(
      "sweep", "Simulate a plan with every combination of values of some of its keys");
  command->callback([&train] { train.part = TrainPart::sweep; });
  add_plan(*command, train.plan);
  command
      ->add_option("--vary", train.plan.vary,
                   "A key of the plan and its values, e.g. --vary micro_batches=4,8,16; of keys "
                   "that are lists --vary 'forward=[1,2],[2,2]'; repeatable: all keys are crossed")
      ->type_name("KEY=LIST")
      ->required()
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--jobs", train.planner.jobs, "Processes (default: the processors there are)")
      ->check(whole_number(1, 1024))
      ->type_name("N");
  command
      ->add_option("--database", train.planner.database,
                   "Keep all results in a database as sweeps have: for export, merge, report")
      ->type_name("FILE");
  command->add_flag("--resume", train.planner.resume,
                    "Go on with a database that has some of them");
  add_train_output(*command, train, "text, json or csv", kFormats);
  add_look(*command, train.look, "No progress on standard error, no results");
  command->footer(R"(Examples:
  stallscope train sweep --schedule 1f1b --vary micro_batches=4,8,16,32
  stallscope train sweep plan.toml --vary schedule=gpipe,1f1b,zb-h1 --vary transfer=0,1,2 --json
  stallscope train sweep plan.toml --vary devices=2,4,8 --database plans.db)");
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
  const std::vector<std::string_view> alignments = training::alignment_names();
  command
      ->add_option("--align", t.align,
                   "How the times of several files are compared: start, each from its own first "
                   "event; clock, by what their clocks say; collectives, so that these end at the "
                   "same time, in the median")
      ->check(one_of({alignments.begin(), alignments.end()}))
      ->type_name("HOW")
      ->capture_default_str();
  command
      ->add_option("--picture-tick", t.tick,
                   "Nanoseconds a tick of the pictures; 0: so that they have at most a hundred")
      ->check(whole_number(0, 1'000'000'000'000))
      ->type_name("NS")
      ->capture_default_str();
  command
      ->add_option("--ticks", train.plan.ticks,
                   "Ticks of the pictures to show, e.g. 10:40, from 1; see --picture-tick")
      ->type_name("FROM:TO");
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
  command->add_flag("--whatif", plan.whatif,
                    "Simulate again with each change that the plan allows, best first: transfers "
                    "that take no time, one more micro-batch, weight gradients split off, ...");
  command
      ->add_option("--explain", plan.explain,
                   "Say what the devices do in a tick, or one device, and why they are idle: "
                   "reason, culprit, and what that waited for")
      ->type_name("[DEVICE:]TICK");
  command->add_option("--top", plan.top, "With --compare: operations listed that differ most")
      ->check(whole_number(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--until", plan.until, "Show the run up to this tick only")
      ->check(whole_number(1))
      ->type_name("T");
  command->add_option("--ticks,--cycles", plan.ticks, "Ticks to show, e.g. 10:40, from 1")
      ->type_name("FROM:TO");
  command->add_flag("--list", plan.list, "List the named schedules");
  command->add_flag("--describe", plan.describe, "List the keys of a plan file");
  add_output(*command, train, "text, json, csv, svg, html or perfetto", kTrainFormats);
  add_search(*command, train);
  add_sweep(*command, train);
  add_trace(*command, train);
  add_train_parts(*command, train);
  add_train_scenarios(*command, train);
  command->footer(
      R"(Durations are whole numbers of ticks; tick 1 is the first.
A deadlock of the order ends with exit code 3.
Examples:
  stallscope train --schedule 1f1b --devices 4 --micro-batches 8 --table
  stallscope train --schedule gpipe --compare 1f1b --memory
  stallscope train --schedule 1f1b --transfer 1 --whatif
  stallscope train --schedule 1f1b --transfer 1 --explain 0:12
  stallscope train --schedule zb-h1 --forward 2 --input-grad 2 --weight-grad 1 --ledger
  stallscope train --schedule interleaved-1f1b --chunks 2 --forward 2 --backward 4 --per-chunk --json
  stallscope train --order order.csv --transfer 1 --format svg --table -o order.svg
  stallscope train plan.toml --set micro_batches=16 --format perfetto -o plan.json
  stallscope train --schedule dualpipev --micro-batches 10 --write-order dualpipev.csv)");
  return command;
}

} // namespace stallscope::cli
