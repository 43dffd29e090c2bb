#include "command_line/command_line.hpp"
#include "command_line/command_line_batch.hpp"
#include "command_line/command_line_graph.hpp"
#include "command_line/command_line_traces.hpp"
#include "command_line/command_line_train.hpp"
#include "command_line/command_line_words.hpp"
#include "command_line/manual.hpp"
#include "input_output/console.hpp"
#include "train/train_plan.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

namespace {

/// Applies --json as a format; false if --format names another one.
bool settle_format(const CLI::App& command, bool json, Format& format) {
  if (!json)
    return true;
  if (command.count("--format") > 0 && format != Format::json)
    return false;
  format = Format::json;
  return true;
}

/// The arguments of all commands, filled in by CLI11.
struct Commands {
  RunArguments run;
  ExplainArguments explain;
  WhatIfArguments whatif;
  LoopArguments loop;
  SampleArguments sample;
  ScheduleArguments schedule;
  MachinesArguments machines;
  ProgramsArguments programs;
  DisasmArguments disasm;
  TrainCommand train;
  GraphCommand graph;
  const CLI::App* run_command = nullptr;
  const CLI::App* explain_command = nullptr;
  const CLI::App* whatif_command = nullptr;
  const CLI::App* loop_command = nullptr;
  const CLI::App* sample_command = nullptr;
  const CLI::App* schedule_command = nullptr;
  const CLI::App* machines_command = nullptr;
  const CLI::App* programs_command = nullptr;
  const CLI::App* disasm_command = nullptr;
  const CLI::App* train_command = nullptr;
  const CLI::App* graph_command = nullptr;
  std::optional<BatchCommands> batch;
  std::optional<TraceCommands> traces;

  void add_to(CLI::App& app) {
    run_command = add_run(app, run);
    explain_command = add_explain(app, explain);
    whatif_command = add_whatif(app, whatif);
    loop_command = add_loop(app, loop);
    sample_command = add_sample(app, sample);
    schedule_command = add_schedule(app, schedule);
    machines_command = add_machines(app, machines);
    programs_command = add_programs(app, programs);
    disasm_command = add_disasm(app, disasm);
    train_command = add_train(app, train);
    graph_command = add_graph(app, graph);
    batch.emplace(app);
    traces.emplace(app);
    for (CLI::App* command : commands_of(app))
      command->group("Commands");
  }

  [[nodiscard]] bool simulates() const {
    return run_command->parsed() || explain_command->parsed() || whatif_command->parsed() ||
           schedule_command->parsed() || sample_command->parsed();
  }

  /// A contradiction between options of `explain`; empty: none.
  [[nodiscard]] std::string explain_contradiction() const {
    if (!explain_command->parsed())
      return {};
    const bool cell = explain.cycle || explain.op;
    if (explain.critical_path)
      return cell || !explain.lane.empty() || explain.why_chain
                 ? "--critical-path is about the whole run; expected no --cycle, --op, --lane and "
                   "--why-chain"
                 : "";
    const bool plan = is_plan_file(explain.subject.program); // its chains need no --why-chain
    if (!plan && !explain.lane.empty() && (!explain.why_chain || !explain.cycle || explain.op))
      return "--lane goes with --why-chain and --cycle, without --op";
    if (explain.why_chain)
      return cell ? "" : "no cell whose chain is asked for; expected --op N, --cycle N, or both";
    if (explain.format == Format::svg)
      return "--format svg goes with --why-chain and --critical-path";
    if (explain.cycle.has_value() == explain.op.has_value())
      return std::string(explain.cycle ? "two things to explain" : "nothing to explain") +
             "; expected one of --cycle N and --op N";
    return {};
  }

  /// Resolves options that depend on each other; returns a contradiction, or an empty string.
  std::string settle(bool guest_arguments) {
    if (!settle_format(*run_command, run.json, run.format) ||
        (schedule.json && schedule.format.value_or(ScheduleFormat::json) != ScheduleFormat::json) ||
        !settle_format(*explain_command, explain.json, explain.format) ||
        !settle_format(*whatif_command, whatif.json, whatif.format) ||
        !settle_format(*loop_command, loop.json, loop.format) ||
        !settle_format(*sample_command, sample.json, sample.format) ||
        !settle_format(*disasm_command, disasm.json, disasm.format) ||
        !settle_format(*train_command, train.json, train.format) ||
        !settle_format(*graph_command, graph.json, graph.format) || !traces->settle())
      return "--json is short for --format json; expected no other --format\n";
    if (schedule.json)
      schedule.format = ScheduleFormat::json;
    if (const std::string problem = explain_contradiction(); !problem.empty())
      return problem + "\n  'stallscope explain --help' shows what there is\n";
    if (const std::string problem = batch->contradiction(); !problem.empty())
      return problem + "\n";
    for (const auto& [program, more] : {std::pair{&run.subject.program, &run.subject.c.files},
                                        {&explain.subject.program, &explain.subject.c.files},
                                        {&whatif.subject.program, &whatif.subject.c.files},
                                        {&schedule.subject.program, &schedule.subject.c.files},
                                        {&sample.subject.program, &sample.subject.c.files},
                                        {&disasm.program, &disasm.c.files}})
      if (!more->empty() && !isa::is_c_file(*program))
        return "'" + more->front() + "' is one argument too many; expected several files only " +
               "with a file of C first, and arguments of an executable behind --\n";
    if (guest_arguments && !simulates())
      return "arguments behind -- are those of a simulated program; expected them with run, "
             "explain, whatif, sample or schedule\n";
    return {};
  }

