#include "command_line/command_line.hpp"

#include "command_line/command_line_words.hpp"
#include "command_line/plugin_option.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

namespace stallscope::cli {

namespace {

const std::map<std::string, When> kWhen{
    {"auto", When::automatic}, {"always", When::always}, {"never", When::never}};
const std::map<std::string, Format> kFormats{
    {"text", Format::text},         {"json", Format::json},       {"csv", Format::csv},
    {"svg", Format::svg},           {"html", Format::html},       {"markdown", Format::markdown},
    {"latex", Format::latex},       {"kanata", Format::kanata},   {"o3", Format::o3},
    {"perfetto", Format::perfetto}, {"jsonl", Format::json_lines}};
const std::map<std::string, Format> kWhatIfFormats{{"text", Format::text}, {"json", Format::json}};
const std::map<std::string, Format> kExplainFormats{
    {"text", Format::text}, {"json", Format::json}, {"svg", Format::svg}};
const std::map<std::string, Format> kTextOrJson{{"text", Format::text}, {"json", Format::json}};

} // namespace

void add_every_cycle(CLI::App& command, bool& every_cycle) {
  command.add_flag("--every-cycle", every_cycle,
                   "A row of the table for every cycle, in text; else one for many that are alike");
}

void add_look(CLI::App& app, Appearance& look, const char* quiet_means) {
  app.add_option("--color", look.color, "Colours: auto, always or never")
      ->transform(word_of(kWhen))
      ->type_name("WHEN");
  app.add_option("--unicode", look.unicode, "Box drawing and arrows: auto, always or never")
      ->transform(word_of(kWhen))
      ->type_name("WHEN");
  app.add_option("--columns", look.columns,
                 "Width of the text in columns (default: the terminal's, else 100)")
      ->check(whole_number(40, 100'000))
      ->type_name("N");
  app.add_flag("-q,--quiet", look.quiet, quiet_means);
}

CLI::App* add_run(CLI::App& app, RunArguments& run) {
  CLI::App* command = app.add_subcommand("run", "Simulate a program and show where its cycles go");
  add_subject(*command, run.subject);
  command
      ->add_option("--until", run.subject.until,
                   "Stop when a condition holds: 'cycle 40', 'label loop', 'line 12', 'pc "
                   "0x400010', '$t0 == 5', 'write 0x1000 8' (by instructions; what system calls "
                   "write is not seen). A program that repeats for ever without fulfilling it is "
                   "stopped as without --until")
      ->type_name("CONDITION");
  command->add_option("--compare", run.compare, "Show a second machine beside the first")
      ->type_name("MACHINE2");
  command->add_option("--against", run.against, "Show a second program beside the first")
      ->type_name("PROGRAM2");
  command->add_flag("--align-instructions", run.align_instructions,
                    "Of two runs (--compare, --against): line them up by instruction instead of by "
                    "cycle");
  command->add_flag("--table", run.table, "Occupancy table: one row a cycle, one column a stage");
  add_every_cycle(*command, run.every_cycle);
  command->add_flag("--diagram", run.diagram,
                    "Pipeline diagram: one row an instruction, one column a cycle");
  command->add_flag("--ledger", run.ledger, "Cycle ledger: every slot used or lost, and why");
  command->add_flag("--cpi", run.cpi,
                    "CPI stack: the cycles of an instruction by reason, and the top-down shares");
  command->add_flag("--stats", run.stats, "Statistics");
  command->add_flag("--lines", run.lines,
                    "Source lines: what each has cost in cycles, the dearest first; of executables "
                    "compiled with -g, as C is, and of source text");
  add_source_path(*command, run.source_paths);
  command
      ->add_option("--structures", run.structures,
                   "What stations, map table, queues and reorder buffer hold at the end of this "
                   "cycle; of dynamically scheduled machines")
      ->check(whole_number(1))
      ->type_name("CYCLE");
  command->add_flag("--registers", run.registers, "Registers at the end");
  command
      ->add_option("--cycles", run.cycles,
                   "Only these cycles of table and diagram: 10:40, 10:, :40 or 10")
      ->type_name("FROM:TO");
  command
      ->add_option(
          "--instructions", run.instructions,
          "Only these dynamic instructions, as table and diagram number them: counted from 1 in "
          "fetch order, on dynamically scheduled machines and of two runs without wrong paths, so "
          "that all show the same place of the program")
      ->type_name("FROM:TO");
  command
      ->add_option(
          "--format", run.format,
          "text, json, csv, svg, html, markdown or latex; csv has a table for each part, so "
          "ask for one part for a file that other programs read; or a trace of the run for other "
          "tools: kanata (Konata), o3 (gem5's O3PipeView), perfetto or jsonl (a JSON object an "
          "operation, for tables of notebooks), compressed when the file's name ends in .gz or "
          ".zst")
      ->transform(word_of(kFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&run] { run.json = true; }, "Short for --format json");
  command->add_option("-o,--output", run.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
  add_size(
      *command, "--limit-output", run.limit_output,
      "Keep so much of what the program prints, for JSON and HTML, and count the rest; what it "
      "prints on the way has no limit (default: 64MiB)");
  command->add_flag("--raw-output", run.raw_output,
                    "Let control characters that the program prints reach a terminal, such as "
                    "those that move its cursor; without it they become spaces there");
  command
      ->add_option("--signature", run.signature_file,
                   "Write the executable's memory from begin_signature to end_signature, 8 "
                   "hexadecimal digits a line, however the run ends")
      ->type_name("FILE");
  command
      ->add_option("--commit-log", run.commit_log,
                   "Write a line a retired instruction, as Spike's --log-commits does")
      ->type_name("FILE");
  command->add_flag("--exit-code", run.guest_exit_code,
                    "Exit with the exit code of the simulated program; 128 + the signal when a "
                    "signal ended it, such as 139 for an access without memory");
  add_look(*command, run.look,
           "Standard output carries nothing but what the program itself prints");
  command->footer(R"(Examples:
  stallscope run lecture/p4 -m lecture-4 --table
  stallscope run lecture/p4 -m lecture-4 --against lecture/p4_swapped
  stallscope run my.s -m mips-5 --compare dual-5 --diagram --cycles 1:40
  stallscope run my.s -m mips-5 --set 'forwarding.paths=[]' --ledger
  stallscope run my.s --format html --table --diagram -o my.html
  stallscope run my.s --format latex --table --cycles 1:12 -o table.tex
  stallscope run my.elf -m mips-5 --ledger
  stallscope run my.s -m tomasulo --structures 6
  stallscope run my.elf -m ooo-4 --cpi
  stallscope run my.elf -m ooo-4 --format kanata -o my.kanata.zst
  stallscope run my.elf -m reference --commit-log my.log --signature my.sig
  stallscope run my.elf -m reference --stdin book.txt --env LANG=C -- --count -
  stallscope run my.c -m ooo-4 -O2 --lines -- 100
  stallscope run my.c -m ooo-4 --call 'sum(1000, {0..999})'
  stallscope run my.c my_list.c -I include -DN=100 -m ibex-small --cflags='-Wall -std=c99'
C is compiled for Linux (RV64GC), and for machines without floating point (picorv32, ibex-small,
cv32e40p) for a bare machine with picolibc. Compiled programs are kept below
$XDG_CACHE_HOME/stallscope or ~/.cache/stallscope, up to 256 MiB. The same by hand:
  riscv64-linux-gnu-gcc -static -O2 -g my.c -o my.elf
  riscv64-unknown-elf-gcc --specs=picolibc.specs --crt0=semihost --oslib=semihost \
      -march=rv32imc -mabi=ilp32 -O2 -g my.c -o my.elf)");
  return command;
}

CLI::App* add_explain(CLI::App& app, ExplainArguments& explain) {
  CLI::App* command =
      app.add_subcommand("explain", "Say in words what happens in a cycle, or to an instruction");
  add_subject(*command, explain.subject);
  command->add_option("--cycle", explain.cycle, "Explain every instruction in flight in this cycle")
      ->check(whole_number(1))
      ->type_name("N");
  command
      ->add_option_function<std::string>(
          "--op",
          [&explain](const std::string& text) {
            explain.op = trace::parse_op_name(text);
            if (!explain.op)
              throw CLI::ValidationError(
                  "--op", fmt::format("'{}' names no instruction; expected a number from 1 on, "
                                      "12.2 for a micro-op, 12x on a wrong path, or @345 for the "
                                      "345th that is fetched",
                                      text));
          },
          "Explain the whole way of this instruction or micro-op, by the number that table and "
          "diagram show: 12, 12.2, 12x, or @345 for the 345th in fetch order")
      ->type_name("N");
  command->add_flag(
      "--why-chain", explain.why_chain,
      "From a cell (--op N, --cycle N, or both) back to the root of its wait: who held whom, and "
      "how many of its cycles each is to blame for. --op alone takes its longest wait, --cycle "
      "alone the oldest that is held");
  command
      ->add_option("--lane", explain.lane,
                   "With --why-chain and --cycle: of this stage, unit or queue, also when it is "
                   "empty")
      ->type_name("NAME");
  command->add_flag(
      "--critical-path", explain.critical_path,
      "The critical path of the whole run through dependences and resources, and those of its "
      "edges first without which a run saves most, as measured by a changed machine or program");
  command->add_flag(
      "--no-whatif", explain.no_whatif,
      "Leave out which machine options would remove the waits (found by simulating again)");
  command
      ->add_option("--format", explain.format,
                   "text, json, and of --why-chain and --critical-path svg")
      ->transform(word_of(kExplainFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&explain] { explain.json = true; }, "Short for --format json");
  command
      ->add_option("-o,--output", explain.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
  add_look(*command, explain.look, "No progress on standard error");
  command->footer(R"(Examples:
  stallscope explain lecture/p4 -m lecture-4 --cycle 3
  stallscope explain textbook/load_use -m mips-5 --op 2
  stallscope explain textbook/load_use -m mips-5 --op 2 --why-chain
  stallscope explain my.s -m ooo-4 --cycle 120 --lane C --why-chain --format svg -o why.svg
  stallscope explain my.s -m ooo-4 --critical-path
  stallscope explain my.elf --cycle 5000000 --no-whatif
  stallscope explain my.toml --cycle 12 --lane 0 (a plan of 'stallscope train'))");
  return command;
}

CLI::App* add_whatif(CLI::App& app, WhatIfArguments& whatif) {
  CLI::App* command = app.add_subcommand(
      "whatif", "Simulate again with each bottleneck of the machine removed, best first");
  add_subject(*command, whatif.subject);
  command->add_option("--format", whatif.format, "text or json")
      ->transform(word_of(kWhatIfFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&whatif] { whatif.json = true; }, "Short for --format json");
  add_look(*command, whatif.look, "No progress on standard error");
  command->footer(R"(Examples:
  stallscope whatif my.elf -m ooo-4 --limit-instructions 1000000
  stallscope whatif textbook/load_use -m mips-5
  stallscope whatif my.elf -m sifive-7 --json
  stallscope whatif my.toml                        (a plan of 'stallscope train'))");
  return command;
}

CLI::App* add_disasm(CLI::App& app, DisasmArguments& disasm) {
  CLI::App* command =
      app.add_subcommand("disasm", "Show the machine code of a program as assembly text");
  add_program(*command, disasm.program, disasm.c,
              "RISC-V executable (ELF), program file, file of C, the name of a shipped program, or "
              "- for standard input");
  command->add_option("--function", disasm.function, "Only the code of this function or label")
      ->type_name("NAME");
  command->add_flag("--exact", disasm.exact,
                    "Each instruction under its own name with all operands (c.li, jalr zero, "
                    "0(ra)): what assembles into the same bits");
  command->add_flag("--source", disasm.source,
                    "Source lines between the instructions; of executables compiled with -g");
  add_source_path(*command, disasm.source_paths);
  command
      ->add_option(
          "--isa", disasm.isa,
          "Notation of a source file: tac, mips, riscv or x86 (default: by file name, else "
          "by what it holds)")
      ->type_name("NOTATION");
  command->add_option("--xlen", disasm.xlen, "Register width of RISC-V source files: 32 or 64")
      ->check(one_of({"32", "64"}))
      ->type_name("BITS")
      ->capture_default_str();
  add_c_options(*command, disasm.c);
  command->add_option("--format", disasm.format, "text or json")
      ->transform(word_of(kTextOrJson))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&disasm] { disasm.json = true; }, "Short for --format json");
  command
      ->add_option("-o,--output", disasm.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
  command->footer(R"(Examples:
  stallscope disasm textbook/load_use
  stallscope disasm my.elf --function main --source
  stallscope disasm my.c -O2 --function sum --source
  stallscope disasm build/my.elf --source --source-path src
  stallscope disasm my.s --isa riscv --xlen 32 --exact
  stallscope disasm my.elf --json -o my.json)");
  return command;
}

} // namespace stallscope::cli
