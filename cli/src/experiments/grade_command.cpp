#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "programs/shipped.hpp"
#include "sweep/grade.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace stallscope::cli {

namespace {

namespace fs = std::filesystem;

/// Checks for errors of the command itself, before any submission is graded.
bool can_begin(const GradeArguments& a) {
  bool good = true;
  std::vector<NamedFile> read{{"RUBRIC", a.rubric}};
  for (const std::string& path : a.submissions) {
    std::error_code failed;
    if (fs::symlink_status(path, failed).type() == fs::file_type::not_found) {
      print_error(fmt::format("{}: there is no such file or folder; expected a submission", path));
      good = false;
    }
    read.push_back({"SUBMISSIONS", path});
  }
  good = keeps_inputs({{"--output", a.output_file}}, read) && good;
  std::error_code failed;
  if (!a.feedback_folder.empty() && !fs::create_directories(a.feedback_folder, failed) && failed) {
    print_error(fmt::format("{}: cannot be made: {}", a.feedback_folder, failed.message()));
    good = false;
  }
  return good;
}

} // namespace

int grade_command(const GradeArguments& a) {
  if (!can_write(a.output_file))
    return kExitBadInput;
  auto rubric = sweep::load_rubric(programs::file_called(a.rubric),
                                   a.trust ? sweep::Author::trusted : sweep::Author::stranger);
  const auto submissions = sweep::submissions_of(a.submissions);
  print_all(rubric.diagnostics());
  print_all(submissions.diagnostics());
  if (!can_begin(a) || !rubric || !submissions)
    return kExitBadInput;
  rubric->limit_wall_seconds = a.limit_wall_seconds.value_or(rubric->limit_wall_seconds);
  if (const std::string missing = sweep::missing_walls(*rubric); !missing.empty())
    print_warning(fmt::format("hand-ins are graded without {}", missing));
  catch_interrupts();
  LogFile marks;
  if (!marks.open(is_standard_output(a.output_file) ? "-" : a.output_file))
    return kExitBadInput;
  marks.write(sweep::marks_heading(*rubric));
  bool all_written = true;
  std::size_t graded = 0;
  for (const sweep::Submission& submission : *submissions) {
    marks.flush(); // lines are complete even after an abort
    if (marks.failed())
      break;
    const sweep::Grade grade = sweep::grade(*rubric, submission);
    if (interrupted())
      break; // interrupted: the grade may be incomplete
    ++graded;
    marks.write(sweep::marks_row(grade));
    if (!a.feedback_folder.empty())
      all_written &= replace_file((fs::path(a.feedback_folder) / submission.feedback_file).string(),
                                  sweep::feedback_text(*rubric, grade));
  }
  all_written &= marks.close();
  if (interrupted()) {
    print_warning(
        fmt::format("interrupted after {} of {} submissions", graded, submissions->size()));
    return kExitInterrupted;
  }
  return all_written ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli
