#include "base/check.hpp"
#include "base/input_limits.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"
#include "sweep/experiment.hpp"
#include "sweep/grade.hpp"
#include "sweep/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace stallscope;
using namespace stallscope::sweep;

/// Below a folder that does not exist, so that what is named is a shipped program or machine, or is
/// not there.
constexpr const char* kFile = "/nowhere/batch/file.toml";

/// Reading as many programs and machines as the bytes may ask for takes its time by its nature.
bool is_small(const Experiment& experiment) {
  std::uint64_t variants = 1;
  const auto take = [&variants](const std::vector<Axis>& axes) {
    for (const Axis& axis : axes)
      if (variants <= InputLimits::variants)
        variants *= axis.rows.size();
  };
  take(experiment.axes);
  for (const MachineEntry& machine : experiment.machines)
    take(machine.axes);
  return variants <= 16 && experiment.machines.size() <= 4 && experiment.programs.size() <= 4 &&
         experiment.repeats <= 16 && experiment.schedulers.size() <= 4;
}

void read_experiment(const std::string& text) {
  Result<Experiment> experiment = parse_experiment(kFile, text);
  (void)format(experiment.diagnostics());
  if (!experiment) {
    STALLSCOPE_CHECK(has_errors(experiment.diagnostics()), "a failure says why");
    return;
  }
  STALLSCOPE_CHECK(!experiment->programs.empty() && !experiment->machines.empty(),
                   "an experiment has something to run");
  for (const Axis& axis : experiment->axes) {
    STALLSCOPE_CHECK(axis.keys.size() == axis.places.size() && !axis.rows.empty(),
                     "a place for each key, and values");
    for (const auto& row : axis.rows)
      STALLSCOPE_CHECK(row.size() == axis.keys.size(), "a value for each key");
  }
  if (!is_small(*experiment))
    return;
  const Result<Plan> plan = make_plan(std::move(*experiment));
  (void)format(plan.diagnostics());
  if (!plan)
    return;
  std::uint64_t number = 0;
  for (const Point& point : plan->points) {
    STALLSCOPE_CHECK(point.number == ++number, "points are numbered");
    STALLSCOPE_CHECK(point.program < plan->programs.size() && point.variant < plan->variants.size(),
                     "points are of what there is");
    (void)plan->describe(point);
  }
}

/// P4 of the lecture, which has instructions that wait, and no more than 11 cycles.
const trace::RunRecord& known_run() {
  static const trace::RunRecord run = [] {
    Experiment context;
    ProgramEntry entry;
    entry.file = "lecture/p4";
    session::RunOptions options;
    options.record = true;
    return session::run_program(*read_program(context, entry, false, 1),
                                *machine::load_machine("lecture-4"), options);
  }();
  return run;
}

} // namespace

// Any bytes are an experiment, whose programs and machines are read; a rubric, whose tables are
// run; a formula; and a table that is compared with a run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_experiment(text);
  const Result<Rubric> rubric = parse_rubric(kFile, text);
  (void)format(rubric.diagnostics());
  if (rubric) {
    STALLSCOPE_CHECK(rubric->most() >= 0, "marks are not negative");
    (void)marks_heading(*rubric);
  }
  const Expression::Parsed formula = Expression::parse(text);
  if (formula.expression)
    (void)formula.expression->evaluate(
        [](std::string_view name) -> Scalar { return static_cast<double>(name.size()); });
  else
    STALLSCOPE_CHECK(formula.error.offset <= text.size() && !formula.error.message.empty(),
                     "a failure has a place");
  const TableComparison compared = compare_table(text, known_run());
  STALLSCOPE_CHECK(compared.right <= compared.cells, "no more right cells than cells");
  STALLSCOPE_CHECK(!compared.problem.empty() || compared.right == compared.cells,
                   "a table without a problem is right");
  return 0;
}
