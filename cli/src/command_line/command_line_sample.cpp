#include "command_line/command_line.hpp"
#include "command_line/command_line_words.hpp"

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

namespace stallscope::cli {

namespace {

const std::map<std::string, Format> kSampleFormats{{"text", Format::text}, {"json", Format::json}};

/// Parses "2%", "2 %" or "0.02" as 0.02; nothing if the value is not within the limits.
std::optional<double> parse_share(const std::string& text, double least, double most) {
  char* end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  std::string rest(end);
  rest.erase(0, rest.find_first_not_of(' '));
  if (end == text.c_str() || !(rest.empty() || rest == "%") || !std::isfinite(value))
    return std::nullopt;
  value = rest == "%" ? value / 100 : value;
  return value >= least && value <= most ? std::optional(value) : std::nullopt;
}

void add_share(CLI::App& command, const char* name, double& value, double least, double most,
               const char* range, const char* meaning) {
  command
      .add_option_function<std::string>(
          name,
          [&value, least, most](const std::string& text) {
            value = parse_share(text, least, most).value_or(value);
          },
          meaning)
      ->check(CLI::Validator(
          [least, most, range](const std::string& text) -> std::string {
            return parse_share(text, least, most)
                       ? std::string()
                       : "'" + text + "' is none; expected a share " + range;
          },
          ""))
      ->type_name("SHARE");
}

} // namespace

CLI::App* add_sample(CLI::App& app, SampleArguments& sample) {
  CLI::App* command = app.add_subcommand(
      "sample", "Cycles of a long program from a sample of it, with their interval");
  sample.subject.machine = "ooo-4";
  add_subject(*command, sample.subject);
  add_share(*command, "--error", sample.error, 1e-5, 0.5, "from 0.001% to 50%, such as 2% or 0.02",
            "Half the interval of the cycles per instruction, relative to them: so many units are "
            "measured that it is reached (default: 2%)");
  add_share(*command, "--confidence", sample.confidence, 0.5, 0.9999999,
            "from 50% to 99.99999%, such as 99.7%",
            "How certainly the true value lies in the interval (default: 99.7%)");
  command->add_option("--sample-seed", sample.seed, "Seed of the random positions of units")
      ->check(whole_number(0))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option(
          "--method", sample.method,
          "smarts: units at random places of equal parts of the program; simpoint: "
          "intervals that stand for others with like basic-block vectors, without intervals "
          "of confidence")
      ->check(one_of({"smarts", "simpoint"}))
      ->type_name("METHOD")
      ->capture_default_str();
  command
      ->add_option("--export", sample.points_file,
                   "With --method simpoint: write the chosen intervals and their weights, as CSV")
      ->type_name("FILE");
  command
      ->add_option("--unit", sample.unit,
                   "Instructions that are measured at a position (default: 1000; of simpoint a "
                   "thousandth of the program)")
      ->check(whole_number(10, 1'000'000'000))
      ->type_name("N");
  command
      ->add_option(
          "--warmup", sample.warmup,
          "Instructions in front of each unit that are simulated and not measured: they "
          "fill the pipeline and its queues. Caches, TLBs and predictors are kept warm all "
          "the time")
      ->check(whole_number(0, 100'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--units", sample.units,
                   "Units in the first pass over the program; from their variance follows whether "
                   "another one with more is needed (default: by the program's length)")
      ->check(whole_number(2, 100'000'000))
      ->type_name("N");
  command
      ->add_option("-j,--jobs", sample.jobs,
                   "Processes: one executes the program, the others simulate units (default: as "
                   "many as there are processors)")
      ->check(whole_number(1, 1024))
      ->type_name("N");
  command->add_option("--format", sample.format, "text or json")
      ->transform(word_of(kSampleFormats))
      ->type_name("FORMAT");
  command->add_flag_callback(
      "--json", [&sample] { sample.json = true; }, "Short for --format json");
  command
      ->add_option("-o,--output", sample.output_file, "Write to a file instead of standard output")
      ->type_name("FILE");
  add_look(*command, sample.look, "No progress, and no warnings of compilers, on standard error");
  command->footer(R"(Examples:
  stallscope sample my.elf -m ooo-4
  stallscope sample my.elf -m ooo-8 --error 1% --confidence 95%
  stallscope sample kernels/sort.elf -m sifive-7 --json
  stallscope sample my.elf -m ooo-4 --method simpoint --export points.csv
  stallscope sample my.c -O2 -m ooo-4 --unit 10000 --warmup 5000 --jobs 4 -- 1000000)");
  return command;
}

} // namespace stallscope::cli
