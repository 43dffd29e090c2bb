#pragma once

#include "arguments/batch_arguments.hpp"
#include "arguments/graph_arguments.hpp"
#include "arguments/train_arguments.hpp"
#include "isa/compile_c.hpp"
#include "session/runner.hpp"
#include "trace/op_number.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// When to do something that suits a terminal: colours, box drawing.
enum class When : std::uint8_t { automatic, always, never };

enum class Format : std::uint8_t {
  text,
  json,
  csv,
  svg,
  html,
  markdown,
  latex,
  dot,
  kanata,
  o3,
  perfetto,
  json_lines
};
/// Formats for a trace of the whole run, written while it runs, instead of a report.
[[nodiscard]] constexpr bool is_trace(Format format) {
  return format >= Format::kanata;
}

/// Program and machine; shared by all commands that simulate.
struct Subject {
  std::string program;
  std::string machine = "mips-5";
  std::string isa; ///< empty: by file name or content
  std::optional<unsigned> xlen;
  std::vector<std::string> settings;  ///< key=value
  std::vector<std::string> registers; ///< NAME=VALUE at the start
  std::string input; ///< file for the guest's standard input, "-" for that of this program, empty:
                     ///< none
  std::string input_option = "--input"; ///< name of the option in messages: "--input" or "--stdin"
  std::optional<std::uint64_t> limit;   ///< instructions, after which the program counts as never
                                        ///< ending
  std::optional<std::uint64_t> limit_instructions;
  std::optional<std::uint64_t> limit_cycles;
  std::uint64_t limit_memory = session::kStandardMemoryBytes;
  std::optional<std::string> until; ///< stop condition
  // Executable files
  std::string platform;                 ///< bare-metal or linux, empty: by the file
  std::vector<std::string> memory;      ///< BEGIN:BYTES
  std::vector<std::string> arguments;   ///< arguments of the program: the words after --
  std::vector<std::string> environment; ///< NAME=VALUE
  std::string sandbox;                  ///< directory whose files it may read, empty: none
  std::optional<std::uint64_t> seed;
  isa::COptions c;    ///< C files; the target is the machine's
  bool quiet = false; ///< suppress compiler warnings, notes and progress
};

struct Appearance {
  When color = When::automatic;
  When unicode = When::automatic;
  unsigned columns = 0; ///< 0: the terminal's, or 100
  bool quiet = false;
};

struct RunArguments {
  Subject subject;
  std::uint64_t limit_output =
      session::kStandardOutputBytes; ///< limit of the guest's output kept in memory
  bool raw_output = false;           ///< pass the guest's control characters to a terminal
  std::string compare;               ///< second machine
  std::string against;               ///< second program
  bool align_instructions = false;
  bool table = false;
  bool every_cycle = false;
  bool diagram = false;
  bool ledger = false;
  bool cpi = false;
  bool stats = false;
  bool lines = false;
  std::vector<std::string> source_paths;   ///< for `lines`: folders; empty: the programs' own
  std::optional<std::uint64_t> structures; ///< cycle at which structures are shown
  bool registers = false;
  std::string cycles;       ///< "10:40", "10:", ":40", "10"
  std::string instructions; ///< a range like `cycles`
  Format format = Format::text;
  bool json = false; ///< same as --format=json
  std::string output_file;
  std::string signature_file; ///< empty: none
  std::string commit_log;     ///< empty: none
  bool guest_exit_code = false;
  Appearance look;
};

struct ExplainArguments {
  Subject subject;
  std::optional<std::uint64_t> cycle;
  std::optional<trace::OpName> op;
  std::string lane; ///< empty: none
  bool why_chain = false;
  bool critical_path = false;
  bool no_whatif = false;
  Format format = Format::text;
  bool json = false;       ///< same as --format=json
  std::string output_file; ///< empty: standard output
  Appearance look;
};

struct WhatIfArguments {
  Subject subject;
  Format format = Format::text;
  bool json = false; ///< short for the format
  Appearance look;
};

struct LoopArguments {
  Subject subject;
  std::string compare;  ///< second machine
  std::string against;  ///< second program
  std::string region;   ///< only this region; empty: all
  std::string function; ///< function of a program; empty: marked regions, or the whole text
  std::optional<unsigned> loop;
  std::uint64_t iterations = 1000;
  std::string alias = "as-is";
  bool caches = false;
  unsigned timeline = 3; ///< iterations
  bool no_whatif = false;
  unsigned trips = 1;  ///< iterations of each loop per iteration of the enclosing one
  bool strict = false; ///< undefined names are errors, and missing units are not assumed
  Format format = Format::text;
  bool json = false; ///< same as --format=json
  std::string output_file;
  Appearance look;
};

struct SampleArguments {
  Subject subject;
  double error = 0.02;           ///< target relative error
  double confidence = 0.997;     ///< confidence level of the intervals
  std::uint64_t seed = 1;        ///< seed of the random positions
  std::string method = "smarts"; ///< or "simpoint"
  std::string points_file;       ///< for simpoint: file of --export
  std::uint64_t unit = 0;        ///< instructions per unit; 0: by the method
  std::uint64_t warmup = 2000;
  std::uint64_t units = 0; ///< units in the first pass; 0: by the program's length
  unsigned jobs = 0;       ///< 0: number of processors
  Format format = Format::text;
  bool json = false; ///< same as --format=json
  std::string output_file;
  Appearance look;
};

enum class ScheduleFormat : std::uint8_t { text, json, svg, html, dot };

