#include "sweep/grade.hpp"

#include "forked.hpp"
#include "isa/executor.hpp"
#include "judge.hpp"
#include "machine/machine_file.hpp"
#include "process_limits.hpp"
#include "session/runner.hpp"
#include "sweep/export.hpp"
#include "sweep/plan.hpp"
#include "sweep/run_point.hpp"
#include "text_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <set>

namespace stallscope::sweep {

namespace {

/// More output than this no check looks at.
constexpr std::size_t kOutputKept = 1U << 20;
constexpr std::size_t kMaxTableBytes = 4U << 20;

/// The beginning of what a program prints.
class KeptOutput final : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override {
    text_ += text.substr(0, kOutputKept - std::min(kOutputKept, text_.size()));
  }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

/// Marks with at most two digits behind the point: "3", "2.5".
std::string plain(double marks) {
  std::string text = fmt::format("{:.2f}", marks);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text;
}

class TaskGrader {
public:
  TaskGrader(const Rubric& rubric, const Task& task, std::string path)
      : rubric_(rubric), task_(task), path_(std::move(path)) {
    result_.name = task.name;
    result_.most = task.most();
  }

  TaskFindings grade() {
    if (task_.is_table)
      grade_table();
    else
      grade_program();
    for (const Finding& finding : result_.findings)
      result_.marks += finding.marks;
    return std::move(result_);
  }

private:
  void grade_table();
  void grade_program();
  void run(const isa::Program& program);
  /// All checks fail for one reason.
  void fail(const std::string& why) {
    result_.note = why;
    for (const Check& check : task_.checks)
      result_.findings.push_back(
          {check.what.empty() ? default_what(check) : check.what, 0, check.marks, "not looked at"});
  }

  const Rubric& rubric_;
  const Task& task_;
  std::string path_;
  TaskFindings result_;
};

void TaskGrader::grade_table() {
  Finding finding{
      fmt::format("table of {} on {}", task_.program.name, task_.machine.name), 0, task_.marks, {}};
  const Result<std::string> csv = read_text_file(path_, kMaxTableBytes, "a table as CSV");
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

void TaskGrader::grade_program() {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path_, ignored))
    return fail(fmt::format("{} is not there", task_.file));
  ProgramEntry entry = task_.program;
  entry.file = std::filesystem::absolute(path_, ignored).string();
  const auto program = read_program(rubric_.context, entry, task_.machine.delay_slot, 1);
  if (!program) {
    Diagnostics problems = program.diagnostics();
    for (Diagnostic& d : problems)
      d.file = task_.file;
    return fail("it cannot be assembled:\n" + format(problems));
  }
  Diagnostics cannot = machine::check_runs(task_.machine, *program);
  if (has_errors(cannot)) {
    for (Diagnostic& d : cannot)
      d.file = task_.file;
    return fail(fmt::format("it does not run on {}:\n{}", task_.machine.name, format(cannot)));
  }
  run(*program);
}

void TaskGrader::run(const isa::Program& program) {
  const PointLimits& limits = rubric_.limits;
  KeptOutput output;
  Ran ran{program, {}, isa::initial_state(program), {}};
  session::RunOptions options;
  if (limits.instructions != 0)
    options.limit_instructions = limits.instructions;
  if (limits.cycles != 0)
    options.limit_cycles = limits.cycles;
  options.limit_memory_bytes = limits.memory_bytes;
  options.input = task_.program.input;
  options.live_output = &output;
  options.keep_output = false;
  options.at_end = [&ran](const isa::ArchState& state) { ran.state = state; };
  const double began = processor_seconds();
  options.progress = [&limits, began](const session::Progress&) {
    return processor_seconds() - began < limits.seconds;
  };
  ran.run = session::run_program(program, task_.machine, options);
  ran.output = output.text();
  if (!ran.ended()) {
    const bool late = ran.run.stop.reason == "interrupted";
    return fail(late ? fmt::format("it does not end: stopped after {} seconds", limits.seconds)
                     : fmt::format("it does not come to its end: {}", ran.run.stop.detail));
  }
  result_.note = fmt::format("{} cycles, {} instructions on {}", ran.run.cycles,
                             ran.run.instructions, task_.machine.name);
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

std::string path_of(const Rubric& rubric, const Task& task, const std::string& submission) {
  std::error_code ignored;
  const bool alone =
      rubric.tasks.size() == 1 && !std::filesystem::is_directory(submission, ignored);
  return alone ? submission : (std::filesystem::path(submission) / task.file).string();
}

} // namespace

Grade grade(const Rubric& rubric, const std::string& path, const std::string& name) {
  Grade result;
  result.submission = name;
  for (const Task& task : rubric.tasks) {
    const std::string file = path_of(rubric, task, path);
    TaskFindings findings;
    const std::string ended = in_child_process(
        [&] {
          bound_memory(rubric.limits);
          bound_processor_time(rubric.limits);
          try {
            return to_text(TaskGrader(rubric, task, file).grade());
          } catch (const std::bad_alloc&) {
            return std::string();
          }
        },
        [&findings](const std::string& text) { return from_text(text, findings); });
    if (!ended.empty()) {
      findings = {};
      findings.name = task.name;
      findings.most = task.most();
      findings.findings = {{"the program", 0, task.most(), "the simulation did not end: " + ended}};
    }
    result.marks += findings.marks;
    result.most += findings.most;
    result.tasks.push_back(std::move(findings));
  }
  return result;
}

std::vector<std::string> submission_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  std::multiset<std::string> seen;
  for (const std::string& path : paths) {
    std::filesystem::path clean = std::filesystem::path(path).lexically_normal();
    if (!clean.has_filename())
      clean = clean.parent_path();
    names.push_back(clean.filename().string());
    seen.insert(names.back());
  }
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (seen.count(names[i]) > 1 || names[i] == "." || names[i] == ".." || names[i].empty()) {
      names[i] = std::filesystem::absolute(paths[i]).lexically_normal().string();
      while (names[i].size() > 1 && names[i].back() == '/')
        names[i].pop_back();
      std::replace(names[i].begin(), names[i].end(), '/', '_');
    }
  return names;
}

std::string marks_csv(const Rubric& rubric, const std::vector<Grade>& grades) {
  std::string text = "submission";
  for (const Task& task : rubric.tasks)
    text += "," + csv_field(task.name);
  text += ",total,of\n";
  for (const Grade& grade : grades) {
    text += csv_field(grade.submission);
    for (const TaskFindings& task : grade.tasks)
      text += "," + plain(task.marks);
    text += fmt::format(",{},{}\n", plain(grade.marks), plain(grade.most));
  }
  return text;
}

std::string feedback_text(const Rubric& rubric, const Grade& grade) {
  std::string text = rubric.title.empty() ? std::string() : rubric.title + "\n";
  text +=
      fmt::format("{}: {} of {} marks\n", grade.submission, plain(grade.marks), plain(grade.most));
  for (const TaskFindings& task : grade.tasks) {
    text += fmt::format("\n{}: {} of {}\n", task.name, plain(task.marks), plain(task.most));
    if (!task.note.empty())
      text += "  " + task.note + (task.note.back() == '\n' ? "" : "\n");
    for (const Finding& finding : task.findings) {
      text += fmt::format("  {} {} of {}  {}\n", finding.marks == finding.most ? "+" : "-",
                          plain(finding.marks), plain(finding.most), finding.what);
      if (!finding.sentence.empty())
        text += "      " + finding.sentence + "\n";
    }
  }
  return text;
}

} // namespace stallscope::sweep
