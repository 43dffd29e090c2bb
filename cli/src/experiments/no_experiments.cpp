#include "commands.hpp"
#include "graph/tune_points.hpp"
#include "input_output/console.hpp"

#include <fmt/format.h>

namespace stallscope::cli {

namespace {

constexpr int kExitBadInput = 2;

/// Replaces the commands on experiments in a build without processes and SQLite (WebAssembly).
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
int train_sweep_command(const TrainCommand&) {
  return not_here("train sweep");
}
int grade_command(const GradeArguments&) {
  return not_here("grade");
}
graph::MeasurePoints measured_by_workers(const GraphArguments& arguments, bool /*quiet*/) {
  return [refused = !arguments.database.empty()](
             const graph::TuneSubject& subject, const std::vector<graph::MatmulSchedule>& schedules)
             -> Result<std::vector<graph::TunePoint>> {
    if (!refused)
      return graph::measured_here([] { return !interrupted().load(); })(subject, schedules);
    Diagnostic problem;
    problem.message = "--database: WebAssembly has no databases";
    problem.expected = "the program of this computer, as ./run builds it";
    return problem;
  };
}

} // namespace stallscope::cli
