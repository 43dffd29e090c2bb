#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/guest_input.hpp"
#include "input_output/result_file.hpp"
#include "sample/sample_report.hpp"
#include "subject/simulated.hpp"

#include <fmt/format.h>

#include <thread>

namespace stallscope::cli {

namespace {

/// Prints how the sampled program ended if that is an error; returns the exit code.
int sample_exit_code(const SampleArguments& a, const session::SampleResult& result) {
  const trace::StopInfo& stop = result.stop;
  const bool asked = a.subject.limit || a.subject.limit_instructions;
  for (const std::string_view reason : {"failed", "signal", "abort", "fault", "no_progress",
                                        "repeats", "undeclared", "memory", "limit"})
    if (stop.reason == reason && !(reason == "limit" && asked)) {
      print_error(stop.detail);
      return kExitGuestFault;
    }
  return kExitOk;
}

session::SampleOptions sample_options(const SampleArguments& a, const session::RunOptions& run) {
  session::SampleOptions options;
  options.error = a.error;
  options.confidence = a.confidence;
  options.seed = a.seed;
  options.method =
      a.method == "simpoint" ? session::SampleMethod::simpoint : session::SampleMethod::smarts;
  options.unit = a.unit;
  options.warmup = a.warmup;
  options.units = a.units;
  options.jobs = a.jobs != 0 ? a.jobs : std::max(1U, std::thread::hardware_concurrency());
  options.run = run;
  return options;
}

} // namespace

int sample_command(const SampleArguments& a) {
  catch_interrupts();
  if (a.subject.limit_cycles) {
    print_error("--limit-cycles: how many cycles a program takes is not known before it is "
                "sampled; expected --limit-instructions N");
    return kExitBadInput;
  }
  if (!a.points_file.empty() && a.method != "simpoint") {
    print_error("--export: only simpoint chooses intervals that stand for others; expected it with "
                "--method simpoint");
    return kExitBadInput;
  }
  for (const std::string* file : {&a.output_file, &a.points_file})
    if (!file->empty() && !can_write(*file))
      return kExitBadInput;
  if (!all_different({{"--output", a.output_file}, {"--export", a.points_file}}))
    return kExitBadInput;
  GuestInput input;
  auto subject = read_subject(a.subject, input, "so there are no cycles to estimate");
  if (!subject)
    return interrupted() ? kExitInterrupted : kExitBadInput;
  const auto& [machine, program, run] = *subject;
  ProgressMeter meter(fmt::format("{} on {}", program.name, machine.name), a.subject, a.look.quiet);
  session::SampleOptions options = sample_options(a, run);
  options.run.progress = [&meter](const session::Progress& p) { return meter(p); };
  const session::SampleResult result = session::sample_program(program, machine, options);
  if (result.interrupted || interrupted()) { // Ctrl-C ends the other processes at once
    print_warning("interrupted; what has been measured by then is no sample of the program");
    return kExitInterrupted;
  }
  if (!result.problem.empty()) {
    print_error(result.problem);
    return kExitOwnError;
  }
  if (result.samples == 0) {
    print_error(
        fmt::format("{}: no instruction was executed: {}", program.name, result.stop.detail));
    return kExitGuestFault;
  }
  if (!result.error_reached)
    print_warning(
        fmt::format("the interval is wider than --error asks for after {} passes", result.passes));
  const std::string text = a.format == Format::json
                               ? sample_json(result, a, program.name, machine.name)
                               : sample_text(result, program.name, machine.name);
  if ((!a.points_file.empty() && !write_result(a.points_file, points_csv(result))) ||
      !write_result(a.output_file, text))
    return kExitBadInput;
  return sample_exit_code(a, result);
}

} // namespace stallscope::cli
