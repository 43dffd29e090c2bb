#include "command_line/command_line_batch.hpp"

#include "command_line/command_line_words.hpp"

namespace stallscope::cli {

namespace {

/// A required positional argument; a list takes all following words.
template <class Value>
void add_needed(CLI::App& command, const char* name, Value& value, const char* meaning) {
  command.add_option(name, value, meaning)->type_name("")->required();
}

/// An option with a value of type Value.
template <class Value>
CLI::Option* add_valued(CLI::App& command, const char* name, Value& value, const char* type,
                        const char* meaning) {
  return command.add_option(name, value, meaning)->type_name(type);
}

/// A repeatable option with one value each.
void add_repeatable(CLI::App& command, const char* name, std::vector<std::string>& values,
                    const char* type, const char* meaning) {
  add_valued(command, name, values, type, meaning)->take_all()->allow_extra_args(false);
}

} // namespace

namespace {

constexpr const char* kTrust =
    "Take any C compiler and options of it that the file names (cc, cflags), which run with your "
    "rights, and data outside of its folder (sandbox, stdin, output_file), which programs may "
    "print: "
    "only for files of authors you trust";

} // namespace

BatchCommands::BatchCommands(CLI::App& app) {
  add_sweep(app);
  add_export(app);
  add_merge(app);
  add_report(app);
  add_grade(app);
}

void BatchCommands::add_sweep(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "sweep", "Run programs or plans, crossed with values of keys, into a database");
  sweep_command_ = command;
  add_needed(*command, "EXPERIMENT", sweep_.experiment, "TOML file that says what is run");
  add_valued(*command, "-o,--output", sweep_.database, "FILE",
             "Database (SQLite) that gets the results, a row a run");
  add_valued(*command, "-j,--jobs", sweep_.jobs, "N",
             "Runs at the same time (default: as many as there are processors)")
      ->check(whole_number(1, 1024));
  command->add_flag("--resume", sweep_.resume,
                    "Go on with a database: only the points that it does not have yet run");
  command->add_flag("--retry-failed", sweep_.retry_failed,
                    "With --resume: run the points that have failed once more");
  command->add_flag("--trust", sweep_.trust, kTrust);
  command->add_flag("--dry-run", sweep_.dry_run, "Check the experiment and list its points");
  add_valued(*command, "--shard", sweep_.shard, "I/N",
             "Only part I of N, e.g. 3/8: the same points every time");
  add_slurm(*command, sweep_.slurm);
  command->add_flag("-q,--quiet", sweep_.quiet, "No progress on standard error");
  command->footer(R"(Examples:
  stallscope sweep widths.toml --dry-run
  stallscope sweep widths.toml -o widths.db
  stallscope sweep widths.toml -o widths.db --resume --jobs 2
  stallscope sweep widths.toml -o part3.db --shard 3/8
  stallscope sweep widths.toml -o widths.db --slurm --shards 64 --slurm-option=--partition=long
An experiment:
  programs = ["textbook/daxpy", "kernels/sort.elf"]  # from the experiment's folder, or shipped
  machines = ["mips-5-fp", "ooo-4"]
  limit_instructions = 1_000_000
  [set]                                              # keys of the machines, crossed
  branch.predictor = ["taken", "not_taken"]
One of plans of training:
  plans = ["plan.toml"]
  [set]                                              # keys of the plans, crossed
  micro_batches = [4, 8, 16]
Every key is described in cli/src/sweep/EXPERIMENT.md, the database in DATABASE.md beside it.)");
}

