#include "subject/run_end.hpp"

#include "input_output/console.hpp"
#include "session/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::cli {

namespace {

/// The program ended with its own report of failure.
bool has_failed(const trace::StopInfo& stop) {
  return stop.reason == "failed" || stop.reason == "signal" || stop.reason == "abort";
}

/// The run was stopped by --limit or its default, which means failure; --limit-instructions and
/// --limit-cycles only select the beginning of a run.
bool is_given_up(const trace::RunRecord& run, const Subject& subject) {
  const bool asked = subject.limit_instructions || subject.limit_cycles;
  return run.stop.reason == "limit" &&
         (subject.limit ? run.instructions >= *subject.limit : !asked);
}

} // namespace

int report_end(const trace::RunRecord& run, const Subject& subject, bool guest_exit_code) {
  const trace::StopInfo& stop = run.stop;
  if (has_failed(stop)) {
    print_error(stop.detail);
    const int code = static_cast<int>(stop.exit_code & 0xff);
    return !guest_exit_code ? kExitGuestFault : code != 0 ? code : 1;
  }
  if (stop.reason == "fault" || stop.reason == "no_progress") {
    print_error(
        fmt::format("{}: {}", stop.reason == "fault" ? "guest fault" : "no progress", stop.detail));
    print_text(stop.dump);
    return guest_exit_code && stop.exit_code != 0 ? static_cast<int>(stop.exit_code)
                                                  : kExitGuestFault;
  }
  if (stop.reason == "repeats" || stop.reason == "undeclared" || is_given_up(run, subject)) {
    print_error(stop.detail);
    print_text(stop.dump);
    return kExitGuestFault;
  }
  if (stop.reason == "memory") {
    print_error(stop.detail + "; --limit-memory SIZE allows more");
    return kExitGuestFault;
  }
  if (stop.reason == "interrupted") {
    print_warning(stop.detail);
    return kExitInterrupted;
  }
  return guest_exit_code ? static_cast<int>(stop.exit_code & 0xff) : kExitOk;
}

int report_repetition(const Simulated& simulated, const Subject& subject) {
  session::RunOptions options = simulated.options;
  if (!session::stops_at_repeats(options))
    return kExitOk;
  options.limit_cycles = std::min(options.limit_cycles, session::kMaxRemedyCycles);
  options.limit_kind = session::LimitKind::safety;
  options.keep_output = false;
  const trace::RunRecord run = session::run_program(simulated.program, simulated.machine, options);
  return run.stop.reason == "repeats" ? report_end(run, subject) : kExitOk;
}

} // namespace stallscope::cli
