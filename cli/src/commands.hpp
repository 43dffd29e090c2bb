#pragma once

#include "arguments/arguments.hpp"

namespace stallscope::cli {

// Entry points of the commands. Each returns the exit code of the process.
int run_command(const RunArguments& arguments);
int explain_command(const ExplainArguments& arguments);
int whatif_command(const WhatIfArguments& arguments);
int loop_command(const LoopArguments& arguments);
int sample_command(const SampleArguments& arguments);
int schedule_command(const ScheduleArguments& arguments);
int machines_command(const MachinesArguments& arguments);
int programs_command(const ProgramsArguments& arguments);
int disasm_command(const DisasmArguments& arguments);
int sweep_command(const SweepArguments& arguments);
int export_command(const ExportArguments& arguments);
int merge_command(const MergeArguments& arguments);
int report_command(const ReportArguments& arguments);
int grade_command(const GradeArguments& arguments);
int show_command(const ShowArguments& arguments);
int convert_command(const ConvertArguments& arguments);
int diff_command(const DiffArguments& arguments);
int train_command(const TrainCommand& arguments);
int train_memory_command(const TrainCommand& arguments);
int train_collective_command(const TrainCommand& arguments);
int train_schedule_command(const TrainCommand& arguments);
int train_scenario_command(const TrainCommand& arguments);
int train_groups_command(const TrainCommand& arguments);
int train_sweep_command(const TrainCommand& arguments);
int train_planner_command(const TrainCommand& arguments);
int graph_command(const GraphCommand& arguments);
int train_trace_command(const TrainCommand& arguments);

} // namespace stallscope::cli
