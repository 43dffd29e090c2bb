#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"
#include "sched/schedule.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

namespace {

const std::map<std::string, ScheduleFormat> kScheduleFormats{{"text", ScheduleFormat::text},
                                                             {"json", ScheduleFormat::json},
                                                             {"svg", ScheduleFormat::svg},
                                                             {"html", ScheduleFormat::html},
                                                             {"dot", ScheduleFormat::dot}};

std::vector<std::string_view> scheduler_names() {
  std::vector<std::string_view> names;
  for (const sched::SchedulerInfo& scheduler : sched::schedulers())
    names.push_back(scheduler.name);
  return names;
}

} // namespace

CLI::App* add_schedule(CLI::App& app, ScheduleArguments& schedule) {
  CLI::App* command = app.add_subcommand(
      "schedule", "Reorder the instructions of basic blocks for a machine, and show how");
  add_subject(*command, schedule.subject);
  command
      ->add_option(
          "--with", schedule.with,
          fmt::format("Schedulers, separated by commas, or all: {}; superblock or trace goes over "
                      "block boundaries first, of RISC-V text",
                      fmt::join(scheduler_names(), ", ")))
      ->type_name("LIST")
      ->capture_default_str();
  command->add_option("--function", schedule.function, "Only the blocks of this function or label")
      ->type_name("NAME");
  command
      ->add_option("--block", schedule.block,
                   "Only this basic block: its number, counted from 1, or its label")
      ->type_name("N|LABEL");
  command->add_flag("--all")
      ->description("Every block, as without --function and --block")
      ->excludes("--function")
      ->excludes("--block");
  command
      ->add_option("--restrict", schedule.restricted,
                   "This register holds a restrict pointer at the start of a block: what is "
                   "accessed through it is accessed in no other way; repeatable")
      ->type_name("REGISTER")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--no-fold", schedule.no_fold,
                    "Let no load or store cross an addition to its base register (else its offset "
                    "is changed by as much)");
  command->add_flag("--strength-reduce", schedule.strength_reduce,
                    "First write multiplications by constants, and divisions by powers of two, as "
                    "shifts and additions, in blocks that then take fewer cycles; of source text");
  command->add_flag("--rename", schedule.rename,
                    "First give values registers of their own, as far as some are free, which "
                    "drops dependences that are none of values (WAR, WAW); of source text");
  command
      ->add_option("--unroll", schedule.unroll,
                   "First unroll counted loops of one block by this factor, with renaming; the "
                   "iterations left over run in the loop as it was; of RISC-V and MIPS text")
      ->check(CLI::Range(2, 64))
      ->type_name("N");
  command->add_flag(
      "--unroll-if-shorter", schedule.unroll_if_shorter,
      "Unroll only loops of which 18 iterations then take fewer cycles, with all that "
      "is done in front of them and for those left over");
  command->add_flag("--reassociate", schedule.reassociate,
                    "Unrolling may split floating-point sums too, which rounds differently");
  command
      ->add_flag("--pipeline{ims}", schedule.pipeline,
                 "Software-pipeline counted loops of one block: a kernel in which iterations "
                 "overlap, with prologue and epilogue; =ims: iterative modulo scheduling, =swing: "
                 "swing modulo scheduling; of RISC-V, MIPS and three-address text")
      ->check(CLI::IsMember({"ims", "swing"}));
  command->add_flag("--fill-slots", schedule.fill_slots,
                    "Then put an instruction of the block into every delay slot that holds a nop, "
                    "where one may be there; of machines with delay slots");
  command
      ->add_flag(
          "--tail-duplicate{24}", schedule.tail_duplicate,
          "First put copies of what unconditional jumps lead to in their places, =N: at most "
          "N instructions for each, so that joins end no superblock; the program becomes at "
          "most twice as long; of RISC-V text")
      ->check(CLI::Range(1, 256));
  command->add_flag("--profile", schedule.profile,
                    "For superblock: how branches go in a run on the reference, instead of rules");
  command->add_flag("--verify", schedule.verify,
                    "Run the program and the best of its schedules on the reference with many "
                    "inputs, registers and memory drawn at random, and compare the results");
  command->add_option("--verify-seed", schedule.verify_seed, "Other inputs for --verify")
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--graph", schedule.graph, "Dependence graph, also of long blocks");
  command->add_flag("--reduce", schedule.reduce,
                    "Leave out dependences that others imply (transitive reduction)");
  command->add_flag("--steps", schedule.steps, "Every decision of the schedulers, with its reason");
  command->add_flag("--simulate", schedule.simulate,
                    "Run the program and the best of its schedules, and show both side by side");
  command
      ->add_option("--optimal-seconds", schedule.optimal_seconds,
                   "How long 'optimal' may search for a block")
      ->check(CLI::Range(0.0, 86400.0))
      ->type_name("SECONDS")
      ->capture_default_str();
  command->add_option("--format", schedule.format, "text, json, svg, html or dot (of one block)")
      ->transform(word_of(kScheduleFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&schedule] { schedule.json = true; }, "Short for --format json");
  command
      ->add_option("-o,--output", schedule.output_file,
                   "With a format: write the result to a file. Without: write the program with the "
                   "best of its schedules to a file, in its own notation, or as an executable when "
                   "it is one")
      ->type_name("FILE");
  add_look(*command, schedule.look, "No progress on standard error");
  command->footer(R"(Examples:
  stallscope schedule lecture/b6_source -m lecture-4 --steps --with weighted
  stallscope schedule lecture/p4 -m lecture-4 --with all --simulate
  stallscope schedule my.s -m dual-5 --block loop --format svg -o graph.svg
  stallscope schedule my.s -m sifive-7 --with critical-path,optimal -o scheduled.s
  stallscope schedule my.elf -m dual-5 --with source,critical-path --verify -o scheduled.elf
  stallscope schedule textbook/x_plus_s -m hp-latency --unroll 4 --simulate --verify
  stallscope schedule lecture/multiply_add_loop -m mips-5-fp --pipeline --block loop --steps
  stallscope schedule my.s -m dual-5 --pipeline=swing --verify -o pipelined.s)");
  return command;
}

} // namespace stallscope::cli
