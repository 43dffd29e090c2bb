#include "commands.hpp"
#include "input_output/console.hpp"
#include "input_output/result_file.hpp"
#include "sweep/export.hpp"
#include "sweep/merge.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

namespace stallscope::cli {

int export_command(const ExportArguments& a) {
  if (!can_write(a.output_file) ||
      !keeps_inputs({{"--output", a.output_file}}, {{"DATABASE", a.database}}))
    return kExitBadInput;
  auto database = sweep::Database::open_to_read(a.database);
  print(database.diagnostics());
  if (!database)
    return kExitBadInput;
  sweep::ExportOptions options;
  options.format = a.format == "csv" ? sweep::ExportFormat::csv : sweep::ExportFormat::json_lines;
  options.host = !a.without_host;
  const bool to_file = !is_standard_output(a.output_file);
  std::string text; // content of a file, which is written atomically
  bool written = true;
  const Diagnostics problems = sweep::export_rows(*database, options, [&](std::string_view piece) {
    if (to_file)
      text += piece;
    else
      written = write_result({}, piece);
    return written;
  });
  print(problems);
  if (has_errors(problems) || !written || (to_file && !write_result(a.output_file, text)))
    return kExitBadInput;
  return kExitOk;
}

int merge_command(const MergeArguments& a) {
  std::error_code ignored;
  if (std::filesystem::exists(a.output_file, ignored)) {
    print_error(
        fmt::format("{}: it is there already; expected a new file for all rows", a.output_file));
    return kExitBadInput;
  }
  auto merged = sweep::merge_databases(a.databases);
  print(merged.diagnostics());
  if (!merged)
    return kExitBadInput;
  const std::string part = a.output_file + ".part";
  std::filesystem::remove(part, ignored);
  Diagnostics problems;
  {
    auto database = sweep::Database::open_or_make(part, merged->info);
    problems = database ? database->add(merged->rows) : database.diagnostics();
  }
  std::error_code failed;
  if (!has_errors(problems))
    std::filesystem::rename(part, a.output_file, failed);
  print(problems);
  if (has_errors(problems) || failed) {
    std::filesystem::remove(part, ignored);
    if (failed)
      print_error(fmt::format("{}: cannot be written: {}", a.output_file, failed.message()));
    return kExitBadInput;
  }
  print_text(fmt::format("stallscope: {}: {} of {} points\n", a.output_file, merged->rows.size(),
                         merged->info.points));
  if (merged->missing > 0)
    print_warning(fmt::format("{} are missing; 'stallscope sweep EXPERIMENT -o {} --resume' runs "
                              "them",
                              merged->missing, a.output_file));
  return kExitOk;
}

} // namespace stallscope::cli
