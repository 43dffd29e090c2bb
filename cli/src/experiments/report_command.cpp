#include "base/file_name.hpp"
#include "base/utf8.hpp"
#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "sweep/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace stallscope::cli {

namespace {

/// An expression over the result parameters; prints an error and returns false when it is invalid.
bool read_expression(const char* option, const std::string& text, const sweep::Results& results,
                     std::optional<sweep::Expression>& out) {
  if (text.empty())
    return true;
  sweep::Expression::Parsed parsed = sweep::Expression::parse(text);
  if (!parsed.expression) {
    print_error(fmt::format("{} \"{}\": {}, at character {}; expected {}", option, text,
                            parsed.error.message, parsed.error.offset + 1, parsed.error.expected));
    return false;
  }
  std::vector<std::string_view> known{"cycles", "ipc"};
  for (const sweep::Parameter& parameter : results.parameters)
    known.push_back(parameter.name);
  for (const sweep::Expression::Name& name : parsed.expression->names())
    if (std::find(known.begin(), known.end(), name.name) == known.end()) {
      const std::string_view near = nearest_word(name.name, known);
      print_error(
          fmt::format("{} \"{}\": '{}' is nothing that these runs have; expected one of {}{}",
                      option, text, name.name, fmt::join(known, ", "),
                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
      return false;
    }
  out = std::move(parsed.expression);
  return true;
}

/// Selects the requested charts; lists all charts if a requested one does not exist.
bool choose(const ReportArguments& a, std::vector<sweep::Chart>& charts) {
  if (a.charts.empty())
    return true;
  std::vector<std::string_view> known;
  for (const sweep::Chart& chart : charts)
    known.push_back(chart.id);
  for (const std::string& id : a.charts)
    if (std::find(known.begin(), known.end(), id) == known.end()) {
      const std::string_view near = nearest_word(id, known);
      print_error(fmt::format("--chart {}: there is no such chart; expected one of {}{}", id,
                              fmt::join(known, ", "),
                              near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
      return false;
    }
  std::erase_if(charts, [&a](const sweep::Chart& chart) {
    return std::find(a.charts.begin(), a.charts.end(), chart.id) == a.charts.end();
  });
  return true;
}

/// Writes one file per chart.
bool write_all(const std::string& folder, const char* ending,
               const std::vector<sweep::Chart>& charts, std::string (*text)(const sweep::Chart&)) {
  if (folder.empty())
    return true;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    print_error(fmt::format("{}: cannot be made: {}", folder, failed.message()));
    return false;
  }
  for (const sweep::Chart& chart : charts)
    if (!write_result((std::filesystem::path(folder) / file_name_for(chart.id, ending)).string(),
                      text(chart)))
      return false;
  return true;
}

} // namespace

int report_command(const ReportArguments& a) {
  const bool page = !a.output_file.empty() || (a.svg_folder.empty() && a.csv_folder.empty());
  if (!can_write(a.output_file) ||
      !keeps_inputs({{"--output", a.output_file}}, {{"DATABASE", a.database}}))
    return kExitBadInput;
  auto database = sweep::Database::open_to_read(a.database);
  print(database.diagnostics());
  if (!database)
    return kExitBadInput;
  auto results = sweep::read_results(*database);
  print(results.diagnostics());
  if (!results)
    return kExitBadInput;
  sweep::ChartOptions options;
  const std::string baseline = a.baseline.empty() ? results->info.baseline : a.baseline;
  if (!read_expression("--baseline", baseline, *results, options.baseline) ||
      !read_expression("--cost", a.cost, *results, options.cost))
    return kExitBadInput;
  std::vector<sweep::Chart> charts = sweep::charts_of(*results, options);
  if (a.list) {
    std::string text;
    for (const sweep::Chart& chart : charts)
      text += fmt::format("{:<40} {}\n", chart.id, clean(chart.title)); // the database is untrusted
    return write_result({}, text) ? kExitOk : kExitBadInput;
  }
  if (!choose(a, charts) || !write_all(a.svg_folder, ".svg", charts, sweep::chart_svg) ||
      !write_all(a.csv_folder, ".csv", charts, sweep::chart_csv))
    return kExitBadInput;
  if (page && !write_result(a.output_file, sweep::report_html(*results, charts)))
    return kExitBadInput;
  return kExitOk;
}

} // namespace stallscope::cli
