#include "run/run_job.hpp"

#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "input_output/trace_file.hpp"
#include "isa/compile_c.hpp"
#include "programs/shipped.hpp"
#include "subject/executable.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace stallscope::cli {

using trace::nothing_asked;

namespace {

/// Runs up to this long show their table when nothing else is asked for.
constexpr std::uint64_t kShortRunCycles = 60;
/// The same for files of pictures.
constexpr std::uint64_t kShortPictureCycles = 1000;
/// Comparisons show so many cycles when no window is asked for, and look for the first difference
/// in them when no picture is.
constexpr std::uint64_t kComparedCycles = 1000;
/// Runs of C up to this long show their source lines when nothing else is asked for: they are
/// counted in another run, cycle by cycle.
constexpr std::uint64_t kLineCycles = 5'000'000;

trace::TraceFormat trace_format(Format format) {
  return format == Format::kanata       ? trace::TraceFormat::kanata
         : format == Format::o3         ? trace::TraceFormat::o3
         : format == Format::json_lines ? trace::TraceFormat::json_lines
                                        : trace::TraceFormat::perfetto;
}

} // namespace

std::uint64_t automatic_cycles(const RunArguments& a) {
  const bool picture = a.format == Format::svg || a.format == Format::html;
  return picture ? kShortPictureCycles : kShortRunCycles;
}

Range beginning_of(const RunArguments& a, const trace::RunRecord& run) {
  if (run.too_large.empty() || run.timeline.rows.empty())
    return {};
  const std::uint64_t from = run.timeline.rows.front().begin.value;
  const std::uint64_t cycles = names_second(a) ? kComparedCycles : automatic_cycles(a);
  return {from, std::min(from + cycles - 1, run.cycles)};
}

Range beginning_of(const RunArguments& a, const trace::RunRecord& one,
                   const trace::RunRecord& other) {
  const Range first = beginning_of(a, one);
  const Range second = beginning_of(a, other);
  if (!first.from || !second.from)
    return first.from ? first : second;
  return {std::min(*first.from, *second.from), std::max(*first.to, *second.to)};
}

bool reports(const RunArguments& a) {
  return !is_trace(a.format) &&
         !(a.look.quiet && a.format == Format::text && a.output_file.empty());
}

bool Job::find_sources() {
  std::vector<std::string> programs{programs::file_called(a_.subject.program)};
  for (const std::string& more : a_.subject.c.files)
    programs.push_back(more);
  return (!a_.lines && !may_show_lines()) || search_folders(sources_, a_.source_paths, programs);
}

/// Commit logs are of machine code.
bool Job::can_log(const isa::Program& program) const {
  if (a_.commit_log.empty() || program.decoded)
    return true;
  print_error(fmt::format("--commit-log: {} is source text; expected an executable file (ELF)",
                          program.name));
  return false;
}

/// Two runs without a word on what of them is to be seen.
bool Job::shows_beginning(bool compared) const {
  const bool windowed = cycles_.from || cycles_.to || ops_.from || ops_.to;
  return compared && !windowed && nothing_asked(view_);
}

/// Of pictures that would be too large the beginning is shown, when no window is asked for.
bool Job::may_shorten() const {
  const bool windowed = cycles_.from || cycles_.to || ops_.from || ops_.to;
  return (view_.table || view_.diagram) && !windowed;
}

/// What of the run is recorded.
void Job::set_window(session::RunOptions& options, const machine::Machine& machine,
                     bool compared) const {
  const bool pictures = view_.table || view_.diagram;
  const bool trace = is_trace(a_.format);
  options.record = trace || (reports(a_) && (pictures || compared || nothing_asked(view_)));
  options.from_cycle = cycles_.from.value_or(1);
  options.to_cycle = cycles_.to.value_or(pictures || trace ? kNever.value
                                         : compared        ? kComparedCycles
                                                           : automatic_cycles(a_));
  if (ops_.from || ops_.to) {
    options.from_op = ops_.from.value_or(1);
    options.to_op = ops_.to.value_or(kNever.value);
    options.cycles_choose = cycles_.from || cycles_.to;
    // As operations are shown; two runs leave the right path at different places.
    options.counts_right_path = compared || machine.dynamic.has_value();
  }
}

