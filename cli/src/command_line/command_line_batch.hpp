#pragma once

#include "arguments/batch_arguments.hpp"

#include <CLI/CLI.hpp>

namespace stallscope::cli {

/// The options of --slurm.
void add_slurm(CLI::App& command, SlurmArguments& slurm);

/// The experiment commands, added to a command line; take() returns the parsed arguments.
class BatchCommands {
public:
  explicit BatchCommands(CLI::App& app);
  [[nodiscard]] BatchArguments take() const;
  /// A sentence on contradicting options; empty when there are none.
  [[nodiscard]] std::string contradiction() const;

private:
  void add_sweep(CLI::App& app);
  void add_export(CLI::App& app);
  void add_merge(CLI::App& app);
  void add_report(CLI::App& app);
  void add_grade(CLI::App& app);

  SweepArguments sweep_;
  ExportArguments export_;
  MergeArguments merge_;
  ReportArguments report_;
  GradeArguments grade_;
  const CLI::App* sweep_command_ = nullptr;
  const CLI::App* export_command_ = nullptr;
  const CLI::App* merge_command_ = nullptr;
  const CLI::App* report_command_ = nullptr;
  const CLI::App* grade_command_ = nullptr;
};

} // namespace stallscope::cli
