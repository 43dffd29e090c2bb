#include "commands.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

namespace stallscope::cli {

namespace {

constexpr int kExitBadInput = 2;

/// The commands about experiments in a build without processes and without SQLite (WebAssembly).
int not_here(const char* command) {
  print_error(fmt::format("{}: experiments are run by processes, which WebAssembly does not have; "
                          "use the program of this computer, as ./run builds it",
                          command));
  return kExitBadInput;
}

} // namespace

int sweep_command(const SweepArguments&) {
  return not_here("sweep");
}
int export_command(const ExportArguments&) {
  return not_here("export");
}
int merge_command(const MergeArguments&) {
  return not_here("merge");
}
int report_command(const ReportArguments&) {
  return not_here("report");
}
int train_planner_command(const TrainCommand&) {
  return not_here("train plan");
}
int grade_command(const GradeArguments&) {
  return not_here("grade");
}

} // namespace stallscope::cli
