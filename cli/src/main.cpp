#include "base/platform/terminal.hpp"
#include "commands.hpp"
#include "input_output/console.hpp"
#include "machine/plugin.hpp"

#include <cstdio>
#include <exception>

namespace stallscope::cli {

namespace {

int run_train(const TrainCommand& train) {
  switch (train.part) {
  case TrainPart::plan:
    return train.search ? train_schedule_command(train) : train_command(train);
  case TrainPart::memory:
    return train_memory_command(train);
  case TrainPart::collective:
    return train_collective_command(train);
  case TrainPart::scenario:
    return train_scenario_command(train);
  case TrainPart::groups:
    return train_groups_command(train);
  case TrainPart::planner:
    return train_planner_command(train);
  case TrainPart::sweep:
    return train_sweep_command(train);
  case TrainPart::trace:
    return train_trace_command(train);
  }
  return kExitBadInput;
}

int run_batch(const BatchArguments& batch) {
  if (batch.sweep)
    return sweep_command(*batch.sweep);
  if (batch.export_results)
    return export_command(*batch.export_results);
  if (batch.merge)
    return merge_command(*batch.merge);
  if (batch.report)
    return report_command(*batch.report);
  return grade_command(*batch.grade);
}

int run_chosen(const Arguments& arguments) {
  if (arguments.run)
    return run_command(*arguments.run);
  if (arguments.explain)
    return explain_command(*arguments.explain);
  if (arguments.whatif)
    return whatif_command(*arguments.whatif);
  if (arguments.loop)
    return loop_command(*arguments.loop);
  if (arguments.sample)
    return sample_command(*arguments.sample);
  if (arguments.schedule)
    return schedule_command(*arguments.schedule);
  if (arguments.machines)
    return machines_command(*arguments.machines);
  if (arguments.disasm)
    return disasm_command(*arguments.disasm);
  if (arguments.show)
    return show_command(*arguments.show);
  if (arguments.convert)
    return convert_command(*arguments.convert);
  if (arguments.diff)
    return diff_command(*arguments.diff);
  if (arguments.train)
    return run_train(*arguments.train);
  if (arguments.graph)
    return graph_command(*arguments.graph);
  if (arguments.programs)
    return programs_command(*arguments.programs);
  return run_batch(arguments.batch);
}

} // namespace

} // namespace stallscope::cli

int main(int argc, char** argv) {
  using namespace stallscope::cli;
  stallscope::ignore_broken_pipes();
  try {
    const ParsedCommandLine line = parse_command_line(argc, argv);
    return line.exit_code ? *line.exit_code : run_chosen(line.arguments);
  } catch (const stallscope::machine::PluginError& e) {
    print_error(e.what());
    return kExitBadInput;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "stallscope: internal error: %s\n", e.what());
    return 70;
  }
}
