#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"

#include <map>

namespace stallscope::cli {

namespace {

const std::map<std::string, Format> kLoopFormats{
    {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv}, {"html", Format::html}};

void add_body(CLI::App& command, LoopArguments& loop) {
  command
      .add_option("PROGRAM", loop.subject.program,
                  "File with the body of a loop, RISC-V or x86 (also MIPS and three-address code), "
                  "the name of a shipped program, an executable (ELF) with --function, C (.c) with "
                  "--function or markers, or - for standard input. Of a text with markers (# "
                  "LLVM-MCA-BEGIN name, # OSACA-BEGIN, the marker bytes of IACA and OSACA, # "
                  "stallscope: begin name) only what lies between them. Default: standard input, "
                  "where it is "
                  "not a terminal")
      ->type_name("");
  command.add_option("--region", loop.region, "Only the marked region of this name")
      ->type_name("NAME");
  command.add_option("--function", loop.function, "A loop of this function or label")
      ->type_name("NAME");
  command
      .add_option(
          "--loop", loop.loop,
          "Which of several loops, as the report or the error that lists them numbers them: "
          "innermost ones first, then by address (default: of a function 1)")
      ->check(whole_number(1, 100'000))
      ->type_name("N");
  command
      .add_option("--trips", loop.trips,
                  "Iterations of each loop within, in an iteration of an outer loop that --loop "
                  "chooses")
      ->check(whole_number(1, 10'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--isa", loop.subject.isa,
                  "Notation: tac, mips, riscv or x86 (default: by file name and registers)")
      ->type_name("NOTATION");
  command
      .add_option("--xlen", loop.subject.xlen,
                  "Register width of RISC-V: 32 or 64 (default: the machine's)")
      ->check(one_of({"32", "64"}))
      ->type_name("BITS");
  command
      .add_option("--reg", loop.subject.registers,
                  "Value of a register before the loop, e.g. --reg a0=0x1000; repeatable (default: "
                  "integer registers are pointers to memory of their own)")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
}

} // namespace

CLI::App* add_loop(CLI::App& app, LoopArguments& loop) {
  CLI::App* command = app.add_subcommand(
      "loop", "Cycles of a loop in the steady state, exactly, and what bounds them");
  loop.subject.machine = "ooo-4";
  add_body(*command, loop);
  command
      ->add_option("-m,--machine", loop.subject.machine,
                   "Machine: a preset (see 'stallscope machines'), or a TOML file")
      ->type_name("MACHINE")
      ->capture_default_str();
  command
      ->add_option("--set", loop.subject.settings,
                   "Override a key of the machine, e.g. --set dispatch.width=6; repeatable")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--compare", loop.compare, "Show a second machine beside the first")
      ->type_name("MACHINE2");
  command->add_option("--against", loop.against, "Show the loop of a second file beside the first")
      ->type_name("FILE2");
  command
      ->add_option("--iterations", loop.iterations,
                   "Iterations within which the state of the machine has to come back; else cycles "
                   "are a mean with its interval")
      ->check(whole_number(4, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--alias", loop.alias,
                   "Where memory operands of different iterations lie. as-is: as the code computes "
                   "(through pointers that are loaded, elsewhere every time); none: never in the "
                   "same place; all: operands with the same base always in the same place")
      ->check(one_of({"as-is", "none", "all"}))
      ->type_name("HOW")
      ->capture_default_str();
  command->add_flag("--caches", loop.caches,
                    "With the machine's data caches, empty at first; else all accesses hit");
  command->add_option("--timeline", loop.timeline, "Iterations to draw, the first ones; 0: none")
      ->check(whole_number(0, 100))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--no-whatif", loop.no_whatif,
                    "Do not simulate again with each limit of the machine removed");
  command->add_flag_callback(
      "--strict",
      [&loop] {
        loop.strict = true;
        loop.subject.settings.emplace_back("missing_unit=error");
      },
      "Names that are not defined are errors; else they stand for the begin of the loop, a place "
      "behind it or memory of their own, which is said. Operations without a unit are errors; else "
      "they are executed as similar ones. The latter is short for --set missing_unit=error");
  command->add_option("--format", loop.format, "text, json, csv or html")
      ->transform(word_of(kLoopFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&loop] { loop.json = true; }, "Short for --format json");
  command->add_option("-o,--output", loop.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
  add_c_options(*command, loop.subject.c);
  add_look(*command, loop.look, "No progress, and no warnings of compilers, on standard error");
  command->footer(R"(Examples:
  stallscope loop body.s -m csapp-haswell
  printf 'addq %%rax, %%rdx\nimulq %%rcx, %%rax\n' | stallscope loop - -m csapp-haswell
  stallscope loop marked.s --region saxpy -m sifive-7 --compare ooo-4
  stallscope loop my.elf --function saxpy --loop 1 -m ooo-4
  stallscope loop matrix.c --function multiply --loop 2 --trips 8 -m ooo-4
  stallscope loop my.c -O2 --function saxpy -m ooo-4
  stallscope loop before.s --against after.s -m ooo-8 --timeline 0
  stallscope loop body.s --alias none --json
  stallscope loop textbook/sum -m dual-5 --format html -o sum.html)");
  return command;
}

} // namespace stallscope::cli
