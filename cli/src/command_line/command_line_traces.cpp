#include "command_line/command_line_traces.hpp"

#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"

#include <map>
#include <string>

namespace stallscope::cli {

namespace {

const std::map<std::string, Format> kReportFormats{{"text", Format::text},
                                                   {"json", Format::json},
                                                   {"csv", Format::csv},
                                                   {"svg", Format::svg},
                                                   {"html", Format::html}};
const std::map<std::string, Format> kDiffFormats{
    {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv}};
const std::map<std::string, DiffPart> kDiffParts{{"lines", DiffPart::lines},
                                                 {"instructions", DiffPart::instructions},
                                                 {"ledger", DiffPart::ledger}};

void add_trace_input(CLI::App& command, TraceInput& input, const char* name) {
  command
      .add_option(name, input.file,
                  "Trace: a Kanata log or an O3PipeView trace, plain or compressed (.gz, .zst); - "
                  "for standard input")
      ->type_name("")
      ->required();
  command
      .add_option("--from", input.format,
                  "Format of the trace: kanata or o3 (default: by its contents)")
      ->check(one_of({"kanata", "o3"}))
      ->type_name("FORMAT");
  command
      .add_option("--ticks", input.ticks_per_cycle,
                  "O3PipeView: ticks of a cycle (default: found out from the first operations)")
      ->check(whole_number(1))
      ->type_name("N");
}

CLI::App* add_show(CLI::App& app, ShowArguments& show) {
  CLI::App* command = app.add_subcommand("show", "Show a trace of another tool, or of a run");
  add_trace_input(*command, show.trace, "TRACE");
  command->add_flag("--table", show.table, "Occupancy table: one row a cycle, one column a stage");
  add_every_cycle(*command, show.every_cycle);
  command->add_flag("--diagram", show.diagram,
                    "Pipeline diagram: one row an operation, one column a cycle");
  command->add_flag("--stats", show.stats, "Statistics of the whole trace");
  command
      ->add_option("--cycles", show.cycles,
                   "Only these cycles of table and diagram: 10:40, 10:, :40 or 10")
      ->type_name("FROM:TO");
  command
      ->add_option("--instructions", show.instructions,
                   "Only these operations, as the trace numbers them")
      ->type_name("FROM:TO");
  command->add_option("--format", show.format, "text, json, csv, svg or html")
      ->transform(word_of(kReportFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&show] { show.json = true; }, "Short for --format json");
  command->add_option("-o,--output", show.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
  add_look(*command, show.look, "No progress on standard error");
  command->footer(R"(Examples:
  stallscope show my.kanata
  stallscope show my.kanata.gz --diagram --cycles 1000:1040
  stallscope show gem5.out --instructions 1:30 --format svg -o gem5.svg)");
  return command;
}

CLI::App* add_convert(CLI::App& app, ConvertArguments& convert) {
  CLI::App* command = app.add_subcommand("convert", "Write a trace in another tool's format");
  add_trace_input(*command, convert.from, "IN");
  command
      ->add_option("OUT", convert.output_file,
                   "File to write, compressed when its name ends in .gz or .zst; - for standard "
                   "output")
      ->type_name("")
      ->required();
  command
      ->add_option(
          "--to", convert.to,
          "kanata, o3, perfetto or jsonl (default: by the name of OUT: .kanata, .o3, .json, "
          ".jsonl)")
      ->check(one_of({"kanata", "o3", "perfetto", "jsonl"}))
      ->type_name("FORMAT");
  command->add_flag("-q,--quiet", convert.look.quiet, "No progress on standard error");
  command->footer(R"(Examples:
  stallscope convert gem5.out gem5.kanata.gz
  stallscope convert my.kanata my.json
  zcat big.kanata.gz | stallscope convert - big.o3.zst)");
  return command;
}

CLI::App* add_diff(CLI::App& app, DiffArguments& diff) {
  CLI::App* command =
      app.add_subcommand("diff", "Compare two runs by instruction; exits with 1 when they differ");
  for (auto [name, file] : {std::pair{"A", &diff.a}, std::pair{"B", &diff.b}})
    command
        ->add_option(name, *file,
                     "Program, PROGRAM@MACHINE for a machine of its own, or a trace (Kanata or "
                     "O3PipeView)")
        ->type_name("")
        ->required();
  command
      ->add_option("-m,--machine", diff.subject.machine,
                   "Machine of the programs that name none: a preset or a TOML file")
      ->type_name("MACHINE")
      ->capture_default_str();
  command->add_option("--set", diff.subject.settings, "Override a key of the machines; repeatable")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  add_strict(*command, diff.subject);
  command
      ->add_option(
          "--isa", diff.subject.isa,
          "Notation of the programs: tac, mips, riscv or x86 (default: by file name, else by "
          "what they hold)")
      ->type_name("NOTATION");
  add_limit(*command, diff.subject);
  command
      ->add_option("--limit-instructions", diff.subject.limit_instructions,
                   "Compare only so many instructions of each")
      ->check(whole_number(1))
      ->type_name("N");
  command
      ->add_option("--limit-cycles", diff.subject.limit_cycles,
                   "Stop programs after so many cycles")
      ->check(whole_number(1))
      ->type_name("N");
  command
      ->add_option("--with", diff.subject.c.files,
                   "Further file of programs of C: .c, .s, .S, .o or .a; repeatable")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  add_c_options(*command, diff.subject.c);
  command->add_option("--part", diff.part, "What CSV lists: lines, instructions or ledger")
      ->transform(word_of(kDiffParts))
      ->type_name("PART");
  command->add_option("--top", diff.limit, "Entries of each list of the text")
      ->check(whole_number(1))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--format", diff.format, "text, json or csv")
      ->transform(word_of(kDiffFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&diff] { diff.json = true; }, "Short for --format json");
  command->add_option("-o,--output", diff.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
  command->add_flag("-q,--quiet", diff.look.quiet, "Only the exit code");
  command->footer(R"(Examples:
  stallscope diff lecture/p4 lecture/p4_swapped -m lecture-4
  stallscope diff my.elf@mips-5 my.elf@dual-5 --limit-instructions 1000000
  stallscope diff my.c my_unrolled.c -m ooo-4 -O2 --call 'sum(1000, {0..999})'
  stallscope diff before.kanata.gz after.kanata.gz --format csv --part instructions)");
  return command;
}

CLI::App* add_manual(CLI::App& app, std::string& kind) {
  CLI::App* command =
      app.add_subcommand("manual", "Print the man page, or completions for a shell");
  command->add_option("KIND", kind, "man, bash or zsh")
      ->check(one_of({"man", "bash", "zsh"}))
      ->type_name("")
      ->required();
  command->footer(R"(Examples:
  stallscope manual man | man -l -
  source <(stallscope manual bash)
  stallscope manual zsh > ~/.zfunc/_stallscope)");
  return command;
}

} // namespace

TraceCommands::TraceCommands(CLI::App& app)
    : show_command_(add_show(app, show)), convert_command_(add_convert(app, convert)),
      diff_command_(add_diff(app, diff)), manual_command_(add_manual(app, manual)) {}

bool TraceCommands::settle() {
  const auto agree = [](const CLI::App& command, bool json, Format& format) {
    if (json && command.count("--format") > 0 && format != Format::json)
      return false;
    format = json ? Format::json : format;
    return true;
  };
  return agree(*show_command_, show.json, show.format) &&
         agree(*diff_command_, diff.json, diff.format);
}

bool TraceCommands::take(Arguments& arguments) const {
  if (show_command_->parsed())
    arguments.show = show;
  else if (convert_command_->parsed())
    arguments.convert = convert;
  else if (diff_command_->parsed())
    arguments.diff = diff;
  else
    return false;
  return true;
}

} // namespace stallscope::cli
