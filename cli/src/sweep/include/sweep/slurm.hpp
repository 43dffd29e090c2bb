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

/// Options for running an experiment on a cluster.
struct SlurmOptions {
  std::string program; ///< path of stallscope on the cluster's machines
  /// The command without the database, which is appended: {"sweep", FILE, "-o"}.
  std::vector<std::string> command;
  /// The metadata of a shard's database.
  std::function<DatabaseInfo(std::uint64_t shard, std::uint64_t shards)> info;
  std::string folder; ///< for script, logs and databases of shards; created if missing
  std::uint64_t shards = 8;
  unsigned retries = 2;             ///< per shard, after the first attempt
  std::vector<std::string> options; ///< for sbatch: "--partition=main"
  double first_poll_seconds = 0.5;  ///< increases to 10
  /// Called with the number of points the shards have finished; false ends the wait, while the jobs
  /// continue.
  std::function<bool(std::uint64_t done)> keep_going;
  /// Receives progress messages: jobs submitted, shards that failed.
  std::function<void(const std::string&)> say;
};

struct SlurmOutcome {
  std::vector<std::string> databases;  ///< databases of the shards, complete or not
  std::vector<std::uint64_t> given_up; ///< shards that are incomplete after all retries
  std::vector<std::string> jobs;       ///< numbers of the array jobs
  bool interrupted = false;
};

/// Submits shards as a Slurm array job, waits until their databases are complete, and resubmits
/// shards that are neither complete nor queued. Shards that are complete in the folder, or still
/// running from an earlier call, are not submitted. Errors: Slurm's programs cannot be started,
/// fail, or do not answer for a long time.
[[nodiscard]] Result<SlurmOutcome> run_on_slurm(const std::set<std::uint64_t>& wanted,
                                                const SlurmOptions& options);

/// The script of the array job.
[[nodiscard]] std::string slurm_script(const SlurmOptions& options);
/// "1-3,7": numbers in the syntax of sbatch --array.
[[nodiscard]] std::string array_list(const std::set<std::uint64_t>& numbers);
/// A word quoted for the shell.
[[nodiscard]] std::string shell_word(std::string_view text);

} // namespace stallscope::sweep
