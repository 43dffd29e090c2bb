#include "commands.hpp"
#include "console.hpp"
#include "programs/shipped.hpp"
#include "result_file.hpp"
#include "sweep/grade.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace stallscope::cli {

int grade_command(const GradeArguments& a) {
  namespace fs = std::filesystem;
  if (!can_write(a.output_file) ||
      !keeps_inputs({{"--output", a.output_file}}, {{"RUBRIC", a.rubric}}))
    return kExitBadInput;
  const auto rubric = sweep::load_rubric(programs::file_called(a.rubric));
  print_all(rubric.diagnostics());
  if (!rubric)
    return kExitBadInput;
  std::error_code failed;
  bool all_there = true;
  for (const std::string& path : a.submissions)
    if (!fs::exists(path, failed)) {
      print_error(fmt::format("{}: there is no such file or folder; expected a submission", path));
      all_there = false;
    }
  if (!a.feedback_folder.empty() && !fs::create_directories(a.feedback_folder, failed) && failed) {
    print_error(fmt::format("{}: cannot be made: {}", a.feedback_folder, failed.message()));
    all_there = false;
  }
  if (!all_there)
    return kExitBadInput;
  catch_interrupts();
  const std::vector<std::string> names = sweep::submission_names(a.submissions);
  std::vector<sweep::Grade> grades;
  for (std::size_t i = 0; i < a.submissions.size() && !interrupted(); ++i) {
    grades.push_back(sweep::grade(*rubric, a.submissions[i], names[i]));
    if (!a.feedback_folder.empty() &&
        !write_result((fs::path(a.feedback_folder) / (names[i] + ".txt")).string(),
                      sweep::feedback_text(*rubric, grades.back())))
      return kExitBadInput;
  }
  if (interrupted()) {
    print_warning(
        fmt::format("interrupted after {} of {} submissions", grades.size(), a.submissions.size()));
    return kExitInterrupted;
  }
  return write_result(a.output_file, sweep::marks_csv(*rubric, grades)) ? kExitOk : kExitBadInput;
}

} // namespace stallscope::cli
