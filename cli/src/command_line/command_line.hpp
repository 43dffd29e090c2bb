#pragma once

#include "arguments/arguments.hpp"

#include <CLI/CLI.hpp>

// Option definitions of each command, which fill in its arguments when the command line is parsed.
namespace stallscope::cli {

// Of the program that is simulated: command_line_program.cpp
/// Program, machine, input and limits of commands that simulate.
void add_subject(CLI::App& app, Subject& subject);
/// PROGRAM; for C also further files.
void add_program(CLI::App& app, std::string& program, isa::COptions& c, const char* description);
/// C compiler options; `files`: further source files.
void add_c_options(CLI::App& app, isa::COptions& c);
/// --source-path, repeatable.
void add_source_path(CLI::App& command, std::vector<std::string>& folders);
/// --limit and related options of commands that simulate.
void add_limit(CLI::App& app, Subject& subject);
/// A number of bytes, such as 512MiB.
void add_size(CLI::App& app, const char* name, std::uint64_t& bytes, const char* what);
/// --strict; must be added after --set, since it appends to the values of --set.
void add_strict(CLI::App& app, Subject& subject);

/// Options of commands that draw tables.
void add_every_cycle(CLI::App& command, bool& every_cycle);
/// Text style options; `quiet_means`: help text of --quiet.
void add_look(CLI::App& app, Appearance& look, const char* quiet_means);

CLI::App* add_run(CLI::App& app, RunArguments& run);
CLI::App* add_explain(CLI::App& app, ExplainArguments& explain);
CLI::App* add_whatif(CLI::App& app, WhatIfArguments& whatif);
CLI::App* add_loop(CLI::App& app, LoopArguments& loop);
CLI::App* add_sample(CLI::App& app, SampleArguments& sample);
CLI::App* add_schedule(CLI::App& app, ScheduleArguments& schedule);
CLI::App* add_machines(CLI::App& app, MachinesArguments& machines);
CLI::App* add_programs(CLI::App& app, ProgramsArguments& programs);
CLI::App* add_disasm(CLI::App& app, DisasmArguments& disasm);

} // namespace stallscope::cli
