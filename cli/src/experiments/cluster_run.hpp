#pragma once

#include "arguments/batch_arguments.hpp"
#include "sweep/database.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// Points to run as shards of a Slurm array job.
struct ClusterRun {
  const SlurmArguments& slurm;
  std::string database; ///< file of all results
  bool resume = false;
  bool quiet = false;
  std::uint64_t points = 0; ///< total number
  std::vector<std::uint64_t> missing;
  /// The command of a shard, to which its database is appended.
  std::vector<std::string> command;
  std::function<sweep::DatabaseInfo(std::uint64_t shard, std::uint64_t shards)> info;
  std::vector<std::uint64_t> given_up = {}; ///< shards that are incomplete after all retries
};

/// Runs the shards with missing points and merges their results into the database. Nothing on
/// success, which includes shards that are incomplete after all retries; otherwise prints the error
/// and returns the exit code.
[[nodiscard]] std::optional<int> run_on_slurm(ClusterRun& run, sweep::Database& database);
/// True if shards are incomplete after all retries; prints their numbers.
bool say_given_up(const ClusterRun& run);

} // namespace stallscope::cli
