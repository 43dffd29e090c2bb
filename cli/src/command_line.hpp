#pragma once

#include "arguments.hpp"

#include <CLI/CLI.hpp>

// The options of each command: they fill in its arguments when the command line is parsed.
namespace stallscope::cli {

/// How text looks; `quiet_means` says what --quiet leaves out.
/// Of commands that draw tables.
void add_every_cycle(CLI::App& command, bool& every_cycle);
void add_look(CLI::App& app, Appearance& look, const char* quiet_means);

CLI::App* add_run(CLI::App& app, RunArguments& run);
CLI::App* add_explain(CLI::App& app, ExplainArguments& explain);
CLI::App* add_whatif(CLI::App& app, WhatIfArguments& whatif);
CLI::App* add_schedule(CLI::App& app, ScheduleArguments& schedule);
CLI::App* add_machines(CLI::App& app, MachinesArguments& machines);
CLI::App* add_programs(CLI::App& app, ProgramsArguments& programs);
CLI::App* add_disasm(CLI::App& app, DisasmArguments& disasm);

} // namespace stallscope::cli