struct ScheduleArguments {
  Subject subject;
  std::string with = "source,weighted,critical-path,optimal"; ///< schedulers, or "all"
  std::string function;                                       ///< only its blocks; empty: all
  std::string block;                   ///< number from 1 or label; empty: all
  std::vector<std::string> restricted; ///< registers that hold restrict pointers
  bool no_fold = false;
  bool strength_reduce = false;
  bool rename = false;
  unsigned unroll = 1; ///< copies of loops
  bool unroll_if_shorter = false;
  bool reassociate = false;
  bool fill_slots = false;
  std::string pipeline;                        ///< "ims" or "swing"; empty: no software pipelining
  std::string fill_slots_by = "critical-path"; ///< scheduler that selects the instructions for
                                               ///< delay slots
  bool superblocks = false;                    ///< requested by "superblock" among the schedulers
  unsigned tail_duplicate = 0; ///< limit of instructions copied per jump; 0: no tail duplication
  bool profile = false;
  bool verify = false;
  std::uint64_t verify_seed = 1;
  bool graph = false;
  bool reduce = false;
  bool steps = false;
  bool simulate = false;
  double optimal_seconds = 1;
  std::optional<ScheduleFormat> format;
  bool json = false; ///< same as --format=json
  std::string output_file;
  Appearance look;
};

struct MachinesArguments {
  std::string name;
  bool describe = false;
  bool dump = false;
  bool list_settings = false;
  bool json = false;
  std::vector<std::string> settings;
};

struct ProgramsArguments {
  std::string name;
  std::string notation; ///< notation to describe: tac, mips, riscv, x86 or all; empty: none
  bool json = false;
};

struct DisasmArguments {
  std::string program;
  std::string isa; ///< empty: by file name or content
  unsigned xlen = 64;
  std::string function; ///< only this function; empty: all code
  isa::COptions c;
  bool exact = false;
  bool source = false;
  std::vector<std::string> source_paths; ///< folders; empty: the program's own
  Format format = Format::text;
  bool json = false; ///< same as --format=json
  std::string output_file;
};

/// A trace to read.
struct TraceInput {
  std::string file;                             ///< "-": standard input
  std::string format;                           ///< kanata or o3; empty: by its contents
  std::optional<std::uint64_t> ticks_per_cycle; ///< for O3PipeView; none: detected
};

struct ShowArguments {
  TraceInput trace;
  bool table = false;
  bool every_cycle = false;
  bool diagram = false;
  bool stats = false;
  std::string cycles; ///< "10:40", "10:", ":40", "10"
  std::string instructions;
  Format format = Format::text;
  bool json = false; ///< same as --format=json
  std::string output_file;
  Appearance look;
};

struct ConvertArguments {
  TraceInput from;
  std::string output_file; ///< "-": standard output
  std::string to;          ///< kanata, o3, perfetto or jsonl; empty: by the file's name
  Appearance look;
};

enum class DiffPart : std::uint8_t { lines, instructions, ledger };

struct DiffArguments {
  std::string a; ///< a trace, or PROGRAM or PROGRAM@MACHINE
  std::string b;
  Subject subject;                 ///< machine, settings, notation and limits for programs
  DiffPart part = DiffPart::lines; ///< part of the report in CSV
  std::uint64_t limit = 20;        ///< limit of entries per list in text
  Format format = Format::text;
  bool json = false; ///< same as --format=json
  std::string output_file;
  Appearance look;
};

struct TrainCommand {
  TrainArguments plan;
  bool search = false; ///< `train schedule`: search for an order
  TrainPart part = TrainPart::plan;
  TrainMemoryArguments memory;
  TrainCollectiveArguments collective;
  TrainScenarioArguments scenario;
  TrainPlannerArguments planner;
  TrainTraceArguments trace;
  Format format = Format::text;
  bool json = false; ///< same as --format=json
  std::string output_file;
  Appearance look;
};

struct GraphCommand {
  GraphArguments graph;
  Format format = Format::text;
  bool json = false; ///< same as --format=json
  std::string output_file;
  Appearance look;
};

/// The parsed command line. Exactly one command is set.
struct Arguments {
  std::optional<RunArguments> run;
  std::optional<ExplainArguments> explain;
  std::optional<WhatIfArguments> whatif;
  std::optional<LoopArguments> loop;
  std::optional<SampleArguments> sample;
  std::optional<ScheduleArguments> schedule;
  std::optional<MachinesArguments> machines;
  std::optional<ProgramsArguments> programs;
  std::optional<DisasmArguments> disasm;
  BatchArguments batch;
  std::optional<ShowArguments> show;
  std::optional<ConvertArguments> convert;
  std::optional<DiffArguments> diff;
  std::optional<TrainCommand> train;
  std::optional<GraphCommand> graph;
};

/// Parses the command line. If no command is to be executed (help, version, an error), prints the
/// message and sets exit_code.
struct ParsedCommandLine {
  Arguments arguments;
  std::optional<int> exit_code;
};
[[nodiscard]] ParsedCommandLine parse_command_line(int argc, char** argv);

// Exit codes, documented in README.md.
inline constexpr int kExitOk = 0;
inline constexpr int kExitDifferent = 1; ///< diff: the two runs differ
inline constexpr int kExitBadInput = 2;
inline constexpr int kExitGuestFault = 3;
inline constexpr int kExitOwnError = 70;
inline constexpr int kExitInterrupted = 130;

} // namespace stallscope::cli