  /// The arguments of the selected command.
  [[nodiscard]] Arguments chosen() const {
    Arguments arguments;
    if (run_command->parsed())
      arguments.run = run;
    else if (explain_command->parsed())
      arguments.explain = explain;
    else if (whatif_command->parsed())
      arguments.whatif = whatif;
    else if (loop_command->parsed())
      arguments.loop = loop;
    else if (sample_command->parsed())
      arguments.sample = sample;
    else if (schedule_command->parsed())
      arguments.schedule = schedule;
    else if (machines_command->parsed())
      arguments.machines = machines;
    else if (programs_command->parsed())
      arguments.programs = programs;
    else if (disasm_command->parsed())
      arguments.disasm = disasm;
    else if (train_command->parsed())
      arguments.train = train;
    else if (graph_command->parsed())
      arguments.graph = graph;
    else if (!traces->take(arguments))
      arguments.batch = batch->take();
    return arguments;
  }
};

/// Copies the words after "--" and shared options to the subjects of all commands.
void set_guest_arguments(Commands& commands, const std::vector<std::string>& guest, bool as_stdin) {
  const auto set = [&](Subject& subject, const auto& look) {
    if (as_stdin)
      subject.input_option = "--stdin";
    subject.arguments = guest;
    subject.quiet = look.quiet;
  };
  set(commands.run.subject, commands.run.look);
  set(commands.explain.subject, commands.explain.look);
  set(commands.whatif.subject, commands.whatif.look);
  set(commands.schedule.subject, commands.schedule.look);
  set(commands.sample.subject, commands.sample.look);
  commands.loop.subject.quiet = commands.loop.look.quiet;
}

/// The manual page, or the completions of a shell. Returns the exit code.
int print_manual(CLI::App& app, std::string_view kind) {
  const std::string text = kind == "man"    ? man_page_of(app)
                           : kind == "bash" ? bash_completion(app)
                                            : zsh_completion(app);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return std::fflush(stdout) == 0 ? kExitOk : kExitBadInput;
}

} // namespace

ParsedCommandLine parse_command_line(int argc, char** argv) {
  CLI::App app("Stallscope: a cycle-accurate pipeline simulator that shows why code stalls",
               "stallscope");
  app.formatter(std::make_shared<WrappingFormatter>());
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("--version", "stallscope " STALLSCOPE_VERSION, "Print the version and exit");
  app.require_subcommand(1);
  app.footer("'stallscope COMMAND --help' shows the options of a command, with examples.\n"
             "Exit codes: 0 done, 1 diff: the runs differ, 2 bad input, 3 the simulated program "
             "faulted\nor does not end, 70 an error of our own, 130 interrupted.");
  Commands commands;
  commands.add_to(app);

  // All words after "--" are arguments of the simulated program.
  const auto own =
      static_cast<int>(std::find_if(argv, argv + argc,
                                    [](const char* word) { return std::strcmp(word, "--") == 0; }) -
                       argv);
  const std::vector<std::string> guest(argv + std::min(own + 1, argc), argv + argc);
  ParsedCommandLine parsed;
  try {
    app.parse(own, argv);
  } catch (const CLI::Success& e) {
    parsed.exit_code = app.exit(e); // --help, --version
    return parsed;
  } catch (const CLI::ParseError& e) {
    const std::vector<std::string> words(argv + std::min(own, 1), argv + own);
    print_text(complaint(app, e, words));
    parsed.exit_code = kExitBadInput;
    return parsed;
  }
  if (commands.traces->prints_manual()) {
    parsed.exit_code = print_manual(app, commands.traces->manual);
    return parsed;
  }
  if (const std::string problem = commands.settle(!guest.empty()); !problem.empty()) {
    print_text("stallscope: error: " + problem);
    parsed.exit_code = kExitBadInput;
    return parsed;
  }
  const bool as_stdin = std::any_of(argv, argv + own, [](const char* word) {
    return std::string_view(word).substr(0, std::strlen("--stdin")) == "--stdin";
  });
  set_guest_arguments(commands, guest, as_stdin);
  parsed.arguments = commands.chosen();
  return parsed;
}

} // namespace stallscope::cli
