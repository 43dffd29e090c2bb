#pragma once

#include "base/result.hpp"
#include "sweep/database.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace stallscope::sweep {

/// How an experiment runs on a cluster.
struct SlurmOptions {
  std::string program; ///< stallscope, as the cluster's machines find it
  /// What it is told, but for the database, which stands behind: {"sweep", FILE, "-o"}.
  std::vector<std::string> command;
  /// What the database of a shard says of itself.
  std::function<DatabaseInfo(std::uint64_t shard, std::uint64_t shards)> info;
  std::string folder; ///< made when it is not there: script, logs, databases of shards
  std::uint64_t shards = 8;
  unsigned retries = 2;             ///< of a shard, after the first try
  std::vector<std::string> options; ///< for sbatch: "--partition=main"
  double first_poll_seconds = 0.5;  ///< grows to 10
  /// Tells how many points the shards have done; false ends the waiting, and the jobs go on.
  std::function<bool(std::uint64_t done)> keep_going;
  /// Sentences on the way: jobs submitted, shards that failed.
  std::function<void(const std::string&)> say;
};

struct SlurmOutcome {
  std::vector<std::string> databases;  ///< of the shards, whole or not
  std::vector<std::uint64_t> given_up; ///< shards that are not complete, after all tries
  std::vector<std::string> jobs;       ///< numbers of the array jobs
  bool interrupted = false;
};

/// Submits shards as an array job of Slurm, waits until their databases are complete, and submits
/// those that are neither complete nor in the queue any more again. A shard that is complete in the
/// folder already, or that an earlier call has submitted and that still runs, is not submitted.
/// Errors: Slurm's programs cannot be started, refuse, or give no answer for a long time.
[[nodiscard]] Result<SlurmOutcome> run_on_slurm(const std::set<std::uint64_t>& wanted,
                                                const SlurmOptions& options);

/// The script of the array job.
[[nodiscard]] std::string slurm_script(const SlurmOptions& options);
/// "1-3,7": numbers as sbatch --array takes them.
[[nodiscard]] std::string array_list(const std::set<std::uint64_t>& numbers);
/// A word for the shell, in quotes.
[[nodiscard]] std::string shell_word(std::string_view text);

} // namespace stallscope::sweep
