#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"

namespace stallscope::cli {

CLI::App* add_machines(CLI::App& app, MachinesArguments& machines) {
  CLI::App* command = app.add_subcommand("machines", "List the machines, or show one");
  command
      ->add_option("NAME", machines.name,
                   "Preset or TOML file to show; with --describe a key or a section of keys")
      ->type_name("");
  command->add_flag(
      "--describe", machines.describe,
      "Every key of a machine file, or of those that NAME says: default, range, unit, "
      "meaning");
  command->add_flag("--dump", machines.dump, "The machine as a complete TOML file");
  command->add_flag("--settings", machines.list_settings,
                    "All that --set can change of it, as it is: KEY=VALUE, a line each");
  command->add_flag("--json", machines.json, "Answer in JSON");
  command->add_option("--set", machines.settings, "Override a key first; repeatable")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command->footer(R"(Examples:
  stallscope machines
  stallscope machines mips-5
  stallscope machines ibex-small --settings
  stallscope machines --describe main_memory.warm
  stallscope machines mips-5 --set branch.delay_slot=true --dump > my.toml)");
  return command;
}

CLI::App* add_programs(CLI::App& app, ProgramsArguments& programs) {
  CLI::App* command = app.add_subcommand("programs", "List the shipped programs, or print one");
  command->add_option("NAME", programs.name, "Program to print, e.g. lecture/p4")->type_name("");
  command
      ->add_option("--notation", programs.notation,
                   "What a notation takes, as Markdown: spellings of books, instructions; tac, "
                   "mips, riscv, x86 or all")
      ->check(one_of({"tac", "mips", "riscv", "x86", "all"}))
      ->type_name("NOTATION");
  command->add_flag("--json", programs.json, "Answer in JSON");
  command->footer(R"(Examples:
  stallscope programs
  stallscope programs lecture/p4
  stallscope programs textbook/sum > my.s
  stallscope programs --notation mips)");
  return command;
}

} // namespace stallscope::cli
