#pragma once

#include "arguments/batch_arguments.hpp"
#include "sweep/database.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// Points that run as shards of an array job of Slurm.
struct ClusterRun {
  const SlurmArguments& slurm;
  std::string database; ///< file of all results
  bool resume = false;
  bool quiet = false;
  std::uint64_t points = 0; ///< in all
  std::vector<std::uint64_t> missing;
  /// What a shard is told, but for its database, which stands behind.
  std::vector<std::string> command;
  std::function<sweep::DatabaseInfo(std::uint64_t shard, std::uint64_t shards)> info;
  std::vector<std::uint64_t> given_up = {}; ///< shards that are not complete after all tries
};

/// Runs the shards that have missing points and joins their results into the database. Nothing when
/// all has gone well but for shards that were given up; else the exit code, and what is wrong is
/// said.
[[nodiscard]] std::optional<int> run_on_slurm(ClusterRun& run, sweep::Database& database);
/// Whether there are shards that were given up; says which.
bool say_given_up(const ClusterRun& run);

} // namespace stallscope::cli