void add_slurm(CLI::App& command, SlurmArguments& slurm) {
  command.add_flag("--slurm", slurm.wanted,
                   "Run the shards as an array job of Slurm, wait for them, try those that end "
                   "early again, and join their results; --resume goes on with what is there");
  add_valued(command, "--shards", slurm.shards, "N", "With --slurm: parts of the experiment")
      ->check(whole_number(1, 100'000))
      ->capture_default_str();
  add_valued(command, "--retries", slurm.retries, "N",
             "With --slurm: how often a shard is tried again")
      ->check(whole_number(0, 100))
      ->capture_default_str();
  add_valued(command, "--slurm-folder", slurm.folder, "FOLDER",
             "With --slurm: folder that all machines see, for the script, the shards' "
             "databases and logs/JOB_SHARD.log (default: FILE.slurm)");
  add_repeatable(command, "--slurm-option", slurm.options, "OPTION",
                 "With --slurm: an option for sbatch, such as --slurm-option=--cpus-per-task=4; "
                 "repeatable");
}

void BatchCommands::add_export(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("export", "Results of a sweep as CSV or JSON Lines, for pandas and R");
  export_command_ = command;
  add_needed(*command, "DATABASE", export_.database, "Database of 'stallscope sweep'");
  add_valued(*command, "--format", export_.format, "FORMAT", "csv or jsonl")
      ->check(one_of({"csv", "jsonl"}))
      ->capture_default_str();
  command->add_flag("--without-host", export_.without_host,
                    "Leave out what differs from run to run: seconds and instructions a second of "
                    "this computer");
  add_valued(*command, "-o,--output", export_.output_file, "FILE",
             "Write to a file instead of standard output");
  command->footer(R"(Examples:
  stallscope export widths.db -o widths.csv
  stallscope export widths.db --format jsonl | head -1
  python3 -c 'import pandas; print(pandas.read_csv("widths.csv").groupby("machine").ipc.mean())')");
}

void BatchCommands::add_merge(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("merge", "Join databases of one experiment, such as those of its shards");
  merge_command_ = command;
  add_needed(*command, "DATABASES", merge_.databases, "Databases of 'stallscope sweep'");
  add_valued(*command, "-o,--output", merge_.output_file, "FILE",
             "Database that gets all rows; a new file")
      ->required();
  command->footer(R"(Examples:
  stallscope merge part1.db part2.db part3.db -o widths.db
  stallscope merge part*.db -o widths.db && stallscope sweep widths.toml -o widths.db --resume
Points of which two databases give different results are listed, and nothing is written.)");
}

void BatchCommands::add_report(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "report", "A page with charts and a table of a sweep's results, in one HTML file");
  report_command_ = command;
  add_needed(*command, "DATABASE", report_.database, "Database of 'stallscope sweep'");
  add_valued(*command, "-o,--output", report_.output_file, "FILE",
             "File of the page (default: standard output)");
  add_valued(*command, "--baseline", report_.baseline, "CONDITION",
             "Runs that others are compared with, such as \"machine == 'mips-5'\": each is "
             "compared with the one that is like it in all that the condition does not name "
             "(default: the experiment's)");
  add_valued(*command, "--cost", report_.cost, "EXPRESSION",
             "What a run costs, over its parameters, such as \"fetch_width * 4\" (default: "
             "the experiment's)");
  command->add_flag("--list", report_.list, "Only list the charts");
  add_repeatable(*command, "--chart", report_.charts, "NAME", "Only this chart; repeatable");
  add_valued(*command, "--svg", report_.svg_folder, "FOLDER",
             "Write each chart to a file NAME.svg in a folder");
  add_valued(*command, "--csv", report_.csv_folder, "FOLDER",
             "Write the numbers of each chart to a file NAME.csv in a folder");
  command->footer(R"(Examples:
  stallscope report widths.db -o widths.html
  stallscope report widths.db --baseline "machine == 'mips-5'" -o widths.html
  stallscope report widths.db --list
  stallscope report widths.db --chart ipc-by-machine --svg figures --csv figures)");
}

void BatchCommands::add_grade(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("grade", "Mark students' programs and tables of cycles against a rubric");
  grade_command_ = command;
  add_needed(*command, "RUBRIC", grade_.rubric, "TOML file that says what is checked");
  add_needed(*command, "SUBMISSIONS", grade_.submissions,
             "A folder a student; or a file, when the rubric has one task");
  add_valued(
      *command, "-o,--output", grade_.output_file, "FILE",
      "File of the marks, CSV, which gets each line as soon as the submission has been graded "
      "(default: standard output)");
  add_valued(*command, "--limit-wall-seconds", grade_.limit_wall_seconds, "SECONDS",
             "Give a task of a submission up after so many seconds of the clock, whatever it waits "
             "for (default: the rubric's limit_wall_seconds, else 60 and twice its limit_seconds)")
      ->check(whole_number(1, 1'000'000));
  add_valued(*command, "--feedback", grade_.feedback_folder, "FOLDER",
             "Folder that gets a text file a submission: every check, and why not; signs that no "
             "file's name can have are %XX in its name, and long names end in a hash");
  command->add_flag("--trust", grade_.trust, kTrust);
  command->footer(R"(Examples:
  stallscope grade rubric.toml submissions/*/ -o marks.csv --feedback feedback
  stallscope grade rubric.toml submissions/ada
A rubric:
  [[task]]
  file = "sum.s"
  machine = "mips-5"
  [[task.check]]
  marks = 3
  output = "55"
  [[task]]
  file = "table.csv"
  table_of = "lecture/p4"
  machine = "lecture-4"
  marks = 2
Every key is described in cli/src/sweep/RUBRIC.md.)");
}

std::string BatchCommands::contradiction() const {
  if (!sweep_command_->parsed())
    return {};
  if (sweep_.database.empty() && !sweep_.dry_run)
    return "--output is missing; expected a file for the results, such as -o results.db, or "
           "--dry-run";
  if (sweep_.slurm.wanted && (!sweep_.shard.empty() || sweep_.dry_run || sweep_.jobs))
    return "--slurm runs all shards, each with as many jobs as --slurm-option=--cpus-per-task=N "
           "gives it; expected no --shard, no --jobs and no --dry-run";
  if (!sweep_.slurm.wanted &&
      (sweep_command_->count("--shards") + sweep_command_->count("--retries") +
           sweep_command_->count("--slurm-folder") + sweep_command_->count("--slurm-option") >
       0))
    return "--shards, --retries, --slurm-folder and --slurm-option are about --slurm; expected it";
  if (sweep_.retry_failed && sweep_.slurm.wanted)
    return "--retry-failed runs failed points on this machine; expected no --slurm";
  if (sweep_.retry_failed && !sweep_.resume)
    return "--retry-failed is about what a database has already; expected --resume too";
  return {};
}

BatchArguments BatchCommands::take() const {
  BatchArguments taken;
  if (sweep_command_->parsed())
    taken.sweep = sweep_;
  else if (export_command_->parsed())
    taken.export_results = export_;
  else if (merge_command_->parsed())
    taken.merge = merge_;
  else if (report_command_->parsed())
    taken.report = report_;
  else if (grade_command_->parsed())
    taken.grade = grade_;
  return taken;
}

} // namespace stallscope::cli
