#include "experiments/cluster_run.hpp"

#include "commands.hpp"
#include "experiments/sweep_meter.hpp"
#include "input_output/console.hpp"
#include "sweep/merge.hpp"
#include "sweep/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace stallscope::cli {

namespace {

namespace fs = std::filesystem;

/// Absolute path of this program, for other machines of the cluster.
std::string own_path() {
  std::error_code failed;
  const auto path = fs::read_symlink("/proc/self/exe", failed);
  return failed ? "stallscope" : path.string();
}

/// Merges the rows of the shards' databases; prints errors, and conflicts with existing rows.
bool collect(std::vector<std::string> files, sweep::Database& database) {
  if (files.empty())
    return true;
  files.insert(files.begin(), database.file());
  auto merged = sweep::merge_databases(files);
  print(merged.diagnostics());
  if (!merged)
    return false;
  const Diagnostics problems = database.add(merged->rows);
  print(problems);
  return !has_errors(problems);
}

std::string folder_of(const ClusterRun& run) {
  return fs::absolute(run.slurm.folder.empty() ? run.database + ".slurm" : run.slurm.folder)
      .string();
}

} // namespace

std::optional<int> run_on_slurm(ClusterRun& run, sweep::Database& database) {
  sweep::SlurmOptions options;
  options.shards = std::min<std::uint64_t>(run.slurm.shards, run.points);
  std::set<std::uint64_t> wanted;
  for (const std::uint64_t number : run.missing)
    wanted.insert((number - 1) % options.shards + 1);
  options.program = own_path();
  options.command = run.command;
  options.info = run.info;
  options.folder = folder_of(run);
  options.retries = run.slurm.retries;
  options.options = run.slurm.options;
  std::error_code ignored;
  if (!run.resume && fs::exists(fs::path(options.folder) / "jobs", ignored)) {
    print_error(fmt::format("{}: it has jobs already; expected --resume to go on with them, or "
                            "another --slurm-folder",
                            options.folder));
    return kExitBadInput;
  }
  SweepMeter meter(run.missing.size(), run.quiet);
  options.keep_going = [&meter](std::uint64_t done) {
    meter.set(done);
    meter.show();
    return !interrupted();
  };
  options.say = [&](const std::string& sentence) {
    meter.finish();
    if (!run.quiet)
      print_text(fmt::format("stallscope: {}\n", sentence));
  };
  catch_interrupts();
  auto outcome = sweep::run_on_slurm(wanted, options);
  meter.finish();
  print(outcome.diagnostics());
  if (!outcome)
    return kExitBadInput;
  if (outcome->interrupted) {
    print_warning(fmt::format("interrupted; the jobs go on (scancel {} ends them), and --resume "
                              "waits for them",
                              fmt::join(outcome->jobs, " ")));
    return kExitInterrupted;
  }
  if (!collect(outcome->databases, database))
    return kExitBadInput;
  run.given_up = std::move(outcome->given_up);
  return std::nullopt;
}

bool say_given_up(const ClusterRun& run) {
  for (const std::uint64_t shard : run.given_up)
    print_error(fmt::format("shard {} is not complete after {}; {} says why", shard,
                            run.slurm.retries == 0 ? "its only try"
                                                   : fmt::format("{} tries", run.slurm.retries + 1),
                            fmt::format("{}/logs/*_{}.log", folder_of(run), shard)));
  return !run.given_up.empty();
}

} // namespace stallscope::cli