/// Structures are those of dynamically scheduled machines.
bool Job::has_structures(const machine::Machine& machine) const {
  if (!a_.structures || machine.dynamic)
    return true;
  std::string names;
  for (const machine::PresetInfo& preset : machine::presets())
    if (const auto other = machine::load_machine(std::string(preset.name)); other && other->dynamic)
      names += (names.empty() ? "" : ", ") + std::string(preset.name);
  print_error(fmt::format("--structures: machine {} issues in order and has no stations, map table "
                          "or reorder buffer; expected a dynamically scheduled machine: {}",
                          machine.name, names));
  return false;
}

std::optional<Prepared> Job::prepare(const std::string& program_name,
                                     const std::string& machine_name, bool compared) const {
  auto machine = load_machine(machine_name, a_.subject.settings);
  if (!machine)
    return std::nullopt;
  if (!has_structures(*machine))
    return std::nullopt;
  std::vector<std::string> notes;
  auto program = load_for(program_name, a_.subject, *machine, notes);
  const bool reference = machine_name == kReferenceMachine;
  if (!program || (!reference && !can_run(*machine, *program)) ||
      !can_sign(*program, a_.signature_file) || !can_log(*program))
    return std::nullopt;
  auto options = run_options(a_.subject, *program);
  if (!options)
    return std::nullopt;
  set_window(*options, *machine, compared);
  options->structures_at = a_.structures;
  return Prepared{*std::move(machine), *std::move(program), *std::move(options), reference,
                  std::move(notes)};
}

std::optional<trace::RunRecord> Job::run(Prepared& prepared, bool compared) {
  auto record = run_prepared(prepared, compared);
  if (!record)
    return std::nullopt;
  record->settings = a_.subject.settings;
  record->notes.insert(record->notes.begin(), prepared.notes.begin(), prepared.notes.end());
  if (shows_beginning(compared) && record->cycles > kComparedCycles)
    record->notes.push_back(fmt::format(
        "the first {} cycles of {} are shown; to see others add e.g. --cycles {}:{}, to see all of "
        "them add --table",
        kComparedCycles, record->cycles, kComparedCycles + 1,
        std::min(2 * kComparedCycles, record->cycles)));
  if (!record->too_large.empty())
    if (const Range beginning = beginning_of(a_, *record); beginning.from && beginning.to)
      record->notes.push_back(fmt::format("cycles {} to {} of {} are shown. {}", *beginning.from,
                                          *beginning.to, record->cycles, record->too_large));
  for (const std::string& note : record->notes)
    print_warning(note);
  return record;
}

namespace {

/// Everything that happens goes to an account, and nothing is kept.
void count_all(session::RunOptions& options, trace::LineAccount& account) {
  options.record = true;
  options.stream = &account;
  options.from_cycle = 1;
  options.to_cycle = kNever.value;
  options.from_op = options.to_op = std::nullopt;
  options.too_large = nullptr;
}

/// With the lines themselves, of source files that may be read. Others have none, which is no
/// problem: those of libraries are nowhere.
trace::LineCosts with_texts(trace::LineCosts costs, const isa::Program& program,
                            SourceFiles& sources) {
  sources.add("", program.source_lines);
  for (trace::LineCost& cost : costs.lines) {
    if (cost.line > 0)
      cost.text = sources.line(cost.file, cost.line);
    if (cost.file.empty() && cost.line > 0)
      cost.file = program.name;
  }
  return costs;
}

} // namespace

/// The same run once more, whose timeline was kept the first time.
void Job::count_lines(const Prepared& prepared) {
  session::RunOptions options = prepared.options;
  trace::LineAccount account;
  count_all(options, account);
  options.live_output = nullptr;
  options.keep_output = false;
  options.commit_log = nullptr;
  options.structures_at = std::nullopt;
  options.progress = [](const session::Progress&) { return !interrupted(); };
  input_.apply_to(options);
  (void)session::run_program(prepared.program, prepared.machine, options);
  lines_ = with_texts(account.costs(), prepared.program, sources_);
}

/// C, of which nothing is asked that is not about source lines.
bool Job::may_show_lines() const {
  const bool has_place =
      a_.format == Format::text || a_.format == Format::json || a_.format == Format::html;
  return isa::is_c_file(a_.subject.program) && a_.subject.machine != kReferenceMachine &&
         has_place && reports(a_) && !names_second(a_) && nothing_asked(view_);
}

void Job::count_by_default(const Prepared& prepared, trace::RunRecord& record) {
  if (!may_show_lines() || !record.too_large.empty() || interrupted() || reader_gone_)
    return;
  if (record.cycles <= kLineCycles) {
    count_lines(prepared);
    counted_by_default_ = !interrupted();
  } else {
    record.notes.push_back(fmt::format("source lines are shown of runs up to {} million cycles; "
                                       "--lines shows those of this one",
                                       kLineCycles / 1'000'000));
  }
}

