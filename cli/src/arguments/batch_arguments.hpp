#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

// Arguments of the commands on experiments.

/// Running shards as a Slurm array job.
struct SlurmArguments {
  bool wanted = false; ///< --slurm
  unsigned shards = 8;
  unsigned retries = 2;
  std::string folder; ///< empty: the folder of the database
  std::vector<std::string> options;
};

struct SweepArguments {
  std::string experiment;
  std::string database; ///< -o
  std::optional<unsigned> jobs;
  bool trust = false; ///< allow all compilers and data that the experiment names
  bool resume = false;
  bool retry_failed = false;
  bool dry_run = false;
  std::string shard; ///< "i/n"; empty: all
  SlurmArguments slurm;
  bool quiet = false;
};

struct ExportArguments {
  std::string database;
  std::string format = "csv";
  bool without_host = false;
  std::string output_file;
};

struct MergeArguments {
  std::vector<std::string> databases;
  std::string output_file;
};

struct ReportArguments {
  std::string database;
  std::string output_file;
  std::string baseline; ///< expression; empty: the experiment's
  std::string cost;     ///< expression; empty: the experiment's
  std::vector<std::string> charts;
  std::string svg_folder;
  std::string csv_folder;
  bool list = false;
};

struct GradeArguments {
  std::string rubric;
  std::vector<std::string> submissions;
  std::string output_file;
  std::string feedback_folder;
  bool trust = false; ///< allow all compilers and data that the rubric names
  std::optional<double> limit_wall_seconds;
};

/// At most one is set; none for other commands.
struct BatchArguments {
  std::optional<SweepArguments> sweep;
  std::optional<ExportArguments> export_results;
  std::optional<MergeArguments> merge;
  std::optional<ReportArguments> report;
  std::optional<GradeArguments> grade;
};

} // namespace stallscope::cli
