#include "sweep/grade.hpp"

#include "base/input_limits.hpp"
#include "base/platform/scratch_folder.hpp"
#include "grading/compiler_files.hpp"
#include "grading/hand_in.hpp"
#include "grading/judge.hpp"
#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "programs/shipped.hpp"
#include "running/forked.hpp"
#include "running/process_limits.hpp"
#include "session/runner.hpp"
#include "sweep/plan.hpp"
#include "sweep/run_point.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <new>

namespace stallscope::sweep {

namespace {

/// Wall-clock limit of compiling a submission.
constexpr double kCompilerSeconds = 20;
/// Extra time before the parent kills a process; the process checks the limit itself and reports
/// more detail.
constexpr double kGraceSeconds = 0.5;
/// Limit of a program's output that checks read.
constexpr std::size_t kOutputKept = 1U << 20;
constexpr std::size_t kMaxTableBytes = InputLimits::hand_in_table;

/// Keeps the first kOutputKept bytes of a program's output.
class KeptOutput final : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override {
    text_ += text.substr(0, kOutputKept - std::min(kOutputKept, text_.size()));
  }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

/// Temporary folders of a task, deleted when its process has ended.
struct Folders {
  ScratchFolder work;      ///< for copies; after isolation the only visible folder
  ScratchFolder temporary; ///< for temporary files of compilers, including those left by a killed
                           ///< one
  ScratchFolder root;      ///< root of the file system visible to compilers
};

FileView seen_by_compilers(const isa::COptions& options, const Folders& folders) {
  return compiler_files(options, folders.root.path(),
                        {folders.work.path(), folders.temporary.path()});
}

class TaskGrader {
public:
  /// After isolation only `output` is writable.
  TaskGrader(const Rubric& rubric, const Task& task, const std::string& path,
             const Folders& folders, Confinement& walls, int output)
      : rubric_(rubric), task_(task), path_(path), folders_(folders), work_(folders.work),
        walls_(walls), output_(output), began_(Clock::now()) {
    result_.name = task.name;
    result_.most = task.most();
  }

  TaskFindings grade() {
    const Result<HandIn> hand_in = open();
    if (task_.is_table)
      grade_table(hand_in);
    else
      grade_program(hand_in);
    for (const Finding& finding : result_.findings)
      result_.marks += finding.marks;
    return std::move(result_);
  }

private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] Result<HandIn> open() const;
  void grade_table(const Result<HandIn>& hand_in);
  void grade_program(const Result<HandIn>& hand_in);
  [[nodiscard]] Result<isa::Program> read(const std::string& file) const;
  void run(const isa::Program& program, const machine::Machine& machine);
  [[nodiscard]] bool is_late() const {
    return std::chrono::duration<double>(Clock::now() - began_).count() >=
           rubric_.limit_wall_seconds;
  }
  /// Fails all checks for one reason.
  void fail(const std::string& why) {
    result_.note = why;
    for (const Check& check : task_.checks)
      result_.findings.push_back(
          {check.what.empty() ? default_what(check) : check.what, 0, check.marks, "not looked at"});
  }