trace::RunRecord Job::simulate(const Prepared& prepared) {
  const double waited = input_.waited_seconds();
  trace::RunRecord record =
      prepared.reference
          ? session::run_on_reference(prepared.program, prepared.machine, prepared.options)
          : session::run_program(prepared.program, prepared.machine, prepared.options);
  record.host_seconds -= input_.waited_seconds() - waited; // that was no simulation
  return record;
}

/// The run has what it is asked to show; else the reason is printed.
bool Job::shows_what_is_asked(const Prepared& prepared, const trace::RunRecord& record,
                              bool compared) {
  if (!record.too_large.empty() && !prepared.options.keep_too_large) {
    print_error(record.too_large);
    return false;
  }
  if (a_.structures && !record.structures && !compared) {
    print_error(fmt::format("--structures {}: the run ends in cycle {}{}", *a_.structures,
                            record.cycles,
                            record.stop.detail.empty() ? "" : ": " + record.stop.detail));
    return false;
  }
  return true;
}

/// Pictures have a largest size.
void Job::refuse_too_large(session::RunOptions& options) const {
  if (!view_.table && !view_.diagram)
    return;
  trace::View shown = view_;
  if (options.counts_right_path) // all that is recorded; the numbers are not those of an extent
    shown.from_op = shown.to_op = std::nullopt;
  options.too_large = [shown](const trace::Extent& extent) {
    return trace::why_too_large(shown, extent);
  };
}

/// Simulates, and writes down on the way what was asked for.
std::optional<trace::RunRecord> Job::run_prepared(Prepared& prepared, bool compared) {
  const machine::Machine& machine = prepared.machine;
  const isa::Program& program = prepared.program;
  session::RunOptions& options = prepared.options;
  ++runs_;
  LiveOutput live(!compared || !reports(a_) ? ""
                  : runs_ == 1              ? "Output of A:"
                                            : "Output of B:",
                  a_.raw_output);
  const bool trace = is_trace(a_.format);
  if (trace ? !is_standard_output(a_.output_file)
            : a_.format == Format::text && a_.output_file != "-")
    options.live_output = &live;
  options.keep_output =
      options.live_output == nullptr && !trace; // a text report does not show it again
  options.keep_output_bytes = a_.limit_output;
  input_.apply_to(options);
  ProgressMeter meter(fmt::format("{} on {}", program.name, machine.name), a_.subject,
                      a_.look.quiet || input_.is_terminal()); // it would overwrite a dialogue
  LogFile log_file;
  TraceOutput trace_file;
  isa::CommitLog log([&log_file](std::string_view lines) { log_file.write(lines); });
  options.progress = [&](const session::Progress& p) {
    return meter(p) && !live.failed() && !log_file.failed() && !trace_file.failed();
  };
  if ((trace && !trace_file.open(a_.output_file, trace_format(a_.format))) ||
      (!a_.commit_log.empty() && !log_file.open(a_.commit_log)))
    return std::nullopt;
  options.stream = trace ? &trace_file.stream() : nullptr;
  options.commit_log = a_.commit_log.empty() ? nullptr : &log;
  options.signature = !a_.signature_file.empty();
  options.keep_too_large = may_shorten();
  refuse_too_large(options);
  // Lines are counted as the run goes on, unless something else is recorded.
  trace::LineAccount account;
  const bool counts_now = a_.lines && !options.record;
  if (counts_now)
    count_all(options, account);
  trace::RunRecord record = simulate(prepared);
  const bool something_follows =
      reports(a_) ? is_standard_output(a_.output_file) : compared && runs_ == 1;
  if (something_follows || isatty(STDOUT_FILENO) == 1)
    live.end_line();
  if (!log_file.close() || !live.is_complete() || (trace && !trace_file.close()))
    return std::nullopt;
  reader_gone_ |= trace && trace_file.reader_gone();
  if (counts_now)
    lines_ = with_texts(account.costs(), program, sources_);
  else if (a_.lines && (record.too_large.empty() || options.keep_too_large))
    count_lines(prepared);
  if (!shows_what_is_asked(prepared, record, compared))
    return std::nullopt;
  if (input_.was_missed() && program.decoded && !a_.look.quiet)
    record.notes.emplace_back("the program reads its standard input, of which there is none; give "
                              "some with --stdin FILE, or --stdin - for ours");
  reader_gone_ |= live.reader_gone();
  count_by_default(prepared, record);
  return record;
}

} // namespace stallscope::cli
