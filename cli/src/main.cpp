#include "base/platform/terminal.hpp"
#include "commands.hpp"
#include "input_output/console.hpp"
#include "machine/plugin.hpp"

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  using namespace stallscope::cli;
  stallscope::ignore_broken_pipes();
  try {
    const ParsedCommandLine line = parse_command_line(argc, argv);
    if (line.exit_code)
      return *line.exit_code;
    const Arguments& arguments = line.arguments;
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
    if (arguments.batch.sweep)
      return sweep_command(*arguments.batch.sweep);
    if (arguments.batch.export_results)
      return export_command(*arguments.batch.export_results);
    if (arguments.batch.merge)
      return merge_command(*arguments.batch.merge);
    if (arguments.batch.report)
      return report_command(*arguments.batch.report);
    if (arguments.batch.grade)
      return grade_command(*arguments.batch.grade);
    if (arguments.disasm)
      return disasm_command(*arguments.disasm);
    if (arguments.show)
      return show_command(*arguments.show);
    if (arguments.convert)
      return convert_command(*arguments.convert);
    if (arguments.diff)
      return diff_command(*arguments.diff);
    if (arguments.train && arguments.train->part == TrainPart::memory)
      return train_memory_command(*arguments.train);
    if (arguments.train && arguments.train->part == TrainPart::collective)
      return train_collective_command(*arguments.train);
    if (arguments.train && arguments.train->part == TrainPart::groups)
      return train_groups_command(*arguments.train);
    if (arguments.train && arguments.train->part == TrainPart::planner)
      return train_planner_command(*arguments.train);
    if (arguments.train && arguments.train->part == TrainPart::trace)
      return train_trace_command(*arguments.train);
    if (arguments.train && arguments.train->part != TrainPart::plan)
      return train_scenario_command(*arguments.train);
    if (arguments.train)
      return arguments.train->search ? train_schedule_command(*arguments.train)
                                     : train_command(*arguments.train);
    if (arguments.graph)
      return graph_command(*arguments.graph);
    return programs_command(*arguments.programs);
  } catch (const stallscope::machine::PluginError& e) {
    print_error(e.what());
    return kExitBadInput;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "stallscope: internal error: %s\n", e.what());
    return 70;
  }
}
