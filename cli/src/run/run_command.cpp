#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/guest_input.hpp"
#include "input_output/result_file.hpp"
#include "input_output/trace_file.hpp"
#include "isa/compile_c.hpp"
#include "programs/shipped.hpp"
#include "run/run_job.hpp"
#include "run/run_options.hpp"
#include "run/run_view.hpp"
#include "subject/executable.hpp"
#include "subject/run_end.hpp"
#include "subject/source_files.hpp"
#include "subject/subject.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <unistd.h>

namespace stallscope::cli {

namespace {

trace::View view_of(const RunArguments& a, const Range& cycles, const Range& ops) {
  trace::View view;
  view.table = a.table;
  view.every_cycle = a.every_cycle;
  view.diagram = a.diagram;
  view.ledger = a.ledger;
  view.cpi = a.cpi;
  view.stats = a.stats;
  view.structures = a.structures.has_value();
  view.registers = a.registers;
  set_window(view, cycles, ops);
  return view;
}

using trace::nothing_asked;

/// What is shown of one run: what is asked for, else what suits it.
trace::View view_or_default(const RunArguments& a, trace::View view, const trace::RunRecord& run,
                            const trace::LineCosts* lines) {
  if (nothing_asked(view)) {
    view.lines = lines;
    view.table = !run.timeline.lanes.empty() && run.cycles <= automatic_cycles(a);
    view.ledger = run.timed;
    view.stats = true;
  }
  if (const Range beginning = beginning_of(a, run); beginning.from)
    set_window(view, beginning, {});
  return view;
}

std::optional<std::string> render_one(const RunArguments& a, const trace::RunRecord& run,
                                      const trace::View& asked, const trace::LineCosts* lines) {
  return report_of(run, view_or_default(a, asked, run, lines), a.format, a.look,
                   !a.output_file.empty());
}

std::optional<std::string> render_two(const RunArguments& a, const trace::RunRecord& first,
                                      const trace::RunRecord& second, const trace::View& asked) {
  trace::View view = asked;
  view.table = view.table || nothing_asked(view);
  if (const Range beginning = beginning_of(a, first, second); beginning.from)
    set_window(view, beginning, {});
  return reports_of(first, second, view, a.format,
                    a.align_instructions ? trace::Align::instruction : trace::Align::cycle, a.look,
                    !a.output_file.empty());
}

/// Writes the requested reports of one or two runs; returns the exit code.
int report_runs(const RunArguments& a, const Job& job, const trace::View& view,
                const trace::RunRecord& first, const std::optional<trace::RunRecord>& second) {
  if (!a.signature_file.empty() && !write_result(a.signature_file, first.signature))
    return kExitBadInput;
  if (job.reader_gone())
    return kExitOk;
  if (reports(a)) {
    end_at_interrupts(true);
    const auto text = second ? render_two(a, first, *second, view)
                             : render_one(a, first, view, job.lines_by_default());
    end_at_interrupts(is_standard_output(a.output_file)); // files must be written completely
    if (!text || !write_result(a.output_file, *text))
      return kExitBadInput;
  }
  const int code = report_end(first, a.subject, a.guest_exit_code);
  return code != kExitOk || !second ? code : report_end(*second, a.subject, a.guest_exit_code);
}

/// Checks that output files differ from each other and from input files.
bool files_agree(const RunArguments& a) {
  const std::vector<NamedFile> written{{"--output", a.output_file},
                                       {"--signature", a.signature_file},
                                       {"--commit-log", a.commit_log}};
  std::vector<NamedFile> read = files_of(a.subject);
  read.push_back({"--compare", machine_file(a.compare)});
  read.push_back({"--against", a.against == "-" ? std::string() : a.against});
  return all_different(written) && keeps_inputs(written, read);
}

} // namespace

int run_command(const RunArguments& a) {
  const auto cycles = parse_range("--cycles", a.cycles);
  const auto ops = parse_range("--instructions", a.instructions);
  if (!cycles || !ops)
    return kExitBadInput;
  const bool two = names_second(a);
  if (!options_agree(a) || !standard_input_once(a.subject, a.against) ||
      !can_write(a.output_file) || !files_agree(a))
    return kExitBadInput;
  if (looks_like_trace(a.subject.program)) {
    print_error(fmt::format("'{0}' is a trace; expected a program (to see it: stallscope show {0})",
                            a.subject.program));
    return kExitBadInput;
  }
  catch_interrupts();
  trace::View view = view_of(a, *cycles, *ops);
  if (nothing_asked(view) && (!a.cycles.empty() || !a.instructions.empty()))
    view.table = true;
  trace::LineCosts lines;
  if (a.lines)
    view.lines = &lines;
  Job job(a, view, *cycles, *ops, lines);
  const auto bad_input = [] { return interrupted() ? kExitInterrupted : kExitBadInput; };
  if (!job.find_sources() || !job.open_input())
    return bad_input();

  auto prepared = job.prepare(a.subject.program, a.subject.machine, two);
  std::optional<Prepared> other; // prepared before the first run, which may be long
  if (prepared && two)
    other = job.prepare(a.against.empty() ? a.subject.program : a.against,
                        a.compare.empty() ? a.subject.machine : a.compare, true);
  if (!prepared || (two && !other))
    return bad_input();
  auto first = job.run(*prepared, two);
  if (!first)
    return bad_input();
  std::optional<trace::RunRecord> second;
  if (two && !interrupted() && !job.reader_gone()) {
    second = job.run(*other, true);
    if (!second)
      return bad_input();
    if (a.structures && !first->structures && !second->structures) {
      print_error(fmt::format("--structures {}: the runs end in cycles {} and {}", *a.structures,
                              first->cycles, second->cycles));
      return kExitBadInput;
    }
    trace::number_alike(*first, *second);
  }
  return report_runs(a, job, view, *first, second);
}

} // namespace stallscope::cli