  const Rubric& rubric_;
  const Task& task_;
  const std::string& path_;
  const Folders& folders_;
  const ScratchFolder& work_;
  Confinement& walls_;
  int output_;
  Clock::time_point began_;
  TaskFindings result_;
  std::string notes_; ///< adaptations of the machine to the program, one per line
};

Result<HandIn> TaskGrader::open() const {
  Result<HandIn> opened = HandIn::open(path_);
  if (opened && !opened->is_folder() && rubric_.tasks.size() > 1)
    return file_problem(task_.file, "the hand-in is a file",
                        fmt::format("a folder, as the rubric has {} tasks", rubric_.tasks.size()));
  return opened;
}

void TaskGrader::grade_table(const Result<HandIn>& hand_in) {
  // The path of a program in the rubric's folder is not shown to students.
  const std::string& about = task_.program.name;
  Finding finding{fmt::format("table of {} on {}",
                              programs::find_shipped(about) != nullptr
                                  ? about
                                  : std::filesystem::path(about).filename().string(),
                              task_.machine.name),
                  0,
                  task_.marks,
                  {}};
  const Result<std::string> csv = hand_in
                                      ? hand_in->read(task_.file, kMaxTableBytes, "a table as CSV")
                                      : Result<std::string>(hand_in.diagnostics());
  walls_.isolate();
  walls_.close(work_.path(), output_);
  if (!csv) {
    finding.sentence = format(csv.diagnostics().front());
  } else {
    const TableComparison compared = compare_table(*csv, *task_.truth);
    finding.sentence = compared.problem;
    if (compared.problem.empty())
      finding.marks = finding.most;
    else if (task_.partial && compared.cells > 0)
      finding.marks = std::round(finding.most * static_cast<double>(compared.right) * 100 /
                                 static_cast<double>(compared.cells)) /
                      100;
    if (compared.cells > 0)
      result_.note = fmt::format("{} of {} cells are right", compared.right, compared.cells);
  }
  result_.findings.push_back(std::move(finding));
}

/// Loads the copied program from its own folder, so that messages name files relative to that
/// folder.
Result<isa::Program> TaskGrader::read(const std::string& file) const {
  ProgramEntry entry = task_.program;
  entry.file = file;
  entry.c.foreign = true;
  entry.c.limit_seconds = kCompilerSeconds;
  entry.c.go_on = [this](double) { return !is_late(); };
  entry.c.target = machine::c_target(task_.machine);
  if (entry.xlen)
    entry.c.target.xlen = *entry.xlen;
  std::error_code failed;
  if (entry.c.compiler.find('/') != std::string::npos)
    entry.c.compiler = std::filesystem::absolute(entry.c.compiler, failed).string();
  const bool is_c = isa::is_c_file(file);
  walls_.isolate(is_c ? seen_by_compilers(entry.c, folders_) : FileView{});
  std::filesystem::current_path(work_.path(), failed);
  if (failed)
    return file_problem(task_.file, "there is no temporary folder to work in");
  entry.c.compiled = [this] { walls_.close(work_.path(), output_); };
  if (!is_c) // compilers need to start programs and write files before the restriction
    entry.c.compiled();
  return read_program(Experiment{}, entry, task_.machine.delay_slot, 1);
}

void TaskGrader::grade_program(const Result<HandIn>& hand_in) {
  if (!hand_in)
    return fail(format(hand_in.diagnostics()));
  const Result<std::string> copy = hand_in->copy(task_.file, work_);
  if (!copy)
    return fail(format(copy.diagnostics()));
  const auto program = read(*copy);
  if (!program) {
    Diagnostics problems = program.diagnostics();
    for (Diagnostic& d : problems)
      if (d.file != "--call")
        d.file = task_.file;
    return fail(fmt::format("it cannot be {}:\n{}",
                            isa::is_c_file(*copy) ? "compiled" : "assembled", format(problems)));
  }
  machine::Machine machine = task_.machine;
  for (const Diagnostic& d : machine::assume_units(machine, *program))
    notes_ += fmt::format("\n{}:{}: {}", task_.file, d.line, d.message);
  Diagnostics cannot = machine::check_runs(machine, *program);
  if (has_errors(cannot)) {
    for (Diagnostic& d : cannot)
      d.file = task_.file;
    return fail(fmt::format("it does not run on {}:\n{}", task_.machine.name, format(cannot)));
  }
  run(*program, machine);
}

void TaskGrader::run(const isa::Program& program, const machine::Machine& machine) {
  const PointLimits& limits = rubric_.limits;
  KeptOutput output;
  Ran ran{program, {}, isa::initial_state(program), {}};
  session::RunOptions options;
  if (limits.instructions != 0)
    options.limit_instructions = limits.instructions;
  if (limits.cycles != 0)
    options.limit_cycles = limits.cycles;
  options.limit_kind = session::LimitKind::safety;
  options.limit_memory_bytes = limits.memory_bytes;
  options.input = task_.program.input;
  options.live_output = &output;
  options.keep_output = false;
  options.at_end = [&ran](const isa::ArchState& state) { ran.state = state; };
  const double began = processor_seconds();
  options.progress = [this, &limits, began](const session::Progress&) {
    return processor_seconds() - began < limits.seconds && !is_late();
  };
  ran.run = session::run_program(program, machine, options);
  ran.output = output.text();
  if (!ran.ended()) {
    if (ran.run.stop.reason != "interrupted")
      return fail(fmt::format("it does not come to its end: {}", ran.run.stop.detail));
    return fail(is_late()
                    ? fmt::format("it does not end: stopped after {} seconds of the clock",
                                  rubric_.limit_wall_seconds)
                    : fmt::format("it does not end: stopped after {} seconds", limits.seconds));
  }
  result_.note = fmt::format("{} cycles, {} instructions on {}", ran.run.cycles,
                             ran.run.instructions, task_.machine.name) +
                 notes_;
  bool all_right = true;
  for (const Check& check : task_.checks) {
    Finding finding{check.what.empty() ? default_what(check) : check.what, 0, check.marks, {}};
    if (check.kind != Check::Kind::cycles) {
      finding.sentence = judge(check, ran);
      finding.marks = finding.sentence.empty() ? check.marks : 0;
      all_right = all_right && finding.sentence.empty();
    }
    result_.findings.push_back(std::move(finding));
  }
  for (std::size_t i = 0; i < task_.checks.size(); ++i)
    if (task_.checks[i].kind == Check::Kind::cycles)
      judge_cycles(task_.checks[i], ran.run.cycles, all_right, result_.findings[i]);
}

/// Grades one task, in a separate process.
TaskFindings grade_task(const Rubric& rubric, const Task& task, const std::string& path) {
  const Folders folders;
  TaskFindings findings;
  const std::string ended = in_child_process(
      [&](Confinement& walls, int output) {
        setenv("TMPDIR", folders.temporary.path().c_str(), 1); // NOLINT: single-threaded
        bound_memory(rubric.limits);
        bound_processor_time(rubric.limits);
        try {
          return to_text(TaskGrader(rubric, task, path, folders, walls, output).grade());
        } catch (const std::bad_alloc&) {
          return std::string();
        }
      },
      [&findings](const std::string& text) { return from_text(text, findings); },
      rubric.limit_wall_seconds + kGraceSeconds);
  if (ended.empty())
    return findings;
  findings = {};
  findings.name = task.name;
  findings.most = task.most();
  findings.findings = {
      {task.is_table ? "the table" : "the program", 0, task.most(), "it was not graded: " + ended}};
  return findings;
}

} // namespace

std::string missing_walls(const Rubric& rubric) {
  const auto task = std::find_if(rubric.tasks.begin(), rubric.tasks.end(), [](const Task& t) {
    return !t.is_table && isa::is_c_file(t.file);
  });
  if (task == rubric.tasks.end())
    return Confinement::missing();
  const Folders folders;
  return Confinement::missing(seen_by_compilers(task->program.c, folders));
}

Grade grade(const Rubric& rubric, const Submission& submission) {
  Grade result;
  result.submission = submission.name;
  for (const Task& task : rubric.tasks) {
    TaskFindings findings = grade_task(rubric, task, submission.path);
    result.marks += findings.marks;
    result.most += findings.most;
    result.tasks.push_back(std::move(findings));
  }
  return result;
}

} // namespace stallscope::sweep
